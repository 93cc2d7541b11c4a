// The photo with its marks and the ships that were found, drawn over it; marks are made, held and nudged here.

import { announce, svg } from "./dom.js";
import { looks } from "./looks.js";
import { mark, markAt, marked, moveMark, photo, removeMark, wanted } from "./photostate.js";
import { state } from "./state.js";
import { say } from "./words.js";

/** @typedef {import("./photostate.js").Pixel} Pixel */

const LOUPE = 4;
const LOUPE_PX = 130;
const HELD_PX = 16;
const SPACE = "http://www.w3.org/2000/svg";

/** What is shown: the middle in the picture's pixels, and how many of them a pixel of the screen takes. */
const shown = { x: 0, y: 0, scale: 1, url: "" };
/** @type {Pixel | null} a point that is about to be marked, or the keyboard's cross */
let aim = null;
/** @type {{ship: number, number: number} | null} a mark that is held */
let held = null;
/** @type {SVGSVGElement} */
let board;

/** @param {SVGSVGElement} place */
export function photoBoard(place) {
  board = place;
  new ResizeObserver(drawPhoto).observe(board);
  pointers();
  board.addEventListener("keydown", pressed);
  board.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoomPhoto(1.0015 ** event.deltaY, onPicture(event));
  }, { passive: false });
}

/** @param {number} factor @param {Pixel} about */
export function zoomPhoto(factor, about = [shown.x, shown.y]) {
  const scale = Math.min(fitting() * 1.5, Math.max(0.02, shown.scale * factor)), share = scale / shown.scale;
  shown.x = about[0] + (shown.x - about[0]) * share;
  shown.y = about[1] + (shown.y - about[1]) * share;
  shown.scale = scale;
  drawPhoto();
}

export function wholePhoto() {
  Object.assign(shown, { x: photo.width / 2, y: photo.height / 2, scale: fitting(), url: photo.url });
  drawPhoto();
}

const fitting = () => Math.max(photo.width / (board.clientWidth || 1), photo.height / (board.clientHeight || 1)) || 1;

/** @param {{clientX: number, clientY: number}} at @returns {Pixel} */
function onPicture(at) {
  const frame = board.getBoundingClientRect();
  return [shown.x + (at.clientX - frame.left - frame.width / 2) * shown.scale, shown.y + (at.clientY - frame.top - frame.height / 2) * shown.scale];
}

export function drawPhoto() {
  if (state.tab !== "photo" || !photo.url || !board.clientWidth) return board.replaceChildren();
  if (shown.url !== photo.url) return wholePhoto();
  const w = board.clientWidth * shown.scale, h = board.clientHeight * shown.scale;
  board.setAttribute("viewBox", `${shown.x - w / 2} ${shown.y - h / 2} ${w} ${h}`);
  board.setAttribute("aria-label", say("photo"));
  const focused = document.activeElement?.getAttribute("data-mark");
  const image = () => svg("image", { href: photo.url, width: photo.width, height: photo.height });
  board.replaceChildren(image(), ...wires(), ...marks(), ...cross(), ...loupe(image));
  if (focused) /** @type {SVGElement | null} */ (board.querySelector(`[data-mark="${focused}"]`))?.focus();
}

/** @param {number[][]} points */
const list = (points) => points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");

/** What was found, as it must look. */
function wires() {
  const { found } = photo;
  if (!found) return [];
  const look = looks([...new Set(photo.ships.map((ship) => ship.player))]);
  const ships = found.ships.map((ship) => {
    const player = photo.ships.find((one) => one.name === ship.name)?.player ?? "";
    const behind = (/** @type {number[]} */ [a, b]) => ship.hidden[a] || ship.hidden[b];
    const others = ship.others.flatMap((other, i) =>
      [...wire("other", other.wire, found.edges), label(other.wire, String(i + 1), i + 1)]);
    return svg(
      "g", { class: `look-${look.get(player)}`, "data-wire": ship.name }, ...others,
      ...wire("hidden-edge", ship.wire, found.edges.filter(behind)), ...wire("", ship.wire, found.edges.filter((edge) => !behind(edge))),
      label(ship.wire, ship.name),
    );
  });
  const round = found.reference.map((_, i) => [i, (i + 1) % 4]);
  return [...wire("sheet", found.reference, round), ...ships];
}

/** Edges as one line over a white and a black one, so that they are seen on anything.
 * @param {string} kind @param {Pixel[]} corners @param {number[][]} edges */
function wire(kind, corners, edges) {
  const d = edges.map(([a, b]) => `M${list([corners[a]])}L${list([corners[b]])}`).join("");
  return d ? ["black", "white", "hue"].map((paint) => svg("path", { class: `wire ${paint} ${kind}`, d })) : [];
}

/** In the middle of corners, or so many lines below it. @param {Pixel[]} corners @param {string} text @param {number} line */
function label(corners, text, line = 0) {
  const [x, y] = [0, 1].map((k) => corners.reduce((sum, corner) => sum + corner[k] / corners.length, 0));
  return svg("text", { x, y: y + 16 * line * shown.scale, "font-size": 14 * shown.scale }, text);
}

function marks() {
  const corners = photo.corners.map((at, i) => dot(at, -1, i, say("photo_reference")));
  return [...corners, ...photo.ships.flatMap((ship, k) => ship.marks.map((one, i) => dot(one.at, k, i, ship.name)))];
}

