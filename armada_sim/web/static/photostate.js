// A photo of a table on the page: the picture, the marks on it, and what the server finds. The picture never leaves the browser.

import { latest } from "./api.js";
import { announce } from "./dom.js";
import { edit, emptyDraft, state } from "./state.js";
import { say } from "./words.js";

/** @typedef {[number, number]} Pixel
 * @typedef {{at: Pixel, corner?: string}} Mark
 * @typedef {{name: string, player: string, size: string, marks: Mark[]}} Marked */

export const MOST_MARKS = 5;
const LEAST_MARKS = 3;
const REFERENCE_CORNERS = 4;

/** mm of known sheets; `own` is typed. @type {Record<string, [number, number]>} */
export const SHEETS = { a4: [297, 210], letter: [279.4, 215.9] };

export const photo = {
  url: "",
  width: 0,
  height: 0,
  sheet: "a4",
  /** @type {[number, number]} mm, of a rectangle that is no sheet */
  own: [600, 400],
  /** whether the reference is the playing surface */
  surface: false,
  /** @type {Pixel[]} */
  corners: [],
  /** @type {Marked[]} */
  ships: [],
  /** the ship that is marked next; -1 marks the reference */
  target: -1,
  /** @type {any} what was found of the marks as they are */
  found: null,
  failed: "",
};

/** @type {(() => void)[]} */
const listeners = [];

/** @param {() => void} listener called when marks or what was found of them changed */
export const onPhoto = (listener) => listeners.push(listener);

/** Marks changed: everything is drawn, and asked, anew. */
export function marked() {
  const ready = photo.ships.filter((ship) => ship.marks.length >= LEAST_MARKS);
  if (photo.corners.length < REFERENCE_CORNERS || !ready.length) photo.found = null;
  else {
    ask("api/photo", {
      dispute: { rules: state.doc.rules }, show_in: state.unit, picture: [photo.width, photo.height],
      reference: { size: size(), corners: photo.corners },
      ships: ready.map(({ name, size, marks }) => ({ name, size, marks })),
    });
  }
  told();
}

const told = () => listeners.forEach((listener) => listener());

const ask = latest((answer) => {
  photo.found = answer;
  photo.failed = "";
  announce(answer.text);
  told();
}, (error) => {
  photo.found = null;
  photo.failed = error.message;
  announce(error.message);
  told();
});

/** mm of the reference. */
const size = () => SHEETS[photo.sheet] ?? photo.own;

/** A picture to mark. @param {File | undefined} file */
export async function choosePicture(file) {
  if (!file) return;
  try {
    const picture = await createImageBitmap(file);
    URL.revokeObjectURL(photo.url);
    Object.assign(photo, {
      url: URL.createObjectURL(file), width: picture.width, height: picture.height, corners: [], ships: [], target: -1, found: null, failed: "",
    });
    picture.close();
  } catch {
    photo.failed = say("photo_unreadable");
  }
  marked();
}

/** Whether a point can be marked now. */
export function wanted() {
  if (!photo.url) return false;
  if (photo.target < 0) return photo.corners.length < REFERENCE_CORNERS;
  return (photo.ships[photo.target]?.marks.length ?? MOST_MARKS) < MOST_MARKS;
}

/** Mark a point, as a corner of the reference or of the ship whose turn it is; the first of a ship is its tip. @param {Pixel} at */
export function mark(at) {
  if (!wanted()) return;
  if (photo.target >= 0) {
    const { marks } = photo.ships[photo.target];
    marks.push(marks.length ? { at } : { at, corner: "tip" });
  } else {
    photo.corners.push(at);
    if (photo.corners.length === REFERENCE_CORNERS) return nextShip();
  }
  marked();
}

/** A ship to mark next, like the one before. */
export function nextShip() {
  const last = photo.ships.at(-1);
  if (last && !last.marks.length) photo.target = photo.ships.length - 1;
  else {
    const player = last?.player ?? "red";
    photo.ships.push({ name: named(player), player, size: last?.size ?? "medium", marks: [] });
    photo.target = photo.ships.length - 1;
  }
  marked();
}

/** @param {string} player */
export function named(player) {
  const taken = new Set(photo.ships.map((ship) => ship.name)), letter = (player[0] ?? "S").toUpperCase();
  let n = 1;
  while (taken.has(`${letter}${n}`)) n += 1;
  return `${letter}${n}`;
}

/** A mark's place in the lists: of the reference (-1) or of a ship, and its number. @param {number} ship @param {number} number */
export const markAt = (ship, number) => (ship < 0 ? photo.corners[number] : photo.ships[ship]?.marks[number]?.at);

/** @param {number} ship @param {number} number @param {Pixel} at */
export function moveMark(ship, number, at) {
  const x = Math.min(photo.width, Math.max(0, at[0])), y = Math.min(photo.height, Math.max(0, at[1]));
  if (ship < 0) photo.corners[number] = [x, y];
  else photo.ships[ship].marks[number].at = [x, y];
  marked();
}

/** @param {number} ship @param {number} number */
export function removeMark(ship, number) {
  (ship < 0 ? photo.corners : photo.ships[ship].marks).splice(number, 1);
  photo.target = ship;
  marked();
}

/** Put what was found on the table, in place of what lies there; undo brings that back. */
export function putOnTable() {
  const { found } = photo;
  edit((doc) => {
    const rules = typeof doc.rules === "string" ? { preset: doc.rules } : { ...doc.rules };
    if (photo.surface) {
      delete rules.surface;
      doc.surface = { rectangle: found.size };
    } else {
      rules.surface = "unbounded";
      delete doc.surface;
    }
    doc.rules = rules;
    doc.tolerance = { position: found.tolerance };
    doc.objects = [];
    doc.ships = found.ships.map((/** @type {any} */ ship) => {
      const { player, size } = /** @type {Marked} */ (photo.ships.find((one) => one.name === ship.name));
      return { name: ship.name, player, size, base: ship.base, heading: ship.heading, damage: 0 };
    });
    state.chosen = doc.ships[0].name;
    state.draft = { ...emptyDraft(), ship: state.chosen };
    state.tab = "question";
  });
}
