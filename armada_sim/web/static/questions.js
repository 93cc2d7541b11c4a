// The tab that asks the referee, and shows the ruling.

import { ask, file, Refused, sharpening } from "./api.js";
import { announce, button, chooser, el, labelled, svg } from "./dom.js";
import { download } from "./files.js";
import { about, changed, draftOf, edit, PER, rounded, rule, ruling, shipNamed, state } from "./state.js";
import { number, say } from "./words.js";
import { lastPlace, seen } from "./board.js";

const KINDS = ["move", "shot", "danger", "to", "contact", "setup"];

/** @typedef {import("./state.js").Ruled} Ruled */

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

/** The turn of the step that is being made: degrees to the left, or the limit. */
export function nextTurn() {
  const { next, limit, ship } = state.draft, found = seen.look?.ship;
  const before = found?.name === ship ? lastPlace(found).heading : shipNamed(ship)?.heading ?? 0;
  return limit || Math.round(((next ?? before) - before) * 1e6) / 1e6;
}

/** The document with this question alone. */
const asked = () => ({ ...state.doc, questions: [question()] });

export function questionTab() {
  return [form(), shown(ruling())];
}

function form() {
  const { draft } = state;
  const kinds = el("div", { class: "kinds", role: "group" }, ...KINDS.map((kind) =>
    button(say(`ask_${kind}`), () => pick(kind), { "aria-pressed": kind === draft.kind })));
  /** @type {HTMLElement[]} */
  const parts = [kinds];
  if (draft.kind !== "setup") parts.push(labelled(say("ship"), ships(draft.ship, (name) => begin(name))));
  if (draft.kind === "shot" || draft.kind === "contact") {
    const things = draft.kind === "contact" ? state.doc.objects.map((thing) => thing.name) : [];
    const names = [...state.doc.ships.map((ship) => ship.name).filter((name) => name !== draft.ship), ...things];
    parts.push(labelled(say(draft.kind === "shot" ? "target" : "other"), chooser(draft.target, [["", ""], ...pairs(names)], (name) => {
      draft.target = name;
      changed();
    })));
  }
  if (draft.kind === "shot") {
    const sides = ["either", "left", "right"].map((side) => /** @type {[string, string]} */ ([side, say(side)]));
    parts.push(labelled(say("side"), chooser(draft.side, sides, (side) => {
      draft.side = side;
      changed();
    })));
  }
  if (draft.kind === "move") parts.push(...path());
  if (draft.kind === "to") parts.push(el("p", { class: "quiet" }, say("to_help")));
  const [act, ready] = draft.kind === "danger" ? [lookAround, Boolean(shipNamed(draft.ship))] : [askReferee, question() !== null];
  parts.push(button(say("ask"), act, { class: "main", disabled: !ready, id: "ask" }));
  return el("form", { onsubmit: (event) => event.preventDefault() }, ...parts);
}

/** @param {string[]} names @returns {[string, string][]} */
const pairs = (names) => names.map((name) => [name, name]);

/** @param {string} chosen @param {(name: string) => void} picked */
const ships = (chosen, picked) => chooser(chosen, [["", ""], ...pairs(state.doc.ships.map((ship) => ship.name))], picked);

/** @param {string} kind */
function pick(kind) {
  begin(state.draft.ship || state.chosen, kind);
}

/** Begin a question about a ship. @param {string} name @param {string} kind */
export function begin(name, kind = state.draft.kind) {
  const { target, side } = state.draft;
  state.draft = { ...draftOf(kind, name), ...(kind === state.draft.kind ? { target, side } : {}) };
  if (shipNamed(name) && kind !== "shot") state.chosen = name;
  changed();
}

/** The steps of a move: each heading may be typed. */
export function path() {
  const { draft } = state, found = seen.look?.ship;
  const places = found?.name === draft.ship ? found.places.slice(1) : [];
  const rows = places.map((place, i) =>
    labelled(say("step", { n: i + 1 }), el("output", {}, place.said)));
  const most = found?.name === draft.ship ? found.steps : 4;
  if (draft.next !== null && draft.turns.length < most) {
    const field = el("input", {
      type: "number", step: "any", value: draft.next, id: "next-heading",
      onchange: (event) => {
        draft.next = Number(event.target.value);
        draft.limit = "";
        changed();
      },
    });
    rows.push(labelled(say("step", { n: draft.turns.length + 1 }), field));
  }
  const actions = [];
  if (draft.next !== null && draft.turns.length + 1 < most) actions.push(button(say("add_step"), addStep, { id: "add-step" }));
  if (draft.turns.length) actions.push(button(say("take_back"), takeBack));
  return [el("p", { class: "quiet" }, say("path_help")), ...rows, el("div", { class: "row" }, ...actions)];
}

function addStep() {
  const { draft } = state;
  if (draft.next === null) return;
  draft.turns.push(nextTurn());
  draft.limit = "";
  changed();
}

function takeBack() {
  const found = seen.look?.ship;
  if (found && found.places.length > 1) state.draft.next = rounded(lastPlace(found).heading);
  state.draft.turns.pop();
  state.draft.limit = "";
  changed();
}

/** What is asked, unless that is not known any more when the answer comes: what goes wrong is a sentence.
 * @template T @param {string} id of what was pressed @param {Promise<T>} answer @param {(answer: T) => void} known
 * @param {(text: string) => void} wrong */
async function answered(id, answer, known, wrong) {
  const working = document.getElementById(id), mine = about();
  if (working) working.textContent = say("working");
  const put = await answer.then((found) => () => known(found), (error) => () => wrong(error instanceof Refused ? error.message : say("lost")));
  if (mine === about()) put(); // else it is about a table or a question that is no more
  changed();
}

