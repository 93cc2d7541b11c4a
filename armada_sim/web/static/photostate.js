// A photo of a table on the page: the picture, the marks on it by hand, and what the server finds of these. How a picture is
// sent and read by itself stands in photoread.js.

import { latest } from "./api.js";
import { announce, soon } from "./dom.js";
import { history } from "./history.js";
import { keepPicture, keptPicture } from "./photokeep.js";
import { edit, emptyDraft, state } from "./state.js";
import { local } from "./storage.js";
import { say } from "./words.js";

/** @typedef {[number, number]} Pixel
 * @typedef {{at: Pixel, corner?: string}} Mark
 * @typedef {{name: string, player: string, size: import("./state.js").Ship["size"], marks: Mark[]}} Marked
 * @typedef {import("./answers.js").ReadShipRow & {at: Pixel, fits: boolean, sized?: boolean, fresh?: boolean}} Seen
 * a ship that was read; `at` a point on it, `fits` its wire lies about where it does, `sized` its size was said, `fresh` it
 * was pointed at and has not been read yet
 * @typedef {Omit<import("./answers.js").PictureRead, "picture" | "ships"> & {ships: Seen[], touched: boolean}} Read
 * `touched`: ships were corrected, so that these alone are read again */

export const MOST_MARKS = 5;
export const LEAST_MARKS = 3;
const LEAST_SHIPS = 2;
const REFERENCE_CORNERS = 4;
const MOST_BYTES = 40e6;
const KEPT = "armada-photo";

/** mm of known sheets; `own` is typed, and `ships` are known themselves. @type {Record<string, [number, number]>} */
export const SHEETS = { a4: [297, 210], letter: [279.4, 215.9] };

export const photo = {
  url: "",
  /** @type {File | null} */
  file: null,
  /** @type {ImageBitmap | null} */
  pixels: null,
  /** who finds the ships: the server, or a hand that marks; empty until that is asked
   * @type {"" | "read" | "hand"} */
  way: "",
  /** @type {Read | null} */
  read: null,
  /** what goes on @type {"" | "sending" | "reading"} */
  busy: "",
  /** the ship of `read` that is being corrected; `SHEET` the sheet */
  picked: -1,
  /** what was said of the sheet: one of `SHEETS`, own, ships; empty leaves it to be found */
  lies: "",
  /** about where its corners are, where that was said @type {Pixel[]} */
  laid: [],
  /** questions that were answered by leaving things as they are @type {string[]} */
  left: [],
  /** why no picture can be read by itself, in words */
  unread: "",
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
  /** @type {import("./answers.js").PhotoAnswer | null} what was found of the marks as they are */
  found: null,
  failed: "",
  /** why no photo can be fitted, in words */
  missing: "",
};

/** Steps of the marks. */
export const marks = history("armada-photo-steps", () => {
  const { sheet, own, surface, corners, ships, read, lies, laid, left } = photo;
  return { sheet, own, surface, corners, ships, read, lies, laid, left };
}, (then) => {
  Object.assign(photo, then, { failed: "" });
  withdrawn.forEach((act) => act());
  marked();
}, () => ({ target: photo.target, picked: photo.picked }));

/** @type {(() => void)[]} */
const listeners = [];

/** @type {(() => void)[]} */
const withdrawn = [];

/** @param {() => void} act called when what is being asked is wanted no more: something was undone, or marks are made */
export const onWithdrawn = (act) => withdrawn.push(act);

/** @type {((again: boolean) => void)[]} */
const arrivals = [];

/** @param {(again: boolean) => void} act called when a picture is there: another one, or that of which all is kept */
export const onPicture = (act) => arrivals.push(act);

/** @param {() => void} listener called when marks or what was found of them changed */
export const onPhoto = (listener) => listeners.push(listener);

/** Whether ships alone are the reference. */
export const alone = () => photo.sheet === "ships";

/** Whether the reference is marked, as far as it has to be. */
export const known = () => alone() || photo.corners.length === REFERENCE_CORNERS;

const ready = () => photo.ships.filter((ship) => ship.marks.length >= LEAST_MARKS);

const enough = () => known() && ready().length >= (alone() ? LEAST_SHIPS : 1);

/** Marks changed for good, which can be undone: everything is kept, asked and drawn anew. */
export function marked() {
  marks.settled();
  keep();
  refit();
}

/** What was read is as it is meant: no step of its own. */
export function amended() {
  marks.amended();
  keep();
  told();
}

/** What was read was corrected, which can be undone. */
export function corrected() {
  marks.settled();
  keep();
  told();
}

function keep() {
  const { sheet, own, surface, corners, ships, target, width, height, way, read, lies, laid, left } = photo;
  local.write(KEPT, JSON.stringify({ sheet, own, surface, corners, ships, target, width, height, way, read, lies, laid, left }));
}

/** Asked and drawn anew, while a mark is held too. */
function refit() {
  if (photo.way === "read") return told();
  if (!enough()) Object.assign(photo, { found: null, failed: "" });
  else {
    ask("/api/photo", {
      dispute: { rules: state.doc.rules }, show_in: state.unit, picture: [photo.width, photo.height],
      ...(alone() ? {} : { reference: { size: size(), corners: photo.corners } }),
      ships: ready().map(({ name, size, marks }) => ({ name, size, marks })),
    });
  }
  told();
}

/** What the browser kept: the marks, the last steps, and the picture if there was room for it. */
export async function restorePhoto() {
  const kept = local.read(KEPT);
  if (kept === null) return;
  Object.assign(photo, JSON.parse(kept));
  marks.begin(true);
  const picture = await keptPicture();
  if (picture) await choosePicture(picture);
}

