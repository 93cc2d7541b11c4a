/** What is used of Pyodide, which lies beside the worker in a folder that is built. */
export function loadPyodide(options: {
  indexURL: string;
  packageBaseUrl: string;
  lockFileContents: object;
  env: Record<string, string>;
}): Promise<{
  FS: {
    mkdirTree: (path: string) => void;
    writeFile: (path: string, content: Uint8Array, options: { canOwn: boolean }) => void;
  };
  ffi: { PythonError: new () => Error };
  unpackArchive: (content: Uint8Array, format: string, options: { extractDir: string }) => void;
  pyimport: (name: string) => { ENGINE: import("../../../armada_sim/tabletop/pocket/static/worker.js").Engine };
}>;
