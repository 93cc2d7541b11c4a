// A picture that the server reads by itself: it is sent once that was allowed, read, corrected by taps and read again. An
// answer that nobody waits for any more is never shown.

import { ask, Refused } from "./api.js";
import { announce } from "./dom.js";
import { amended, corrected, lay, marked, named, onPicture, onWithdrawn, photo, SHEETS, told } from "./photostate.js";
import { state } from "./state.js";
import { local } from "./storage.js";
import { say } from "./words.js";

/** @typedef {import("./photostate.js").Pixel} Pixel
 * @typedef {import("./photostate.js").Seen} Seen
 * @typedef {import("./answers.js").Doubt} Doubt */

/** In place of a ship's number: the sheet. */
export const SHEET = -2;

const ALLOWED = "armada-photo-send";
const GONE = 404;

/** The name of the picture at the server; empty where it is not there. */
let held = "";
/** @type {AbortController | null} what is being asked */
let asking = null;

onWithdrawn(stop);

onPicture((again) => {
  stop();
  forgotten();
  const allowed = local.read(ALLOWED);
  if (again && (photo.way === "hand" || photo.read)) return;
  if (again && photo.ships.some((ship) => ship.marks.length)) photo.way = "hand"; // kept by a page that knew no other
  else if (photo.unread || allowed === "no") photo.way = "hand";
  else if (allowed === "yes") readAll();
  else photo.way = "";
});

/** Whether pictures may be sent, as it was answered once. @param {boolean} allowed */
export function allow(allowed) {
  local.write(ALLOWED, allowed ? "yes" : "no");
  if (allowed) readAll();
  else byHand();
}

/** Marks are made by hand from here on. */
export function byHand() {
  stop();
  Object.assign(photo, { way: "hand", failed: "" });
  marked();
}

/** Ships are found by the server: all of them, or those that a person has corrected. Who wanted no picture sent is asked anew. */
export function readAll() {
  if (local.read(ALLOWED) === "no") local.drop(ALLOWED);
  photo.way = "read";
  marked();
  read();
}

function stop() {
  asking?.abort();
  asking = null;
  photo.busy = "";
}

/** The server forgets the picture that it holds. */
function forgotten() {
  if (held) ask("/api/photo/forget", { picture: held }).catch(() => undefined); // it goes by itself in a while
  held = "";
}

/** The same, and it is asked again before one is sent. */
export function forget() {
  stop();
  forgotten();
  local.drop(ALLOWED);
  announce(say("photo_forgotten"));
  told();
}

async function read() {
  if (local.read(ALLOWED) !== "yes") {
    photo.way = "";
    return told();
  }
  stop();
  const mine = asking = new AbortController();
  Object.assign(photo, { failed: "", busy: held ? "reading" : "sending" });
  told();
  try {
    const answer = await readOnce(mine.signal);
    if (mine === asking) take(answer);
  } catch (error) {
    if (mine !== asking) return; // it was wanted no more
    photo.failed = error instanceof Refused ? error.message : say("lost");
    announce(photo.failed);
  } finally {
    if (mine === asking) {
      stop();
      told();
    }
  }
}

/** @param {AbortSignal} signal */
async function readOnce(signal) {
  const sent = !held;
  if (sent) await send(signal);
  try {
    return await ask("/api/photo/read", { ...said(), picture: held }, signal);
  } catch (error) {
    if (sent || !(error instanceof Refused) || error.status !== GONE) throw error;
    held = "";
    await send(signal); // it was forgotten there
    return ask("/api/photo/read", { ...said(), picture: held }, signal);
  }
}

/** @param {AbortSignal} signal */
async function send(signal) {
  photo.busy = "sending";
  told();
  const { picture } = await ask("/api/photo/picture", /** @type {File} */ (photo.file), signal);
  signal.throwIfAborted();
  held = picture;
  photo.busy = "reading";
  told();
}

/** What is said of the table. */
function said() {
  const { lies, laid, own } = photo, ships = photo.read?.touched ? photo.read.ships : [];
  const sheet = lies === "own" ? { size: own } : lies === "ships" ? { sheet: "none" } : lies ? { sheet: lies } : {};
  return {
    dispute: { rules: state.doc.rules }, show_in: state.unit, ...sheet, ...(laid.length && lies !== "ships" ? { corners: laid } : {}),
    ships: ships.map(({ name, at, size, sized, wire, fits }) => ({ name, at, ...(sized ? { size } : {}), ...(fits ? { wire } : {}) })),
  };
}

/** What was read, with the players and names that were there. @param {import("./answers.js").PictureRead} answer */
function take(answer) {
  const before = new Map(photo.read?.ships.map((ship) => [ship.name, ship])), { picture: _, ...rest } = answer;
  const picked = photo.read?.ships[photo.picked]?.name;
  /** @type {Map<string, string>} */
  const called = new Map();
  const touched = photo.read?.touched ?? false;
  photo.read = { ...rest, touched, ships: [] };
  const ships = answer.ships.map((ship) => {
    const known = before.get(ship.name), name = known?.fresh ? freed(ship.player, answer.ships, called) : ship.name;
    const hardly = ship.tolerance === null || answer.questions.some((one) => one.topic === "place" && one.about === ship.name);
    const pointed = known && !known.fits && hardly ? known.at : null; // it is looked for anew with what else is known then
    called.set(ship.name, name);
    return { ...ship, name, text: ship.text.replace(ship.name, name), at: pointed ?? middle(ship.wire), fits: !pointed, sized: known?.sized, player: known && !known.fresh ? known.player : ship.player };
  });
  Object.assign(photo.read, { ships });
  photo.picked = photo.picked === SHEET ? SHEET : ships.findIndex((ship) => ship.name === (called.get(picked ?? "") ?? picked));
  photo.read.questions = answer.questions.map((one) => ({ ...one, about: called.get(one.about) ?? one.about, text: one.text.replace(one.about || " ", called.get(one.about) || one.about || " ") }));
  announce(`${say("photo_read", { n: ships.length })} ${answer.text}`);
  amended();
}

