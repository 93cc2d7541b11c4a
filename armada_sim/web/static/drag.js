// Pointers on the board: ships dragged and turned, steps turned, the view moved and zoomed.

import { ghost, seen } from "./board.js";
import { announce } from "./dom.js";
import { outlines, placed } from "./shapes.js";
import { changed, choose, remember, rounded, shipNamed, state } from "./state.js";
import { onTable, view, zoom } from "./view.js";
import { say } from "./words.js";

const SNAP_PX = 6;
const SNAP_DEG = 1.5;
const WHEEL = 1.0015;

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{move: (at: Point) => void, end?: () => void}} Grip what a pointer holds */

/** @param {SVGSVGElement} board @param {() => void} redraw */
export function listen(board, redraw) {
  /** @type {Map<number, PointerEvent>} */
  const fingers = new Map();
  /** @type {Grip | null} */
  let grip = null;
  let gap = 0;

  board.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, event);
    board.setPointerCapture(event.pointerId);
    grip = fingers.size === 1 ? gripOf(event, board, redraw) : null;
    if (fingers.size === 2) gap = spread(fingers);
    event.preventDefault();
  });
  board.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    const before = fingers.get(event.pointerId);
    fingers.set(event.pointerId, event);
    if (fingers.size === 2 && before) {
      pinch(board, fingers, gap, before, event);
      gap = spread(fingers);
      redraw();
    } else grip?.move(onTable(board, event));
  });
  for (const name of ["pointerup", "pointercancel"]) {
    board.addEventListener(name, (event) => {
      fingers.delete(/** @type {PointerEvent} */ (event).pointerId);
      grip?.end?.();
      grip = null;
    });
  }
  board.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(WHEEL ** event.deltaY, onTable(board, event));
    redraw();
  }, { passive: false });
  board.addEventListener("focusin", (event) => {
    const name = /** @type {Element} */ (event.target).closest("[data-ship]")?.getAttribute("data-ship");
    if (name && name !== state.chosen) take(name);
  });
}

/** @param {string} name */
function take(name) {
  choose(name);
  announce(say("selected", { name }));
}

/** What is under the pointer, to hold. @param {PointerEvent} event @param {SVGSVGElement} board @param {() => void} redraw
 * @returns {Grip} */
function gripOf(event, board, redraw) {
  const target = /** @type {Element} */ (event.target), start = onTable(board, event);
  const handle = target.closest("[data-handle]")?.getAttribute("data-handle");
  if (handle === "turn") return turning();
  if (handle === "swing") return swinging();
  if (handle === "step") return stepping();
  if (target.closest("[data-claim]") && state.draft.to) return carrying(state.draft.to, start, false);
  const name = target.closest("[data-ship]")?.getAttribute("data-ship");
  if (name) {
    take(name);
    const ship = shipNamed(name);
    if (ship && (!state.loose || state.loose.includes(name))) return carrying(ship, start, true);
  }
  const thing = target.closest("[data-thing]")?.getAttribute("data-thing");
  const one = !state.loose && state.doc.objects.find((other) => other.name === thing);
  return one ? shifting(one, start) : panning(start, redraw);
}

/** @param {{base: [number, number]}} piece @param {Point} start @param {boolean} isShip @returns {Grip} */
function carrying(piece, start, isShip) {
  const [x, y] = piece.base;
  let moved = false;
  return {
    move(at) {
      if (!moved && isShip) remember();
      moved = true;
      state.ruling = null;
      piece.base = [rounded(x + at.x - start.x), rounded(y + at.y - start.y)];
      changed();
    },
    end() {
      if (moved && isShip) snap(/** @type {import("./state.js").Ship} */ (piece));
    },
  };
}

