// Python and its libraries in WebAssembly without the exports that nothing asks for: each costs time at every start.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";

const EXPORTS = 7, MAGIC = 8;

/** What starts so is asked for by name, by Python or by what links libraries. */
const ASKED = /^(__wasm_|__start_|__stop_|__em_|PyInit)/;

/** A number as WebAssembly writes it, and where it ends. @param {Uint8Array} bytes @param {number} at @returns {[number, number]} */
function number(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, at];
  }
}

/** @param {number} value @returns {number[]} */
const written = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...written(Math.floor(value / 128))]);

/** A section of exports without those that are not wanted. @param {Uint8Array} section @param {(name: string) => boolean} wanted */
function fewer(section, wanted) {
  const kept = [];
  let [count, at] = number(section, 0);
  while (count--) {
    const [length, begin] = number(section, at), kind = begin + length, end = number(section, kind + 1)[1];
    if (wanted(new TextDecoder().decode(section.subarray(begin, kind)))) kept.push(section.subarray(at, end));
    at = end;
  }
  return Buffer.concat([Buffer.from(written(kept.length)), ...kept]);
}

/** @param {Uint8Array} bytes of a library @param {(name: string) => boolean} wanted */
function without(bytes, wanted) {
  const parts = [bytes.subarray(0, MAGIC)];
  for (let at = MAGIC; at < bytes.length;) {
    const [length, begin] = number(bytes, at + 1), end = begin + length;
    if (bytes[at] === EXPORTS) {
      const section = fewer(bytes.subarray(begin, end), wanted);
      parts.push(Buffer.from([EXPORTS, ...written(section.length)]), section);
    } else parts.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat(parts);
}

/** @param {Uint8Array} bytes of a library @returns {string[]} names of what it takes from others */
const taken = (bytes) => WebAssembly.Module.imports(new WebAssembly.Module(bytes)).map(({ name }) => name);

/** Prune Python and all libraries below a folder, in place. @param {string} python @param {string} folder
 * @param {string} scripts the text of what loads Python and calls it by the names of its exports */
export function prune(python, folder, scripts) {
  const names = readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`).filter((name) => name.endsWith(".so"));
  const libraries = names.map((name) => ({ name, bytes: readFileSync(name) }));
  const wanted = new Set(libraries.flatMap(({ bytes }) => taken(bytes)));
  for (const { name, bytes } of libraries) writeFileSync(name, without(bytes, (one) => ASKED.test(one) || wanted.has(one)));
  const said = new Set(scripts.match(/\w+/g)?.flatMap((word) => [word, word.replace(/^_/, "")]));
  writeFileSync(python, without(readFileSync(python), (one) => ASKED.test(one) || wanted.has(one) || said.has(one)));
}
