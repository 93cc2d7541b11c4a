// Tools that a finger holds instead of a piece: a measure between any two points, and arrows with remarks.

import { svg } from "./dom.js";
import { corners } from "./shapes.js";
import { changed, PER, rounded, state } from "./state.js";
import { view } from "./view.js";
import { number, say } from "./words.js";

/** @typedef {import("./state.js").Point} Point
 * @typedef {import("./state.js").Note} Note */

/** Pixels. As near as this a point is taken for a corner of a ship. */
const CORNER_PX = 12;

export const tool = {
  /** @type {"" | "measure" | "note"} */
  held: "",
  /** @type {Note | null} what is being measured or noted */
  now: null,
};

/** @param {"" | "measure" | "note"} name */
export function take(name) {
  Object.assign(tool, { held: tool.held === name ? "" : name, now: null });
  changed();
}

/** The corner of a ship beside a point, or the point. @param {{x: number, y: number}} at @returns {Point} */
function corner({ x, y }) {
  const near = state.doc.ships.flatMap((ship) => corners(ship, ship.size)).map((point) => ({ point, far: Math.hypot(point[0] - x, point[1] - y) }));
  const best = near.sort((a, b) => a.far - b.far)[0];
  return best && best.far < CORNER_PX * view.scale ? best.point : [rounded(x), rounded(y)];
}

/** @param {{x: number, y: number}} start @returns {import("./drag.js").Grip} */
export function drawing(start) {
  const point = corner(start);
  tool.now = { start: point, end: point, text: "" };
  return {
    views: true,
    move(at) {
      if (tool.now) tool.now.end = corner(at);
    },
    end() {
      if (tool.held === "note" && tool.now) state.notes = [...state.notes, { ...tool.now, text: say("note", { n: state.notes.length + 1 }) }];
      if (tool.held === "note") Object.assign(tool, { held: "", now: null });
      changed();
    },
  };
}

/** What is measured and noted, on the board. @param {number} px */
export function toolMarks(px) {
  const measured = tool.held === "measure" && tool.now ? [tool.now] : [], drawn = tool.held === "note" && tool.now ? [tool.now] : [];
  return [
    ...measured.flatMap((one) => arrow(one, "measured", lengthOf(one), px)),
    ...[...(state.loose ? [] : state.notes), ...drawn].flatMap((one) => arrow(one, "note", one.text, px)),
  ];
}

/** @param {Note} note */
export const lengthOf = ({ start, end }) => say(`unit_${state.unit}`, { n: number(Math.hypot(end[0] - start[0], end[1] - start[1]) / PER[state.unit], 2) });

/** @param {Note} note @param {string} kind @param {string} text @param {number} px */
function arrow({ start: [ax, ay], end: [bx, by] }, kind, text, px) {
  const turn = Math.atan2(by - ay, bx - ax), barb = (/** @type {number} */ side) => `${bx - 9 * px * Math.cos(turn + side)},${-(by - 9 * px * Math.sin(turn + side))}`;
  const head = kind === "note" && (ax !== bx || ay !== by) ? [svg("polygon", { class: kind, points: `${bx},${-by} ${barb(0.4)} ${barb(-0.4)}` })] : [];
  return [
    svg("line", { class: kind, x1: ax, y1: -ay, x2: bx, y2: -by }), ...head,
    svg("text", { class: "length", x: (ax + bx) / 2, y: -(ay + by) / 2 - 10 * px, "font-size": 13 * px }, text),
  ];
}
