// Who else is at a running game now, and lines that its devices say to each other.

import { lineTo } from "./api.js";
import { announce, button, el, labelled } from "./dom.js";
import { said, say } from "./words.js";

const AGAIN_MS = 2000;
const LONGEST_LINE = 200;

/** @typedef {{lines?: {by: string[], text: string}[], present?: string[], error?: string}} Gathered */

/** @type {import("./transport.js").Line | null} */
let socket = null;
/** @type {Gathered} */
let now = {};
let typed = "";

/** Be with the others of a game, until `part`. @param {string} path @param {string} key @param {() => void} changed */
export function gather(path, key, changed) {
  part();
  const made = lineTo(path);
  socket = made;
  made.onopen = () => made.send(key);
  made.onmessage = (event) => {
    if (socket !== made) return;
    const before = now.lines?.at(-1);
    now = JSON.parse(event.data);
    const last = now.lines?.at(-1);
    if (last && before && (last.text !== before.text || last.by.join() !== before.by.join())) announce(spoken(last));
    changed();
  };
  made.onclose = () => setTimeout(() => socket === made && gather(path, key, changed), AGAIN_MS);
}

export function part() {
  const open = socket;
  [socket, now, typed] = [null, {}, ""];
  open?.close();
}

/** @param {{by: string[], text: string}} line */
const spoken = ({ by, text }) => `${by.map(said).join(", ")}: ${text}`;

/** Who is there, what was said, and a field to say more. @param {boolean} speaks whether this device may */
export function company(speaks) {
  const { lines = [], present = [] } = now;
  const field = el("input", {
    type: "text", id: "line", value: typed, maxlength: LONGEST_LINE, autocomplete: "off", oninput: (event) => (typed = event.target.value),
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const line = typed.trim();
    if (!line || socket?.readyState !== WebSocket.OPEN) return;
    socket.send(line);
    typed = "";
    const shown = document.getElementById("line"); // which may have been kept when the panel was drawn anew
    if (shown instanceof HTMLInputElement) shown.value = "";
  };
  return [
    el("p", { class: "quiet", id: "present" }, say("present", { players: present.map(said).join(", ") || "–" })),
    ...(lines.length ? [el("ul", { class: "lines", id: "lines", "aria-label": say("lines") }, ...lines.map((line) => el("li", {}, spoken(line))))] : []),
    ...(speaks ? [el("form", { class: "row", id: "talk", onsubmit: submit }, labelled(say("line"), field), button(say("send"), () => undefined, { type: "submit" }))] : []),
  ];
}
