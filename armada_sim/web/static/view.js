// Between the table (mm, y up) and the screen: what part is shown.

import { covered } from "./sheet.js";
import { spot } from "./shapes.js";
import { state } from "./state.js";

/** Of the page. */
export const theBoard = () => /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.getElementById("board")));

/** Centre in mm and mm per pixel. */
export const view = { x: 457.2, y: 457.2, scale: 1 };

const CLOSEST = 0.02;
const WIDEST = 20;

/** mm. Around ships: what a large one covers in a step. */
const ROOM = 85;

/** Pixels. As high as the box of clearances is with two lines. */
const BOX_PX = 64;

/** Pixels. As far as the handle of a piece goes ahead of it. */
const HANDLE_PX = 44;

/** @param {SVGSVGElement} board */
export const size = (board) => ({ width: board.clientWidth || 800, height: board.clientHeight || 600 });

/** @param {SVGSVGElement} board */
export function viewBox(board) {
  const { width, height } = size(board);
  const w = width * view.scale, h = height * view.scale;
  return `${view.x - w / 2} ${-view.y - h / 2} ${w} ${h}`;
}

/** A point of the screen on the table. @param {SVGSVGElement} board @param {{clientX: number, clientY: number}} at */
export function onTable(board, at) {
  const frame = board.getBoundingClientRect();
  return {
    x: view.x + (at.clientX - frame.left - frame.width / 2) * view.scale,
    y: view.y - (at.clientY - frame.top - frame.height / 2) * view.scale,
  };
}

/** @param {number} factor @param {{x: number, y: number}} about mm */
export function zoom(factor, about = view) {
  const scale = Math.min(WIDEST, Math.max(CLOSEST, view.scale * factor));
  const share = scale / view.scale;
  view.x = about.x + (view.x - about.x) * share;
  view.y = about.y + (view.y - about.y) * share;
  view.scale = scale;
}

/** Show the whole surface. @param {SVGSVGElement} board */
export const showAll = (board) => show(board, bounds());

/** Show ships and what they may reach; the whole surface where there are none.
 * @param {SVGSVGElement} board @param {string[]} names all, where none are named */
export function showShips(board, names = []) {
  const all = [...state.doc.ships, ...state.marks.coming];
  const bases = (names.length ? state.doc.ships.filter((ship) => names.includes(ship.name)) : all).map(spot);
  if (!bases.length) return showAll(board);
  const xs = bases.map((p) => p[0]), ys = bases.map((p) => p[1]);
  show(board, [Math.min(...xs) - ROOM, Math.min(...ys) - ROOM, Math.max(...xs) + ROOM, Math.max(...ys) + ROOM]);
}

/** The part of the board that nothing lies over, in pixels. @param {SVGSVGElement} board */
function open(board) {
  const { width, height } = size(board), top = document.getElementById("bar")?.offsetHeight ?? 0;
  const below = covered(board) || Math.max(document.getElementById("near")?.offsetHeight ?? 0, BOX_PX);
  return { width, height, top, bottom: Math.max(top + height / 5, height - below) };
}

/** @param {SVGSVGElement} board @param {number[]} bounds mm */
function show(board, [x0, y0, x1, y1]) {
  const { width, height, top, bottom } = open(board);
  view.scale = 1.06 * Math.max((x1 - x0) / width, (y1 - y0) / (bottom - top));
  view.x = (x0 + x1) / 2;
  view.y = (y0 + y1) / 2 + ((top + bottom - height) / 2) * view.scale;
}

/** Bring points into the open part of the board: move what is shown as little as needed, farther away only where they
 * have no room. @param {SVGSVGElement} board @param {number[][]} points mm */
export function keepInView(board, points) {
  if (!points.length) return;
  const { width, height, top, bottom } = open(board), xs = points.map((p) => p[0]), ys = points.map((p) => p[1]);
  const room = HANDLE_PX * view.scale, [x0, x1] = [Math.min(...xs) - room, Math.max(...xs) + room], [y0, y1] = [Math.min(...ys) - room, Math.max(...ys) + room];
  if (x1 - x0 > width * view.scale || y1 - y0 > (bottom - top) * view.scale) return show(board, [x0, y0, x1, y1]);
  const left = view.x - (width / 2) * view.scale, right = view.x + (width / 2) * view.scale;
  const up = view.y + (height / 2 - top) * view.scale, down = view.y + (height / 2 - bottom) * view.scale;
  view.x += Math.min(0, x0 - left) + Math.max(0, x1 - right);
  view.y += Math.min(0, y0 - down) + Math.max(0, y1 - up);
}

function bounds() {
  const surface = state.doc.surface ?? {};
  if (surface.rectangle) return [0, 0, ...surface.rectangle];
  if (surface.disc) {
    const { center: [x, y], radius } = surface.disc;
    return [x - radius, y - radius, x + radius, y + radius];
  }
  const points = surface.polygon ?? state.doc.ships.map(spot);
  if (!points.length) return [0, 0, 914.4, 914.4];
  const xs = points.map((p) => p[0]), ys = points.map((p) => p[1]);
  const room = surface.polygon ? 0 : ROOM;
  return [Math.min(...xs) - room, Math.min(...ys) - room, Math.max(...xs) + room, Math.max(...ys) + room];
}
