// Undo and redo: what something was before each change of it, the last steps kept while the tab is open.

import { session } from "./storage.js";

const KEPT_STEPS = 40;

/** @template T @template B
 * @param {string} key of what the tab keeps @param {() => T} now what is brought back, as plain data
 * @param {(then: T & B) => void} put @param {() => B} beside what comes back with it and is no change by itself */
export function history(key, now, put, beside) {
  /** @typedef {{held: string, beside: B}} Step */
  /** @type {Step[]} */
  const past = [];
  /** @type {Step[]} */
  const future = [];
  const taken = () => ({ held: JSON.stringify(now()), beside: beside() });
  let last = taken();
  /** @param {Step[]} from @param {Step[]} to */
  const step = (from, to) => {
    const then = from.pop();
    if (!then) return;
    to.push(last);
    last = then;
    put({ ...JSON.parse(then.held), ...then.beside });
  };
  addEventListener("pagehide", () => session.write(key, JSON.stringify(past.slice(-KEPT_STEPS))));
  return {
    /** A change is done: it can be undone. */
    settled() {
      const next = taken();
      if (next.held !== last.held) {
        past.push(last);
        future.length = 0;
      }
      last = next;
    },
    /** The last change is completed: it is undone together with that. */
    amended() {
      last = taken();
    },
    /** From here on, with the steps that the tab kept, if any. @param {boolean} again */
    begin(again) {
      last = taken();
      past.length = future.length = 0;
      if (again) past.push(...JSON.parse(session.read(key) ?? "[]"));
    },
    undo: () => step(past, future),
    redo: () => step(future, past),
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
  };
}
