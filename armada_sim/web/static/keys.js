// The keyboard: everything the pointer does.

import { pairs, point } from "./asking.js";
import { spot } from "./shapes.js";
import { changed, choose, edit, rounded, shipNamed, state } from "./state.js";
import { steps } from "./steps.js";
import { view, zoom } from "./view.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** @param {() => void} redraw */
export function listen(redraw) {
  document.addEventListener("keydown", (event) => {
    const at = /** @type {Element} */ (event.target), typing = at.matches("input, select, textarea");
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !typing) {
      event.shiftKey ? steps().redo() : steps().undo();
      event.preventDefault();
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "y" && !typing) {
      steps().redo();
      event.preventDefault();
    } else if (event.key === "Enter" && at.matches("input[type=text]") && next(at)) {
      event.preventDefault();
    } else if (state.tab === "photo" || !(at === document.body || at.closest("#board"))) return; // the table has not the focus
    else if (pressed(event)) event.preventDefault();
    else if (ARROWS[event.key] && shipNamed(state.chosen)) {
      arrow(event);
      event.preventDefault();
    } else if (event.key === "+" || event.key === "-") {
      zoom(event.key === "+" ? 0.8 : 1.25, view);
      redraw();
    } else if (event.key === "Delete") remove();
  });
}

/** From a field to the one after it in its form; false where it is the last, which sends the form. @param {Element} field */
function next(field) {
  const fields = [...(field.closest("form, .form")?.querySelectorAll("input[type=text]") ?? [])], after = fields[fields.indexOf(field) + 1];
  if (!(after instanceof HTMLInputElement)) return false;
  after.focus();
  after.select();
  return true;
}

/** A ship with the focus is pressed as a finger taps it. @param {KeyboardEvent} event */
function pressed({ key, target }) {
  const name = /** @type {Element} */ (target).getAttribute("data-ship");
  if (!name || !["Enter", " "].includes(key)) return false;
  choose(name);
  if (pairs()) point(name);
  return true;
}

/** @param {KeyboardEvent} event */
function arrow(event) {
  const [x, y] = ARROWS[event.key], by = event.shiftKey ? 0.1 : 1;
  if (state.loose && state.draft.next !== null && state.chosen === state.draft.ship) {
    Object.assign(state.draft, { next: rounded(state.draft.next + (x ? -x : y) * by), limit: "" });
    state.moved = "step";
    changed();
    return;
  }
  choose(state.chosen);
  state.moved = "ship";
  edit((doc) => {
    const ship = doc.ships.find((one) => one.name === state.chosen);
    if (!ship) return;
    if (event.altKey) ship.heading = rounded(ship.heading + (x ? -x : y) * by);
    else ship.base = /** @type {[number, number]} */ (spot(ship).map((at, i) => rounded(at + [x, y][i] * by)));
  });
}

/** Take the chosen ship off the table. */
export function remove() {
  if (state.loose) return;
  edit((doc) => {
    doc.ships = doc.ships.filter((ship) => ship.name !== state.chosen);
  });
  state.chosen = "";
}
