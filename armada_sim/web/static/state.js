// The table on the page: a document with the keys of a dispute file, what is chosen, and what is shown.

/** @typedef {{name: string, player: string, size: string, base: [number, number], heading: number, damage: number}} Ship
 * @typedef {{name: string, polygon?: [number, number][], disc?: {center: [number, number], radius: number}, marker?: boolean}} Thing
 * @typedef {{title: string, unit: string, rules: any, surface?: any, tolerance?: {position: number},
 *   ships: Ship[], objects: Thing[], questions: any[], fleets?: {player: string}[]}} Doc
 * @typedef {{kind: string, ship: string, target: string, side: string, turns: (number | string)[], next: number | null, limit: string,
 *   to: {base: [number, number], heading: number} | null}} Draft */

const KEPT = "armada-table";
const STEPS = "armada-steps";
const KEPT_STEPS = 40;

/** mm of the units lengths are shown and typed in. */
export const PER = { mm: 1, cm: 10, in: 25.4 };

/** @returns {Doc} */
export const emptyTable = () => ({
  title: "", unit: "mm", rules: "classic", surface: { rectangle: [914.4, 914.4] }, tolerance: { position: 0 },
  ships: [], objects: [], questions: [],
});

/** @returns {Draft} */
export const emptyDraft = () => ({
  kind: "move", ship: "", target: "", side: "either", turns: [], next: null, limit: "", to: null,
});

export const state = {
  doc: emptyTable(),
  draft: emptyDraft(),
  /** @type {string} name of the ship that is chosen */
  chosen: "",
  tab: "question",
  unit: "mm",
  theme: "",
  show: { guns: false, fan: true, reach: false, threat: false, near: true },
  /** @type {any} the ruling shown */
  ruling: null,
  /** @type {string[] | null} ships that can be dragged, where the table is a game's; null: everything */
  loose: null,
  /** @type {{lines: {attacker: string, start: [number, number], end: [number, number]}[], flagships: string[]}} of a game */
  marks: { lines: [], flagships: [] },
};

/** The player's own table, while a game's is shown. @type {Doc | null} */
let aside = null;

/** The table that the player lays out, shown or not. */
export const ownTable = () => aside ?? state.doc;

/** Show a game's table instead of the player's own, or that again.
 * @param {Doc | null} doc @param {string[]} loose @param {typeof state.marks} marks */
export function lend(doc, loose = [], marks = { lines: [], flagships: [] }) {
  if (doc === null && aside === null) return false;
  const turned = (doc === null) !== (aside === null);
  if (turned) Object.assign(state, { chosen: "", draft: emptyDraft(), ruling: null });
  [aside, state.doc] = doc === null ? [null, aside ?? state.doc] : [aside ?? state.doc, doc];
  Object.assign(state, { loose: doc === null ? null : loose, marks });
  return turned;
}

/** @type {string[]} */
const past = [];
/** @type {string[]} */
const future = [];
/** @type {(() => void)[]} */
const listeners = [];

/** @param {() => void} listener called after every change */
export const onChange = (listener) => listeners.push(listener);

/** Something but the table changed, or the table while it is dragged. */
export function changed() {
  keep();
  listeners.forEach((listener) => listener());
}

/** Change the table, so that it can be undone. @param {(doc: Doc) => void} change */
export function edit(change) {
  if (state.loose && !state.loose.includes(state.chosen)) return;
  remember();
  change(state.doc);
  state.ruling = null;
  changed();
}

/** Keep the table as it is now, to come back to. */
export function remember() {
  if (state.loose) return;
  past.push(JSON.stringify(state.doc));
  future.length = 0;
}

/** @param {string[]} from @param {string[]} to */
function step(from, to) {
  const before = state.loose ? undefined : from.pop();
  if (before === undefined) return;
  to.push(JSON.stringify(state.doc));
  state.doc = JSON.parse(before);
  state.ruling = null;
  state.draft.turns = [];
  state.draft.next = null;
  changed();
}

export const undo = () => step(past, future);
export const redo = () => step(future, past);
export const canUndo = () => !state.loose && past.length > 0;
export const canRedo = () => !state.loose && future.length > 0;

/** Another table altogether; undo brings the one before back. @param {Doc} doc */
export function replaceTable(doc) {
  if (lend(null)) state.tab = "question";
  remember();
  state.doc = { ...emptyTable(), ...doc };
  state.chosen = state.doc.ships[0]?.name ?? "";
  state.draft = emptyDraft();
  state.ruling = null;
  changed();
}

/** @param {string} name @returns {Ship | undefined} */
export const shipNamed = (name) => state.doc.ships.find((ship) => ship.name === name);

/** mm. Each way, from where a ship lies to where it is first claimed to have got. */
const ASIDE = 40;

/** A question about a ship, before anything is said of it: a step straight ahead, a claim beside it.
 * @param {string} kind @param {string} name @returns {Draft} */
export function draftOf(kind, name) {
  const ship = shipNamed(name), made = { ...emptyDraft(), kind, ship: name };
  if (!ship) return made;
  const { base: [x, y], heading } = ship;
  return { ...made, next: kind === "move" ? rounded(heading) : null, to: kind === "to" ? { base: [x + ASIDE, y + ASIDE], heading } : null };
}

/** Choose a ship. @param {string} name */
export function choose(name) {
  state.chosen = name;
  if (!state.loose && state.draft.ship !== name && state.draft.kind !== "shot") state.draft = draftOf(state.draft.kind, name);
  changed();
}

function keep() {
  const { draft, chosen, tab, unit, theme, show, ruling } = state;
  localStorage.setItem(KEPT, JSON.stringify({ doc: ownTable(), draft, chosen, tab, unit, theme, show, ruling }));
}

/** What the browser kept, and the last steps to undo; true if there was something. */
export function restore() {
  addEventListener("pagehide", () => sessionStorage.setItem(STEPS, JSON.stringify(past.slice(-KEPT_STEPS))));
  const kept = localStorage.getItem(KEPT);
  if (kept === null) return false;
  Object.assign(state, JSON.parse(kept));
  if (state.ruling?.done === false) state.ruling = null; // a search that was cut off
  past.push(...JSON.parse(sessionStorage.getItem(STEPS) ?? "[]"));
  return true;
}

/** A name nobody has. @param {string} letter */
export function freeName(letter) {
  const taken = new Set([...state.doc.ships, ...state.doc.objects].map((piece) => piece.name));
  let n = 1;
  while (taken.has(`${letter}${n}`)) n += 1;
  return `${letter}${n}`;
}

/** To a thousandth, as positions are kept. @param {number} value */
export const rounded = (value) => Math.round(value * 1000) / 1000;
