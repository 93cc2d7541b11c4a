// The photo with what was read off it, or with its marks and the ships that were found of them: marks and corners of wires
// are made, held and nudged here, and ships picked.

import { announce, svg } from "./dom.js";
import { looks } from "./looks.js";
import { cornerMoved, middle, moveCorner, point, SHEET } from "./photoread.js";
import { snapped } from "./photosnap.js";
import { mark, markAt, marked, moveMark, photo, removeMark, told, wanted } from "./photostate.js";
import { accuracy, onPick, pick } from "./phototabread.js";
import { boxOf, LINE_PX, tags } from "./phototags.js";
import { state } from "./state.js";
import { say } from "./words.js";

/** @typedef {import("./photostate.js").Pixel} Pixel */

const LOUPE = 4;
const LOUPE_PX = 130;
const HELD_PX = 16;
/** Pixels of the screen: how far a mark is moved to what the picture shows beside it, and so near to another it is not. */
const SNAP_PX = 10;
const APART_PX = 4;
/** A finger that moves less taps. */
const TAP_PX = 8;
/** From a wire, within which a tap is on it. */
const NEAR_PX = 12;
/** Of the board: as large is what is picked. */
const PICKED_SHARE = 0.4;
/** Pixels of the picture for one of the screen. */
const LEAST_SCALE = 0.25;
/** Milliseconds after the last nudge of a corner, before the picture is read again. */
const NUDGED_MS = 500;
const WIRE = ["base_right", "base_left", "tip", "upper_right", "upper_left"];
const SPACE = "http://www.w3.org/2000/svg";

/** What is shown: the middle in the picture's pixels, and how many of them a pixel of the screen takes. */
const shown = { x: 0, y: 0, scale: 1, url: "" };
/** @type {Pixel | null} a point that is about to be marked, or the keyboard's cross */
let aim = null;
/** @type {{ship: number, number: number, corner: boolean} | null} a mark that is held, or a corner of what was read */
let held = null;
/** Whether it was moved since a finger came down on it. */
let carried = false;
let nudged = 0;
/** @type {SVGSVGElement} */
let board;