/** Whether there are marks of a picture that is not here any more. */
export const lost = () => !photo.url && (photo.corners.length > 0 || photo.ships.some((ship) => ship.marks.length > 0));

export const told = () => listeners.forEach((listener) => listener());

const ask = latest((answer, /** @type {"/api/photo"} */ _) => {
  if (!enough() || photo.way === "read") return;
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

/** A picture to mark; one as large as that whose marks were kept gets these. @param {File | undefined} file */
export async function choosePicture(file) {
  if (!file) return;
  chosen += 1;
  const turn = chosen;
  if (file.size > MOST_BYTES) return refused("photo_too_large");
  /** @type {ImageBitmap} */
  let pixels;
  try {
    pixels = await createImageBitmap(file);
  } catch {
    return refused("photo_unreadable");
  }
  if (turn !== chosen) return; // another one was chosen meanwhile
  const { width, height } = pixels, again = !photo.url && photo.width === width && photo.height === height;
  URL.revokeObjectURL(photo.url);
  photo.pixels?.close();
  Object.assign(photo, { url: URL.createObjectURL(file), file, pixels, width, height, failed: "" });
  if (!again) {
    Object.assign(photo, { corners: [], ships: [], target: -1, found: null, read: null, picked: -1, laid: [], left: [] });
    marks.begin(false);
    if (alone()) addShip();
  }
  arrivals.forEach((act) => act(again));
  marked();
  await keepPicture(file);
}

/** How many pictures were chosen so far. */
let chosen = 0;

/** A picture that cannot be taken: all that was there stays. @param {string} why */
function refused(why) {
  photo.failed = say(why);
  announce(photo.failed);
  told();
}

/** What lies on the table besides ships. @param {string} kind */
export function chooseSheet(kind) {
  photo.sheet = kind;
  photo.surface &&= kind === "own";
  if (!known()) photo.target = -1;
  else if (!photo.ships.length) addShip();
  marked();
}

/** Whether a point can be marked now. */
export function wanted() {
  if (!photo.url || photo.way !== "hand") return false;
  if (photo.target < 0) return !known();
  return (photo.ships[photo.target]?.marks.length ?? MOST_MARKS) < MOST_MARKS;
}

/** Mark a point, as a corner of the reference or of the ship whose turn it is. @param {Pixel} at */
export function mark(at) {
  if (!wanted()) return;
  if (photo.target >= 0) photo.ships[photo.target].marks.push({ at });
  else {
    photo.corners.push(at);
    if (known()) addShip();
  }
  marked();
}

/** A ship to mark next, like the one before. */
export function nextShip() {
  addShip();
  marked();
}

function addShip() {
  const last = photo.ships.at(-1), player = last?.player ?? "red";
  if (!last || last.marks.length) photo.ships.push({ name: named(player), player, size: last?.size ?? "medium", marks: [] });
  photo.target = photo.ships.length - 1;
}

/** Say which corners the marks on a ship are. @param {Marked} ship @param {string[]} corners */
export function taken(ship, corners) {
  ship.marks.forEach((mark, i) => (mark.corner = corners[i]));
  marked();
}

/** @param {string} player */
export function named(player) {
  const there = photo.way === "read" ? photo.read?.ships ?? [] : photo.ships;
  const taken = new Set(there.map((ship) => ship.name)), letter = (player[0] ?? "S").toUpperCase();
  let n = 1;
  while (taken.has(`${letter}${n}`)) n += 1;
  return `${letter}${n}`;
}

/** A mark's place in the lists: of the reference (-1) or of a ship, and its number. @param {number} ship @param {number} number */
export const markAt = (ship, number) => (ship < 0 ? photo.corners[number] : photo.ships[ship]?.marks[number]?.at);

/** A mark is moved, for good when `marked` is called. @param {number} ship @param {number} number @param {Pixel} at */
export function moveMark(ship, number, at) {
  const x = Math.min(photo.width, Math.max(0, at[0])), y = Math.min(photo.height, Math.max(0, at[1]));
  if (ship < 0) photo.corners[number] = [x, y];
  else photo.ships[ship].marks[number].at = [x, y];
  soon(refit);
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
  if (!found) return;
  const ships = found.ships.map((ship) => {
    const { player, size } = /** @type {Marked} */ (photo.ships.find((one) => one.name === ship.name));
    return { name: ship.name, player, size, base: ship.base, heading: ship.heading, damage: 0 };
  });
  lay(ships, found.tolerance, photo.surface ? found.size ?? size() : null);
}

/** Ships as those of the table, in place of what lies there. @param {import("./state.js").Ship[]} ships
 * @param {number} tolerance mm @param {[number, number] | null} surface mm; null: a table without edges */
export function lay(ships, tolerance, surface) {
  edit((doc) => {
    /** @type {Record<string, unknown>} */
    const rules = typeof doc.rules === "string" ? { preset: doc.rules } : { ...doc.rules };
    if (surface) {
      delete rules.surface;
      doc.surface = { rectangle: surface };
    } else {
      rules.surface = "unbounded";
      delete doc.surface;
    }
    doc.rules = rules;
    doc.tolerance = { position: tolerance };
    doc.objects = [];
    doc.ships = ships;
    state.chosen = doc.ships[0].name;
    state.draft = { ...emptyDraft(), ship: state.chosen };
    state.tab = "question";
  });
}
