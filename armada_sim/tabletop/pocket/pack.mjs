// Run by Node while a pocket is built: Python in WebAssembly compiles what it will load.
// node pack.mjs PYODIDE STAGE MODULE, where the stage has the folders library and packages.

import { copyFileSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { prune } from "./prune.mjs";

const [pyodide, stage, module] = process.argv.slice(2);
process.on("uncaughtException", failed); // Python begins some of its work by itself
try {
  const scripts = ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => readFileSync(`${pyodide}/${name}`, "utf8")).join("\n");
  copyFileSync(`${pyodide}/pyodide.asm.wasm`, `${stage}/pyodide.asm.wasm`);
  prune(`${stage}/pyodide.asm.wasm`, `${stage}/packages`, scripts);
  const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
  const python = await loadPyodide({ indexURL: pyodide });
  python.FS.mkdirTree("/stage");
  python.FS.mount(python.FS.filesystems.NODEFS, { root: stage }, "/stage");
  python.runPython("import sys; sys.path.insert(0, '/stage/packages'); sys.dont_write_bytecode = True");
  const { compiled, pages } = python.pyimport("armada_sim.tabletop.pocket.compiling");
  compiled("/stage/library", "/stage/python_stdlib.zip");
  compiled("/stage/packages", "/stage/program.zip");
  console.log(pages("/stage/packages", module));
} catch (error) {
  failed(error);
}

/** Node itself would show a line of code of a million characters. @param {Error} error */
function failed({ message }) {
  console.error(message);
  console.error(message.split("\n").findLast((line) => /^\w+Error\b/.test(line)) ?? "");
  process.exitCode = 1;
}
