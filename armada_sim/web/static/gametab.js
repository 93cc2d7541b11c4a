// The tab of games: before one, at one, or looking through a record; and the table that is shown meanwhile.

import { seen } from "./board.js";
import { company } from "./company.js";
import { announce, button, chooser, el, labelled } from "./dom.js";
import { marks } from "./gamemarks.js";
import { budget, newGame, whoPlays } from "./newgame.js";
import { act, begin, game, hint, kept, leave, pause, record, resume, seated, shared } from "./play.js";
import { download } from "./files.js";
import { nextTurn } from "./asking.js";
import { path } from "./questions.js";
import { lookedAt, recap } from "./recap.js";
import { askedBack, clocks, takingBack } from "./others.js";
import * as past from "./replay.js";
import { seatForm, seatLinks } from "./seats.js";
import { changed, draftOf, emptyDraft, lend, replaceTable, shipNamed, state } from "./state.js";
import { said, say } from "./words.js";

export { resume };

const MOST_BUTTONS = 8;

let typed = "";
/** What is done by one press more, and at which version. */
let sure = { what: "", version: -1 };
/** @type {Record<string, string>} what is chosen in lists */
const chosen = {};
/** @type {{seats: {player: string, who: string}[], budget: number} | null} who plays on from a moment */
let onward = null;

/** Of which game, and of whose set-up in it, the ships were shown large. */
let large = "";

/** Show the table of the game or the record, or the player's own again; the ships to be looked at if that is another than
 * before, or one's own are new there, and none for all.
 * @returns {string[] | null} */
export function showGame() {
  const other = shownGame(), mine = state.tab === "game" && game.view && !past.replay.begins && !lookedAt() ? own(game.view) : null;
  return mine ?? (other ? [] : null);
}

/** One's own ships, once. @param {View} view */
function own(view) {
  const { setup } = game, seen = `${view.table} ${setup ? view.decides : view.phase === "play"}`;
  const ships = setup ? setup.ships : view.phase === "play" ? view.doc.ships.filter((ship) => view.you.includes(ship.player)) : [];
  if (!ships.length || seen === large) return null;
  large = seen;
  return ships.map((ship) => ship.name);
}

/** The table; true if it is another than before. */
function shownGame() {
  Object.assign(marks, { action: null, may: null });
  if (state.tab !== "game") return lend(null);
  const { begins } = past.replay, { view } = game;
  if (begins) {
    const moment = past.shownMoment();
    marks.action = moment;
    const { doc, flagships, coming } = moment ?? begins;
    return lend(doc, [], { lines: begins.lines, flagships, coming });
  }
  if (!view) return lend(null);
  const back = lookedAt();
  Object.assign(marks, { action: back ? back.action : game.hint, may: back ? {} : view.ships });
  if (back) return lend(back.doc, [], { ...view, flagships: back.flagships, coming: back.coming });
  const other = lend(game.setup?.doc ?? view.doc, (game.setup?.ships ?? []).map((ship) => ship.name), view);
  if (view.ships[state.chosen] && state.draft.ship !== state.chosen) aim(view, state.chosen);
  return other;
}

/** @typedef {import("./answers.js").GameView} View */

/** Begin what a ship may do. @param {View} view @param {string} ship */
function aim(view, ship) {
  Object.assign(state, { chosen: ship, draft: draftOf(view.ships[ship]?.moves ? "move" : "shot", ship) });
}

/** What to ask about the chosen ship, if it may act now. @param {{name: string, turns: import("./state.js").Draft["turns"]} | null} ship */
export const gameQuestion = (ship) =>
  (ship && state.loose && !past.replay.begins && !lookedAt() && game.view?.ships[ship.name] ? { key: game.key, ship } : null);

