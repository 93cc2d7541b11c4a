// What is said for a moment, seen and heard; and text that is copied, by hand where the browser gives no clipboard.

import { announce, button, el } from "./dom.js";
import { say } from "./words.js";

/** Milliseconds. */
const SEEN_MS = 4000;

let timer = 0;

/** @param {string} text */
export function notice(text) {
  const place = document.getElementById("notice");
  if (!place) return;
  clearTimeout(timer);
  place.textContent = text;
  place.hidden = false;
  announce(text);
  timer = setTimeout(() => (place.hidden = true), SEEN_MS);
}

/** A card over the page that Escape and a press beside it close. @param {string} id @param {string} title @param {...(Node | string)} children */
export function card(id, title, ...children) {
  document.getElementById(id)?.remove();
  /** @type {HTMLDialogElement} */
  const made = el("dialog", {
    id, class: "card", "aria-labelledby": `${id}-title`, onclick: (event) => event.target === made && made.close(), onclose: () => made.remove(),
  }, el("h2", { id: `${id}-title` }, title), ...children, button(say("close"), () => made.close(), { class: "close" }));
  document.body.append(made);
  made.showModal();
  return made;
}

/** Over plain http browsers give no clipboard: there the text is shown, selected, to be copied by hand. @param {string} text */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    notice(say("copied"));
  } catch {
    const field = el("textarea", { readonly: true, rows: 6, id: "by-hand-text", "aria-label": say("copy_by_hand") }, text);
    card("by-hand", say("copy_by_hand"), field);
    field.focus();
    field.select();
  }
}
