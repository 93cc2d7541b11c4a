// Where a piece's corners lie: its outline, which the server gave, moved and turned.

/** By size; base midpoint at the origin, tip along +x. @type {Partial<import("./answers.js").Pieces>} */
export const outlines = {};

/** @typedef {keyof import("./answers.js").Pieces} Size */

/** @param {{base: [number, number], heading: number}} pose @param {Size} size @returns {[number, number][]} */
export function corners(pose, size) {
  return (outlines[size]?.corners ?? []).map((point) => placed(pose, point));
}

/** @param {{base: [number, number], heading: number}} pose @param {[number, number]} point @returns {[number, number]} */
export function placed(pose, [along, across]) {
  const turn = (pose.heading * Math.PI) / 180;
  const c = Math.cos(turn), s = Math.sin(turn);
  return [pose.base[0] + along * c - across * s, pose.base[1] + along * s + across * c];
}

/** An SVG list of points; y is up on the table. @param {number[][]} points */
export const pointList = (points) => points.map(([x, y]) => `${round(x)},${round(-y)}`).join(" ");

/** @param {number[][][]} rings */
export const ringPath = (rings) => rings.map((ring) => `M${pointList(ring).replaceAll(" ", "L")}Z`).join("");

/** A piece of pie. @param {number[]} centre @param {number} radius @param {number} from degrees @param {number} to */
export function wedge([x, y], radius, from, to) {
  const at = (/** @type {number} */ degrees) => {
    const turn = (degrees * Math.PI) / 180;
    return `${round(x + radius * Math.cos(turn))},${round(-(y + radius * Math.sin(turn)))}`;
  };
  return `M${round(x)},${round(-y)}L${at(from)}A${radius},${radius} 0 ${to - from > 180 ? 1 : 0} 0 ${at(to)}Z`;
}

/** @param {number} value */
const round = (value) => Math.round(value * 1000) / 1000;
