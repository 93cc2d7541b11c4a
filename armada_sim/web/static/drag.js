// Pointers on the board: ships dragged and turned, steps turned, the view moved and zoomed.

import { ask } from "./api.js";
import { pairs, point } from "./asking.js";
import { ghost, lastPlace, seen } from "./board.js";
import { announce } from "./dom.js";
import { outlines, placed, spot } from "./shapes.js";
import { amended, changed, choose, dragged, rounded, shipNamed, state } from "./state.js";
import { drawing, tool } from "./tools.js";
import { onTable, view, zoom } from "./view.js";
import { say } from "./words.js";

const SNAP_PX = 6;

/** mm. However small the table is shown. */
const MOST_SNAP = 20;
const SNAP_DEG = 1.5;
const WHEEL = 1.0015;

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{move: (at: Point) => void, end?: (held: () => boolean) => void, views?: boolean}} Grip what a pointer holds: a piece, or
 * with `views` the view; `end` is told whether something is held again meanwhile */

/** @param {SVGSVGElement} board @param {() => void} redraw */
export function listen(board, redraw) {
  /** @type {Map<number, PointerEvent>} */
  const fingers = new Map();
  /** @type {Grip | null} */
  let grip = null;
  let gap = 0, moved = false, tapped = "";

  board.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, event);
    board.setPointerCapture(event.pointerId);
    tapped = fingers.size === 1 && pairs() ? pieceAt(event) : "";
    grip = fingers.size === 1 ? gripOf(event, board) : null;
    moved = false;
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
    } else if (grip && (moved || !before || farther(before, event))) {
      grip.move(onTable(board, event));
      tapped = "";
      if (grip.views) return redraw();
      moved = true;
      dragged();
    } else if (before) fingers.set(event.pointerId, before); // a finger that trembles has not moved
  });
  for (const name of ["pointerup", "pointercancel"]) {
    board.addEventListener(name, (event) => {
      fingers.delete(/** @type {PointerEvent} */ (event).pointerId);
      const dropped = moved || grip?.views ? grip : null, pointed = name === "pointerup" && !moved ? tapped : "";
      grip = null;
      moved = false;
      state.carried = "";
      if (dropped && !dropped.views) changed();
      dropped?.end?.(() => grip !== null);
      if (pointed) point(pointed);
    });
  }
  board.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(WHEEL ** event.deltaY, onTable(board, event));
    redraw();
  }, { passive: false });
  board.addEventListener("focusin", (event) => {
    const name = /** @type {Element} */ (event.target).closest("[data-ship]")?.getAttribute("data-ship");
    if (!name || name === state.chosen) return;
    state.chosen = name; // the question stays what it is: the focus may be on its way elsewhere
    changed();
    announce(say("selected", { name }));
  });
}

/** Pixels. What a finger moves less than this is a tap. */
const STILL_PX = 3;

/** @param {PointerEvent} before @param {PointerEvent} now */
const farther = (before, now) => Math.hypot(now.clientX - before.clientX, now.clientY - before.clientY) >= STILL_PX;

/** The ship or object under a pointer. @param {PointerEvent} event */
function pieceAt(event) {
  const piece = /** @type {Element} */ (event.target).closest("[data-ship], [data-thing]");
  return piece?.getAttribute("data-ship") ?? piece?.getAttribute("data-thing") ?? "";
}

/** @param {string} name */
function take(name) {
  choose(name);
  announce(say("selected", { name }));
}

