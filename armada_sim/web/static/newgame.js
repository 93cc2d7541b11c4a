// The form before a game: who sits where, what fleets, from which ships; or a record to look through.

import { chooser, el, button, labelled } from "./dom.js";
import { leftGames } from "./leftgames.js";
import { games } from "./lobby.js";
import { begin, goOn, seated, shared } from "./play.js";
import { open } from "./replay.js";
import { seatForm } from "./seats.js";
import { changed, ownTable } from "./state.js";
import { said, say } from "./words.js";

const SETUPS = ["basic", "advanced", "twelve-pips", "matched", "full"];
const MOST_PLAYERS = 6;
const LARGEST_SEED = 2 ** 31;

const form = {
  /** @type {{player: string, who: string}[]} */
  seats: [],
  setup: "basic",
  from: "fleets",
  first: "",
  budget: 60,
  minutes: 0,
  increment: 0,
  watched: false,
};

/** What players are called if they say nothing: as the colours of ships. */
const NAMES = ["red", "blue", "yellow", "green", "purple", "orange"];

/** @returns {HTMLElement[]} */
export function newGame() {
  if (!form.seats.length) form.seats = ["here", "greedy"].map((who, i) => ({ player: NAMES[i], who }));
  const table = ownTable(), players = [...new Set(table.ships.map((ship) => ship.player))];
  const fromTable = form.from === "ships" && players.length > 1;
  if (fromTable) {
    form.seats = players.map((player) => form.seats.find((seat) => seat.player === player) ?? { player, who: "here" });
    if (!players.includes(form.first)) form.first = players[0];
  }
  const froms = ["fleets", ...(players.length > 1 ? ["ships"] : [])].map((from) => /** @type {[string, string]} */ ([from, say(`from_${from}`)]));
  const from = chooser(form.from, froms, put("from"));
  from.id = "from";
  return [
    el("h2", {}, say("new_game")),
    labelled(say("from"), from),
    ...seatForm(form.seats, seated.kinds, !fromTable, changed),
    ...(seated.missing ? [el("p", { class: "quiet", id: "players-missing" }, seated.missing)] : []),
    ...(fromTable
      ? [labelled(say("first_player"), chooser(form.first, players.map((player) => [player, said(player)]), put("first")))]
      : [count(), labelled(say("setup"), chooser(setup(), setups().map((name) => [name, say(`setup_${name}`)]), put("setup")))]),
    ...budget(form),
    ...time(),
    ...(shared() ? [labelled(say("may_watch"), el("input", { type: "checkbox", id: "may-watch", checked: form.watched, onchange: (event) => (form.watched = event.target.checked) }))] : []),
    el("p", { class: "quiet" }, say("game_rules")),
    button(say("start"), () => begin(wanted(fromTable)), { class: "main", id: "start-game" }),
    ...leftGames(goOn),
    ...(shared() ? games() : []),
    el("h2", {}, say("replay")),
    labelled(say("open_record"), el("input", {
      type: "file", accept: ".json,.toml", id: "open-record",
      onchange: async (event) => open({ record: (await event.target.files?.[0].text()) ?? "" }),
    })),
  ];
}

/** Play-outs a turn, where somebody searches. @param {{seats: {who: string}[], budget: number}} chosen */
export function budget(chosen) {
  if (!chosen.seats.some((seat) => seat.who === "search")) return [];
  return [labelled(say("budget"), el("input", {
    type: "number", min: 1, max: 300, value: chosen.budget, id: "budget",
    onchange: (event) => {
      chosen.budget = Math.max(1, Math.min(300, Math.round(Number(event.target.value)) || 60));
      changed();
    },
  }))];
}

/** The clocks, if there are to be any. */
function time() {
  const field = (/** @type {"minutes" | "increment"} */ key) => labelled(say(key), el("input", {
    type: "number", min: 0, max: 600, value: form[key], id: key,
    onchange: (event) => {
      form[key] = Math.max(0, Math.min(600, Number(event.target.value) || 0));
      changed();
    },
  }));
  return [field("minutes"), ...(form.minutes ? [field("increment")] : [])];
}

/** @param {"from" | "first" | "setup"} key */
const put = (key) => (/** @type {string} */ value) => {
  form[key] = value;
  changed();
};

/** Fleets for two are not fleets for three. */
const setups = () => (form.seats.length === 2 ? SETUPS : SETUPS.slice(2));
const setup = () => (setups().includes(form.setup) ? form.setup : "twelve-pips");

function count() {
  const more = () => {
    const free = NAMES.find((name) => !form.seats.some((seat) => seat.player === name)) ?? "";
    form.seats.push({ player: free, who: "greedy" });
    changed();
  };
  const fewer = () => {
    form.seats.pop();
    changed();
  };
  return el("div", { class: "row" },
    button(say("more_players"), more, { disabled: form.seats.length >= MOST_PLAYERS, id: "more-players" }),
    button(say("fewer_players"), fewer, { disabled: form.seats.length <= 2, id: "fewer-players" }));
}

/** @param {{player: string, who: string}[]} seats */
export const whoPlays = (seats) => Object.fromEntries(seats.map((seat) => [seat.player, seat.who]));

/** What is asked for; rules, surface and objects are those of the table. @param {boolean} fromTable */
function wanted(fromTable) {
  return { ...agreed(fromTable), ...(form.minutes ? { clock: { minutes: form.minutes, increment: form.increment } } : {}), watched: form.watched };
}

/** @param {boolean} fromTable */
function agreed(fromTable) {
  const { rules, surface, objects, ...rest } = ownTable(), who = whoPlays(form.seats);
  if (fromTable) return { dispute: { ...rest, rules, surface, objects, questions: [] }, first: form.first, who, budget: form.budget };
  const players = form.seats.map((seat) => ({ player: seat.player }));
  const seed = Math.floor(Math.random() * LARGEST_SEED);
  return { game: { rules, surface, objects, players, seed }, setup: setup(), who, budget: form.budget };
}
