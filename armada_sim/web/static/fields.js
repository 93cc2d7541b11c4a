// Fields for numbers, lengths and corners, as they are typed.

import { chooser, el, labelled } from "./dom.js";
import { outlines } from "./shapes.js";
import { PER, state } from "./state.js";
import { say } from "./words.js";

/** mm of the unit lengths are typed in. */
const unit = () => PER[state.unit];

/** @param {number} mm */
const shown = (mm) => Math.round((mm / unit()) * 1e4) / 1e4;

/** @param {number} value */
export const meant = (value) => Math.round(value * unit() * 1e6) / 1e6;

/** A field for a length. @param {string} text @param {number} value mm @param {(value: number) => void} put takes mm
 * @param {import("./dom.js").Attributes} more */
export const length = (text, value, put, more = {}) =>
  labelled(`${text} (${state.unit})`, typed(shown(value), (given) => put(meant(given)), more));

/** A number as people write it, with a point or a comma; NaN if it is none. @param {string} text */
export const numberOf = (text) => (/^\s*[-+−]?(\d+([.,]\d*)?|[.,]\d+)\s*$/.test(text) ? Number(text.trim().replace(",", ".").replace("−", "-")) : NaN);

/** @param {number | string} value @param {(value: number) => void} put @param {import("./dom.js").Attributed<"input">} more */
export function typed(value, put, more = {}) {
  return el("input", {
    type: "text", inputmode: "decimal", enterkeyhint: "next", autocomplete: "off", value, ...more,
    onchange: ({ target }) => {
      const given = numberOf(target.value), wrong = target.value.trim() !== "" && Number.isNaN(given);
      target.setCustomValidity(wrong ? say("not_a_number") : "");
      if (wrong) target.reportValidity();
      else if (target.value.trim() !== "") put(given);
    },
  });
}

/** A field for corners, a line each: x y. @param {string} text @param {[number, number][]} corners mm
 * @param {(corners: [number, number][]) => void} put takes three corners or more, mm */
export function points(text, corners, put) {
  const field = el("textarea", {
    rows: Math.min(8, corners.length + 1), spellcheck: "false",
    onchange: ({ target }) => {
      const given = target.value.trim().split("\n").map((line) => line.trim().split(/[\s;]+/).map((part) => meant(Number(part.replace(",", ".")))));
      if (given.length >= 3 && given.every((point) => point.length === 2 && point.every(Number.isFinite))) put(/** @type {[number, number][]} */ (given));
    },
  }, corners.map(([x, y]) => `${shown(x)} ${shown(y)}`).join("\n"));
  return labelled(`${text} (${state.unit})`, field);
}

/** @typedef {import("./state.js").Ship["size"]} Size */

/** The sizes of the game, whose outlines the server gave. @returns {Size[]} */
export const sizesThere = () => (Object.keys(outlines).length ? Object.keys(outlines) : ["small", "medium", "large"]);

/** @param {Size} chosen @param {(size: Size) => void} put */
export const sizes = (chosen, put) => chooser(chosen, sizesThere().map((size) => [size, say(size)]), put);
