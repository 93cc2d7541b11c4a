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

/** Where each one's words stand: the middle of their first line. All in pixels of the screen.
 * @param {Wanted[]} wanted @param {Box} view @returns {Map<string, Pixel>} */
export function tags(wanted, view) {
  const ships = wanted.map((one) => boxOf(one.around));
  /** @type {Box[]} */
  const taken = [];
  /** @type {Map<string, Pixel>} */
  const placed = new Map();
  wanted.forEach(({ key, lines }, i) => {
    const w = Math.max(...lines.map(wide)), h = LINE * lines.length, ship = ships[i];
    const x = (ship.x0 + ship.x1) / 2, y = (ship.y0 + ship.y1) / 2;
    /** @type {Pixel[]} */
    const spots = [
      [x, ship.y1 + GAP + h / 2], [x, ship.y0 - GAP - h / 2], [ship.x1 + GAP + w / 2, y], [ship.x0 - GAP - w / 2, y],
      [ship.x1 + w / 2, ship.y1 + GAP + h / 2], [ship.x0 - w / 2, ship.y1 + GAP + h / 2],
      [ship.x1 + w / 2, ship.y0 - GAP - h / 2], [ship.x0 - w / 2, ship.y0 - GAP - h / 2],
      [x, ship.y1 + 2 * GAP + 1.5 * h], [x, ship.y0 - 2 * GAP - 1.5 * h],
    ];
    const boxes = spots.map(([cx, cy]) => ({ x0: cx - w / 2, y0: cy - h / 2, x1: cx + w / 2, y1: cy + h / 2 }));
    const costs = boxes.map((box, k) => {
      const within = shared(box, view), over = taken.reduce((sum, other) => sum + shared(box, other), 0);
      return 3 * (w * h - within) + 3 * over + ships.reduce((sum, other) => sum + shared(box, other), 0) + k;
    });
    const best = costs.indexOf(Math.min(...costs));
    taken.push(boxes[best]);
    placed.set(key, [spots[best][0], spots[best][1] - h / 2 + LINE / 2]);
  });
  return placed;
}

export const LINE_PX = LINE;
