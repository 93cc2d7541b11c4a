/** What is used of Pyodide, which lies beside the worker in a folder that is built. */
export type Files = {
  mkdirTree: (path: string) => void;
  writeFile: (path: string, content: Uint8Array, options: { canOwn: boolean }) => void;
  readFile: (path: string, options: object) => Uint8Array | WebAssembly.Module;
};

export function loadPyodide(options: {
  indexURL: string;
  packageBaseUrl: string;
  lockFileContents: object;
  env: Record<string, string>;
}): Promise<{
  FS: Files;
  ffi: { PythonError: new () => Error };
  pyimport: (name: string) => { ENGINE: import("../../../armada_sim/tabletop/pocket/static/worker.js").Engine };
}>;