/** Onto the nearest piece, if it is as near as a finger is wide: the engine said where. @param {import("./state.js").Ship} ship */
function snap(ship) {
  const found = seen.look?.ship;
  const nearest = found?.name === ship.name ? found.near?.[0] : null;
  if (!nearest || Math.abs(nearest.clearance) > SNAP_PX * view.scale || !nearest.clearance) return;
  const [[ax, ay], [bx, by]] = nearest.points;
  ship.base = [rounded(ship.base[0] + bx - ax), rounded(ship.base[1] + by - ay)];
  announce(say("touching", { name: ship.name, other: nearest.name === "edge" ? say("surface") : nearest.name }));
  changed();
}

/** @returns {Grip} */
function turning() {
  const ship = shipNamed(state.chosen);
  let moved = false;
  return {
    move(at) {
      if (!ship) return;
      if (!moved) remember();
      moved = true;
      state.ruling = null;
      ship.heading = rounded((Math.atan2(at.y - ship.base[1], at.x - ship.base[0]) * 180) / Math.PI);
      changed();
    },
  };
}

/** Turned about its tip, which stays where it is. @returns {Grip} */
function swinging() {
  const ship = shipNamed(state.chosen);
  let moved = false;
  if (!ship) return { move() {} };
  const along = outlines[ship.size]?.length ?? 0, [x, y] = placed(ship, [along, 0]);
  return {
    move(at) {
      if (!moved) remember();
      moved = true;
      state.ruling = null;
      ship.heading = rounded((Math.atan2(y - at.y, x - at.x) * 180) / Math.PI);
      const [bx, by] = placed({ base: [x, y], heading: ship.heading }, [-along, 0]);
      ship.base = [rounded(bx), rounded(by)];
      changed();
    },
  };
}

/** An object that is moved. @param {import("./state.js").Thing} thing @param {Point} start @returns {Grip} */
function shifting(thing, start) {
  const before = JSON.stringify(thing);
  let moved = false;
  return {
    move(at) {
      if (!moved) remember();
      moved = true;
      state.ruling = null;
      const { polygon, disc } = JSON.parse(before);
      const there = (/** @type {[number, number]} */ [x, y]) => /** @type {[number, number]} */ ([rounded(x + at.x - start.x), rounded(y + at.y - start.y)]);
      if (disc) thing.disc = { ...disc, center: there(disc.center) };
      else thing.polygon = polygon.map(there);
      changed();
    },
  };
}

/** @returns {Grip} */
function stepping() {
  return {
    move(at) {
      const next = ghost();
      if (!next) return;
      const heading = (Math.atan2(at.y - next.base[1], at.x - next.base[0]) * 180) / Math.PI;
      turnTo(heading);
      state.ruling = null;
      changed();
    },
  };
}

/** Turn the next step to a heading, or to the limit of turn if it is near it. @param {number} heading */
function turnTo(heading) {
  const found = seen.look.ship;
  const before = found.places.at(-1).heading;
  const turn = ((((heading - before + 180) % 360) + 360) % 360) - 180;
  const atLimit = Math.abs(turn) - found.turn_limit > -SNAP_DEG;
  state.draft.limit = atLimit ? (turn > 0 ? "max" : "-max") : "";
  state.draft.next = rounded(before + (atLimit ? Math.sign(turn) * found.turn_limit : turn));
  if (atLimit) announce(say("limit"));
}

/** @param {Point} start @param {() => void} redraw @returns {Grip} */
function panning(start, redraw) {
  return {
    move(at) {
      view.x += start.x - at.x;
      view.y += start.y - at.y;
      redraw();
    },
  };
}

/** @param {Map<number, PointerEvent>} fingers */
function spread(fingers) {
  const [a, b] = [...fingers.values()];
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}

/** @param {SVGSVGElement} board @param {Map<number, PointerEvent>} fingers @param {number} gap
 * @param {PointerEvent} before @param {PointerEvent} now */
function pinch(board, fingers, gap, before, now) {
  const [a, b] = [...fingers.values()];
  const about = onTable(board, { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 });
  if (gap > 0) zoom(gap / Math.max(1, spread(fingers)), about);
  view.x -= ((now.clientX - before.clientX) / 2) * view.scale;
  view.y += ((now.clientY - before.clientY) / 2) * view.scale;
}
