// The page as the browser keeps it: the first load, another version, surroundings that allow neither. The page itself begins
// once its files are there.

import { button, el, patch } from "./dom.js";
import { session } from "./storage.js";
import { put } from "./words.js";

const root = document.documentElement, service = /** @type {ServiceWorkerContainer | undefined} */ (navigator.serviceWorker);
const place = /** @type {HTMLElement} */ (document.getElementById("offline"));
/** @type {Record<string, Record<string, string>>} */
const table = JSON.parse(document.getElementById("offline-words")?.textContent ?? "{}");

/** @param {string} key @param {Record<string, string>} values */
const say = (key, values = {}) => put((table[root.lang] ?? table.en)[key], values);

/** @param {string} key of the sentence @param {...Element} more */
function tell(key, ...more) {
  patch(place, [el("p", { id: "offline-said", role: "status" }, say(key)), ...more]);
  place.dataset.said = key;
  place.hidden = false;
}

const close = () => button("×", () => (place.hidden = true), { id: "offline-close", "aria-label": say("close") });

/** @param {string} key @param {() => unknown} act */
const doing = (key, act) => button(say(key), act, { id: `offline-${key}`, class: "main" });

/** @param {number} bytes */
const megabytes = (bytes) => new Intl.NumberFormat(root.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(bytes / 1e6);

/** @param {number} done @param {number} all */
const progress = (done, all) => tell("loading",
  el("progress", { id: "offline-progress", value: done, max: all, "aria-labelledby": "offline-said" }),
  el("span", { id: "offline-figure" }, say("figure", { done: megabytes(done), all: megabytes(all) })));

let begun = false;

/** The page itself. */
async function begin() {
  if (begun) return;
  begun = true;
  if (place.hidden) tell("starting");
  await import(new URL(document.querySelector("script[data-main]")?.getAttribute("data-main") ?? "", document.baseURI).href);
}

/** Why the page is not kept, though it works while there is a network. @param {string} key @param {...Element} more */
function without(key, ...more) {
  tell(key, ...more, close());
  return begin();
}

/** @type {ServiceWorkerRegistration | undefined} */
let registration;

/** Milliseconds. A version that failed has said why by then, or the browser ended it. */
const PATIENCE_MS = 1000;

/** What was heard of an attempt to keep the page: bytes of whole files at first and now, why it failed. */
let attempt = { from: -1, kept: -1, why: "", said: () => {} };

/** Nothing was kept before. */
const first = () => !service?.controller && !registration?.active;

/** Try again to keep the page, or to have its new version. */
async function again() {
  attempt = { from: -1, kept: -1, why: "", said: () => {} };
  if (first()) return enter();
  await registration?.update().catch(() => broke());
}

function broke() {
  if (first()) tell("broke", doing("again", again));
  else tell("update_broke", doing("again", again), close());
}

/** @param {MessageEvent<import("./messages").Heard>} event */
function heard({ data }) {
  if (data.kind === "active") {
    if (data.version !== root.dataset.version) anew();
  } else if (data.kind === "progress") {
    attempt = { ...attempt, from: attempt.from < 0 ? data.kept : attempt.from, kept: data.kept };
    if (first() && !begun) progress(data.done, data.all);
  } else {
    attempt.why = data.why;
    attempt.said();
    if (!first()) broke();
  }
}

/** The first version could not be kept. */
async function failed() {
  if (!attempt.why) {
    await new Promise((known) => {
      attempt.said = () => known(null);
      setTimeout(known, PATIENCE_MS);
    });
  }
  const { from, kept, why } = attempt;
  if (why === "full" || why === "changed") without(why, doing("again", again));
  else if (kept > from) again(); // a browser gives no version all the time it wants
  else broke();
}

/** Whether the page may go: what is on it is kept. */
function settled() {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur(); // what is typed is taken
  return dispatchEvent(new Event("leaving", { cancelable: true }));
}

let leaving = false;

/** The page of another version in place of this one, once. */
function anew() {
  if (leaving) return;
  leaving = settled();
  if (leaving) location.reload();
  else tell("unsaved", doing("reload", () => location.reload()));
}

/** @param {ServiceWorker} worker a version that is there, whole */
function offer(worker) {
  tell("new_version", doing("take", () => {
    if (settled()) worker.postMessage({ kind: "take" });
    else tell("unsaved", doing("take", () => worker.postMessage({ kind: "take" })), close());
  }), close());
}

/** Look for another version; without a network there is none. */
const renew = () => registration?.update().catch(() => undefined);

/** @type {ServiceWorker | undefined} */
let followed;

/** @param {ServiceWorker | null} worker a version that is being kept */
function follow(worker) {
  if (!worker || worker === followed) return;
  followed = worker;
  const known = !first();
  worker.addEventListener("statechange", () => {
    if (worker.state === "installed" && known) offer(worker);
    else if (worker.state === "activated" && !known) {
      tell("kept", close());
      begin();
    } else if (worker.state === "redundant" && !known) failed();
  });
}

/** Have the page kept, and know of other versions. */
async function enter() {
  if (service?.controller) begin(); // its files are there
  try {
    registration = await service?.register("service.js", { updateViaCache: "none" });
  } catch (error) {
    return error instanceof TypeError ? broke() : without("refused");
  }
  if (!registration) return without("refused");
  registration.addEventListener("updatefound", () => follow(registration?.installing ?? null));
  follow(registration.installing);
  if (first()) return tell("loading");
  if (registration.waiting) offer(registration.waiting);
  renew(); // what the browser looks for by itself it may have found, and failed to keep, before this page could hear of it
  return begin();
}

const SEEN = "offline-seen";

/** A page that is seen until it is loaded again was not left: it was ended. */
function watched() {
  const navigation = /** @type {PerformanceNavigationTiming | undefined} */ (performance.getEntriesByType("navigation")[0]);
  if (session.read(SEEN) && navigation?.type === "reload") tell("ended", close());
  const seen = () => (document.hidden ? session.drop(SEEN) : session.write(SEEN, "yes"));
  document.addEventListener("visibilitychange", seen);
  addEventListener("pagehide", () => session.drop(SEEN));
  seen();
}

addEventListener("begun", () => {
  if (place.dataset.said === "starting") place.hidden = true;
});
addEventListener("enginelost", () => tell("died", doing("reload", () => settled() && location.reload()), close()));
addEventListener("online", () => place.dataset.said === "broke" && !place.hidden && again());
document.addEventListener("visibilitychange", () => document.hidden || renew());
service?.addEventListener("message", heard);
watched();
if (!root.dataset.lacking) await (isSecureContext ? enter() : without("insecure"));
