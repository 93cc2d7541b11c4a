// The tab of files, examples and links.

import { ask, Refused } from "./api.js";
import { announce, button, chooser, el, labelled } from "./dom.js";
import { open as replay } from "./replay.js";
import { begin, question, download } from "./questions.js";
import { changed, emptyTable, replaceTable, state } from "./state.js";
import { showShips } from "./view.js";
import { say, words } from "./words.js";

/** @type {{examples: string[], languages: string[]}} */
export const offered = { examples: [], languages: [] };

let failed = "";

export function fileTab() {
  const open = el("input", { type: "file", accept: ".toml,.json", id: "open", onchange: (/** @type {any} */ event) => opened(event.target.files[0]) });
  return [
    labelled(say("open"), open),
    labelled(say("examples"), chooser("", [["", ""], ...offered.examples.map((name) => /** @type {[string, string]} */ ([name, name]))], example)),
    el("div", { class: "row" },
      button(say("save"), save), button(say("link"), link), button(say("new_table"), () => show(emptyTable()))),
    ...(failed ? [el("p", { role: "alert", class: "failed" }, failed)] : []),
    labelled(say("language"), chooser(words.lang, offered.languages.map((lang) => [lang, lang]), (lang) => {
      location.search = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(location.search)), lang }).toString();
    })),
    button(say("theme"), () => {
      state.theme = state.theme === "dark" ? "light" : "dark";
      changed();
    }),
  ];
}

/** @param {any} doc */
function show(doc) {
  failed = "";
  replaceTable(doc);
  const board = document.getElementById("board");
  if (board instanceof SVGSVGElement) showShips(board);
  begin(state.chosen);
  changed();
}

let opening = 0;

/** @param {() => Promise<any>} found */
async function shown(found) {
  const mine = ++opening;
  try {
    const doc = await found();
    if (doc && mine === opening) show(doc);
  } catch (error) {
    if (mine !== opening) return;
    failed = error instanceof Refused ? error.message : say("lost");
    announce(failed);
    changed();
  }
}

/** A file of the command line's kinds. @param {File | undefined} file */
export async function opened(file) {
  if (!file) return;
  const text = await file.text();
  if (/^\s*"?actions"?\s*[:=]/m.test(text)) await replay({ record: text });
  else await shown(() => ask("api/read", { text }));
}

/** @param {string} name */
export const example = (name) => name && shown(async () => {
  const found = await ask("api/example", { name });
  if (!found.record) return found;
  await replay({ record: found.record });
  return null;
});

function save() {
  const asked = question();
  const doc = { ...state.doc, questions: asked ? [asked] : state.doc.questions };
  download(new Blob([JSON.stringify(doc, null, 2)], { type: "application/json" }), "table.json");
}

/** A link that holds the whole table. */
async function link() {
  const packed = new Blob([JSON.stringify(state.doc)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  location.hash = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  await navigator.clipboard?.writeText(location.href);
  announce(say("copied"));
}

/** The table in the link, if it holds one. */
export async function fromLink() {
  const text = location.hash.slice(1);
  if (!text) return false;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    replaceTable(JSON.parse(await new Response(stream).text()));
    return true;
  } catch {
    return false;
  }
}
