// The table on the page: a document with the keys of a dispute file, what is chosen, and what is shown.

import { history } from "./history.js";
import * as kept from "./kept.js";
import { outlines, placed } from "./shapes.js";

/** @typedef {import("./answers.js").Document} Doc
 * @typedef {import("./answers.js").ShipRow} Ship
 * @typedef {import("./answers.js").ThingRow} Thing
 * @typedef {import("./answers.js").QuestionRow} Question
 * @typedef {[number, number]} Point
 * @typedef {{base: Point, heading: number}} Pose
 * @typedef {{kind: string, ship: string, target: string, side: string, turns: (number | "max" | "-max")[], next: number | null,
 *   limit: "" | "max" | "-max", to: Pose | null}} Draft
 * @typedef {{kind: "ruled", readings: {heading: string, lines: string[], stated?: string} | null} & import("./answers.js").Ruled} Ruled
 * @typedef {{kind: "refused", text: string} | {kind: "dangers", dangers: import("./answers.js").DangerStage[], done: boolean}
 *   | Ruled} Ruling
 * @typedef {{question: string, answer: string, state: string, draft: Draft, doc: Doc}} Asked
 * @typedef {{start: Point, end: Point, text: string}} Note an arrow with a remark */

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
  /** @type {string} name of the ship that a finger holds */
  carried: "",
  /** @type {"" | "ship" | "step"} what was moved or turned, until it is said how it lies */
  moved: "",
  /** @type {"question" | "table" | "photo" | "rules" | "file" | "game"} */
  tab: "question",
  /** @type {keyof typeof PER} */
  unit: "mm",
  theme: "",
  show: { guns: false, fan: true, reach: false, threat: false, near: true },
  /** @type {Asked[]} what was asked at this table and answered, the last first */
  asked: [],
  /** @type {Note[]} arrows and remarks on the table */
  notes: [],
  /** @type {string[] | null} ships that can be dragged, where the table is a game's; null: everything */
  loose: null,
  /** @type {Pick<import("./answers.js").GameView, "lines" | "flagships" | "coming">} of a game */
  marks: { lines: [], flagships: [], coming: [] },
};

/** The last ruling, with the question and the table that it belongs to. @type {{about: string, ruling: Ruling} | null} */
let last = null;

/** The question that is being put and the table, as one text. */
export const about = () => JSON.stringify([state.draft, state.doc]);

/** The ruling on this question and this table, if there is one. */
export const ruling = () => (last?.about === about() ? last.ruling : null);

/** @param {Ruling | null} ruling on this question and this table */
export function rule(ruling) {
  last = ruling && { about: about(), ruling };
}

/** The player's own table, while a game's is shown. @type {Doc | null} */
let aside = null;

/** The table that the player lays out, shown or not. */
export const ownTable = () => aside ?? state.doc;

/** Show a game's table instead of the player's own, or that again.
 * @param {Doc | null} doc @param {string[]} loose @param {typeof state.marks} marks */
export function lend(doc, loose = [], marks = { lines: [], flagships: [], coming: [] }) {
  if (doc === null && aside === null) return false;
  const turned = (doc === null) !== (aside === null);
  if (turned) Object.assign(state, { chosen: "", draft: emptyDraft() });
  [aside, state.doc] = doc === null ? [null, aside ?? state.doc] : [aside ?? state.doc, doc];
  Object.assign(state, { loose: doc === null ? null : loose, marks });
  return turned;
}

/** Steps of the player's own table. */
export const steps = history("armada-steps", () => ({ doc: ownTable() }), ({ doc }) => {
  state.doc = doc;
  if (state.draft.ship && !shipNamed(state.draft.ship)) state.draft = { ...emptyDraft(), kind: state.draft.kind };
  if (!shipNamed(state.chosen)) state.chosen = "";
  changed();
}, () => ({}));

/** @type {((dragged: boolean) => void)[]} */
const listeners = [];

/** @param {(dragged: boolean) => void} listener called after every change, and while something is dragged */
export const onChange = (listener) => listeners.push(listener);

/** @type {(() => void)[]} */
const askedListeners = [];

/** @param {() => void} listener called whenever the referee is asked here */
export const onAsked = (listener) => askedListeners.push(listener);

/** The referee is asked what is being put. */
export const askedHere = () => askedListeners.forEach((listener) => listener());

/** Something changed for good; if it was the table, that can be undone. */
export function changed() {
  steps.settled();
  keep();
  listeners.forEach((listener) => listener(false));
}

/** What changed last is now as it is meant: no step of its own. */
export function amended() {
  steps.amended();
  keep();
  listeners.forEach((listener) => listener(false));
}

/** Something is where it is dragged at the moment. */
export const dragged = () => listeners.forEach((listener) => listener(true));

/** Change the table. @param {(doc: Doc) => void} change */
export function edit(change) {
  if (state.loose && !state.loose.includes(state.chosen)) return;
  change(state.doc);
  changed();
}

/** Another table altogether, kept beside the one before, which undo brings back. @param {Doc} doc */
export function replaceTable(doc) {
  if (lend(null)) state.tab = "question";
  if (state.doc.ships.length || state.doc.objects.length) kept.begin();
  Object.assign(state, { doc: { ...emptyTable(), ...doc }, asked: [], notes: [] });
  state.chosen = state.doc.ships[0]?.name ?? "";
  state.draft = emptyDraft();
  changed();
}

/** @param {string} name @returns {Ship | undefined} */
export const shipNamed = (name) => state.doc.ships.find((ship) => ship.name === name);

/** A question about a ship, before anything is said of it: a step straight ahead; a claim of having got there.
 * @param {string} kind @param {string} name @returns {Draft} */
export function draftOf(kind, name) {
  const ship = shipNamed(name), made = { ...emptyDraft(), kind, ship: name };
  if (!ship) return made;
  const tip = placed(ship, [outlines[ship.size]?.length ?? 0, 0]), heading = rounded(ship.heading);
  const to = { base: /** @type {Point} */ ([rounded(tip[0]), rounded(tip[1])]), heading };
  return { ...made, next: kind === "move" ? heading : null, to: kind === "to" ? to : null };
}

/** Choose a ship. @param {string} name */
export function choose(name) {
  state.chosen = name;
  if (!state.loose && state.draft.ship !== name && state.draft.kind !== "shot") state.draft = draftOf(state.draft.kind, name);
  changed();
}

function keep() {
  const { draft, chosen, tab, unit, theme, show, asked, notes } = state;
  kept.keep({ doc: ownTable(), draft, chosen, tab, unit, theme, show, asked, notes, ruling: ruling() });
}

/** What the browser kept of a table, if anything. @param {(Partial<typeof state> & {ruling?: Ruling | null, when?: number}) | null} held */
export function restore(held) {
  if (!held) return;
  const { ruling, when, ...rest } = held;
  Object.assign(state, rest);
  if (ruling && (ruling.kind !== "dangers" || ruling.done)) rule(ruling); // else a search that was cut off
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
