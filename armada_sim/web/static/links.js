// Links to this table: one that holds the table itself, with the question and the ruling if there is one.

import { ask, Refused } from "./api.js";
import { put } from "./asking.js";
import { table } from "./filetab.js";
import { copied, notice } from "./notices.js";
import { packed, unpacked } from "./packing.js";
import { join } from "./shared.js";
import { changed, rule, state } from "./state.js";
import { say } from "./words.js";

/** @typedef {import("./state.js").Ruled} Ruled
 * @typedef {{doc: import("./state.js").Doc, draft?: import("./state.js").Draft, ruled?: Ruled}} Held what a link holds */

/** The page without what one device alone has in its address: its language, what it opened. */
const home = () => `${location.origin}${location.pathname}${tokenOf(location.search)}`;

/** @param {string} search */
function tokenOf(search) {
  const token = new URLSearchParams(search).get("token");
  return token ? `?token=${token}` : "";
}

/** @param {Held} held */
const linkTo = async (held) => `${home()}#table=${await packed(held)}`;

export const shareTable = async () => copied(await linkTo({ doc: state.doc }));

/** A link to the ruling: short, to what the server keeps; where it does not, one that holds all itself. @param {Ruled} found */
async function linkToRuling(found) {
  const { doc, draft } = state;
  try {
    const { key } = await ask("/api/shared/new", { dispute: { ...doc, questions: [] }, draft: JSON.stringify(draft) });
    return `${home()}#ruling=${key}`;
  } catch {
    return linkTo({ doc, draft, ruled: { ...found, readings: null } });
  }
}

/** The table, the question and the ruling; opened elsewhere they are shown, and asked again. @param {Ruled} found */
export async function shareRuling(found) {
  const link = await linkToRuling(found);
  if (!navigator.share) return copied(link);
  try {
    await navigator.share({ title: say("title"), text: `${found.question} ${found.answer}`, url: link });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) copied(link);
  }
}

/** Show what the address holds, and take it out of there, so that a reload brings back what was kept since. True if it
 * held something that could be shown. */
export async function fromAddress() {
  const text = location.hash.slice(1), given = new URLSearchParams(text);
  if (!text || given.has("seat")) return false;
  history.replaceState(null, "", location.pathname + location.search);
  try {
    const example = given.get("example"), shared = given.get("shared"), ruling = given.get("ruling");
    if (shared !== null) {
      await join(shared);
      return true;
    }
    if (ruling !== null) {
      const { dispute, draft } = await ask("/api/shared/view", { key: ruling });
      await show({ doc: dispute, draft: JSON.parse(draft) });
    } else if (example !== null) {
      const doc = await table.example(example);
      if (doc) table.show(doc);
    } else await show(await unpacked(given.get("table") ?? text));
    return true;
  } catch (error) {
    notice(error instanceof Refused ? error.message : say("bad_link"));
    return false;
  }
}

/** @param {Held | Held["doc"]} held a table alone, as older links have it, or with its question */
async function show(held) {
  const { doc, draft, ruled } = "doc" in held ? held : { doc: held, draft: undefined, ruled: undefined };
  await ask("/api/look", { dispute: { ...doc, questions: [] }, show_in: state.unit }); // refuses what is no table
  table.show({ ...doc, left_out: "" });
  if (!draft) return;
  Object.assign(state, { draft, tab: "question" });
  if (ruled) rule({ ...ruled, kind: "ruled" });
  changed();
  put();
}
