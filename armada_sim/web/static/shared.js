// A table that several devices have open: what one drags or asks, the others see.

import { ask, Refused, lineTo } from "./api.js";
import { linkCard } from "./codes.js";
import { button } from "./dom.js";
import { begin } from "./kept.js";
import { notice } from "./notices.js";
import { changed, onAsked, onChange, ownTable, state } from "./state.js";
import { session } from "./storage.js";
import { say } from "./words.js";

/** @typedef {import("./answers.js").SharedView} View */

const KEPT = "armada-shared", AGAIN_MS = 2000;

/** What this tab shares: its key; the version it knows, and what lay there, as text. */
const own = { key: "", version: 0, text: "", asked: 0 };

/** @type {import("./transport.js").Line | null} */
let socket = null;
let busy = false, held = false;

/** @type {() => void} */
let asking = () => {};

const now = () => ({ dispute: { ...ownTable(), questions: [] }, draft: JSON.stringify(state.draft), asked: own.asked });

/** The link that others open. */
export const sharedLink = () => `${location.origin}${location.pathname}#shared=${own.key}`;

/** Share the table that lies here, or show its link again. */
export async function share() {
  if (!own.key) {
    try {
      const { key } = await ask("/api/shared/new", now());
      await join(key);
    } catch (error) {
      return notice(error instanceof Refused ? error.message : say("lost"));
    }
  }
  const end = button(say("share_end"), () => {
    leave();
    document.querySelector("dialog")?.close();
  }, { id: "share-end" });
  linkCard("shared", say("share_live"), say("share_live_help"), sharedLink(), end);
}

/** Open a table that is shared. @param {string} key */
export async function join(key) {
  const view = await ask("/api/shared/view", { key });
  Object.assign(own, { key, version: -1, asked: view.asked });
  session.write(KEPT, key);
  if (JSON.stringify(view.dispute) !== JSON.stringify(now().dispute)) begin(); // beside the table that lay here
  put(view);
  watch();
  if (view.asked) asking();
}

/** The table this tab had shared before a reload. */
export async function rejoin() {
  const key = session.read(KEPT);
  if (key) await join(key).catch((error) => (error instanceof Refused ? leave() : notice(say("lost"))));
}

/** Share it no longer from here; the others go on. */
function leave() {
  if (!own.key) return;
  session.drop(KEPT);
  own.key = "";
  socket?.close();
  changed();
}

/** Another table is opened here: that is nobody else's. */
export function openedAnother() {
  if (own.key) notice(say("share_ended"));
  leave();
}

/** What another device changed. @param {View} view */
function put(view) {
  if (view.version <= own.version) return;
  const anew = view.asked > own.asked && own.version >= 0;
  Object.assign(own, { version: view.version, asked: view.asked });
  Object.assign(state, { doc: view.dispute, draft: JSON.parse(view.draft) });
  own.text = JSON.stringify(now());
  changed();
  if (anew) asking();
}

/** Tell the others, one change at a time: of those that wait only the last goes on. */
async function send() {
  if (!own.key || busy || state.loose) return;
  const made = now(), text = JSON.stringify(made);
  if (text === own.text) return;
  busy = true;
  try {
    const { version } = await ask("/api/shared/put", { key: own.key, version: own.version, ...made });
    Object.assign(own, { version, text });
  } catch (error) {
    if (error instanceof Refused && error.status === 409) await news();
  }
  busy = false;
  send();
}

async function news() {
  try {
    const view = await ask("/api/shared/view", { key: own.key });
    if (!held) put(view);
    else own.version = view.version; // what a finger holds here prevails
  } catch {
    // the socket tells when the server is there again
  }
}

function watch() {
  socket?.close();
  const made = lineTo("api/shared/watch");
  socket = made;
  made.onopen = () => made.send(own.key);
  made.onmessage = (event) => {
    const { version } = JSON.parse(event.data);
    if (socket === made && version > own.version && !busy) news();
  };
  made.onclose = () => setTimeout(() => socket === made && own.key && watch(), AGAIN_MS);
}

/** @param {() => void} again asks the referee what is being put */
export function listen(again) {
  asking = again;
  onChange((dragged) => {
    held = dragged;
    send();
  });
  onAsked(() => {
    own.asked += 1;
    send();
  });
}
