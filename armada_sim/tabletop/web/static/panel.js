// The panel beside the table: a tab for each kind of thing that can be done, drawn anew after each change.

import { button, patch } from "./dom.js";
import { say } from "./words.js";

/** @template {string} T @param {Record<T, () => Element[]>} tabs @param {T} chosen @param {(tab: T) => void} pick
 * @param {boolean} dragged whether something is held: then only what differs is drawn */
export function panel(tabs, chosen, pick, dragged = false) {
  const list = document.getElementById("tabs"), place = document.getElementById("page");
  if (!list || !place || place.querySelector("[data-held]")) return;
  const open = [...place.querySelectorAll("details[open]")].map((one) => one.id).filter(Boolean), parts = tabs[chosen]();
  for (const one of parts.flatMap((part) => [part, ...part.querySelectorAll("details")])) {
    if (one instanceof HTMLDetailsElement && open.includes(one.id)) one.open = true;
  }
  if (dragged) return patch(place, parts);
  const within = place.contains(document.activeElement), focused = document.activeElement?.id;
  list.replaceChildren(.../** @type {T[]} */ (Object.keys(tabs)).map((name) =>
    button(say(name), () => pick(name), { role: "tab", "aria-selected": name === chosen, id: `tab-${name}`, "aria-controls": "page" })));
  place.setAttribute("aria-labelledby", `tab-${chosen}`);
  const scroll = place.scrollTop;
  place.replaceChildren(...parts);
  place.scrollTop = scroll;
  const again = focused ? document.getElementById(focused) : null;
  if (again && (list.contains(again) || place.contains(again))) again.focus();
  else if (within) document.getElementById("due")?.focus(); // what had the focus is gone: where a game tells what is due
}
