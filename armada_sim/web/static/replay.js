// A record played again: the server plays it and sends each moment as it comes; here it is looked through.

import { Refused, streamed } from "./api.js";
import { announce } from "./dom.js";
import { slider, stop } from "./slider.js";
import { changed, emptyDraft, state } from "./state.js";
import { say } from "./words.js";

export const replay = {
  /** @type {any} the first row: the table before all actions, what was agreed on, how many actions there are */
  begins: null,
  /** @type {any[]} a row for each action, the table after it among them */
  moments: [],
  /** @type {any} the last row: how it ends, what is wrong */
  end: null,
  at: 0,
  /** @type {{record: string, actions?: string[]}} */
  asked: { record: "" },
  /** @type {string} */
  wrong: "",
};

let reading = new AbortController();
let frame = 0;

/** The table at the moment shown. */
export const replayed = () => (replay.at ? replay.moments[replay.at - 1].doc : replay.begins?.doc) ?? null;

/** @param {{record: string, actions?: string[]}} asked the text of a record, or with other actions than its own */
export async function open(asked) {
  close();
  Object.assign(state, { tab: "game", chosen: "", draft: emptyDraft() });
  replay.asked = asked;
  reading = new AbortController();
  const mine = reading;
  try {
    for await (const row of streamed("api/game/replay", asked, mine.signal)) {
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

/** @param {any} row */
function read(row) {
  if (row.error) throw new Refused(row.error, 422);
  if (row.doc) replay.begins = row;
  else if (row.end) Object.assign(replay, { end: row });
  else {
    const before = replay.moments.at(-1)?.doc ?? replay.begins.doc;
    const now = new Map(row.ships.map((/** @type {any} */ ship) => [ship.name, ship]));
    const ships = before.ships.filter((/** @type {any} */ ship) => !row.gone.includes(ship.name))
      .map((/** @type {any} */ ship) => take(now, ship.name) ?? ship);
    replay.moments.push({ ...row, doc: { ...before, objects: row.objects ?? before.objects, ships: [...ships, ...now.values()] } });
  }
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    changed();
  });
}

/** @param {Map<string, any>} from @param {string} name */
function take(from, name) {
  const found = from.get(name);
  from.delete(name);
  return found;
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
export const notation = () => (replay.at ? replay.moments[replay.at - 1].action : "");

export const heading = () => (replay.at ? replay.moments[replay.at - 1] : replay.begins).heading;

/** What was done, and the ruling on it. */
export function told() {
  if (!replay.at) return [replay.begins.text];
  const { text, allowed, ruling } = replay.moments[replay.at - 1];
  return [text, ...(allowed ? [say("allowed")] : ruling)];
}

export const moments = () => slider({ at: () => replay.at, last: () => replay.moments.length, go, done: changed });
