// What files mean on this table: disputes, layouts, records of games.

import { ask } from "./api.js";
import { open as replay } from "./replay.js";
import { begin, question } from "./questions.js";
import { changed, emptyTable, replaceTable, rule, state } from "./state.js";
import { showShips } from "./view.js";

/** What a record says and a dispute does not, which may ask about actions. */
const RECORDED = [/^\s*[{]?\s*"?format"?\s*[:=]/m, /^\s*"?actions"?\s*[:=]/m];

/** A record is looked through; nothing is laid on the table. @param {string} record */
const looked = async (record) => {
  await replay({ record });
  return null;
};

/** @type {import("./files.js").Table} */
export const table = {
  read: (text) => (RECORDED.every((key) => key.test(text)) ? looked(text) : ask("/api/read", { text })),
  async example(name) {
    const found = await ask("/api/example", { name });
    return "record" in found ? looked(found.record) : found;
  },
  show({ left_out, ...doc }) {
    replaceTable(doc);
    const board = document.getElementById("board");
    if (board instanceof SVGSVGElement) showShips(board);
    begin(state.chosen);
    if (left_out) {
      state.tab = "question";
      rule({ kind: "refused", text: left_out });
      changed();
    }
  },
  now: () => state.doc,
  saved() {
    const asked = question();
    return { ...state.doc, questions: asked ? [asked] : state.doc.questions };
  },
  empty: emptyTable,
  theme() {
    state.theme = state.theme === "dark" ? "light" : "dark";
    changed();
  },
  changed,
};
