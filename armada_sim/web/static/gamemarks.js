// What a game shows on the board besides its table: an action that is proposed or was done, what one's ships may do.

import { svg } from "./dom.js";
import { placed, pointList } from "./shapes.js";
import { say } from "./words.js";

/** @typedef {Pick<import("./answers.js").Proposal, "steps" | "shot">} Marked */

export const marks = {
  /** @type {Marked | null} */
  action: null,
  /** @type {import("./answers.js").GameView["ships"] | null} what ships may still do; null where no game is played */
  may: null,
};

/** Whether the headings of a ship's next step are of interest. @param {string} ship */
export const mayMove = (ship) => !marks.may || Boolean(marks.may[ship]?.moves);

/** What a ship may still do, in words. @param {string} ship */
export function mayDo(ship) {
  const { moves, fires } = marks.may?.[ship] ?? { moves: false, fires: false };
  return [...(moves ? [say("may_move")] : []), ...(fires ? [say("may_fire")] : [])];
}

/** The same as marks behind its base: a triangle for its move, a dot for its shot.
 * @param {import("./state.js").Ship} ship @param {number} px */
export function mayMarks(ship, px) {
  const { moves, fires } = marks.may?.[ship.name] ?? { moves: false, fires: false };
  const at = (/** @type {number} */ along, /** @type {number} */ across) => placed(ship, [along * px, across * px]);
  const [x, y] = at(-7, fires && moves ? -7 : 0), aside = fires && moves ? 7 : 0;
  return [
    ...(moves ? [svg("polygon", { class: "may move", points: pointList([at(-2, aside), at(-11, aside + 5), at(-11, aside - 5)]) })] : []),
    ...(fires ? [svg("circle", { class: "may fire", cx: x, cy: -y, r: 4.5 * px })] : []),
  ];
}

/** Its steps, or its line of fire. @param {number} px */
export function actionMarks(px) {
  if (!marks.action) return [];
  const { steps, shot } = marks.action;
  const places = steps.map((corners) => svg("polygon", { class: "proposed", points: pointList(corners) }));
  if (!shot) return places;
  const [[ax, ay], [bx, by]] = shot;
  return [...places, svg("line", { class: "proposed", x1: ax, y1: -ay, x2: bx, y2: -by, "stroke-width": 2.5 * px })];
}
