// A running game: this device's key, what the server last said of it, and what is sent there. The server keeps the game
// and says who may do what; the browser keeps its key, and the record to look through, until the person leaves the game.

import { ask, file, Refused, lineTo } from "./api.js";
import { gather, part } from "./company.js";
import { announce } from "./dom.js";
import { forget, putAside } from "./leftgames.js";
import { changed, emptyDraft, state } from "./state.js";
import { local, session } from "./storage.js";
import { say } from "./words.js";

const KEPT = "armada-game";
const AGAIN_MS = 2000;

/** @typedef {import("./answers.js").GameView} View
 * @typedef {{key: string, links: Record<string, string>, record?: string, actions?: string[], by?: string[], players?: string[],
 *   heading?: string, who?: Record<string, string>}} Known
 *   what a browser keeps of its game */

/** Who may play a seat, and why not everybody may. */
export const seated = { kinds: ["here"], missing: "" };

/** Whether a server keeps games, for other devices too. */
export const shared = () => seated.kinds.includes("link");

export const game = {
  /** @type {string} this device's secret */
  key: "",
  /** @type {Record<string, string>} keys for other devices, by player */
  links: {},
  /** @type {View | null} the last view */
  view: null,
  /** when it came, milliseconds of the page */
  seen: 0,
  /** @type {string} the record's text, without actions */
  record: "",
  /** @type {string[]} what was agreed on, in words */
  agreed: [],
  /** @type {import("./state.js").Doc | null} the table before all events */
  begins: null,
  /** @type {View["events"]} */
  events: [],
  /** @type {string[]} what was last said of an action */
  said: [],
  /** @type {string} why something could not be done */
  wrong: "",
  /** @type {import("./answers.js").Proposal & {doc: import("./state.js").Doc} | null} a set-up that is being made */
  setup: null,
  /** @type {import("./answers.js").Proposal | null} what a computer player would do */
  hint: null,
  paused: false,
};

/** @type {import("./transport.js").Line | null} */
let socket = null;
let thinking = false;

/** The game this browser was at, or the one whose link was opened. */
export async function resume() {
  const before = kept();
  const seat = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (seat) {
    history.replaceState(null, "", location.pathname + location.search);
    state.tab = "game";
  }
  const known = seat && seat !== before?.key ? { key: seat, links: {} } : before;
  if (!known) return;
  if (before && known !== before) putAside(before);
  await goOn(known);
}

/** With a game that this browser was at. @param {Known} known */
export async function goOn(known) {
  Object.assign(game, { key: known.key, links: known.links });
  if (!(await sit(known))) watch();
}

/** Sit down at a game; true if it is there. @param {Known} known what is known of the game already */
async function sit(known) {
  try {
    take(known, await ask("/api/game/view", { key: known.key }));
    return true;
  } catch (error) {
    if (!shared() && error instanceof Refused && error.status === 404 && (await wentOn(known))) return true;
    if (why(error) !== game.wrong) fail(error); // it is asked again and again
    return false;
  }
}

/** Where no server keeps it, a game ends with the page: it goes on from what this browser kept of it.
 * @param {Known} known */
async function wentOn({ key, record, actions, by, who }) {
  if (!record || !who) return false;
  try {
    const view = await ask("/api/game/new", { record, actions, by: by ?? [], who });
    forget(key);
    take({ key: view.key, links: {} }, view);
    return true;
  } catch {
    return false; // why it is not there is said
  }
}

/** @param {object} body what the form asks for */
export async function begin(body) {
  try {
    const view = await ask("/api/game/new", body);
    leave();
    take({ key: view.key, links: view.links }, view);
  } catch (error) {
    fail(error);
  }
}

/** @param {Known} known @param {View} view */
function take(known, view) {
  Object.assign(game, { key: known.key, links: known.links, events: [], said: [], wrong: "", setup: null, hint: null });
  forget(known.key); // of those that were left
  shown(view);
  watch();
  gather("api/game/company", known.key, changed);
}

/** Rise from the table: the game stays at the server, and its key in the list of games this browser left. */
export function leave() {
  const { key, links } = game, known = kept();
  if (key) putAside(known?.key === key ? known : { key, links });
  socket?.close();
  socket = null;
  part();
  for (const store of [session, local]) {
    if (JSON.parse(store.read(KEPT) ?? "{}").key === game.key) store.drop(KEPT);
  }
  Object.assign(game, { key: "", links: {}, view: null, events: [], said: [], wrong: "", setup: null, hint: null, paused: false });
  changed();
}