export function gameTab() {
  const wrong = past.replay.wrong || game.wrong;
  const alert = wrong ? [el("p", { role: "alert", class: "failed", id: "game-wrong" }, wrong)] : [];
  if (past.replay.begins) return [...alert, ...replaying(past.replay.begins)];
  if (game.view) return [...alert, ...playing(game.view)];
  return [...alert, ...(game.key ? away() : newGame())];
}

// away from a game

/** What there is to do while the server does not give the game. */
function away() {
  const known = kept(), { record, actions } = known?.key === game.key ? known : {};
  return [
    el("p", {}, say("game_away")),
    el("div", { class: "row" },
      ...(record ? [button(say("replay"), () => past.open({ record, actions }), { id: "look-back" })] : []),
      twice("leave", leave)),
    ...leaving(),
  ];
}

// at a game

/** @param {View} view */
function playing(view) {
  const alone = !Object.values(view.who).includes("human");
  if (lookedAt()) return [el("h2", { id: "due", tabindex: -1 }, view.due || view.standing), ...recap()];
  return [
    el("h2", { id: "due", tabindex: -1 }, view.over ? view.standing : view.due),
    ...clocks(view),
    ...askedBack(view),
    ...game.said.map((line) => el("p", { class: "ruling no" }, line)),
    ...recap(),
    ...(view.mine ? deciding(view) : [el("p", { class: "quiet" }, view.thinks ? say("thinking") : view.over ? "" : say("waiting", { player: said(view.decides ?? "") }))]),
    ...(view.thinks && alone ? [button(say(game.paused ? "go_on" : "pause"), pause, { id: "pause" })] : []),
    el("div", { class: "row" },
      ...takingBack(view),
      button(say("save_record"), save, { id: "save-record" }),
      ...(game.events.every((event) => event.action) ? [button(say("replay"), look, { id: "look-back" })] : []),
      twice("leave", leave)),
    ...leaving(),
    ...seatLinks(game.links, changed),
    ...(Object.values(view.who).filter((kind) => kind === "human").length > 1 && !alone ? company(view.you.length > 0) : []),
    account(),
    el("details", {}, el("summary", {}, say("agreed")), ...game.agreed.map((line) => el("p", { class: "quiet" }, line))),
  ];
}

/** What the person who decides may do. @param {View} view */
function deciding(view) {
  const parts = view.phase === "play" ? turn(view) : opening(view);
  const field = el("input", {
    type: "text", id: "typed", value: typed, placeholder: "RL1 > 90", autocomplete: "off",
    oninput: (event) => (typed = event.target.value),
  });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!(await act(typed.trim()))) return;
    typed = "";
    /** @type {HTMLFormElement} */ (event.target).reset();
  };
  return [...parts, el("form", { onsubmit: submit }, labelled(say("typed"), field))];
}

/** @param {View} view */
function turn(view) {
  const names = Object.keys(view.ships);
  const aimed = names.includes(state.draft.ship) ? state.draft.ship : "";
  const pick = (/** @type {string} */ name) => {
    aim(view, name);
    changed();
  };
  const ships = chooser(aimed, [["", say("choose_ship")], ...names.map((name) => /** @type {[string, string]} */ ([name, name]))], pick);
  ships.id = "acting";
  return [
    labelled(say("ship"), ships),
    ...(aimed ? [...(view.ships[aimed].moves ? move(aimed) : []), ...shots(aimed)] : []),
    el("div", { class: "row" },
      button(say("end_turn"), () => act("pass"), { id: "end-turn" }),
      button(say("hint"), hinted, { id: "hint" }),
      button(say("draw"), () => act("draw"), { id: "draw" }),
      twice("resign", () => act("resign"))),
    ...proposal(),
  ];
}

/** What a computer player would do, drawn on the board. */
function proposal() {
  if (!game.hint) return [];
  const { action, text } = game.hint;
  return [
    el("p", { class: "ruling", id: "hinted" }, say("hinted", { action: text }), " ", el("code", {}, action)),
    button(say("play_hint"), () => act(action), { class: "main", id: "play-hint" }),
  ];
}

