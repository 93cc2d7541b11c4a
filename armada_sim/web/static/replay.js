// A record played again: the server plays it and sends each moment as it comes; here it is looked through.

import { Refused, streamed } from "./api.js";
import { announce, soon } from "./dom.js";
import { slider, stop } from "./slider.js";
import { changed, emptyDraft, state } from "./state.js";
import { say } from "./words.js";

/** @typedef {import("./answers.js").Begins} Begins
 * @typedef {import("./answers.js").Moment & {doc: import("./state.js").Doc}} Moment */

export const replay = {
  /** @type {Begins | null} the first row: the table before all actions, what was agreed on, how many actions there are */
  begins: null,
  /** @type {Moment[]} a row for each action, the table after it among them */
  moments: [],
  /** @type {import("./answers.js").Ends | null} the last row: how it ends, what is wrong */
  end: null,
  at: 0,
  /** @type {{record: string, actions?: string[]}} */
  asked: { record: "" },
  /** @type {string} */
  wrong: "",
};

let reading = new AbortController();

/** The action whose table is shown; none at the beginning. */
export const shownMoment = () => (replay.at ? replay.moments[replay.at - 1] : null);

/** The table on which the action shown was done. */
export const before = () => /** @type {Begins | Moment} */ (replay.moments[replay.at - 2] ?? replay.begins).doc;

/** @param {{record: string, actions?: string[]}} asked the text of a record, or with other actions than its own */
export async function open(asked) {
  close();
  Object.assign(state, { tab: "game", chosen: "", draft: emptyDraft() });
  replay.asked = asked;
  reading = new AbortController();
  const mine = reading;
  try {
    for await (const row of streamed("/api/game/replay", asked, mine.signal)) {
      if (mine !== reading) return;
      read(row);
    }
  } catch (error) {
    if (mine !== reading) return;
    replay.wrong = error instanceof Refused ? error.message : say("lost");
    announce(replay.wrong);
    changed();
  }
}

/** @param {import("./api.js").Answers["/api/game/replay"]} row */
function read(row) {
  if ("error" in row) throw new Refused(row.error, 422);
  if ("doc" in row) replay.begins = row;
  else if ("end" in row) replay.end = row;
  else if (replay.begins) {
    replay.moments.push({ ...row, doc: tableAfter((replay.moments.at(-1) ?? replay.begins).doc, row) });
  }
  soon(changed);
}

/** A table after an action. @param {import("./state.js").Doc} doc
 * @param {Pick<import("./answers.js").Moment, "ships" | "gone" | "objects">} done */
export function tableAfter(doc, done) {
  const now = new Map(done.ships.map((ship) => [ship.name, ship]));
  const stay = doc.ships.filter((ship) => !done.gone.includes(ship.name)), lay = new Set(stay.map((ship) => ship.name));
  const ships = [...stay.map((ship) => now.get(ship.name) ?? ship), ...done.ships.filter((ship) => !lay.has(ship.name))];
  return { ...doc, objects: done.objects ?? doc.objects, ships };
}

export function close() {
  reading.abort();
  stop();
  Object.assign(replay, { begins: null, moments: [], end: null, at: 0, wrong: "" });
  changed();
}

/** @param {number} moment */
export function go(moment) {
  replay.at = moment;
  announce(told().join(". "));
  for (const [id, text] of [["moment-heading", heading()], ["moment-text", told().join(". ")], ["moment-notation", notation()],
    ["moment-number", `${moment} / ${replay.moments.length}`]]) {
    const place = document.getElementById(id);
    if (place) place.textContent = text;
  }
  changed();
}

/** The action as it is typed. */
export const notation = () => shownMoment()?.action ?? "";

export const heading = () => (shownMoment() ?? replay.begins)?.heading ?? "";

/** What was done, and the ruling on it. */
export function told() {
  const moment = shownMoment();
  if (!moment) return [replay.begins?.text ?? ""];
  const { text, allowed, ruling } = moment;
  return [text, ...(allowed ? [say("allowed")] : ruling)];
}

export const moments = () => slider({ at: () => replay.at, last: () => replay.moments.length, go, done: changed });
