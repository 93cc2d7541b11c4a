// Links to this table: one that holds the table itself, with the question and the ruling if there is one.

import { ask, Refused } from "./api.js";
import { put, question } from "./asking.js";
import { seen } from "./board.js";
import { brief, full } from "./brief.js";
import { linkCard } from "./codes.js";
import { el } from "./dom.js";
import { table } from "./filetab.js";
import { copied, notice } from "./notices.js";
import { packed, unpacked } from "./packing.js";
import { join } from "./shared.js";
import { about, changed, ruling, state } from "./state.js";
import { say } from "./words.js";

/** @typedef {import("./state.js").Ruled} Ruled
 * @typedef {import("./brief.js").Held} Held */

/** The letters of a ruling that a link brought, and what they are about. */
const brought = { about: "", digest: "" };

/** The letters that a link brought to what is being asked; empty if none did. */
export const lettersBrought = () => (brought.about === about() ? brought.digest : "");

/** The page without what one device alone has in its address: its language, what it opened. */
const home = () => `${location.origin}${location.pathname}${tokenOf(location.search)}`;

/** @param {string} search */
function tokenOf(search) {
  const token = new URLSearchParams(search).get("token");
  return token ? `?token=${token}` : "";
}

/** A link that holds all itself. @param {Held} held */
const linkTo = async (held) => `${home()}#table=${await packed(brief(held))}`;

export const shareTable = async () => copied(await linkTo({ doc: state.doc }));

/** A link to the ruling: short, to what the server keeps; where it does not, one that holds all itself. @param {Ruled} found */
async function linkToRuling(found) {
  const { doc, draft } = state;
  try {
    const { key } = await ask("/api/shared/new", { dispute: { ...doc, questions: [] }, draft: JSON.stringify(draft) });
    return `${home()}#ruling=${key}`;
  } catch {
    return linkTo({ doc, draft, digest: found.digest });
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

/** Show the table, with the question and the letters of its ruling if there is one, as a picture that another device reads
 * without a network. */
export async function showCode() {
  const { doc, draft } = state, found = ruling();
  const link = await linkTo(found?.kind === "ruled" ? { doc, draft, digest: found.digest } : question() ? { doc, draft } : { doc });
  linkCard("code", say("table_code"), say("table_code_help"), link, ...(found?.kind === "ruled" ? [el("p", { class: "letters" }, found.digest)] : []));
}

/** Open a link that was pasted, wherever it was made. @param {string} link */
export function openLink(link) {
  location.hash = link.slice(link.indexOf("#") + 1).trim();
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

/** @param {any[] | Held | Held["doc"]} held as `brief` makes it; older links have a table alone, or with its question */
async function show(held) {
  const { doc, draft, digest = "" } = Array.isArray(held) ? full(held) : "doc" in held ? held : { doc: held, draft: undefined };
  const ship = draft && doc.ships.some((one) => one.name === draft.ship) ? { ship: { name: draft.ship, turns: draft.turns } } : {};
  const found = await ask("/api/look", { dispute: { ...doc, questions: [] }, ...ship, show_in: state.unit }); // refuses what is no table
  table.show({ ...doc, left_out: "" });
  seen.look = found;
  if (!draft) return;
  Object.assign(state, { draft, tab: "question" });
  Object.assign(brought, { about: about(), digest });
  changed();
  put();
}
