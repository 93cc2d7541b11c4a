// The tab of files, examples and links, whatever lies on the table; language and theme.

import { Refused } from "./api.js";
import { announce, button, chooser, el, labelled } from "./dom.js";
import * as kept from "./kept.js";
import { local } from "./storage.js";
import { say, words } from "./words.js";

/** @typedef {import("./answers.js").Document} Doc
 * @typedef {{
 *   read: (text: string) => Promise<Doc | null>, example: (name: string) => Promise<Doc | null>, show: (doc: Doc) => void,
 *   kept: (id: string) => Promise<void>, link: () => void, code: () => void, linked: (link: string) => void, share: () => void, saved: () => Doc, empty: () => Doc, theme: () => void, changed: () => void}} Table
 * `read` and `example` give a table, or null where they show what they found themselves; `kept` opens one that this
 * browser keeps; `linked` opens a link; `saved` is what a file of the table holds */

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
      button(say("share_live"), table.share, { id: "share-live" }), button(say("qr"), table.code, { id: "table-code" }), button(say("link"), table.link, { id: "copy-link" }), button(say("new_table"), () => shown(table, async () => table.empty()))),
    labelled(say("open_link"), el("input", { type: "text", id: "open-link", autocomplete: "off", onchange: ({ target }) => target.value && table.linked(target.value) })),
    ...(failed ? [el("p", { role: "alert", class: "failed" }, failed)] : []),
    ...(kept.atRisk() ? [el("p", { id: "unkept", role: "status", class: "failed" }, say("unkept"))] : []),
    ...keptTables(table),
    labelled(say("language"), chooser(words.lang, offered.languages.map((lang) => [lang, lang]), inLanguage)),
    button(say("theme"), table.theme),
  ];
}

/** Where the language is kept that somebody chose on this device: it goes before that of a link. */
export const LANG = "armada-lang";

/** @param {string} lang */
export function inLanguage(lang) {
  local.write(LANG, lang);
  location.reload();
}

/** The tables that this browser keeps. @param {Table} table */
function keptTables(table) {
  const rows = kept.list().map(({ id, when, title, ships }) => {
    const name = title || say("table_of", { when: new Date(when).toLocaleString(words.lang, { dateStyle: "medium", timeStyle: "short" }) });
    const here = id === kept.now();
    return el("li", { class: "kept" },
      button(`${name} (${say("ships")}: ${ships})`, () => table.kept(id), { id: `kept-${id}`, "aria-pressed": here }),
      ...(here ? [] : [button("×", () => {
        kept.forget(id);
        table.changed();
      }, { "aria-label": `${say("remove")} ${name}` })]));
  });
  return [el("details", { id: "kept" }, el("summary", {}, say("kept_tables", { n: rows.length })), el("ul", { class: "plain" }, ...rows))];
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
