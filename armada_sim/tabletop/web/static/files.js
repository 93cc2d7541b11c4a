// The tab of files, examples and links, whatever lies on the table; language and theme.

import { Refused } from "./api.js";
import { announce, button, chooser, el, labelled } from "./dom.js";
import { say, words } from "./words.js";

/** @typedef {import("./answers.js").Document} Doc
 * @typedef {{
 *   read: (text: string) => Promise<Doc | null>, example: (name: string) => Promise<Doc | null>, show: (doc: Doc) => void,
 *   now: () => Doc, saved: () => Doc, empty: () => Doc, theme: () => void, changed: () => void}} Table
 * `read` and `example` give a table, or null where they show what they found themselves; `now` is the table as it lies,
 * `saved` what a file of it holds */

/** @type {{examples: string[], languages: string[]}} */
export const offered = { examples: [], languages: [] };

let failed = "";
let opening = 0;

/** @param {Table} table */
export function fileTab(table) {
  const open = el("input", { type: "file", accept: ".toml,.json", id: "open", onchange: async ({ target }) => {
    await opened(table, target.files?.[0]);
    target.value = ""; // so that the same file can be opened again
  } });
  const examples = offered.examples.map((name) => /** @type {[string, string]} */ ([name, name]));
  return [
    labelled(say("open"), open),
    labelled(say("examples"), chooser("", [["", ""], ...examples], (name) => name && shown(table, () => table.example(name)))),
    el("div", { class: "row" },
      button(say("save"), () => download(new Blob([JSON.stringify(table.saved(), null, 2)], { type: "application/json" }), "table.json")),
      button(say("link"), () => link(table.now())), button(say("new_table"), () => shown(table, async () => table.empty()))),
    ...(failed ? [el("p", { role: "alert", class: "failed" }, failed)] : []),
    labelled(say("language"), chooser(words.lang, offered.languages.map((lang) => [lang, lang]), (lang) => {
      location.search = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(location.search)), lang }).toString();
    })),
    button(say("theme"), table.theme),
  ];
}

/** Show what is found, unless something else is opened meanwhile. @param {Table} table @param {() => Promise<Doc | null>} found */
async function shown(table, found) {
  const mine = ++opening;
  try {
    const doc = await found();
    if (mine !== opening) return;
    failed = "";
    if (doc) table.show(doc);
  } catch (error) {
    if (mine !== opening) return;
    failed = error instanceof Refused ? error.message : say("lost");
    announce(failed);
    table.changed();
  }
}

/** A file of the command line's kinds. @param {Table} table @param {File | undefined} file */
export const opened = async (table, file) => file && shown(table, async () => table.read(await file.text()));

/** Files that are dropped on the page. @param {Table} table */
export function dropped(table) {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    opened(table, event.dataTransfer?.files[0]);
  });
}

/** @param {Blob} content @param {string} name */
export function download(content, name) {
  const link = el("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  URL.revokeObjectURL(link.getAttribute("href") ?? "");
}

/** A link that holds the whole table. @param {Doc} doc */
async function link(doc) {
  const packed = new Blob([JSON.stringify(doc)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  location.hash = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  await navigator.clipboard?.writeText(location.href);
  announce(say("copied"));
}

/** The table in the link; null if it holds none. */
export async function fromLink() {
  const text = location.hash.slice(1);
  if (!text) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return JSON.parse(await new Response(stream).text());
  } catch {
    return null;
  }
}