/** @param {string} ship */
function move(ship) {
  if (state.draft.kind !== "move") return [];
  const go = () => {
    const turns = state.draft.next === null ? state.draft.turns : [...state.draft.turns, nextTurn()];
    return act(`${ship} ~ ${turns.map((turn) => (typeof turn === "number" ? String(Number(turn.toFixed(6))) : turn)).join(" ")}`);
  };
  return [...path(), button(say("move_ship", { ship }), go, { class: "main", id: "move-ship" })];
}

/** @param {string} ship */
function shots(ship) {
  const found = seen.look?.ship?.name === ship ? seen.look.targets ?? [] : [];
  if (!found.length) return [];
  const clear = found.filter((target) => target.clear);
  const others = found.filter((target) => !target.clear);
  return [
    el("h2", {}, say("shots")),
    el("div", { class: "row" }, ...clear.map(({ name }) =>
      button(say("clear_shot_at", { target: name }), () => act(`${ship} x ${name}`), { id: `shoot-${name}`, class: name === state.chosen ? "main" : "clear" }))),
    ...oneOf("claim_shot", others.map(({ name, clear }) =>
      [`${ship} x ${name}`, say(clear === null ? "shot_at" : "no_shot_at", { target: name })])),
  ];
}

/** Something to be chosen from a list, and then done. @param {string} label @param {[string, string][]} actions with words */
function oneOf(label, actions) {
  if (!actions.length) return [];
  if (!actions.some(([action]) => action === chosen[label])) chosen[label] = actions[0][0];
  const pick = chooser(chosen[label], actions, (action) => (chosen[label] = action));
  pick.id = label;
  return [labelled(say(label), pick), button(say("do_it"), () => act(chosen[label]), { id: `${label}-do` })];
}

/** @param {View} view */
function opening({ choices }) {
  const { setup } = game;
  if (choices.length > MOST_BUTTONS) return oneOf("choose", choices.map((one) => [one.action, one.text]));
  if (choices.length) {
    return choices.map((one, i) => button(one.text, () => act(one.action), { class: "main", id: `choice-${i}` }));
  }
  if (setup?.ships.length) {
    const lay = () => act(`place ${setup.ships.map(({ name }) => placement(name)).join("; ")}`);
    return [el("p", { class: "quiet" }, say("set_up_help")), button(say("set_up"), lay, { class: "main", id: "set-up" })];
  }
  if (setup) return [el("p", {}, setup.text), button(say("do_it"), () => act(setup.action), { class: "main", id: "set-up" })];
  return [button(say("propose"), hinted, { class: "main", id: "propose" })];
}

/** Where a ship lies, in notation. @param {string} name */
function placement(name) {
  const ship = shipNamed(name);
  const [x, y] = (ship?.base ?? []).map((at) => String(at).replace(" mm", ""));
  return `${name} ${x},${y},${ship?.heading}`;
}

/** What a computer player would do: said, or laid out to be changed. */
async function hinted() {
  const found = await hint(), { view } = game;
  if (!found || !view) return;
  if (view.phase === "play") {
    game.hint = found;
    announce(say("hinted", { action: found.text }));
  } else {
    game.setup = { ...found, doc: { ...view.doc, ships: [...view.doc.ships, ...found.ships] } };
    state.chosen = found.ships[0]?.name ?? "";
    announce(found.text);
  }
  changed();
}

/** @param {string} what */
const isSure = (what) => sure.what === what && sure.version === (game.view?.version ?? -1);

const leaveHelp = () => say(shared() ? "leave_help" : "leave_help_here");

/** How to come back. */
const leaving = () => (isSure("leave") ? [el("p", { class: "quiet", id: "leave-help" }, leaveHelp())] : []);

