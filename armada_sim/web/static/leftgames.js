// Games that this browser knows and has left: gone on with, or forgotten.

import { button, el } from "./dom.js";
import { changed } from "./state.js";
import { local } from "./storage.js";
import { say, said } from "./words.js";

const LEFT = "armada-left";
const MOST_LEFT = 20;

/** @typedef {import("./play.js").Known} Known */

/** The game that is forgotten by one press more. */
let sure = "";

/** The last first. @returns {Known[]} */
export const left = () => JSON.parse(local.read(LEFT) ?? "[]");

/** @param {Known[]} games */
const put = (games) => local.write(LEFT, JSON.stringify(games.slice(0, MOST_LEFT)));

/** @param {Known} known */
export const putAside = (known) => put([known, ...left().filter((one) => one.key !== known.key)]);

/** @param {string} key */
export const forget = (key) => put(left().filter((one) => one.key !== key));

/** @param {(known: Known) => void} goOn @returns {HTMLElement[]} */
export function leftGames(goOn) {
  const rows = left().map((known, i) => el("li", {},
    el("p", {}, [(known.players ?? []).map(said).join(", "), known.heading].filter(Boolean).join(" · ")),
    el("div", { class: "row" },
      button(say("go_on"), () => goOn(known), { id: `left-${i}` }),
      button(say(sure === known.key ? "really_forget" : "forget"), () => {
        if (sure === known.key) forget(known.key);
        sure = sure === known.key ? "" : known.key;
        changed();
      }, { id: `forget-${i}` }))));
  return rows.length ? [el("h2", {}, say("left_games")), el("ul", { class: "games", id: "left-games" }, ...rows)] : [];
}
