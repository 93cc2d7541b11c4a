// What a game shows on the board besides its table: an action that is proposed or was done.

import { svg } from "./dom.js";
import { pointList } from "./shapes.js";

/** @typedef {Pick<import("./answers.js").Proposal, "steps" | "shot">} Marked */

export const marks = {
  /** @type {Marked | null} */
  action: null,
};

/** Its steps, or its line of fire. @param {number} px */
export function actionMarks(px) {
  if (!marks.action) return [];
  const { steps, shot } = marks.action;
  const places = steps.map((corners) => svg("polygon", { class: "proposed", points: pointList(corners) }));
  if (!shot) return places;
  const [[ax, ay], [bx, by]] = shot;
  return [...places, svg("line", { class: "proposed", x1: ax, y1: -ay, x2: bx, y2: -by, "stroke-width": 2.5 * px })];
}
