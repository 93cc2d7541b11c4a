/** Why a version could not be kept: the network broke off, the files are not those of this version, there is no room. */
export type Why = "broke" | "changed" | "full";

/** What pages hear of the service worker: bytes in whole files, bytes that came, bytes of all; that it failed; whose files
 * pages have from now on. */
export type Heard =
  | { kind: "progress"; kept: number; done: number; all: number }
  | { kind: "failed"; why: Why }
  | { kind: "active"; version: string };

/** A file of the page, as `files.json` lists it. */
export type Listed = { path: string; bytes: number; sha256: string; type: string };

export type Files = { version: string; files: Listed[] };
