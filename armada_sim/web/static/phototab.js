// The tab of a photo: who finds the ships, what was read or what to mark next, and the way to the table.

import { begin } from "./asking.js";
import { button, chooser, el, labelled } from "./dom.js";
import { length, sizes } from "./fields.js";
import { readTab } from "./phototabread.js";
import { allow, readAll } from "./photoread.js";
import {
  alone, choosePicture, chooseSheet, known, LEAST_MARKS, lost, marked, named, nextShip, photo, putOnTable, removeMark, SHEETS, taken, wanted,
} from "./photostate.js";
import { changed, state } from "./state.js";
import { showShips, theBoard } from "./view.js";
import { say } from "./words.js";

/** @typedef {import("./answers.js").PhotoShip} Found */

const CORNERS = ["tip", "base_left", "base_right", "upper_left", "upper_right"];

export function photoTab() {
  const choose = el("input", {
    type: "file", accept: "image/*", id: "picture", onchange: (event) => choosePicture(event.target.files?.[0]),
  });
  const take = el("input", {
    type: "file", accept: "image/*", capture: "environment", id: "camera", onchange: (event) => choosePicture(event.target.files?.[0]),
  });
  const failed = photo.failed ? [el("p", { role: "alert", class: "failed" }, photo.failed)] : [];
  const pictures = [file("photo_take", take), file("photo_choose", choose)];
  if (photo.missing) return [el("p", { role: "alert", class: "failed" }, photo.missing)];
  if (!photo.url) return [el("p", {}, say(lost() ? "photo_again" : "photo_help")), ...pictures, ...failed, ...unread()];
  const other = el("details", {}, el("summary", {}, say("photo_other")), ...pictures);
  if (!photo.way) return [...failed, ...asked(), other];
  if (photo.way === "read") return [...readTab(failed, put), other];
  return [
    el("p", { id: "photo-next", class: "next" }, next()),
    el("div", { class: "row" },
      button(say("photo_next_ship"), nextShip, { id: "next-ship", disabled: !known() }),
      button(say("photo_put"), () => put(), { id: "photo-put", class: "main", disabled: !photo.found })),
    ...failed,
    ...(photo.found ? [el("p", { id: "photo-found" }, photo.found.text)] : []),
    ...(photo.found?.doubts ?? []).map((doubt) => el("p", { class: "failed" }, doubt)),
    el("h2", {}, say("photo_reference")), ...reference(),
    el("h2", {}, say("ships")), ...photo.ships.flatMap(ship),
    el("p", { class: "quiet" }, say("photo_keys")),
    ...(photo.unread ? unread() : [el("div", { class: "row" }, button(say("photo_by_itself"), readAll, { id: "photo-by-itself" }))]),
    other,
  ];
}

/** A field for a file that looks like a button, whatever the browser makes of it. @param {string} text @param {HTMLInputElement} field */
const file = (text, field) => el("label", { class: "take" }, el("span", {}, say(text)), field);

/** Why ships have to be marked by hand. */
const unread = () => (photo.unread ? [el("p", { class: "quiet", id: "photo-unread" }, photo.unread)] : []);

/** Asked before a picture is first sent. */
function asked() {
  return [
    el("p", { class: "next", id: "photo-ask" }, say("photo_ask")),
    button(say("photo_send"), () => allow(true), { id: "photo-send", class: "main" }),
    el("div", { class: "row" }, button(say("photo_keep"), () => allow(false), { id: "photo-keep" })),
  ];
}


/** What is to be marked next, in words. */
function next() {
  const ship = photo.ships[photo.target];
  if (!wanted()) return say("photo_all_marked");
  if (!ship) return say("photo_mark_reference", { n: 4 - photo.corners.length });
  return say(ship.marks.length < LEAST_MARKS ? "photo_mark_ship" : "photo_mark_more", { name: ship.name, n: ship.marks.length });
}

function put(lay = putOnTable) {
  lay();
  showShips(theBoard());
  begin(state.chosen);
  changed();
}

