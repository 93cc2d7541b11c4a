// The tab that asks the referee: the form of a question, and what was answered.

import { begin, nextTurn, point, put } from "./asking.js";
import { lastPlace, seen } from "./board.js";
import { button, chooser, el, labelled } from "./dom.js";
import { length, typed } from "./fields.js";
import { earlier, shown } from "./ruling.js";
import { changed, rounded, ruling, state } from "./state.js";
import { say } from "./words.js";

const KINDS = ["move", "shot", "danger", "to", "contact", "setup"];

/** About two pieces, which are tapped one after the other. */
const PAIRED = ["shot", "contact"];

export function questionTab() {
  const { draft } = state;
  const kinds = el("div", { class: "kinds head", role: "group", "aria-label": say("question") }, ...KINDS.map((kind) =>
    button(say(`ask_${kind}`), () => begin(PAIRED.includes(kind) ? "" : draft.ship || state.chosen, kind), { "aria-pressed": kind === draft.kind, id: `kind-${kind}` })));
  const steps = draft.kind === "move" ? draft.turns.length + (draft.next === null ? 0 : 1) : 0;
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    put();
  };
  return [
    kinds,
    el("form", { onsubmit: submit, id: "question", novalidate: true }, ...fields()),
    shown(ruling(), put),
    ...earlier(),
    el("div", { class: "foot", id: "foot" }, // at the same place whatever comes and goes above it: a press always counts
      el("button", { type: "submit", form: "question", class: "main", id: "ask" }, steps > 1 ? say("ask_steps", { n: steps }) : say("ask"))),
  ];
}

function fields() {
  const { draft } = state, paired = PAIRED.includes(draft.kind);
  /** @type {HTMLElement[]} */
  const parts = draft.kind === "setup" ? [] : [labelled(say("ship"), named(chooser(draft.ship, [["", ""], ...ships()], (name) => begin(name)), "asked-ship"))];
  if (paired) {
    const things = draft.kind === "contact" ? state.doc.objects.map((thing) => pair(thing.name)) : [];
    const others = [...ships().filter(([name]) => name !== draft.ship), ...things];
    parts.push(labelled(say(draft.kind === "shot" ? "target" : "other"), named(chooser(draft.target, [["", ""], ...others], (name) => {
      if (name) return point(name);
      draft.target = "";
      changed();
    }), "asked-other")), el("p", { class: "quiet" }, say("tap_help")));
  }
  if (draft.kind === "shot") {
    const sides = ["either", "left", "right"].map((side) => /** @type {[string, string]} */ ([side, say(side)]));
    parts.push(labelled(say("side"), chooser(draft.side, sides, (side) => {
      draft.side = side;
      changed();
    })));
  }
  if (draft.kind === "move") parts.push(...path());
  if (draft.kind === "to" && draft.to) parts.push(...claim(draft.to));
  return parts;
}

/** @template {HTMLElement} E @param {E} field @param {string} id */
const named = (field, id) => Object.assign(field, { id });

/** @param {string} name @returns {[string, string]} */
const pair = (name) => [name, name];

const ships = () => state.doc.ships.map((ship) => pair(ship.name));

/** Where a ship is claimed to have got. @param {import("./state.js").Pose} to */
function claim(to) {
  const set = (/** @type {() => void} */ change) => {
    change();
    changed();
  };
  return [
    el("p", { class: "quiet" }, say("to_help")),
    length(say("x"), to.base[0], (x) => set(() => (to.base = [x, to.base[1]])), { id: "claim-x" }),
    length(say("y"), to.base[1], (y) => set(() => (to.base = [to.base[0], y])), { id: "claim-y" }),
    labelled(`${say("heading")} (°)`, typed(to.heading, (heading) => set(() => (to.heading = heading)), { id: "claim-heading" })),
  ];
}

/** The steps of a move: the heading of the last may be typed. */
export function path() {
  const { draft } = state, found = seen.look?.ship;
  const places = found?.name === draft.ship ? found.places.slice(1) : [];
  /** @type {HTMLElement[]} */
  const rows = places.map((place, i) =>
    labelled(say("step", { n: i + 1 }), el("output", {}, place.said)));
  const most = found?.name === draft.ship ? found.steps : 4;
  if (draft.next !== null && draft.turns.length < most) {
    rows.push(labelled(say("step", { n: draft.turns.length + 1 }), typed(draft.next, (heading) => {
      Object.assign(draft, { next: heading, limit: "" });
      state.moved = "step";
      changed();
    }, { id: "next-heading", enterkeyhint: "go" })));
  }
  const actions = [];
  if (draft.next !== null && draft.turns.length + 1 < most) actions.push(button(say("add_step"), addStep, { id: "add-step" }));
  if (draft.turns.length) actions.push(button(say("take_back"), takeBack, { id: "take-step-back" }));
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
