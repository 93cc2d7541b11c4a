// What the others did since one's own last action: listed, and looked at on the board one after the other.

import { announce, button, el } from "./dom.js";
import { game } from "./play.js";
import { tableAfter } from "./replay.js";
import { slider, stop } from "./slider.js";
import { changed } from "./state.js";
import { say } from "./words.js";

/** @typedef {import("./answers.js").GameView["events"][number]} Event */

/** Which game and version is looked back at, and how many of the others' actions are done there. */
const back = { table: "", version: -1, at: 0 };

/** Where the actions of others since one's own last begin; null where there are none, or it is not one's turn.
 * @returns {number | null} */
function since() {
  const { view, events } = game;
  if (!view?.you.length || !(view.mine || view.over)) return null;
  const own = events.findLastIndex((event) => view.you.includes(event.player));
  return own + 1 < events.length ? own + 1 : null;
}

/** The table that is looked back at, and the last action there; null while the table as it is now is shown. */
export function lookedAt() {
  const { view, begins, events } = game, from = since();
  if (!view || !begins || from === null || back.table !== view.table || back.version !== view.version) return null;
  const done = events.slice(0, from + back.at);
  return {
    doc: done.reduce(tableAfter, begins), flagships: done.at(-1)?.flagships ?? [], coming: done.at(-1)?.coming ?? view.coming,
    action: back.at ? done.at(-1) ?? null : null,
  };
}

/** @returns {HTMLElement[]} */
export function recap() {
  const from = since();
  if (from === null) return [];
  const others = game.events.slice(from), looking = lookedAt() !== null;
  const rows = others.map((event, i) => el("li", { "aria-current": looking && i === back.at - 1 ? "step" : "false" }, event.text));
  return [el("section", { id: "recap", class: "recap", "aria-label": say("others_did") },
    el("h2", {}, say("others_did")), el("ol", {}, ...rows),
    ...(looking
      ? [slider({ at: () => back.at, last: () => others.length, go: (at) => go(at, others), done: changed }), button(say("table_now"), leave, { id: "recap-leave", class: "main" })]
      : [button(say("step_by_step"), () => go(1, others), { id: "recap-show" })]))];
}

/** @param {number} at how many of the actions are done @param {Event[]} others */
function go(at, others) {
  Object.assign(back, { table: game.view?.table, version: game.view?.version, at });
  announce(at ? others[at - 1].text : say("before_others"));
  changed();
}

/** The table as it is now. */
function leave() {
  stop();
  back.version = -1;
  changed();
}