/** Ask the referee, in the words of the page. */
const askReferee = () => answered("ask", ask("/api/rule", { dispute: asked(), number: 1, show_in: state.unit }), (found) => {
  rule({ kind: "ruled", readings: null, ...found });
  announce(`${found.answer} ${found.reasons.join(" ")} ${found.margin}`);
}, (text) => {
  rule({ kind: "refused", text });
  announce(text);
});

/** Ask which other readings of the rules would change the ruling that is shown. @param {Ruled} shown */
function askReadings(shown) {
  const put = (/** @type {NonNullable<Ruled["readings"]>} */ readings) => {
    shown.readings = readings;
    announce([readings.heading, ...readings.lines].join(" "));
  };
  const answer = ask("/api/readings", { dispute: asked(), number: 1, show_in: state.unit });
  return answered("other-readings", answer, put, (heading) => put({ heading, lines: [] }));
}

/** What other readings make of the answer; the question itself while that is not known. @param {Ruled} found */
function otherReadings(found) {
  const known = found.readings, again = button(say("other_readings"), () => askReadings(found), { id: "other-readings" });
  if (!known) return [again];
  const lines = known.lines.map((line) => el("li", {}, line));
  return [el("section", { class: "readings", id: "readings" }, el("p", {}, known.heading),
    ...(lines.length ? [el("ul", {}, ...lines)] : []), ...(known.stated ? [] : [again]))];
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
  changed();
}

/** @param {import("./state.js").Ruling | null} known */
function shown(known) {
  if (known?.kind === "ruled") return ruled(known);
  if (known?.kind === "refused") return el("div", { class: "ruling no", role: "alert" }, el("p", {}, known.text));
  if (known?.kind !== "dangers") return el("p", { class: "quiet" }, say("no_ruling"));
  const lines = known.dangers.map((one) => el("li", { class: `danger ${one.answer}` }, one.text));
  const last = !known.done ? say("working") : lines.length ? "" : say("no_danger");
  return el("article", { class: "ruling", id: "ruling" }, el("ul", {}, ...lines), ...(last ? [el("p", { class: "quiet" }, last)] : []));
}

/** @param {Ruled} found */
function ruled(found) {
  const list = (/** @type {string[]} */ lines, /** @type {string} */ name) =>
    lines.length ? [el("ul", { class: name }, ...lines.map((line) => el("li", {}, line)))] : [];
  const clauses = found.clauses.map((one) => el("li", {}, `[${one.clause}] ${one.text} (${one.source})`));
  return el(
    "article", { class: `ruling ${found.state}`, id: "ruling" },
    el("p", { class: "asked" }, found.question),
    el("p", { class: "answer" }, found.answer),
    ...list(found.reasons, "reasons"),
    ...(found.margin ? [el("p", {}, found.margin)] : []),
    ...doubt(found.ruling.margin),
    ...list(found.evidence, "evidence"),
    ...list(found.notes, "notes"),
    ...otherReadings(found),
    el("details", { id: "ruling-rules" }, el("summary", {}, say("rules")), el("ul", {}, ...clauses), ...list(found.preamble, "")),
    el("div", { class: "row" },
      button(say("copy_text"), () => copy(found)),
      button(say("svg"), () => picture("svg")),
      button(say("pdf"), () => picture("pdf")),
      button(say("print"), () => window.print())),
  );
}

/** The tolerance beside a ruling, with a mark where the answer turns to doubt. @param {number | null} margin mm */
function doubt(margin) {
  if (margin === null) return [];
  const most = Math.max(5, 2 * (state.doc.tolerance?.position ?? 0));
  const put = (/** @type {number} */ value) => {
    edit((doc) => {
      doc.tolerance = { position: value };
    });
    askReferee();
  };
  const mark = el("datalist", { id: "turns" }, el("option", { value: margin }));
  const slider = el("input", {
    type: "range", min: 0, max: most, step: 0.05, value: state.doc.tolerance?.position ?? 0, id: "doubt", list: "turns",
    "aria-label": say("tolerance"), onchange: (event) => put(Number(event.target.value)),
  });
  const share = Math.min(100, (100 * margin) / most);
  return [
    el("div", { class: "doubt" }, slider, mark, svg("svg", { viewBox: "0 0 100 4", preserveAspectRatio: "none", "aria-hidden": true },
      svg("rect", { class: "sure", x: 0, y: 0, width: share, height: 4 }), svg("rect", { class: "unsure", x: share, y: 0, width: 100 - share, height: 4 }))),
    el("p", { class: "quiet" }, say("turns_to_doubt", { tolerance: length(state.doc.tolerance?.position ?? 0), margin: length(margin) })),
  ];
}

/** A length in the unit of the page. @param {number} mm */
const length = (mm) => say(`unit_${state.unit}`, { n: number(mm / PER[state.unit], 3) });

/** @param {Ruled} found */
async function copy(found) {
  const lines = [found.question, found.answer, ...found.reasons.map((line) => `- ${line}`), found.margin];
  const { heading = "", lines: others = [] } = found.readings ?? {};
  lines.push(...found.evidence, ...found.notes, heading, ...others.map((line) => `- ${line}`));
  await navigator.clipboard.writeText(lines.filter(Boolean).join("\n"));
  announce(say("copied"));
}

/** The same picture as the command line draws. @param {string} format */
async function picture(format) {
  try {
    download(await file("/api/picture", { dispute: asked(), number: 1, format, show_in: state.unit }), `ruling.${format}`);
  } catch (error) {
    announce(error instanceof Refused ? error.message : say("lost"));
  }
}
