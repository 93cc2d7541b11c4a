// Tables that this browser keeps, each under a key of its own; a tab has one of them open, and no other tab that one.

import { notice } from "./notices.js";
import { local, session } from "./storage.js";
import { say } from "./words.js";

const PREFIX = "armada-table:", OPEN = "armada-open";

/** At most so many are kept; of more, those that were changed longest ago are forgotten. */
const MOST = 40;

/** Milliseconds. How long another tab has to say that a table is open there. */
const PATIENCE_MS = 120;

/** @typedef {{id: string, when: number, title: string, ships: number}} Row a table in the list of those that are kept */

let id = "", unkept = false;

/** The table that is open would be lost with the page: the browser does not keep it. */
export const atRisk = () => unkept;

addEventListener("leaving", (event) => unkept && event.preventDefault());

const channel = new BroadcastChannel("armada-tables");
channel.addEventListener("message", ({ data }) => data.open === id && channel.postMessage({ mine: id }));

/** Whether another tab has a table open. @param {string} table @returns {Promise<boolean>} */
const elsewhere = (table) => new Promise((done) => {
  const heard = (/** @type {MessageEvent} */ { data }) => data.mine === table && settled(true);
  const settled = (/** @type {boolean} */ open) => {
    channel.removeEventListener("message", heard);
    done(open);
  };
  channel.addEventListener("message", heard);
  channel.postMessage({ open: table });
  setTimeout(() => settled(false), PATIENCE_MS);
});

const fresh = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

/** @param {string} table */
const read = (table) => JSON.parse(local.read(PREFIX + table) ?? "null");

/** @param {string} table */
function own(table) {
  id = table;
  session.write(OPEN, id);
}

/** What this tab had open, or else the browser the last time; where another tab has that open, a copy of it. */
export async function opened() {
  const wanted = session.read(OPEN) ?? list()[0]?.id ?? "", found = wanted && read(wanted);
  own(found && !(await elsewhere(wanted)) ? wanted : fresh());
  return found || null;
}

/** Another one of those that are kept; null where it is gone or another tab has it. @param {string} table */
export async function open(table) {
  const found = read(table);
  if (!found || (table !== id && (await elsewhere(table)))) return null;
  own(table);
  return found;
}

/** What is kept from now on is another table. */
export const begin = () => own(fresh());

/** @param {{doc: {title: string, ships: unknown[]}} & Record<string, unknown>} held */
export function keep(held) {
  const known = local.read(PREFIX + id) !== null, before = unkept;
  unkept = !local.write(PREFIX + id, JSON.stringify({ ...held, when: Date.now() })) && held.doc.ships.length > 0;
  if (unkept && !before) notice(say("unkept"));
  if (!known) for (const { id: old } of list().slice(MOST)) forget(old);
}

/** @param {string} table */
export const forget = (table) => local.drop(PREFIX + table);

export const now = () => id;

/** The tables that are kept, the one that was changed last first. @returns {Row[]} */
export function list() {
  const keys = local.keys().filter((key) => key.startsWith(PREFIX));
  const rows = keys.map((key) => {
    const { when, doc } = JSON.parse(local.read(key) ?? "{}");
    return { id: key.slice(PREFIX.length), when, title: doc.title, ships: doc.ships.length };
  });
  return rows.sort((a, b) => b.when - a.when);
}