/** A button that is pressed twice. @param {"leave" | "resign"} what @param {() => void} act */
function twice(what, act) {
  const press = () => {
    const done = isSure(what);
    sure = { what: done ? "" : what, version: game.view?.version ?? -1 };
    if (done) act();
    else if (what === "leave") announce(leaveHelp());
    changed();
  };
  return button(isSure(what) ? say(`really_${what}`) : say(what), press, { id: what });
}

async function save() {
  const found = await record();
  if (found) download(found, "game.json");
}

const look = () => past.open({ record: game.record, actions: game.events.map((event) => event.action) });

/** What was done so far, by turns, the last first. */
function account() {
  /** @type {{heading: string, rows: HTMLElement[]}[]} */
  const turns = [];
  game.events.forEach((event, i) => {
    if (turns.at(-1)?.heading !== event.heading) turns.push({ heading: event.heading, rows: [] });
    turns.at(-1)?.rows.unshift(el("li", { value: i + 1 }, event.text, ...event.notes.map((note) => el("p", { class: "quiet" }, note))));
  });
  const parts = turns.reverse().flatMap(({ heading, rows }) => [el("h3", {}, heading), el("ol", { reversed: true }, ...rows)]);
  return el("section", { class: "account", id: "account", tabindex: 0, "aria-label": say("account") }, ...parts);
}

// at a record

/** @param {import("./answers.js").Begins} begins */
function replaying(begins) {
  const { moments, end } = past.replay, moment = past.shownMoment(), question = moment?.question;
  return [
    el("h2", {}, begins.title || say("replay")),
    past.moments(),
    el("p", { id: "moment-heading", class: "quiet" }, past.heading()),
    el("p", { id: "moment-text", class: `ruling ${moment?.allowed === false ? "no" : "yes"}` }, past.told().join(". ")),
    el("p", { class: "quiet" }, el("code", { id: "moment-notation" }, past.notation())),
    ...(moments.length < begins.total && !end ? [el("p", { class: "quiet" }, say("read_so_far", { n: moments.length, total: begins.total }))] : []),
    ...(end ? [el("p", { id: "ending" }, end.end), ...end.wrong.map((line) => el("p", { role: "alert", class: "failed" }, line))] : []),
    el("div", { class: "row" },
      ...(question ? [button(say("ask_about"), () => ask(question), { id: "ask-about" })] : []),
      button(say("continue_here"), () => {
        onward = { seats: begins.players.map((player) => ({ player, who: "here" })), budget: 60 };
        changed();
      }, { id: "continue" }),
      button(say("close"), () => {
        onward = null;
        past.close();
      }, { id: "close-record" })),
    ...(onward ? goOn(onward) : []),
    ...begins.agreed.map((line) => el("p", { class: "quiet" }, line)),
  ];
}

/** @param {{seats: {player: string, who: string}[], budget: number}} chosen */
function goOn(chosen) {
  const go = async () => {
    const { record, actions } = past.replay.asked, upto = past.replay.at;
    await begin({ record, ...(actions ? { actions } : {}), upto, who: whoPlays(chosen.seats), budget: chosen.budget });
    if (game.wrong) return;
    onward = null;
    past.close();
  };
  return [...seatForm(chosen.seats, seated.kinds, false, changed), ...budget(chosen), button(say("start"), go, { class: "main", id: "start-game" })];
}

/** Have the referee rule on the action at the table, with its margin and what is measured.
 * @param {import("./state.js").Question} question */
function ask(question) {
  const { shot } = question, ship = question.move ?? shot?.from ?? "";
  replaceTable({ ...past.before(), questions: [question] });
  Object.assign(state, { tab: "question", chosen: ship });
  let before = shipNamed(ship)?.heading ?? 0;
  const turned = (/** @type {number} */ heading) => {
    const turn = heading - before;
    before = heading;
    return turn;
  };
  state.draft = shot
    ? { ...emptyDraft(), kind: "shot", ship, target: shot.at, side: shot.side }
    : { ...emptyDraft(), ship, turns: question.turns ?? question.headings?.map(turned) ?? [] };
  changed();
}
