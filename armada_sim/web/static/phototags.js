// Names beside the wires of ships on a photo, each where it covers least.

/** @typedef {import("./photostate.js").Pixel} Pixel
 * @typedef {{x0: number, y0: number, x1: number, y1: number}} Box
 * @typedef {{key: string, lines: string[], around: Pixel[]}} Wanted */

/** Pixels of the screen. */
const LINE = 15;
const GAP = 5;
const FONT = "600 13px system-ui, sans-serif";

const measure = document.createElement("canvas").getContext("2d");

/** @param {string} text */
function wide(text) {
  if (!measure) return 7 * text.length;
  measure.font = FONT;
  return measure.measureText(text).width;
}

/** @param {Pixel[]} points @returns {Box} */
export const boxOf = (points) => ({
  x0: Math.min(...points.map((p) => p[0])), y0: Math.min(...points.map((p) => p[1])),
  x1: Math.max(...points.map((p) => p[0])), y1: Math.max(...points.map((p) => p[1])),
});

/** @param {Box} a @param {Box} b */
const shared = (a, b) => Math.max(0, Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)) * Math.max(0, Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0));

/** Where each one's words stand, the middle of their first line in pixels of the screen, and those that have room: where all
 * of them would lie on others, its name alone.
 * @param {Wanted[]} wanted @param {Box} view @returns {Map<string, {at: Pixel, lines: string[]}>} */
export function tags(wanted, view) {
  const ships = wanted.map((one) => boxOf(one.around));
  /** @type {Box[]} */
  const taken = [];
  return new Map(wanted.map(({ key, lines }, i) => {
    const whole = best(lines, ships[i], ships, taken, view), { box, lines: shown } = whole.crowded ? best([key], ships[i], ships, taken, view) : whole;
    taken.push(box);
    return [key, { at: [(box.x0 + box.x1) / 2, box.y0 + LINE / 2], lines: shown }];
  }));
}

/** Where words beside a ship cover least, and whether they lie on others, or out of view, even there.
 * @param {string[]} lines @param {Box} ship @param {Box[]} ships @param {Box[]} taken @param {Box} view */
function best(lines, ship, ships, taken, view) {
  const w = Math.max(...lines.map(wide)), h = LINE * lines.length, x = (ship.x0 + ship.x1) / 2, y = (ship.y0 + ship.y1) / 2;
  /** @type {Pixel[]} */
  const spots = [
    [x, ship.y1 + GAP + h / 2], [x, ship.y0 - GAP - h / 2], [ship.x1 + GAP + w / 2, y], [ship.x0 - GAP - w / 2, y],
    [ship.x1 + w / 2, ship.y1 + GAP + h / 2], [ship.x0 - w / 2, ship.y1 + GAP + h / 2],
    [ship.x1 + w / 2, ship.y0 - GAP - h / 2], [ship.x0 - w / 2, ship.y0 - GAP - h / 2],
    [x, ship.y1 + 2 * GAP + 1.5 * h], [x, ship.y0 - 2 * GAP - 1.5 * h],
  ];
  const found = spots.map(([cx, cy], k) => {
    const box = { x0: cx - w / 2, y0: cy - h / 2, x1: cx + w / 2, y1: cy + h / 2 };
    const bad = w * h - shared(box, view) + taken.reduce((sum, other) => sum + shared(box, other), 0);
    return { box, lines, crowded: bad > CROWDED * w * h, cost: 3 * bad + ships.reduce((sum, other) => sum + shared(box, other), 0) + k };
  });
  return found.reduce((one, other) => (other.cost < one.cost ? other : one));
}

/** Share of some words that may lie on others. */
const CROWDED = 0.02;

export const LINE_PX = LINE;
