// The engine: Python in this worker. What it is asked is answered by the program that `engine/engine.json` names.

import { loadPyodide } from "./engine/pyodide.mjs";

/** @typedef {import("./engine/pyodide.mjs").Files} Files
 * @typedef {{toJs: () => Uint8Array<ArrayBuffer>, destroy: () => void}} Bytes Python's, until they are copied
 * @typedef {Iterable<Bytes> & {destroy: () => void}} Lines
 * @typedef {{status: number, media: string, body: (Bytes & {type: "bytes"}) | (Lines & {type: "generator"}), destroy: () => void}} Reply
 * @typedef {{kind: () => string, answer: (path: string, lang: string, body: string) => Reply,
 *   stages: (path: string, lang: string, body: string) => Lines}} Engine */

const PLACE = new URL("engine/", location.href).href;
const PACKAGES = "/lib/python3.14/site-packages";

/** How an entry of an archive begins. */
const ENTRY = 0x04034b50;

/** @param {string} name */
const kind = (name) => (/\.(wasm|so)$/.test(name) ? "application/wasm" : "application/octet-stream");

/** A file that is sent packed, so that every server sends it so; a browser that keeps the page keeps it unpacked.
 * @param {string} name */
async function unpacked(name) {
  const answer = await send(`${PLACE}${name}.packed`);
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  if (answer.headers.has("x-unpacked")) return answer;
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": kind(name) } });
}

const send = fetch;
const PACKED = ["pyodide.asm.wasm", "python_stdlib.zip"].map((name) => PLACE + name);
self.fetch = (what, how) => { // Pyodide asks for these by itself
  const name = String(what);
  return PACKED.includes(name) ? unpacked(name.slice(PLACE.length)) : send(what, how);
};

/** Libraries by their names, compiled while Python starts. @param {string[]} names @returns {Promise<[string, WebAssembly.Module][]>} */
const compiled = (names) => Promise.all(names.map(async (name) => [name, await WebAssembly.compileStreaming(unpacked(name))]));

async function started() {
  const errors = /** @type {{stackTraceLimit?: number}} */ (Error), traced = errors.stackTraceLimit;
  errors.stackTraceLimit = 0; // hundreds are thrown and caught while libraries are linked
  const told = (await send(`${PLACE}engine.json`)).json();
  const program = unpacked("program.zip").then((answer) => answer.arrayBuffer());
  const libraries = told.then(({ libraries }) => compiled(libraries));
  const python = await loadPyodide({
    indexURL: PLACE, packageBaseUrl: PLACE, lockFileContents: (await told).lock, env: { PYTHONHASHSEED: "0", HOME: "/home" },
  });
  lay(python.FS, stored(await program));
  link(python.FS, new Map(await libraries));
  const engine = python.pyimport((await told).module).ENGINE;
  errors.stackTraceLimit = traced;
  return { python, engine };
}

/** Files of an archive that does not compress them. @param {ArrayBuffer} archive @returns {Iterable<[string, Uint8Array]>} */
function* stored(archive) {
  const view = new DataView(archive);
  for (let at = 0; view.getUint32(at, true) === ENTRY;) {
    const size = view.getUint32(at + 18, true), length = view.getUint16(at + 26, true), more = view.getUint16(at + 28, true);
    const begin = at + 30 + length + more;
    yield [new TextDecoder().decode(new Uint8Array(archive, at + 30, length)), new Uint8Array(archive, begin, size)];
    at = begin + size;
  }
}

/** Put files where Python looks for packages. @param {Files} files @param {Iterable<[string, Uint8Array]>} contents */
function lay(files, contents) {
  const folders = new Set();
  for (const [name, content] of contents) {
    const path = `${PACKAGES}/${name}`, folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) files.mkdirTree(folder);
    folders.add(folder);
    files.writeFile(path, content, { canOwn: true });
  }
}

/** Libraries are empty files; who reads one to compile it gets what is compiled.
 * @param {Files} files @param {Map<string, WebAssembly.Module>} libraries */
function link(files, libraries) {
  const read = files.readFile;
  lay(files, Array.from(libraries.keys(), (name) => [name, new Uint8Array()]));
  files.readFile = (path, how) =>
    libraries.get(path.slice(PACKAGES.length + 1)) ?? read.call(files, path, how);
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