function reference() {
  const kinds = [...Object.keys(SHEETS), "own", "ships"].map((kind) => /** @type {[string, string]} */ ([kind, say(`photo_${kind}`)]));
  const fields = [labelled(say("photo_what"), chooser(photo.sheet, kinds, chooseSheet))];
  if (alone()) return [...fields, el("p", { class: "quiet" }, say("photo_ships_help"))];
  if (photo.sheet === "own") {
    const put = (/** @type {number} */ i, /** @type {number} */ value) => {
      photo.own[i] = value;
      marked();
    };
    const surface = el("input", {
      type: "checkbox", checked: photo.surface, id: "photo-surface", onchange: (event) => {
        photo.surface = event.target.checked;
        marked();
      },
    });
    fields.push(
      length(say("photo_side"), photo.own[0], (value) => put(0, value)), length(say("photo_other_side"), photo.own[1], (value) => put(1, value)),
      labelled(say("photo_surface"), surface),
    );
  }
  return [...fields, el("div", { class: "row" }, button(say("photo_mark_again"), () => {
    photo.corners = [];
    photo.target = -1;
    marked();
  }, { id: "reference-again" }))];
}

/** @param {import("./photostate.js").Marked} one @param {number} number */
function ship(one, number) {
  const found = photo.found?.ships.find((ship) => ship.name === one.name);
  const chosen = number === photo.target;
  const open = button(`${one.name} · ${say(one.size)} · ${one.player} · ${one.marks.length}`, () => {
    photo.target = number;
    marked();
  }, { "aria-pressed": chosen, id: `marked-${number}` });
  const told = found ? [el("p", { class: "quiet" }, found.text), ...(found.unsure ? unsure(one, found) : [])] : [];
  return [open, ...told, ...(chosen ? [form(one, number, found)] : [])];
}

/** The ways a ship may lie, to choose one. @param {import("./photostate.js").Marked} one @param {Found} found */
function unsure(one, found) {
  const ways = found.others.map((other, i) =>
    button(say("photo_as_dashed", { n: i + 1 }), () => taken(one, other.corners), { "data-way": i + 1 }));
  const drawn = button(say("photo_as_drawn"), () => taken(one, found.corners), { "data-way": 0 });
  return [el("p", { class: "failed" }, found.unsure), el("div", { class: "row" }, ...(ways.length ? [drawn, ...ways] : []))];
}

/** @param {import("./photostate.js").Marked} one @param {number} number @param {Found | undefined} found */
function form(one, number, found) {
  const player = el("input", {
    type: "text", value: one.player, maxlength: 60, id: "photo-player", onchange: (event) => {
      one.player = event.target.value.trim() || one.player;
      one.name = "";
      one.name = named(one.player);
      marked();
    },
  });
  return el(
    "div", { class: "form" },
    labelled(say("player"), player),
    labelled(say("size"), sizes(one.size, (size) => {
      one.size = size;
      marked();
    })),
    ...one.marks.map((mark, i) => corner(mark, i, number, found?.corners[i])),
    el("div", { class: "row" }, button(say("remove"), () => {
      photo.ships.splice(number, 1);
      photo.target = photo.ships.length - 1;
      marked();
    }, { "aria-label": `${say("remove")} ${one.name}` })),
  );
}

/** Which corner a mark is: found, or said. @param {import("./photostate.js").Mark} mark @param {number} i @param {number} ship @param {string | undefined} found */
function corner(mark, i, ship, found) {
  const unsaid = found && !mark.corner ? say("photo_found_as", { corner: say(`corner_${found}`) }) : say("photo_find");
  const values = [["", unsaid], ...CORNERS.map((name) => [name, say(`corner_${name}`)])];
  const choose = chooser(mark.corner ?? "", /** @type {[string, string][]} */ (values), (name) => {
    if (name) mark.corner = name;
    else delete mark.corner;
    marked();
  });
  choose.id = `corner-${i}`;
  const away = button("×", () => removeMark(ship, i), { "aria-label": `${say("remove")} ${i + 1}` });
  return el("div", { class: "mark" }, labelled(say("photo_mark", { n: i + 1 }), choose), away);
}
