// What files mean on this table: disputes, layouts, records of games.

import { ask } from "./api.js";
import { open as replay } from "./replay.js";
import { begin, question } from "./asking.js";
import * as kept from "./kept.js";
import { openLink, shareTable, showCode } from "./links.js";
import { notice } from "./notices.js";
import { changed, emptyTable, replaceTable, restore, rule, state } from "./state.js";
import { openedAnother, share } from "./shared.js";
import { showShips, theBoard } from "./view.js";
import { say } from "./words.js";

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
    openedAnother();
    replaceTable(doc);
    showShips(theBoard());
    begin(state.chosen);
    if (left_out) {
      state.tab = "question";
      rule({ kind: "refused", text: left_out });
      changed();
    }
  },
  link: shareTable,
  code: showCode,
  linked: openLink,
  share,
  async kept(id) {
    const held = await kept.open(id);
    if (!held) return notice(say("open_elsewhere"));
    openedAnother();
    restore(held);
    changed();
    showShips(theBoard());
  },
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
