// A ship after the other, typed: Enter goes from number to number, and from the last to the next ship.

import { button, el, labelled } from "./dom.js";
import { meant, numberOf, sizesThere, typed } from "./fields.js";
import { notice } from "./notices.js";
import { spot } from "./shapes.js";
import { changed, choose, edit, freeName, rounded, state } from "./state.js";
import { showShips, view, theBoard } from "./view.js";
import { said, say } from "./words.js";

const COLOURS = ["red", "blue", "yellow", "green", "purple", "orange", "white", "turquoise"];

/** mm. Ships that are put on the table without numbers lie at least this far apart, base from base. */
const APART = 60;

/** What is typed of the next ship. @type {{size: import("./state.js").Ship["size"], player: string, x: string, y: string, heading: string}} */
const next = { size: "large", player: "", x: "", y: "", heading: "" };

/** Names of players: those at the table, and colours. */
export const players = () => apart([...state.doc.ships.map((one) => one.player), ...COLOURS]);

/** Each name once, as it is said: a table in French may have its own word for a colour. @param {string[]} names */
const apart = (names) => names.filter((name, i) => names.findIndex((other) => said(other) === said(name)) === i);

/** A press that leaves the focus where it is, so that a phone's keys stay. @param {string} text @param {() => void} act @param {import("./dom.js").Attributed<"button">} more */
const chip = (text, act, more) => el("button", { type: "button", onpointerdown: (event) => event.preventDefault(), onclick: act, ...more }, text);

export function entry() {
  const seated = apart([...state.doc.ships.map((one) => one.player), "red", "blue"]).slice(0, 6);
  if (!seated.includes(next.player)) next.player = seated[0];
  const pick = (/** @type {() => void} */ act) => () => {
    act();
    changed();
  };
  const add = (/** @type {Event} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (put()) form.querySelector("input")?.focus();
  };
  return el("form", { class: "entry", id: "entry", onsubmit: add, novalidate: true },
    el("div", { class: "kinds", role: "group", "aria-label": say("player") }, ...seated.map((player) =>
      chip(said(player), pick(() => (next.player = player)), { "aria-pressed": player === next.player, id: `add-${player}` }))),
    el("div", { class: "kinds", role: "group", "aria-label": say("size") }, ...sizesThere().map((size) =>
      chip(say(size), pick(() => (next.size = size)), { "aria-pressed": size === next.size, id: `add-${size}` }))),
    el("div", { class: "numbers" }, field("x", `x (${state.unit})`), field("y", `y (${state.unit})`), field("heading", "°", say("heading"))),
    button(say("add_ship"), () => {}, { type: "submit", class: "main", id: "add-ship" }));
}

/** @param {"x" | "y" | "heading"} key @param {string} text @param {string} label */
function field(key, text, label = say(key)) {
  return labelled(text, typed(next[key], () => {}, {
    id: `add-${key}`, "aria-label": label, enterkeyhint: key === "heading" ? "done" : "next", oninput: ({ target }) => (next[key] = target.value),
  }));
}

/** Put the ship on the table: where the numbers say, or where there is room if there are none. */
function put() {
  const [x, y, heading] = [next.x, next.y, next.heading].map(numberOf), typedAll = next.x || next.y;
  if (typedAll && [x, y].some(Number.isNaN)) {
    notice(say("both_numbers"));
    return false;
  }
  if (next.heading && Number.isNaN(heading)) return false;
  const base = typedAll ? /** @type {[number, number]} */ ([meant(x), meant(y)]) : room();
  const name = freeName(next.player[0].toUpperCase());
  edit((doc) => doc.ships.push({ name, player: next.player, size: next.size, base, heading: Number.isNaN(heading) ? 90 : heading, damage: 0 }));
  Object.assign(next, { x: "", y: "", heading: "" });
  choose(name);
  showShips(theBoard());
  return true;
}

/** A place in the middle of what is shown that no ship is near. @returns {[number, number]} */
function room() {
  for (let ring = 0; ; ring += 1) {
    const ways = Math.max(1, 6 * ring);
    for (let i = 0; i < ways; i += 1) {
      const turn = (2 * Math.PI * i) / ways, x = rounded(view.x + ring * APART * Math.cos(turn)), y = rounded(view.y + ring * APART * Math.sin(turn));
      if (state.doc.ships.map(spot).every(([a, b]) => Math.hypot(a - x, b - y) >= APART)) return [x, y];
    }
  }
}
