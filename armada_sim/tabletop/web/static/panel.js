// The panel beside the table: a tab for each kind of thing that can be done, drawn anew after each change.

import { button, patch } from "./dom.js";
import { say } from "./words.js";

/** @template {string} T @param {Record<T, () => Element[]>} tabs @param {T} chosen @param {(tab: T) => void} pick */
export function panel(tabs, chosen, pick) {
  const list = document.getElementById("tabs"), place = document.getElementById("page");
  if (!list || !place) return;
  const focused = document.activeElement, within = place.contains(focused), labelled = `tab-${chosen}`;
  patch(list, /** @type {T[]} */ (Object.keys(tabs)).map((name) =>
    button(say(name), () => pick(name), { role: "tab", "aria-selected": name === chosen, id: `tab-${name}`, "aria-controls": "page" })));
  const another = place.getAttribute("aria-labelledby") !== labelled;
  if (another) place.replaceChildren();
  place.setAttribute("aria-labelledby", labelled);
  patch(place, tabs[chosen]());
  if (another) place.scrollTop = 0; // a tab begins at its beginning
  if (within && !focused?.isConnected) document.getElementById("due")?.focus(); // what had the focus is gone: where a game tells what is due
}