/** What is under the pointer, to hold. @param {PointerEvent} event @param {SVGSVGElement} board @returns {Grip} */
function gripOf(event, board) {
  const target = /** @type {Element} */ (event.target), start = onTable(board, event);
  if (tool.held) return drawing(start);
  const handle = target.closest("[data-handle]")?.getAttribute("data-handle"), chosen = shipNamed(state.chosen);
  if (handle === "claim" && state.draft.to) return turning(state.draft.to);
  if (handle === "turn" && chosen) return turning(chosen);
  if (handle === "swing" && chosen) return swinging(chosen);
  if (handle === "step") return stepping();
  if (target.closest("[data-claim]") && state.draft.to) return carrying(state.draft.to, start);
  const name = target.closest("[data-ship]")?.getAttribute("data-ship");
  if (name) {
    take(name);
    const ship = shipNamed(name);
    if (ship && (!state.loose || state.loose.includes(name))) {
      state.carried = name;
      return { ...carrying(ship, start), end: (held) => snap(ship, held) };
    }
  }
  const thing = target.closest("[data-thing]")?.getAttribute("data-thing");
  const one = !state.loose && state.doc.objects.find((other) => other.name === thing);
  return one ? shifting(one, start) : panning(start);
}

/** @param {import("./shapes.js").Pose} piece @param {Point} start @returns {Grip} */
function carrying(piece, start) {
  const [x, y] = spot(piece);
  return {
    move(at) {
      piece.base = [rounded(x + at.x - start.x), rounded(y + at.y - start.y)];
    },
  };
}

/** Into contact with what it is near, if that is as near as a finger is wide: the engine says where that is exactly.
 * @param {Ship} ship @param {() => boolean} held */
async function snap(ship, held) {
  const { base } = ship;
  /** @type {import("./answers.js").Snap | null} */
  const found = await ask("/api/snap", {
    dispute: { ...state.doc, questions: [] }, ship: ship.name, most: Math.min(SNAP_PX * view.scale, MOST_SNAP),
  }).catch(() => null);
  if (!found?.base || held() || ship.base !== base || shipNamed(ship.name) !== ship) return;
  ship.base = found.base;
  amended();
  announce(found.text);
}

/** Degrees of the way from one point to another. @param {Point} from @param {Point} to */
const direction = (from, to) => (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;

/** @typedef {import("./state.js").Ship} Ship */
/** @param {import("./shapes.js").Pose} ship @returns {Grip} */
const turning = (ship) => ({
  move(at) {
    const [x, y] = spot(ship);
    ship.heading = rounded(direction({ x, y }, at));
  },
});

/** Turned about its tip, which stays where it is. @param {Ship} ship @returns {Grip} */
function swinging(ship) {
  const along = outlines[ship.size]?.length ?? 0, [x, y] = placed(ship, [along, 0]);
  return {
    move(at) {
      ship.heading = rounded(direction(at, { x, y }));
      const [bx, by] = placed({ base: [x, y], heading: ship.heading }, [-along, 0]);
      ship.base = [rounded(bx), rounded(by)];
    },
  };
}

/** An object that is moved. @param {import("./state.js").Thing} thing @param {Point} start @returns {Grip} */
function shifting(thing, start) {
  const { polygon, disc } = thing;
  return {
    move(at) {
      /** @param {[number, number]} point @returns {[number, number]} */
      const there = ([x, y]) => [rounded(x + at.x - start.x), rounded(y + at.y - start.y)];
      if (disc) thing.disc = { ...disc, center: there(disc.center) };
      else thing.polygon = polygon?.map(there);
    },
  };
}

/** @returns {Grip} */
const stepping = () => ({
  move(at) {
    const next = ghost();
    if (next) turnTo(direction({ x: next.base[0], y: next.base[1] }, at));
  },
});

/** Turn the next step to a heading, or to the limit of turn if it is near it. @param {number} heading */
function turnTo(heading) {
  const found = seen.look?.ship;
  if (!found) return;
  const before = lastPlace(found).heading;
  const turn = ((((heading - before + 180) % 360) + 360) % 360) - 180;
  const atLimit = Math.abs(turn) - found.turn_limit > -SNAP_DEG;
  state.draft.limit = atLimit ? (turn > 0 ? "max" : "-max") : "";
  state.draft.next = rounded(before + (atLimit ? Math.sign(turn) * found.turn_limit : turn));
  if (atLimit) announce(say("limit"));
}

/** @param {Point} start @returns {Grip} */
const panning = (start) => ({
  views: true,
  move(at) {
    view.x += start.x - at.x;
    view.y += start.y - at.y;
  },
});

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
