// Questions to the server. The page holds no rules: every line and every word about a game comes from here.

import { say, words } from "./words.js";

/** @typedef {import("./answers.js").paths} Paths
 * @typedef {{[P in keyof Paths]: Paths[P] extends {post: {responses: {200: {content: infer C}}}} ? C[keyof C] : never}} Answers
 * what each question is answered, as the server publishes it
 * @typedef {import("./answers.js").Stage} Stage */

/** The token of the link, kept for later requests by the server's cookie.
 * @param {keyof Answers} path
 * @param {object} body
 * @returns {Promise<Response>} */
async function sent(path, body, /** @type {AbortSignal | undefined} */ signal = undefined) {
  const answer = await fetch(`.${path}?lang=${words.lang}`, { method: "POST", body: JSON.stringify(body), signal });
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

/** @template {keyof Answers} P @param {P} path @param {object} body @returns {Promise<Answers[P]>} plain data */
export const ask = async (path, body) => (await sent(path, body)).json();

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
export async function page(lang) {
  const answer = await fetch(`api/page?lang=${lang}${location.search.replace("?", "&")}`);
  return answer.json();
}

/** Asks one thing at a time: of those that wait only the last goes on, and a late answer is dropped.
 * @template {keyof Answers} P @param {(answer: Answers[P], path: P) => void} done @param {(error: Error) => void} failed */
export function latest(done, failed) {
  let busy = false;
  /** @type {{path: P, body: object} | null} */
  let waiting = null;
  const next = async () => {
    while (waiting !== null) {
      /** @type {{path: P, body: object}} */
      const { path, body } = waiting;
      waiting = null;
      busy = true;
      try {
        const answer = await ask(path, body);
        if (waiting === null) done(answer, path);
      } catch (error) {
        if (waiting === null) failed(/** @type {Error} */ (error));
      }
    }
    busy = false;
  };
  return (/** @type {P} */ path, /** @type {object} */ body) => {
    waiting = { path, body };
    if (!busy) next();
  };
}

/** A search whose stages come over a WebSocket: `ask` drops what was asked before, `drop` ends it, and no stage of what
 * was dropped is shown. Of a failure `shown` gets the "error".
 * @param {string} path @param {(stage: Stage) => void} shown */
export function sharpening(path, shown) {
  /** @type {WebSocket | null} */
  let socket = null;
  let number = 0, wanted = "";
  const open = () => {
    const made = new WebSocket(`${location.origin.replace("http", "ws")}/${path}?lang=${words.lang}`);
    made.onopen = () => made.send(wanted);
    made.onmessage = (event) => {
      const stage = JSON.parse(event.data);
      if (socket !== made || stage.id !== number) return;
      if (stage.done || stage.error) wanted = "";
      shown(stage);
    };
    made.onclose = () => {
      if (socket !== made) return;
      socket = null;
      if (wanted) shown({ id: null, error: say("lost") });
    };
    return made;
  };
  return {
    ask(/** @type {object} */ body) {
      number += 1;
      wanted = JSON.stringify({ ...body, id: number });
      if (socket === null) socket = open();
      else if (socket.readyState === WebSocket.OPEN) socket.send(wanted);
    },
    drop() {
      const open = socket;
      [socket, wanted] = [null, ""];
      open?.close();
    },
  };
}
