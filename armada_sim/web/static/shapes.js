// Where a piece's corners lie: its outline, which the server gave, moved and turned.

/** By size; base midpoint at the origin, tip along +x. @type {{[size: string]: import("./answers.js").Outline | undefined}} */
export const outlines = {};

/** @typedef {string} Size
 * @typedef {{base: import("./answers.js").ShipRow["base"], heading: number}} Pose */

/** Where the base of a pose lies, mm: its numbers may be text with a unit and more digits than are drawn.
 * @param {Pick<Pose, "base">} pose @returns {[number, number]} */
export const spot = ({ base: [x, y] }) => [parseFloat(String(x)), parseFloat(String(y))];

/** @param {Pose} pose @param {Size} size @returns {[number, number][]} */
export function corners(pose, size) {
  return (outlines[size]?.corners ?? []).map((point) => placed(pose, point));
}

/** @param {Pose} pose @param {[number, number]} point @returns {[number, number]} */
export function placed(pose, [along, across]) {
  const [x, y] = spot(pose), turn = (pose.heading * Math.PI) / 180;
  const c = Math.cos(turn), s = Math.sin(turn);
  return [x + along * c - across * s, y + along * s + across * c];
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
