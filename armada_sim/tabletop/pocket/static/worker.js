// The engine: Python in this worker. What it is asked is answered by the program that `engine/engine.json` names.

import { loadPyodide } from "./engine/pyodide.mjs";

/** @typedef {{toJs: () => Uint8Array<ArrayBuffer>, destroy: () => void}} Bytes Python's, until they are copied
 * @typedef {Iterable<Bytes> & {destroy: () => void}} Lines
 * @typedef {{status: number, media: string, body: (Bytes & {type: "bytes"}) | (Lines & {type: "generator"}), destroy: () => void}} Reply
 * @typedef {{kind: () => string, answer: (path: string, lang: string, body: string) => Reply,
 *   stages: (path: string, lang: string, body: string) => Lines}} Engine */

const PLACE = new URL("engine/", location.href).href;
const PACKAGES = "/lib/python3.14/site-packages";

/** A file that is kept packed, so that every server sends it so. @param {string} name */
async function unpacked(name) {
  const answer = await send(`${PLACE}${name}.packed`);
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": type } });
}

const send = fetch;
const PACKED = ["pyodide.asm.wasm", "python_stdlib.zip"].map((name) => PLACE + name);
self.fetch = (what, how) => { // Pyodide asks for these by itself
  const name = String(what);
  return PACKED.includes(name) ? unpacked(name.slice(PLACE.length)) : send(what, how);
};

/** @param {string} name */
const bytes = async (name) => new Uint8Array(await (await unpacked(name)).arrayBuffer());

async function started() {
  const told = (await send(`${PLACE}engine.json`)).json();
  const program = bytes("program.zip");
  const libraries = told.then(({ libraries }) => Promise.all(libraries.map(async (/** @type {string} */ name) => ({ name, content: await bytes(name) }))));
  const python = await loadPyodide({
    indexURL: PLACE, packageBaseUrl: PLACE, lockFileContents: (await told).lock, env: { PYTHONHASHSEED: "0", HOME: "/home" },
  });
  for (const { name, content } of await libraries) {
    const path = `${PACKAGES}/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, content, { canOwn: true });
  }
  python.unpackArchive(await program, "zip", { extractDir: PACKAGES });
  return { python, engine: python.pyimport((await told).module).ENGINE };
}

const ready = started();

/** One question after the other. @type {Promise<unknown>} */
let last = ready.then(({ engine }) => {
  postMessage({ kind: JSON.parse(engine.kind()) });
});

/** Anything asked meanwhile comes between the lines of a long answer. */
const pause = () => new Promise((go) => setTimeout(go));

/** @param {Lines} lines @param {(line: Bytes) => void} each */
async function through(lines, each) {
  for (const line of lines) {
    each(line);
    await pause();
  }
  lines.destroy();
}

/** @param {{id: number, path: string, lang: string, body: string, search?: boolean}} question */
async function answer({ id, path, lang, body, search }) {
  const { python, engine } = await ready;
  try {
    if (search) {
      await through(engine.stages(path, lang, body), (stage) => postMessage({ id, more: true, text: decoded(stage) }));
      return postMessage({ id });
    }
    const reply = engine.answer(path, lang, body);
    const { status, media } = reply;
    if (reply.body.type !== "bytes") {
      postMessage({ id, status, media, more: true });
      await through(reply.body, (line) => postMessage({ id, more: true, part: line.toJs().buffer }));
      return postMessage({ id });
    }
    const part = reply.body.toJs();
    reply.destroy();
    postMessage({ id, status, media, part });
  } catch (error) {
    console.error(error);
    if (!(error instanceof python.ffi.PythonError)) throw error; // it cannot go on
    postMessage({ id, status: 500, media: "text/plain", part: new ArrayBuffer(0) });
  }
}

/** @param {Bytes} stage */
const decoded = (stage) => new TextDecoder().decode(stage.toJs());

self.addEventListener("unhandledrejection", ({ reason }) => setTimeout(() => {
  throw reason; // the page hears of errors, and of nothing else
}));
self.onmessage = ({ data }) => void answer(data);
