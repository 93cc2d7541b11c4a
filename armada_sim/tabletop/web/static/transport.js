// The way to what answers: over the network to the server of this page, or to workers beside it. Nothing else knows which.

/** @typedef {{
 *   onopen: ((event: Event) => unknown) | null, onmessage: ((event: MessageEvent) => unknown) | null, onclose: ((event: CloseEvent) => unknown) | null,
 *   readonly readyState: number, send: (text: string) => void, close: () => void}} Line
 * what is used of a WebSocket
 * @typedef {{
 *   ready: () => Promise<unknown>, asked: (path: string, lang: string, body: string | Blob, signal: AbortSignal) => Promise<Response>,
 *   page: (lang: string) => Promise<Response>, line: (path: string, lang: string) => Line}} Transport
 * `ready`: until questions are answered at once; `page`: what the page needs once */

const beside = "engine" in document.documentElement.dataset;

/** @type {Transport} */
export const { ready, asked, page, line } = beside ? await import("./beside.js") : await import("./network.js");