/** @param {View} view what the server says; older than what is shown it is dropped */
function shown(view) {
  const before = game.view;
  if (before?.table === view.table && view.version < before.version) return;
  game.events = [...game.events.slice(0, view.since), ...view.events];
  if (view.record) Object.assign(game, { record: view.record, agreed: view.agreed, begins: view.begins });
  Object.assign(game, { view, seen: performance.now() });
  if (before?.version !== view.version) {
    game.setup = game.hint = null;
    if (state.loose) state.draft = emptyDraft();
    if (state.loose && view.over) state.chosen = "";
  }
  game.said = view.said ?? [];
  game.wrong = "";
  keep(view);
  const news = view.since < view.count && before ? view.events.map((event) => event.text) : [];
  announce([...game.said, ...news.slice(-3), view.over ? view.standing : view.due].join(". "));
  changed();
  think();
}

/** @param {View} view */
function keep(view) {
  const { key, links, record, events } = game;
  const actions = events.map((event) => event.action); // what is not seen yet is not looked through
  const who = Object.fromEntries(Object.entries(view.who).map(([player, kind]) => [player, kind === "human" ? "here" : kind]));
  const about = { players: Object.keys(who), heading: view.over ? view.standing : view.heading, ...(shared() ? {} : { who, by: events.map((event) => event.by) }) };
  const text = JSON.stringify({ key, links, ...about, ...(actions.includes("") ? {} : { record, actions }) });
  for (const store of [session, local]) store.write(KEPT, text);
}

/** @param {unknown} error */
const why = (error) => (error instanceof Refused ? error.message : say("lost"));

/** @param {unknown} error */
function fail(error) {
  game.wrong = why(error);
  game.said = [];
  announce(game.wrong);
  changed();
}

/** @param {"act" | "undo" | "think" | "claim"} path @param {object} more */
async function send(path, more = {}) {
  try {
    shown(await ask(`/api/game/${path}`, { key: game.key, version: game.view?.version, since: game.events.length, ...more }));
    return true;
  } catch (error) {
    if (error instanceof Refused && error.status === 409) await sit(game);
    else fail(error);
    return false;
  }
}

/** @param {string} action in notation */
export const act = (action) => send("act", { action });
/** To take back, to ask for it or to answer. @param {{answer?: boolean}} more */
export const undo = (more = {}) => send("undo", { since: 0, ...more });
/** The game of somebody whose time is up. */
export const claim = () => send("claim");

/** What a computer player would do. */
export async function hint() {
  const before = game.view;
  try {
    const found = await ask("/api/game/hint", { key: game.key });
    return game.view?.table === before?.table && game.view?.version === before?.version ? found : null; // else the game went on
  } catch (error) {
    fail(error);
    return null;
  }
}

/** Have computer players play, one action at a time, as long as they decide. */
async function think() {
  if (thinking || game.paused || !game.view?.thinks || game.view.over) return;
  thinking = true;
  const before = game.view.version;
  await send("think");
  thinking = false;
  if (game.wrong || !game.view) return;
  if (game.view.version !== before) think();
  else setTimeout(think, AGAIN_MS); // another device has it thought of, or had and left
}

/** Stop or go on watching computer players. */
export function pause() {
  game.paused = !game.paused;
  changed();
  think();
}

/** Be told of every change that other devices make. */
function watch() {
  socket?.close();
  const { key } = game, made = lineTo("api/game/watch");
  socket = made;
  made.onopen = () => made.send(key);
  made.onmessage = (event) => {
    const { version } = /** @type {import("./answers.js").Watched} */ (JSON.parse(event.data));
    if (socket === made && version !== undefined && version !== game.view?.version) news();
  };
  const again = () => setTimeout(async () => {
    if (socket !== made || game.key !== key) return;
    if (game.view) game.view.version = -1; // whatever comes now is newer
    if (!(await sit(game))) again();
  }, AGAIN_MS);
  made.onclose = again;
}

/** What this tab keeps of its game, or the browser of the last one. @returns {Known | null} */
export const kept = () => JSON.parse(session.read(KEPT) ?? local.read(KEPT) ?? "null");

async function news() {
  try {
    shown(await ask("/api/game/view", { key: game.key }));
  } catch (error) {
    fail(error);
  }
}

/** The record so far, as a file. @returns {Promise<Blob | null>} */
export async function record() {
  try {
    return await file("/api/game/record", { key: game.key });
  } catch (error) {
    fail(error);
    return null;
  }
}
