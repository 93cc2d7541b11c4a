// Questions to workers beside this page: one that answers, and one for what takes long, which is ended and begun anew to
// drop that. The worker's side is worker.js.

/** @typedef {{path: string, lang: string, body: string, search?: boolean}} Question
 * @typedef {{id: number, status?: number, media?: string, part?: ArrayBuffer, text?: string, more?: boolean}} Told
 * @typedef {{apart: string[], searches: string[]}} Kind which paths take long
 * @typedef {{said: (told: Told) => void, lost: () => void}} Waiting */

const LOST = new DOMException("the engine has ended", "NetworkError");

/** A worker, hired when it is asked, and again after it has ended. */
class Helper {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  #number = 0;
  /** Which paths take long, once it can answer. @type {Promise<Kind>} */
  #ready = Promise.reject(LOST);

  constructor() {
    this.#ready.catch(() => undefined);
  }

  /** @param {Question} question @param {Waiting} waiting @returns {number} */
  ask(question, waiting) {
    this.hired();
    this.#number += 1;
    this.#waiting.set(this.#number, waiting);
    this.#worker?.postMessage({ id: this.#number, ...question });
    return this.#number;
  }

  hired() {
    if (this.#worker) return this.#ready;
    const made = this.#worker = new Worker("worker.js", { type: "module" });
    this.#ready = new Promise((known, fail) => {
      made.onmessage = ({ data }) => made === this.#worker && (data.kind ? known(data.kind) : this.#heard(data));
      made.onerror = () => {
        fail(LOST);
        if (made !== this.#worker) return;
        this.end();
        dispatchEvent(new Event("enginelost"));
      };
    });
    this.#ready.catch(() => undefined); // whoever asks is told
    return this.#ready;
  }

  /** Whoever waits is lost. */
  end() {
    this.#worker?.terminate();
    this.#worker = null;
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const one of lost) one.lost();
  }

  /** Nobody waits for it any more; whether somebody did. @param {number} id */
  forget(id) {
    return this.#waiting.delete(id);
  }

  /** @param {Told} told */
  #heard(told) {
    const waiting = this.#waiting.get(told.id);
    if (!told.more) this.#waiting.delete(told.id);
    waiting?.said(told);
  }
}

const quick = new Helper(), slow = new Helper();
quick.hired();

export const ready = () => quick.hired();

/** @param {string} path @param {string} lang @param {string | Blob} given @param {AbortSignal} signal @returns {Promise<Response>} */
export async function asked(path, lang, given, signal) {
  const body = given instanceof Blob ? "" : given; // no file is asked about here
  const helper = (await ready()).apart.includes(path) ? slow : quick;
  signal.throwIfAborted();
  return new Promise((answer, fail) => {
    /** @type {ReadableStreamDefaultController | null} */
    let lines = null;
    const id = helper.ask({ path, lang, body }, {
      said: ({ status, media, part, more }) => {
        if (status) {
          const content = more ? new ReadableStream({ start: (made) => void (lines = made) }) : part;
          answer(new Response(content, { status, headers: { "content-type": media ?? "" } }));
        } else if (part) lines?.enqueue(new Uint8Array(part));
        if (!more) lines?.close();
      },
      lost: () => {
        fail(LOST);
        lines?.error(LOST);
      },
    });
    signal.addEventListener("abort", () => {
      if (helper.forget(id) && helper === slow) slow.end();
      fail(signal.reason);
    });
  });
}

/** @param {string} lang */
export const page = async (lang) => {
  const known = await fetch(`page.${lang}.json`);
  return known.ok ? known : fetch("page.en.json");
};

/** A search, whose stages are told as they come; what else comes over sockets comes from other devices: here is none.
 * @param {string} path @param {string} lang @returns {import("./transport.js").Line} */
export function line(path, lang) {
  let id = 0, state = /** @type {number} */ (WebSocket.CONNECTING);
  const drop = () => {
    const busy = id > 0;
    id = 0; // so that it is not lost, but dropped
    if (busy) slow.end();
  };
  const lost = () => {
    if (!id) return;
    [id, state] = [0, WebSocket.CLOSED];
    made.onclose?.(new CloseEvent("close"));
  };
  /** @type {import("./transport.js").Line} */
  const made = {
    onopen: null,
    onmessage: null,
    onclose: null,
    get readyState() {
      return state;
    },
    send(body) {
      drop();
      id = slow.ask({ path: `/${path}`, lang, body, search: true }, {
        said: ({ text, more, status }) => {
          if (status) return lost();
          if (!more) id = 0;
          if (text) made.onmessage?.(new MessageEvent("message", { data: text }));
        },
        lost,
      });
    },
    close() {
      state = WebSocket.CLOSED;
      drop();
    },
  };
  ready().then(({ searches }) => {
    if (state !== WebSocket.CONNECTING) return;
    if (!searches.includes(`/${path}`)) made.send = () => undefined;
    state = WebSocket.OPEN;
    made.onopen?.(new Event("open"));
  }, () => {
    state = WebSocket.CLOSED;
    made.onclose?.(new CloseEvent("close"));
  });
  return made;
}
