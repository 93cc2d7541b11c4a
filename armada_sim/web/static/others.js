// The others at a game: what they are asked and ask, and the time that each has left.

import { button, el } from "./dom.js";
import { claim, game, undo } from "./play.js";
import { changed } from "./state.js";
import { said, say } from "./words.js";

/** @typedef {import("./answers.js").GameView} View */

/** Milliseconds. */
const SECOND = 1000;

let ticking = 0;

/** To take back at once, or to ask for it. @param {View} view */
export const takingBack = (view) =>
  (view.undo ? [button(say("take_action_back"), () => undo(), { id: "take-back" })]
    : view.may_ask ? [button(say("ask_back"), () => undo(), { id: "ask-back" })] : []);

/** What is asked, to be answered or waited for. @param {View} view */
export function askedBack({ asked, declined }) {
  if (declined) return [el("p", { class: "quiet", id: "declined" }, say("declined", { player: said(declined) }))];
  if (!asked) return [];
  const { by, text, yours } = asked;
  if (!yours) return [el("p", { class: "quiet", id: "asked-back" }, say("asked_others", { text }))];
  return [el("section", { class: "ruling", id: "asked-back" },
    el("p", {}, say("asks_back", { player: by.map(said).join(", "), text })),
    el("div", { class: "row" },
      button(say("yes"), () => undo({ answer: true }), { id: "back-yes" }),
      button(say("no"), () => undo({ answer: false }), { id: "back-no" })))];
}

/** Seconds that a player has now. @param {View} view @param {string} player */
function left({ clock }, player) {
  const spent = clock?.runs === player ? (performance.now() - game.seen) / SECOND : 0;
  return (clock?.left[player] ?? 0) - spent;
}

/** Minutes and seconds. @param {number} seconds */
function shown(seconds) {
  const whole = Math.ceil(Math.max(0, seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** The clocks, which go on by themselves, and what may be claimed by them. @param {View} view */
export function clocks(view) {
  const { clock } = view;
  clearInterval(ticking);
  if (!clock) return [];
  const runs = clock.runs;
  if (runs && left(view, runs) > 0) ticking = setInterval(() => tick(view, runs), SECOND);
  const rows = Object.keys(clock.left).map((player) => el("span", { class: player === runs ? "runs" : "", role: "timer", "aria-label": said(player) },
    `${said(player)} `, el("b", { "data-clock": player }, shown(left(view, player)))));
  const up = runs !== null && left(view, runs) <= 0, mine = view.you.some((player) => player !== runs && view.who[player] === "human");
  return [
    el("div", { class: "row clocks", id: "clocks", role: "group", "aria-label": say("clocks") }, ...rows),
    ...(up ? [el("p", { id: "time-up" }, say("time_up", { player: said(runs) }))] : []),
    ...(up && mine ? [button(say("claim_game"), claim, { id: "claim-game" })] : []),
  ];
}

/** @param {View} view @param {string} runs */
function tick(view, runs) {
  const place = document.querySelector(`[data-clock="${CSS.escape(runs)}"]`), now = left(view, runs);
  if (game.view !== view || !place) return clearInterval(ticking);
  place.textContent = shown(now);
  if (now <= 0) changed();
}
