// What the server read off a photo: ships to confirm or to correct, and what it asks.

import { button, chooser, el, labelled } from "./dom.js";
import { length, sizesThere } from "./fields.js";
import {
  accept, byHand, forget, give, KINDS, leave, open, putRead, readAll, remove, rescale, resided, resize, saySheet, SHEET,
  sure,
} from "./photoread.js";
import { photo, told } from "./photostate.js";
import { say } from "./words.js";

/** @typedef {import("./photostate.js").Seen} Seen
 * @typedef {import("./answers.js").Doubt} Doubt */

/** @param {HTMLElement[]} failed @param {(lay: () => void) => void} put */
export function readTab(failed, put) {
  const { read, busy } = photo, hand = button(say("photo_by_hand"), byHand, { id: "photo-by-hand" });
  const again = button(say("photo_read_again"), readAll, { id: "photo-read-again" });
  const waits = busy ? [el("p", { class: "next", id: "photo-busy" }, say(`photo_${busy}`)), el("progress", { "aria-label": say(`photo_${busy}`) })] : [];
  if (!read) return [...waits, ...failed, el("div", { class: "row" }, ...(busy ? [] : [again]), hand)];
  const picked = read.ships[photo.picked], asked = open(), anyScale = asked.some((one) => one.topic === "scale");
  const off = read.ships.filter((ship) => !anyScale && ship.tolerance === null && !ship.fresh).map((ship) => ship.name);
  return [
    ...(picked ? [form(picked, photo.picked)] : []),
    ...(busy ? waits : picked ? [] : [el("p", { id: "photo-next", class: "next" }, say(read.ships.length ? "photo_read" : "photo_read_none", { n: read.ships.length }))]),
    button(say("photo_put"), () => put(putRead), { id: "photo-put", class: "main", disabled: busy !== "" || !sure().length }),
    ...failed, ...(failed.length ? [el("div", { class: "row" }, again)] : []),
    ...asked.map(question),
    ...(off.length && !busy ? [el("p", { class: "failed", id: "photo-off" }, say("photo_left_out", { names: off.join(", ") }))] : []),
    el("div", { class: "row", id: "photo-ships", role: "group", "aria-label": say("ships") }, ...read.ships.map(ship)),
    ...(read.text ? [el("p", { class: "quiet", id: "photo-found" }, read.text)] : []),
    el("details", { id: "photo-known" }, el("summary", {}, say("photo_reference")), ...sheet(),
      el("p", { class: "quiet" }, say("photo_promise")),
      el("div", { class: "row" }, hand, button(say("photo_forget"), forget, { id: "photo-forget" }))),
  ];
}

/** @type {((number: number) => void)[]} */
const picking = [];

/** @param {(number: number) => void} act called when a ship, or the sheet, is picked; -1: none is any more */
export const onPick = (act) => picking.push(act);

/** @param {number} number */
export function pick(number) {
  photo.picked = photo.picked === number ? -1 : number;
  picking.forEach((act) => act(photo.picked));
  told();
  document.getElementById("photo-form")?.scrollIntoView({ block: "nearest" });
}

/** What is said of a ship in few words. @param {Seen} ship */
export const accuracy = (ship) => (ship.off ? `±${ship.off}` : ship.fresh ? "…" : say("photo_unknown"));

/** @param {Seen} one @param {number} number */
function ship(one, number) {
  const words = one.fresh ? [one.name, accuracy(one)] : [one.name, say(one.size), accuracy(one)];
  return button(words.map((word) => word.replaceAll(" ", "\u00a0")).join(" · "), () => pick(number), { "aria-pressed": number === photo.picked, id: `read-${number}` });
}

/** @param {Seen} one @param {number} number */
function form(one, number) {
  const players = [...new Set((photo.read?.ships ?? []).map((ship) => ship.player).filter(Boolean))];
  const pressed = (/** @type {string} */ text, /** @type {boolean} */ now, /** @type {() => void} */ act, /** @type {string} */ id) =>
    button(text, act, { "aria-pressed": now, id });
  return el("div", { class: "thing-form", id: "photo-form", role: "group", "aria-label": one.name },
    el("p", { class: "next" }, one.text || one.name),
    el("div", { class: "row", role: "group", "aria-label": say("size") }, ...sizesThere().map((size) => pressed(say(size), size === one.size && !one.fresh, () => resize(number, size), `size-${size}`))),
    el("div", { class: "row", role: "group", "aria-label": say("player") }, ...players.map((player, i) => pressed(player, player === one.player, () => give(number, player), `player-${i}`))),
    labelled(say("player"), el("input", { type: "text", value: one.player, maxlength: 60, id: "read-player", onchange: ({ target }) => give(number, target.value.trim()) })),
    el("p", { class: "quiet" }, say("photo_drag")),
    el("div", { class: "row" },
      button(`${say("remove")} ${one.name}`, () => remove(number), { id: "read-remove" }), button(say("photo_done"), () => pick(number), { id: "read-done" })),
  );
}

/** One sentence, and ways to answer. @param {Doubt} one @param {number} number */
function question(one, number) {
  const about = photo.read?.ships.findIndex((ship) => ship.name === one.about) ?? -1;
  return el("div", { class: "question", "data-question": number, role: "group", "aria-label": say("photo_asked") },
    el("p", {}, one.text), el("div", { class: "row" }, ...taking(one, about), button(say(one.topic === "place" ? "photo_as_drawn" : "photo_leave"), () => leave(one), { "data-answer": "leave" })));
}

/** Ways to answer a question otherwise than by leaving things as they are. @param {Doubt} one @param {number} about the ship's number, or -1 */
function taking(one, about) {
  if (one.offer) return [button(say("photo_take_offer", { offer: one.offered }), () => accept(one), { "data-answer": "take" })];
  if (about < 0) return [];
  if (one.topic === "scale") return sizesThere().map((size) => button(say(size), () => rescale(about, size), { "data-answer": size }));
  if (one.topic === "place") return [button(say("photo_look_at", { name: one.about }), () => pick(about), { "data-answer": "look" })];
  return [];
}

/** What lies on the table, where a person says so. */
function sheet() {
  const kinds = KINDS.map((kind) => /** @type {[string, string]} */ ([kind, say(kind ? `photo_${kind}` : "photo_find")]));
  /** @type {HTMLElement[]} */
  const fields = [labelled(say("photo_what"), chooser(photo.lies, kinds, saySheet))];
  if (photo.lies === "own") {
    const side = (/** @type {string} */ text, /** @type {0 | 1} */ i) => length(say(text), photo.own[i], (value) => {
      photo.own[i] = value;
      resided();
    });
    const surface = el("input", {
      type: "checkbox", checked: photo.surface, id: "read-surface", onchange: ({ target }) => {
        photo.surface = target.checked;
        told();
      },
    });
    fields.push(side("photo_side", 0), side("photo_other_side", 1), labelled(say("photo_surface"), surface));
  }
  if (photo.read?.sheet.length) {
    fields.push(el("div", { class: "row" }, button(say("photo_sheet_corners"), () => pick(SHEET), { "aria-pressed": photo.picked === SHEET, id: "read-sheet" })));
  }
  return fields;
}
