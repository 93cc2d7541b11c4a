// Links as pictures that another device's camera reads.

import { file, Refused } from "./api.js";
import { button, el } from "./dom.js";
import { card, copied } from "./notices.js";
import { say } from "./words.js";

/** The picture of a link; a sentence where there can be none. @param {string} link @param {string} [alt] */
export async function codeOf(link, alt = "") {
  try {
    return el("img", { src: URL.createObjectURL(await file("/api/qr", { link })), alt, class: "qr" });
  } catch (error) {
    return el("p", { class: "quiet", role: "alert" }, error instanceof Refused ? error.message : say("lost"));
  }
}

/** A card with a link, as a picture and as text. @param {string} id @param {string} title @param {string} help @param {string} link
 * @param {...HTMLElement} more */
export async function linkCard(id, title, help, link, ...more) {
  return card(id, title, el("p", {}, help), await codeOf(link, say("qr_of_link")), el("p", { class: "link", id: `${id}-link` }, link),
    el("div", { class: "row" }, button(say("copy_link"), () => copied(link), { id: `copy-${id}` }), ...more));
}