/** A name for a ship that was pointed at, by its player. @param {string} player @param {{name: string}[]} ships @param {Map<string, string>} called */
function freed(player, ships, called) {
  const taken = new Set([...ships.map((ship) => ship.name), ...called.values()]), letter = (player[0] ?? "S").toUpperCase();
  let n = 1;
  while (taken.has(`${letter}${n}`)) n += 1;
  return `${letter}${n}`;
}

/** @param {Pixel[]} points @returns {Pixel} */
export const middle = (points) => {
  const of = (/** @type {0 | 1} */ k) => points.reduce((sum, point) => sum + point[k] / points.length, 0);
  return [of(0), of(1)];
};

/** Ships are corrected, and read again. @param {(ships: Seen[]) => void} change */
function again(change) {
  if (!photo.read) return;
  change(photo.read.ships);
  photo.read.touched = true;
  corrected();
  read();
}

/** A ship that was missed. @param {Pixel} at */
export function point(at) {
  if (!photo.read || !photo.file) return;
  const name = named("S");
  photo.picked = -1;
  again((ships) => ships.push({
    name, at, fresh: true, fits: false, player: "", size: "small", base: [0, 0], heading: 0, wire: [], hidden: [], ...UNKNOWN,
  }));
}

/** Until it is read again. */
const UNKNOWN = { tolerance: null, off: "", text: "" };

/** @param {number} number @param {Seen["size"]} size */
export function resize(number, size) {
  again((ships) => Object.assign(ships[number], { size, sized: true, fits: false, ...UNKNOWN }));
}

/** All ships are larger, or smaller: wires lie where they did. @param {number} number @param {Seen["size"]} size */
export function rescale(number, size) {
  again((ships) => Object.assign(ships[number], { size, sized: true, ...UNKNOWN }));
}

/** @param {number} number */
export function remove(number) {
  if (!photo.read) return;
  const [gone] = photo.read.ships.splice(number, 1);
  photo.read.touched = photo.read.ships.length > 0;
  photo.read.questions = photo.read.questions.filter((one) => one.about !== gone.name);
  photo.picked = -1;
  corrected();
  if (asking) read(); // it was asked about
}

/** @param {number} number @param {string} player */
export function give(number, player) {
  if (!photo.read || !player) return;
  photo.read.ships[number].player = player;
  corrected();
}

/** A corner of a wire, or of the sheet, is held somewhere. @param {number} number @param {number} corner @param {Pixel} at */
export function moveCorner(number, corner, at) {
  if (!photo.read) return;
  if (number === SHEET) photo.read.sheet[corner] = at;
  else photo.read.ships[number].wire[corner] = at;
}

/** It was let go. @param {number} number */
export function cornerMoved(number) {
  if (number === SHEET) photo.laid = photo.read?.sheet ?? [];
  again((ships) => number !== SHEET && Object.assign(ships[number], { at: middle(ships[number].wire), fits: true, ...UNKNOWN }));
}

/** What lies on the table is said. @param {string} kind */
export function saySheet(kind) {
  photo.lies = kind;
  photo.surface &&= kind === "own";
  photo.laid = [];
  corrected();
  read();
}

/** The sides of a rectangle are said. */
export function resided() {
  corrected();
  read();
}

/** Which question a question is. @param {Doubt} one */
const key = ({ topic, about, offer }) => `${topic} ${about} ${offer}`;

/** What is still to be answered. */
export const open = () => (photo.read?.questions ?? []).filter((one) => !photo.left.includes(key(one)));

/** Things are left as they are; a ship that was hardly seen lies as it was found. @param {Doubt} one */
export function leave(one) {
  photo.left = [...photo.left, key(one)];
  const ship = photo.read?.ships.find((other) => one.topic === "place" && other.name === one.about);
  if (ship) ship.fits = true;
  corrected();
}

/** What a question offers is taken. @param {Doubt} one */
export function accept(one) {
  const number = photo.read?.ships.findIndex((ship) => ship.name === one.about) ?? -1;
  if (one.topic === "paper") saySheet(one.offer === "none" ? "ships" : one.offer);
  else if (one.topic === "size" && number >= 0) resize(number, /** @type {Seen["size"]} */ (one.offer));
}

/** Those that can be put on the table. */
export const sure = () => (photo.read?.ships ?? []).filter((ship) => ship.tolerance !== null);

/** Put what was read on the table, in place of what lies there; undo brings that back. */
export function putRead() {
  const ships = sure();
  if (!ships.length || !photo.read) return;
  const surface = photo.surface && photo.lies === "own" ? photo.read.size : null;
  lay(ships.map(({ name, player, size, base, heading }) => ({ name, player, size, base, heading, damage: 0 })),
    Math.max(...ships.map((ship) => ship.tolerance ?? 0)), surface ?? null);
}

export const KINDS = ["", ...Object.keys(SHEETS), "own", "ships"];