/** @param {SVGSVGElement} place */
export function photoBoard(place) {
  board = place;
  new ResizeObserver(drawPhoto).observe(board);
  onPick(lookAt);
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

/** What is picked is shown so large that its corners can be held. @param {number} number */
function lookAt(number) {
  const wire = number === SHEET ? photo.read?.sheet : photo.read?.ships[number]?.wire;
  if (!wire?.length) return wholePhoto();
  const { x0, y0, x1, y1 } = boxOf(wire);
  const scale = Math.max(x1 - x0, y1 - y0) / (PICKED_SHARE * Math.min(board.clientWidth, board.clientHeight) || 1);
  Object.assign(shown, { x: (x0 + x1) / 2, y: (y0 + y1) / 2, scale: Math.min(fitting(), Math.max(LEAST_SCALE, scale)) });
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
  const focused = ["data-mark", "data-corner"].flatMap((name) => {
    const value = document.activeElement?.getAttribute(name);
    return value ? [`[${name}="${value}"]`] : [];
  });
  const image = () => svg("image", { href: photo.url, width: photo.width, height: photo.height });
  board.replaceChildren(image(), ...(photo.way === "read" ? reading() : photo.way ? [...wires(), ...marks()] : []), ...cross(), ...loupe(image));
  for (const selector of focused) /** @type {SVGElement | null} */ (board.querySelector(selector))?.focus();
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

/** What was read: wires with names and accuracies, and the corners of what is picked. */
function reading() {
  const { read } = photo, px = shown.scale;
  if (!read) return [];
  const look = looks([...new Set(read.ships.map((ship) => ship.player))]);
  const behind = (/** @type {import("./photostate.js").Seen} */ ship, /** @type {number[]} */ [a, b]) => ship.hidden[a] || ship.hidden[b];
  const ships = read.ships.map((ship, i) => svg(
    "g", { class: `look-${look.get(ship.player)}${i === photo.picked ? " picked" : ""}`, "data-wire": ship.name, "data-known": String(ship.tolerance !== null) },
    ...(ship.wire.length ? [
      ...wire("hidden-edge", ship.wire, read.edges.filter((edge) => behind(ship, edge))),
      ...wire(ship.tolerance === null ? "other" : "", ship.wire, read.edges.filter((edge) => !behind(ship, edge))),
    ] : ["ring dark", "ring"].map((kind) => svg("circle", { class: kind, cx: ship.at[0], cy: ship.at[1], r: 12 * px }))),
  ));
  const round = read.sheet.map((_, i) => [i, (i + 1) % read.sheet.length]);
  return [...wire("sheet", read.sheet, round), ...ships, ...names(read.ships), ...corners()];
}

/** @param {import("./photostate.js").Seen[]} ships */
function names(ships) {
  const px = shown.scale, w = board.clientWidth * px, h = board.clientHeight * px;
  const onScreen = (/** @type {Pixel} */ [x, y]) => /** @type {Pixel} */ ([(x - shown.x + w / 2) / px, (y - shown.y + h / 2) / px]);
  const wanted = ships.map((ship) => ({
    key: ship.name, around: (ship.wire.length ? ship.wire : [ship.at]).map(onScreen),
    lines: ship.fresh ? [ship.name] : [`${ship.name} ${accuracy(ship)}`, say(ship.size)],
  }));
  const placed = tags(wanted, { x0: 0, y0: document.getElementById("bar")?.offsetHeight ?? 0, x1: board.clientWidth, y1: board.clientHeight });
  return [...placed].map(([key, { at: [x, y], lines }]) => svg("g", { class: "tag", "data-tag": key }, ...lines.map((text, i) => svg("text", {
    x: x * px + shown.x - w / 2, y: (y + i * LINE_PX) * px + shown.y - h / 2, "font-size": 13 * px, "dominant-baseline": "central",
  }, text))));
}

/** Of what is picked, to be dragged. */
function corners() {
  const { read, picked } = photo, px = shown.scale, sheet = picked === SHEET, points = sheet ? read?.sheet : read?.ships[picked]?.wire;
  return (points ?? []).map(([x, y], i) => svg(
    "g", { class: "mark-dot chosen", "data-corner": `${picked}.${i}`, tabindex: 0, role: "button", "aria-label": sheet ? say("photo_mark", { n: i + 1 }) : say(`corner_${WIRE[i]}`) },
    svg("circle", { class: "hold", cx: x, cy: y, r: HELD_PX * px }), svg("circle", { class: "ring dark", cx: x, cy: y, r: 6 * px }),
    svg("circle", { class: "ring", cx: x, cy: y, r: 6 * px }), svg("circle", { class: "point", cx: x, cy: y, r: 1.2 * px }),
  ));
}

/** The ship that lies at a point; -1 where none does. @param {Pixel} at */
function shipAt(at) {
  const { read } = photo;
  let best = -1, nearest = Infinity;
  (read?.ships ?? []).forEach(({ wire, at: on }, i) => {
    const edges = (read?.edges ?? []).map(([a, b]) => (wire.length ? fromLine(at, wire[a], wire[b]) : Infinity));
    const off = wire.length && within(at, wire) ? 0 : Math.min(...edges, wire.length ? Infinity : Math.hypot(at[0] - on[0], at[1] - on[1]));
    const far = off + Math.hypot(...[0, 1].map((k) => at[k] - (wire.length ? middle(wire) : on)[k])) / 1e3;
    if (off <= NEAR_PX * shown.scale && far < nearest) [best, nearest] = [i, far];
  });
  return best;
}

/** @param {Pixel} p @param {Pixel} a @param {Pixel} b */
function fromLine(p, a, b) {
  const d = [b[0] - a[0], b[1] - a[1]], long = d[0] ** 2 + d[1] ** 2 || 1;
  const t = Math.max(0, Math.min(1, ((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / long));
  return Math.hypot(p[0] - a[0] - t * d[0], p[1] - a[1] - t * d[1]);
}

/** Whether a point lies within what corners span: in a triangle of three of them. @param {Pixel} p @param {Pixel[]} corners */
function within(p, corners) {
  const side = (/** @type {Pixel} */ a, /** @type {Pixel} */ b) => Math.sign((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]));
  return corners.some((a, i) => corners.slice(i + 1).some((b, j) => corners.slice(i + j + 2).some((c) => Math.abs(side(a, b) + side(b, c) + side(c, a)) === 3)));
}

/** A tap on what was read: a ship is picked or let go, or one that was missed is pointed at. @param {Pixel} at */
function tapped(at) {
  const number = shipAt(at);
  if (number >= 0) pick(number);
  else if (photo.picked !== -1) pick(photo.picked);
  else point(at);
}

/** Where a mark is meant that was made by hand, which may not fall on another one. @param {Pixel} at @param {number} ship @param {number} number */
function meant(at, ship, number) {
  if (!photo.pixels) return at;
  const found = snapped(photo.pixels, at, SNAP_PX * shown.scale), all = ship < 0 ? photo.corners : photo.ships[ship]?.marks.map((one) => one.at) ?? [];
  const free = all.every((other, i) => i === number || Math.hypot(other[0] - found[0], other[1] - found[1]) > APART_PX * shown.scale);
  return free ? inside(found) ?? at : at;
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
  const at = held ? heldAt(held) : aim;
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

/** @param {{ship: number, number: number, corner: boolean}} one @returns {Pixel | undefined} */
function heldAt({ ship, number, corner }) {
  if (!corner) return markAt(ship, number);
  return ship === SHEET ? photo.read?.sheet[number] : photo.read?.ships[ship]?.wire[number];
}

/** What an element is that can be held. @param {Element} element */
function handle(element) {
  const place = element.closest("[data-mark], [data-corner]"), corner = place?.hasAttribute("data-corner") ?? false;
  const given = place?.getAttribute(corner ? "data-corner" : "data-mark")?.split(".").map(Number);
  return given ? { ship: given[0], number: given[1], corner } : null;
}

function pointers() {
  /** @type {Map<number, PointerEvent>} */
  const fingers = new Map();
  /** @type {{from: Pixel, x: number, y: number} | null} */
  let pan = null;
  /** @type {{clientX: number, clientY: number} | null} where a finger came down that may tap */
  let down = null;
  board.addEventListener("pointerdown", (event) => {
    if (!photo.url) return;
    event.preventDefault();
    fingers.set(event.pointerId, event);
    board.setPointerCapture(event.pointerId);
    aim = held = pan = down = null;
    carried = false;
    if (fingers.size > 1) return drawPhoto();
    held = handle(/** @type {Element} */ (event.target));
    if (held) {
      if (!held.corner) photo.target = held.ship;
    } else if (event.button === 0 && wanted()) aim = onPicture(event);
    else {
      pan = { from: onPicture(event), x: shown.x, y: shown.y };
      if (event.button === 0 && photo.way === "read" && photo.read) down = event;
    }
    drawPhoto();
  });
  board.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    fingers.set(event.pointerId, event);
    if (fingers.size > 1) return pinch(fingers, before, event);
    if (down && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > TAP_PX) down = null;
    carried = true;
    if (held?.corner) moveCorner(held.ship, held.number, onPicture(event));
    else if (held) moveMark(held.ship, held.number, onPicture(event));
    else if (aim) aim = onPicture(event);
    else if (pan && !down) {
      const at = onPicture(event);
      shown.x += pan.from[0] - at[0];
      shown.y += pan.from[1] - at[1];
    }
    drawPhoto();
  });
  for (const name of ["pointerup", "pointercancel"]) {
    board.addEventListener(name, (event) => {
      fingers.delete(/** @type {PointerEvent} */ (event).pointerId);
      const ends = name === "pointerup", at = ends && aim ? inside(aim) : null, moved = held, tap = ends && down ? inside(onPicture(down)) : null;
      aim = held = pan = down = null;
      if (at) mark(meant(at, photo.target, -1));
      else if (moved?.corner) carried ? cornerMoved(moved.ship) : drawPhoto();
      else if (moved) {
        const there = markAt(moved.ship, moved.number);
        if (there && carried) moveMark(moved.ship, moved.number, meant(there, moved.ship, moved.number));
        marked();
      } else if (tap) tapped(tap);
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
  const given = handle(/** @type {Element} */ (event.target)), by = ARROWS[event.key], from = given && heldAt(given);
  const points = wanted() || (photo.way === "read" && photo.read !== null);
  if (given && from && by) {
    const step = event.shiftKey ? 0.25 : 1, to = /** @type {Pixel} */ ([from[0] + by[0] * step, from[1] + by[1] * step]);
    if (given.corner) {
      moveCorner(given.ship, given.number, to);
      clearTimeout(nudged);
      nudged = setTimeout(() => cornerMoved(given.ship), NUDGED_MS);
      told();
    } else {
      moveMark(given.ship, given.number, to);
      marked();
    }
  } else if (given && !given.corner && event.key === "Delete") removeMark(given.ship, given.number);
  else if (by && points) {
    const step = (event.shiftKey ? 1 : 12) * shown.scale;
    aim = inside([(aim?.[0] ?? shown.x) + by[0] * step, (aim?.[1] ?? shown.y) + by[1] * step]) ?? aim;
    drawPhoto();
  } else if (event.key === "Enter" && aim) {
    if (photo.way === "read") tapped(aim);
    else mark(aim);
    announce(say("photo_marked"));
  } else if (event.key === "+" || event.key === "-") zoomPhoto(event.key === "+" ? 0.8 : 1.25);
  else return;
  event.preventDefault();
  event.stopPropagation();
}
