// Where words stand on the board: within what is shown, in lines that fit, over no other words and no handle.

import { view } from "./view.js";

/** @typedef {{at: number[], letters: number}} Taken words or a handle: the middle, mm, and how many letters wide */

/** Pixels. Of the largest letters on the table, as they are drawn at most: how wide and high, with some air. */
const LETTER_PX = 9, LINE_PX = 20;

/** Pixels. */
const width = () => document.getElementById("board")?.clientWidth || 800;

/** A sentence in lines that the board is wide enough for. @param {string} text */
export function broken(text) {
  const most = Math.floor(width() / LETTER_PX) - 1;
  return text.split(" ").reduce((/** @type {string[]} */ lines, word) => {
    const last = lines.at(-1);
    return last !== undefined && `${last} ${word}`.length <= most ? [...lines.slice(0, -1), `${last} ${word}`] : [...lines, word];
  }, []);
}

/** The place nearest to x where words of so many letters are within what is shown. @param {number} x mm @param {number} letters */
export function within(x, letters) {
  const room = Math.max(0, ((width() - LETTER_PX * letters) / 2) * view.scale);
  return Math.max(view.x - room, Math.min(view.x + room, x));
}

/** The place for a text nearest to a point, above it or below or beside, where it covers nothing that is taken.
 * @param {number[]} at mm @param {string} text @param {Taken[]} taken */
export function beside([x, y], text, taken) {
  const px = view.scale, wide = LETTER_PX * (text.length + 1) * px;
  const covered = (/** @type {number[]} */ [there, level]) => taken.some(({ at: [nx, ny], letters }) =>
    Math.abs(ny - level) < LINE_PX * px && Math.abs(nx - there) < (wide + LETTER_PX * letters * px) / 2);
  const ways = Array.from({ length: 31 }, (_, i) => y + (i % 2 ? -1 : 1) * (8 + 6 * Math.floor(i / 2)) * px)
    .flatMap((level) => [0, -0.5, 0.5, -1, 1].map((share) => [within(x + share * wide, text.length), level]));
  return ways.find((there) => !covered(there)) ?? ways[0];
}
