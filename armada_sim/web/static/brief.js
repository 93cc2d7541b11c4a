// A table and its question as a short list, for links and QR codes, and back.

import { emptyDraft, emptyTable } from "./state.js";

/** @typedef {import("./state.js").Doc} Doc
 * @typedef {import("./state.js").Draft} Draft
 * @typedef {{doc: Doc, draft?: Draft, digest?: string}} Held what a link holds; the digest is that of the ruling, if there is one
 * @typedef {{[key: string]: unknown}} Table */

/** Of the text; ships of other sizes say theirs in words. */
const SIZES = ["small", "medium", "large"];
const BY_COLUMNS = ["name", "player", "size", "base", "heading"];

/** @param {unknown} one @param {unknown} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** What of an object is not as usual. @param {object} given @param {object} usual @param {string[]} but keys that are left out */
function unusual(given, usual, but = []) {
  const wanted = /** @type {Table} */ (usual);
  return Object.fromEntries(Object.entries(given).filter(([key, value]) => !but.includes(key) && !same(value, wanted[key])));
}

/** Ships by columns, whatever else is said of one by its number.
 * @param {Held} held */
export function brief({ doc, draft, digest = "" }) {
  const { ships } = doc, players = [...new Set(ships.map((ship) => ship.player))];
  const rest = ships.flatMap((ship, i) => {
    const more = { ...unusual(ship, { damage: 0 }, BY_COLUMNS), ...(SIZES.includes(ship.size) ? {} : { size: ship.size }) };
    return Object.keys(more).length ? [[i, more]] : [];
  });
  return [
    players, ships.map((ship) => players.indexOf(ship.player)), ships.map((ship) => Math.max(SIZES.indexOf(ship.size), 0)).join(""),
    ships.map((ship) => ship.name), ships.flatMap((ship) => [...ship.base, ship.heading]), rest,
    unusual(doc, emptyTable(), ["ships", "questions", "left_out"]), draft ? unusual(draft, emptyDraft()) : 0, digest,
  ];
}

/** Raises an error where that is not what `brief` made. @param {any[]} given @returns {Held} */
export function full([players, who, sizes, names, numbers, rest, doc, draft, digest]) {
  const ships = names.map((/** @type {string} */ name, /** @type {number} */ i) => ({
    name, player: players[who[i]], size: SIZES[sizes[i]], base: numbers.slice(3 * i, 3 * i + 2), heading: numbers[3 * i + 2], damage: 0,
  }));
  for (const [i, more] of rest) Object.assign(ships[i], more);
  return {
    doc: { ...emptyTable(), ...doc, ships }, digest,
    draft: draft ? { ...emptyDraft(), ...draft } : undefined,
  };
}