/** @param {Pixel} at @param {number} ship @param {number} number @param {string} of */
function dot([x, y], ship, number, of) {
  const px = shown.scale, chosen = ship === photo.target;
  return svg(
    "g", { class: `mark-dot${chosen ? " chosen" : ""}`, "data-mark": `${ship}.${number}`, tabindex: 0, role: "button", "aria-label": `${of}, ${say("photo_mark", { n: number + 1 })}` },
    svg("circle", { class: "hold", cx: x, cy: y, r: HELD_PX * px }),
    svg("circle", { class: "ring dark", cx: x, cy: y, r: (chosen ? 8 : 6) * px }),
    svg("circle", { class: "ring", cx: x, cy: y, r: (chosen ? 8 : 6) * px }),
    svg("circle", { class: "point", cx: x, cy: y, r: 1.2 * px }),
  );
}

function cross() {
  if (!aim) return [];
  const [x, y] = aim, reach = 14 * shown.scale;
  return [svg("path", { class: "cross", d: `M${x - reach},${y}H${x + reach}M${x},${y - reach}V${y + reach}` })];
}

/** What lies under the finger, larger, above it or below. @param {() => SVGElement} image */
function loupe(image) {
  const at = held ? markAt(held.ship, held.number) : aim;
  if (!at) return [];
  const px = shown.scale, side = LOUPE_PX * px, half = side / 2, seen = side / LOUPE / Math.max(1, px);
  const top = shown.y - (board.clientHeight * px) / 2;
  const above = at[1] - side - 40 * px > top;
  const x = Math.min(shown.x + (board.clientWidth * px) / 2 - side, Math.max(shown.x - (board.clientWidth * px) / 2, at[0] - half));
  const y = above ? at[1] - side - 40 * px : at[1] + 40 * px;
  const inner = document.createElementNS(SPACE, "svg");
  for (const [name, value] of Object.entries({ x, y, width: side, height: side, viewBox: `${at[0] - seen / 2} ${at[1] - seen / 2} ${seen} ${seen}` })) {
    inner.setAttribute(name, String(value));
  }
  inner.append(image(), svg("path", { class: "cross", d: `M${at[0] - seen},${at[1]}h${2 * seen}M${at[0]},${at[1] - seen}v${2 * seen}` }));
  return [inner, svg("rect", { class: "loupe", x, y, width: side, height: side })];
}

function pointers() {
  /** @type {Map<number, PointerEvent>} */
  const fingers = new Map();
  /** @type {{from: Pixel, x: number, y: number} | null} */
  let pan = null;
  board.addEventListener("pointerdown", (event) => {
    if (!photo.url) return;
    event.preventDefault();
    fingers.set(event.pointerId, event);
    board.setPointerCapture(event.pointerId);
    aim = held = pan = null;
    if (fingers.size > 1) return drawPhoto();
    const given = /** @type {Element} */ (event.target).closest("[data-mark]")?.getAttribute("data-mark")?.split(".").map(Number);
    if (given) {
      held = { ship: given[0], number: given[1] };
      photo.target = given[0];
    } else if (event.button === 0 && wanted()) aim = onPicture(event);
    else pan = { from: onPicture(event), x: shown.x, y: shown.y };
    drawPhoto();
  });
  board.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    fingers.set(event.pointerId, event);
    if (fingers.size > 1) return pinch(fingers, before, event);
    if (held) moveMark(held.ship, held.number, onPicture(event));
    else if (aim) aim = onPicture(event);
    else if (pan) {
      const at = onPicture(event);
      shown.x += pan.from[0] - at[0];
      shown.y += pan.from[1] - at[1];
    }
    drawPhoto();
  });
  for (const name of ["pointerup", "pointercancel"]) {
    board.addEventListener(name, (event) => {
      fingers.delete(/** @type {PointerEvent} */ (event).pointerId);
      const at = name === "pointerup" && aim ? inside(aim) : null, moved = held;
      aim = held = pan = null;
      if (at) mark(at);
      else if (moved) marked();
      else drawPhoto();
    });
  }
}

/** @param {Pixel} at @returns {Pixel | null} */
const inside = (at) => (at[0] >= 0 && at[1] >= 0 && at[0] <= photo.width && at[1] <= photo.height ? at : null);

/** @param {Map<number, PointerEvent>} fingers @param {PointerEvent} before @param {PointerEvent} now */
function pinch(fingers, before, now) {
  const other = [...fingers.values()].find((one) => one.pointerId !== now.pointerId);
  if (!other) return;
  const apart = (/** @type {PointerEvent} */ one) => Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
  const middle = { clientX: (now.clientX + other.clientX) / 2, clientY: (now.clientY + other.clientY) / 2 };
  shown.x -= ((now.clientX - before.clientX) / 2) * shown.scale;
  shown.y -= ((now.clientY - before.clientY) / 2) * shown.scale;
  zoomPhoto(apart(before) / apart(now), onPicture(middle));
}

/** @type {Record<string, Pixel>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Arrows nudge a mark by a pixel of the picture, with Shift a quarter; without one they carry a cross that Enter marks at.
 * @param {KeyboardEvent} event */
function pressed(event) {
  const given = /** @type {Element} */ (event.target).getAttribute("data-mark")?.split(".").map(Number), by = ARROWS[event.key];
  if (given && by) {
    const [x, y] = markAt(given[0], given[1]), step = event.shiftKey ? 0.25 : 1;
    moveMark(given[0], given[1], [x + by[0] * step, y + by[1] * step]);
    marked();
  } else if (given && event.key === "Delete") removeMark(given[0], given[1]);
  else if (by && wanted()) {
    const step = (event.shiftKey ? 1 : 12) * shown.scale;
    aim = inside([(aim?.[0] ?? shown.x) + by[0] * step, (aim?.[1] ?? shown.y) + by[1] * step]) ?? aim;
    drawPhoto();
  } else if (event.key === "Enter" && aim) {
    mark(aim);
    announce(say("photo_marked"));
  } else if (event.key === "+" || event.key === "-") zoomPhoto(event.key === "+" ? 0.8 : 1.25);
  else return;
  event.preventDefault();
  event.stopPropagation();
}
