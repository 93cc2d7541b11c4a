// The panel beside the table: a tab for each kind of thing that can be done, drawn anew after each change.

import { button } from "./dom.js";
import { say } from "./words.js";

/** @param {Record<string, () => Element[]>} tabs @param {string} chosen @param {(tab: string) => void} pick */
export function panel(tabs, chosen, pick) {
  const list = document.getElementById("tabs"), place = document.getElementById("page");
  if (!list || !place || place.querySelector("[data-held]")) return;
  list.replaceChildren(...Object.keys(tabs).map((name) =>
    button(say(name), () => pick(name), { role: "tab", "aria-selected": name === chosen, id: `tab-${name}`, "aria-controls": "page" })));
  place.setAttribute("aria-labelledby", `tab-${chosen}`);
  const within = place.contains(document.activeElement);
  const focused = document.activeElement?.id, scroll = place.scrollTop;
  const open = [...place.querySelectorAll("details[open]")].map((one) => one.id);
  place.replaceChildren(...tabs[chosen]());
  for (const one of place.querySelectorAll("details")) if (one.id && open.includes(one.id)) one.open = true;
  place.scrollTop = scroll;
  if (focused && place.querySelector(`#${CSS.escape(focused)}`)) document.getElementById(focused)?.focus();
  else if (within) document.getElementById("due")?.focus(); // what had the focus is gone: where a game tells what is due
}
