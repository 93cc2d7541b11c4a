// The question that is being put, and how it is asked: the referee rules on it, or says what can hit a ship.

import { ask, Refused, sharpening } from "./api.js";
import { seen } from "./board.js";
import { announce, soon } from "./dom.js";
import { corners } from "./shapes.js";
import { openSheet } from "./sheet.js";
import { about, askedHere, changed, draftOf, rule, ruling, shipNamed, state } from "./state.js";
import { keepInView, theBoard } from "./view.js";
import { say } from "./words.js";

/** @typedef {import("./state.js").Ruled} Ruled */

/** Questions that are kept with a table. */
const MOST_ASKED = 30;

/** The question as a dispute file has it; null while something is missing. @returns {import("./state.js").Question | null} */
export function question() {
  const { kind, ship, target, side, next, to } = state.draft;
  if (kind === "setup") return { setup: true };
  if (!shipNamed(ship)) return null;
  if (kind === "move") {
    const turns = next === null ? state.draft.turns : [...state.draft.turns, nextTurn()];
    return turns.length ? { move: ship, turns } : null;
  }
  if (kind === "danger") return null;
  if (kind === "to") return to ? { move: ship, to } : null;
  if (!target || target === ship) return null;
  return kind === "shot" ? { shot: { from: ship, at: target, side } } : { contact: [ship, target] };
}

/** What has to be said before it can be asked; empty where nothing is missing. */
export function missing() {
  const { kind, ship } = state.draft;
  if (kind === "setup") return "";
  if (!shipNamed(ship)) return say("missing_ship");
  return kind === "danger" || question() ? "" : say("missing_other");
}

/** The turn of the step that is being made: degrees to the left, or the limit. What was seen last may be of another table. */
export function nextTurn() {
  const { next, limit, ship, turns } = state.draft, most = seen.look?.ship?.turn_limit ?? 0;
  const degrees = (/** @type {number | "max" | "-max"} */ turn) => (turn === "max" ? most : turn === "-max" ? -most : turn);
  const before = turns.reduce((/** @type {number} */ heading, turn) => heading + degrees(turn), shipNamed(ship)?.heading ?? 0);
  const turn = (((((next ?? before) - before + 180) % 360) + 360) % 360) - 180; // the short way
  return limit || Math.round(turn * 1e6) / 1e6;
}

/** The document with this question alone. */
export const asked = () => ({ ...state.doc, questions: [question()] });

/** Begin a question about a ship. @param {string} name @param {string} kind */
export function begin(name, kind = state.draft.kind) {
  const { target, side } = state.draft;
  state.draft = { ...draftOf(kind, name), ...(kind === state.draft.kind ? { target, side } : {}) };
  if (shipNamed(name) && kind !== "shot") state.chosen = name;
  if (state.draft.to) inView();
  changed();
}

/** Whether a tap on a piece names one of the two that the question is about. */
export const pairs = () => state.tab === "question" && !state.loose && ["shot", "contact"].includes(state.draft.kind);

/** A piece was tapped: the first of the two, or the other, and then it is asked. @param {string} name */
export function point(name) {
  const { draft } = state;
  const first = shipNamed(name) && (!shipNamed(draft.ship) || draft.target || draft.ship === name);
  Object.assign(draft, first ? { ship: name, target: "" } : { target: name });
  changed();
  if (question()) put();
}

/** Ask what is being put, on every device that shares the table; where something is missing, say so. */
export function put() {
  askedHere();
  answer();
}

/** Have the answer to what is being put. */
export function answer() {
  state.moved = "";
  const text = missing();
  if (text) {
    rule({ kind: "refused", text });
    announce(text);
    answerShown();
  } else if (state.draft.kind === "danger") lookAround();
  else askReferee();
}

/** What is asked, unless that is not known any more when the answer comes: what goes wrong is a sentence.
 * @template T @param {string} id of what was pressed @param {Promise<T>} answer @param {(answer: T) => void} known
 * @param {(text: string) => void} wrong */
export async function answered(id, answer, known, wrong) {
  const working = document.getElementById(id), mine = about();
  if (working) working.textContent = say("working");
  const then = await answer.then((found) => () => known(found), (error) => () => wrong(error instanceof Refused ? error.message : say("lost")));
  if (mine === about()) then(); // else it is about a table or a question that is no more
  changed();
}

/** Ask the referee, in the words of the page. */
const askReferee = () => answered("ask", ask("/api/rule", { dispute: asked(), number: 1, show_in: state.unit }), (found) => {
  rule({ kind: "ruled", readings: null, ...found });
  remember(found);
  announce(`${found.answer} ${found.reasons.join(" ")} ${found.margin}`);
  answerShown();
}, (text) => {
  rule({ kind: "refused", text });
  announce(text);
  answerShown();
});

/** Keep what was asked with the table, each question once. @param {import("./answers.js").Ruled} found */
function remember({ question, answer, state: verdict }) {
  const { draft, doc } = structuredClone({ draft: state.draft, doc: state.doc });
  const others = state.asked.filter((one) => one.question !== question || JSON.stringify(one.doc) !== JSON.stringify(doc));
  state.asked = [{ question, answer, state: verdict, draft, doc }, ...others].slice(0, MOST_ASKED);
}

/** Have the answer and the ships that it is about on the screen together. */
function answerShown() {
  openSheet();
  changed();
  soon(() => {
    document.getElementById("ruling")?.scrollIntoView({ block: "start" });
    inView();
  });
}

/** Have what is asked about on the screen. */
function inView() {
  keepInView(theBoard(), points());
}

/** Where the ships lie that the question is about, and where its steps lead. */
function points() {
  const { ship, target, to } = state.draft, pieces = [shipNamed(ship), shipNamed(target)].flatMap((one) => (one ? [one] : []));
  const size = pieces[0]?.size, shown = ruling(), { steps = [] } = shown?.kind === "ruled" ? shown.ruling.witness : {};
  return [...pieces.flatMap((one) => corners(one, one.size)), ...(to && size ? corners(to, size) : []), ...steps.flatMap((step) => step.corners)];
}

/** Ask which other readings of the rules would change the ruling that is shown. @param {Ruled} shown */
export function askReadings(shown) {
  const known = (/** @type {NonNullable<Ruled["readings"]>} */ readings) => {
    shown.readings = readings;
    announce([readings.heading, ...readings.lines].join(" "));
  };
  const answer = ask("/api/readings", { dispute: asked(), number: 1, show_in: state.unit });
  return answered("other-readings", answer, known, (heading) => known({ heading, lines: [] }));
}

const dangers = sharpening("api/sharpen", ({ done, error, danger }) => {
  const known = ruling();
  if (known?.kind !== "dangers") return dangers.drop();
  if (error) rule({ kind: "refused", text: error });
  else if (danger) known.dangers.push(danger);
  else if (done) {
    known.done = true;
    announce(known.dangers.filter((one) => one.answer !== "no").map((one) => one.text).join(" ") || say("no_danger"));
  }
  changed();
});

/** What can hit the ship: each enemy from where it lies, then after a move, as the answers come. */
function lookAround() {
  rule({ kind: "dangers", dangers: [], done: false });
  dangers.ask({ what: "danger", ship: state.draft.ship, dispute: { ...state.doc, questions: [] } });
  answerShown();
}
