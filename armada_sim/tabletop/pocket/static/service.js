const SEAL = { version: "", headers: {} };
// The page's files, kept by the browser: each version whole in a cache of its own, and nothing answered but from there.
// The first line is what the build makes of it, so that each version is another service worker.

/** @typedef {import("./messages").Why} Why
 * @typedef {import("./messages").Listed} Listed */

const own = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const SCOPE = new URL(own.registration.scope);

/** Another page of the same host has caches of its own. */
const OURS = `offline:${SCOPE.pathname}:`, NAME = OURS + SEAL.version;

const LIST = "files.json", PAGE = "index.html", DIGEST = "x-digest";

/** What is packed is kept unpacked, and says so: then it need not be unpacked at each start, and a browser keeps beside it
 * what it has compiled of it. */
const PACKED = ".packed", UNPACKED = "x-unpacked";

/** Files fetched beside each other; bytes after which pages hear how many have come. */
const ABREAST = 4, STEP = 250_000;

class Failed extends Error {
  /** @param {Why} why @param {string} path */
  constructor(why, path) {
    super(`${why}: ${path}`);
    this.why = why;
  }
}

/** @param {string} path */
const address = (path) => new URL(path, SCOPE);

/** To every page of ours that is open. @param {import("./messages").Heard} message */
async function tell(message) {
  const pages = await own.clients.matchAll({ includeUncontrolled: true, type: "window" });
  pages.filter(({ url }) => url.startsWith(SCOPE.href)).forEach((page) => page.postMessage(message));
}

/** @param {string} path */
async function asked(path) {
  const answer = await fetch(address(path), { cache: "reload" }).catch(() => undefined); // no cache on the way mixes versions
  if (!answer || answer.status >= 500) throw new Failed("broke", path);
  if (!answer.ok || !answer.body) throw new Failed("changed", path);
  return answer;
}

/** The body of a file as it was made. @param {Listed} file @param {(bytes: number) => void} count */
async function fetched({ path, bytes, sha256 }, count) {
  const answer = await asked(path), reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
  const body = new Uint8Array(bytes);
  let at = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Failed("broke", path);
    });
    if (done) break;
    if (at + value.length > bytes) throw new Failed("changed", path);
    body.set(value, at);
    at += value.length;
    count(value.length);
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  if ([...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") !== sha256) throw new Failed("changed", path);
  return body;
}

/** As it will be answered. @param {BodyInit} body @param {string} type @param {string} digest @param {Record<string, string>} more */
const kept = (body, type, digest, more = {}) =>
  new Response(body, { headers: { ...SEAL.headers, "content-type": type, [DIGEST]: digest, ...more } });

/** A file that was fetched, as it will be answered. @param {Listed} file @param {Uint8Array<ArrayBuffer>} body */
function keeping({ path, type, sha256 }, body) {
  if (!path.endsWith(PACKED)) return kept(body, type, sha256);
  const unpacked = new Blob([body]).stream().pipeThrough(new DecompressionStream("gzip"));
  return kept(unpacked, type, sha256, { [UNPACKED]: "yes" });
}

/** @param {Cache} cache @param {string} path @param {Response} answer */
async function put(cache, path, answer) {
  try {
    await cache.put(address(path), answer);
  } catch {
    throw new Failed("full", path);
  }
}

/** Of this version's files those that another version has, or this one had before it broke off, are not fetched again.
 * @param {Cache} cache @param {Cache[]} others @param {Listed} file */
async function had(cache, others, { path, sha256, type }) {
  for (const one of [cache, ...others]) {
    const found = await one.match(address(path));
    if (!found || found.headers.get(DIGEST) !== sha256) continue;
    const unpacked = found.headers.has(UNPACKED);
    if (unpacked !== path.endsWith(PACKED)) continue; // versions before this one kept it packed
    if (one !== cache) await put(cache, path, kept(await found.blob(), type, sha256, unpacked ? { [UNPACKED]: "yes" } : {}));
    return true;
  }
  return false;
}

/** Keep this version, whole. */
async function keep() {
  const list = await (await asked(LIST)).text(), { version, files } = /** @type {import("./messages").Files} */ (JSON.parse(list));
  if (version !== SEAL.version) throw new Failed("changed", LIST);
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== NAME);
  const others = await Promise.all(names.map((name) => caches.open(name))), cache = await caches.open(NAME);
  const missing = [], all = sum(files);
  for (const file of files) if (!(await had(cache, others, file))) missing.push(file);
  await gather(cache, missing, all - sum(missing), all);
  await put(cache, LIST, kept(list, "application/json", ""));
}

/** @param {Listed[]} files */
const sum = (files) => files.reduce((bytes, file) => bytes + file.bytes, 0);

/** Fetch files; where one fails, those that are coming still come. @param {Cache} cache @param {Listed[]} missing
 * @param {number} whole bytes in files that are there @param {number} all */
async function gather(cache, missing, whole, all) {
  const next = missing.values();
  let done = whole, said = whole, failure = /** @type {unknown} */ (null);
  const report = () => {
    said = done;
    tell({ kind: "progress", kept: whole, done, all });
  };
  const count = (/** @type {number} */ bytes) => {
    done += bytes;
    if (done >= said + STEP) report();
  };
  const some = async () => {
    for (const file of next) {
      try {
        await put(cache, file.path, keeping(file, await fetched(file, count)));
        whole += file.bytes;
        report();
      } catch (error) {
        failure ??= error;
      }
      if (failure) return;
    }
  };
  report();
  await Promise.all(Array.from({ length: ABREAST }, some));
  if (failure) throw failure;
}

async function install() {
  try {
    await keep();
  } catch (error) {
    await tell({ kind: "failed", why: error instanceof Failed ? error.why : "broke" });
    throw error;
  }
}

async function activate() {
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== NAME);
  await Promise.all(names.map((name) => caches.delete(name)));
  await own.clients.claim();
  await tell({ kind: "active", version: SEAL.version });
}

const nothing = () => new Response("not kept\n", { status: 404, headers: { ...SEAL.headers, "content-type": "text/plain" } });

/** @param {Request} request */
async function answered(request) {
  const { origin, pathname } = new URL(request.url), cache = await caches.open(NAME);
  if (origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname) || request.method !== "GET") return nothing();
  const path = pathname.slice(SCOPE.pathname.length) || PAGE, found = await cache.match(address(path));
  if (found) return found;
  if (!(await cache.match(address(LIST)))) return lost(request);
  const page = request.mode === "navigate" && !path.includes("/") && (await cache.match(address(PAGE)));
  return page || nothing();
}

/** What was kept has been thrown away: the next load is a first one. @param {Request} request */
async function lost(request) {
  await own.registration.unregister();
  return fetch(request);
}

own.addEventListener("install", (event) => event.waitUntil(install()));
own.addEventListener("activate", (event) => event.waitUntil(activate()));
own.addEventListener("fetch", (event) => event.respondWith(answered(event.request)));
own.addEventListener("message", ({ data }) => data.kind === "take" && own.skipWaiting());
