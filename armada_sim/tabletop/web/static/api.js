// Questions to what answers. The page holds no rules: every line and every word about a game comes from here.

import { asked, line, page as pageIn, ready } from "./transport.js";
import { say, words } from "./words.js";

/** @typedef {import("./answers.js").paths} Paths
 * @typedef {{[P in keyof Paths]: Paths[P] extends {post: {responses: {200: {content: infer C}}}} ? C[keyof C] : never}} Answers
 * what each question is answered, as the server publishes it
 * @typedef {import("./answers.js").Stage} Stage */

/** Milliseconds. After such a silence nobody waits any longer. */
const PATIENCE_MS = 60000;

/** @param {keyof Answers} path @param {object} body plain data, or a file as it is @returns {Promise<Response>} */
async function sent(path, body, /** @type {AbortSignal | undefined} */ signal = undefined) {
  await ready();
  const ended = AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(signal ? [signal] : [])]);
  const answer = await asked(path, words.lang, body instanceof Blob ? body : JSON.stringify(body), ended);
  if (!answer.ok) throw new Refused((await answer.json()).error, answer.status);
  return answer;
}

/** The server understood, and says why there is no answer. */
export class Refused extends Error {
  /** @param {string} message @param {number} status */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** @template {keyof Answers} P @param {P} path @param {object} body @param {AbortSignal} [signal] @returns {Promise<Answers[P]>} plain data */
export const ask = async (path, body, signal) => (await sent(path, body, signal)).json();

/** @param {keyof Answers} path @param {object} body @returns {Promise<Blob>} a file */
export const file = async (path, body) => (await sent(path, body)).blob();

/** An answer that comes line by line. @template {keyof Answers} P @param {P} path @param {object} body @param {AbortSignal} signal
 * @returns {AsyncGenerator<Answers[P]>} */
export async function* streamed(path, body, signal) {
  const answer = await sent(path, body, signal), reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line);
  }
}

/** What the page needs once. @param {string} lang @returns {Promise<import("./answers.js").Page>} */
export const page = async (lang) => (await pageIn(lang)).json();

/** @param {string} path */
export const lineTo = (path) => line(path, words.lang);

/** Asks one thing at a time: of those that wait only the last goes on. With an answer it says when it was asked
 * (in milliseconds, as `performance.now`), and whether something else was asked meanwhile.
 * @template {keyof Answers} P @param {(answer: Answers[P], path: P, asked: {at: number, late: boolean}) => void} done
 * @param {(error: Error) => void} failed */
export function latest(done, failed) {
  /** @typedef {{path: P, body: object, at: number}} Asking */
  let busy = false;
  /** @type {Asking | null} */
  let waiting = null;
  const next = async () => {
    while (waiting !== null) {
      /** @type {Asking} */
      const { path, body, at } = waiting;
      waiting = null;
      busy = true;
      try {
        const answer = await ask(path, body);
        done(answer, path, { at, late: waiting !== null });
      } catch (error) {
        if (waiting === null) failed(/** @type {Error} */ (error));
      }
    }
    busy = false;
  };
  return (/** @type {P} */ path, /** @type {object} */ body) => {
    waiting = { path, body, at: performance.now() };
    if (!busy) next();
  };
}

/** A search whose stages come over a WebSocket: `ask` drops what was asked before, `drop` ends it, and no stage of what
 * was dropped is shown. Of a failure `shown` gets the "error", of a silence too.
 * @param {string} path @param {(stage: Stage) => void} shown */
export function sharpening(path, shown) {
  /** @type {import("./transport.js").Line | null} */
  let socket = null;
  let number = 0, wanted = "", patience = 0;
  const wait = () => {
    clearTimeout(patience);
    if (wanted) patience = setTimeout(() => socket?.close(), PATIENCE_MS);
  };
  const open = () => {
    const made = lineTo(path);
    made.onopen = () => made.send(wanted);
    made.onmessage = (event) => {
      const stage = JSON.parse(event.data);
      if (socket !== made || stage.id !== number) return;
      if (stage.done || stage.error) wanted = "";
      wait();
      shown(stage);
    };
    made.onclose = () => {
      if (socket !== made) return;
      socket = null;
      clearTimeout(patience);
      if (!wanted) return;
      wanted = "";
      shown({ id: null, error: say("lost") });
    };
    return made;
  };
  return {
    ask(/** @type {object} */ body) {
      number += 1;
      wanted = JSON.stringify({ ...body, id: number });
      wait();
      if (socket === null) socket = open();
      else if (socket.readyState === WebSocket.OPEN) socket.send(wanted);
    },
    drop() {
      const open = socket;
      [socket, wanted] = [null, ""];
      clearTimeout(patience);
      open?.close();
    },
  };
}
