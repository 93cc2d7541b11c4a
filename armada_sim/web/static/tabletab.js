// The tab with what lies on the table: ships with typed numbers, objects, the surface, the tolerance.

import { button, chooser, el, labelled } from "./dom.js";
import { entry, players } from "./entry.js";
import { length, sizes, typed } from "./fields.js";
import { remove } from "./keys.js";
import { spot } from "./shapes.js";
import { changed, choose, edit, freeName, PER, shipNamed, state } from "./state.js";
import { surface, things } from "./things.js";
import { meant, said, say } from "./words.js";

/** @param {string} value @param {(value: string) => void} put @param {import("./dom.js").Attributes} more */
const word = (value, put, more = {}) =>
  el("input", { type: "text", value, maxlength: 60, ...more, onchange: (event) => event.target.value.trim() && put(event.target.value.trim()) });

export function tableTab() {
  const list = state.doc.ships.map((ship) =>
    button(`${ship.name} · ${say(ship.size)} · ${said(ship.player)}`, () => choose(ship.name), { "aria-pressed": ship.name === state.chosen }));
  const ship = shipNamed(state.chosen);
  return [
    entry(),
    el("h2", {}, say("ships")),
    el("div", { class: "list" }, ...list),
    ...(ship ? [shipForm(ship)] : []),
    el("p", { class: "quiet desk" }, say("keys_help")),
    el("h2", {}, say("objects")),
    ...things(),
    ...notes(),
    el("h2", {}, say("table")),
    labelled(say("title_of"), el("input", {
      type: "text", id: "title", value: state.doc.title, maxlength: 200, onchange: ({ target }) => edit((doc) => {
        doc.title = target.value.trim();
      }),
    })),
    el("h2", {}, say("surface")),
    ...surface(),
    el("h2", {}, say("tolerance")),
    tolerance(),
    labelled(say("unit"), chooser(state.unit, /** @type {(keyof typeof PER)[]} */ (Object.keys(PER)).map((name) => [name, name]), (name) => {
      state.unit = name;
      changed();
    })),
  ];
}

/** @param {import("./state.js").Ship} ship */
function shipForm(ship) {
  const put = (/** @type {(ship: import("./state.js").Ship) => void} */ change) => edit((doc) => {
    const one = doc.ships.find((other) => other.name === state.chosen);
    if (one) change(one);
  });
  return el(
    "div", { class: "form", id: "ship-form" },
    labelled(say("name"), word(ship.name, (name) => rename(ship.name, name))),
    labelled(say("player"), word(said(ship.player), (player) => put((one) => (one.player = meant(player))), { list: "players" })),
    el("datalist", { id: "players" }, ...players().map((value) => el("option", { value: said(value) }))),
    labelled(say("size"), sizes(ship.size, (size) => put((one) => (one.size = size)))),
    length(say("x"), spot(ship)[0], (x) => put((one) => (one.base[0] = x))),
    length(say("y"), spot(ship)[1], (y) => put((one) => (one.base[1] = y))),
    labelled(`${say("heading")} (°)`, typed(ship.heading, (heading) => put((one) => (one.heading = heading)))),
    labelled(say("damage"), typed(ship.damage, (damage) => put((one) => (one.damage = Math.max(0, Math.round(damage)))), { min: 0, max: 3, step: 1 })),
    el("div", { class: "row" }, button(say("copy"), () => duplicate(ship)), button(say("remove"), remove)),
  );
}

/** @param {string} old @param {string} name */
function rename(old, name) {
  if ([...state.doc.ships, ...state.doc.objects].some((piece) => piece.name === name)) return changed();
  edit((doc) => {
    for (const ship of doc.ships) if (ship.name === old) ship.name = name;
    state.chosen = name;
    if (state.draft.ship === old) state.draft.ship = name;
  });
}

/** @param {import("./state.js").Ship} ship */
function duplicate(ship) {
  const name = freeName(ship.name.replace(/\d+$/, "") || "S");
  const [x, y] = spot(ship);
  edit((doc) => doc.ships.push({ ...ship, name, base: [x + 40, y] }));
  choose(name);
}

/** Arrows with remarks, which a picture takes along. */
function notes() {
  if (!state.notes.length) return [];
  const rows = state.notes.map((note, i) => el("div", { class: "row" },
    word(note.text, (text) => {
      note.text = text;
      changed();
    }, { id: `note-${i}`, "aria-label": say("note", { n: i + 1 }) }),
    button("×", () => {
      state.notes = state.notes.filter((one) => one !== note);
      changed();
    }, { "aria-label": `${say("remove")} ${note.text}` })));
  return [el("h2", {}, say("notes")), ...rows];
}

function tolerance() {
  const value = state.doc.tolerance?.position ?? 0;
  const put = (/** @type {number} */ given) => edit((doc) => {
    doc.tolerance = { position: given };
  });
  const slider = el("input", {
    type: "range", min: 0, max: 5, step: 0.1, value, id: "tolerance", "aria-label": say("tolerance"),
    onchange: (event) => put(Number(event.target.value)),
  });
  return el("div", { class: "form" }, el("p", { class: "quiet" }, say("tolerance_help")), slider, length(say("tolerance"), value, put));
}
