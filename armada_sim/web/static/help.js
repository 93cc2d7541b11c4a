// The first screen, and help: what this is, what to press, and how the tab that is open works.

import { ask } from "./api.js";
import { button, el } from "./dom.js";
import { table } from "./filetab.js";
import { card } from "./notices.js";
import { changed, emptyTable, state } from "./state.js";
import { say } from "./words.js";

/** What an example shows first. */
const FIRST = "four-steps";

export function help() {
  const made = card("help", say("title"),
    el("p", {}, say("welcome")),
    el("div", { class: "starts" },
      start("settle", () => {
        table.show(emptyTable());
        state.tab = "table";
      }),
      start("play", () => (state.tab = "game")),
      start("example", async () => {
        const doc = await ask("/api/example", { name: FIRST });
        if (!("record" in doc)) table.show(doc);
      })),
    el("h3", {}, say(state.tab)), el("p", {}, say(`help_${state.tab}`)), el("p", { class: "quiet" }, say("help_table_view")));
  /** @param {string} name @param {() => unknown} act */
  function start(name, act) {
    return button(say(`start_${name}`), async () => {
      made.close();
      await act();
      changed();
      document.getElementById(name === "settle" ? "add-x" : "page")?.focus();
    }, { class: "main", id: `start-${name}` });
  }
}
