// A slider over the moments of something recorded, with buttons and a clock that goes on by itself (unless less motion is
// asked for).

import { button, el } from "./dom.js";
import { say } from "./words.js";

const PAUSE_MS = 1000;

let timer = 0;

/** Stop the clock. */
export function stop() {
  clearInterval(timer);
  timer = 0;
}

/** @param {{at: () => number, last: () => number, go: (moment: number) => void, done: () => void}} moments
 * `go` shows a moment at once; `done` is called when a drag of the slider ends */
export function slider(moments) {
  const to = (/** @type {number} */ moment) => moments.go(Math.max(0, Math.min(moments.last(), moment)));
  const by = (/** @type {number} */ count) => () => {
    stop();
    to(moments.at() + count);
  };
  const toggle = () => {
    if (timer) stop();
    else {
      if (moments.at() >= moments.last()) to(0);
      timer = setInterval(() => {
        to(moments.at() + 1);
        if (moments.at() >= moments.last()) {
          stop();
          moments.done();
        }
      }, PAUSE_MS);
    }
    moments.done();
  };
  const released = (/** @type {Event & {target: HTMLInputElement}} */ event) => {
    event.target.removeAttribute("data-held");
    moments.done();
  };
  const range = el("input", {
    type: "range", min: 0, max: moments.last(), value: moments.at(), id: "moment", "aria-label": say("moment"),
    oninput: (event) => {
      stop();
      to(Number(event.target.value));
    },
    onpointerdown: (event) => event.target.setAttribute("data-held", ""), // so that it is not drawn anew under the finger
    onpointerup: released, onpointercancel: released,
  });
  const step = (/** @type {string} */ text, /** @type {string} */ name, /** @type {() => void} */ act) =>
    button(text, act, { id: name, "aria-label": say(name), title: say(name) });
  return el(
    "div", { class: "moments", role: "group", "aria-label": say("moment") },
    range,
    el("div", { class: "row" },
      step("|◀", "first", by(-Infinity)), step("◀", "back", by(-1)),
      ...(matchMedia("(prefers-reduced-motion: reduce)").matches ? [] : [step(timer ? "❚❚" : "▶▶", timer ? "pause" : "run", toggle)]),
      step("▶", "next", by(1)), step("▶|", "last", by(Infinity)),
      el("output", { id: "moment-number" }, `${moments.at()} / ${moments.last()}`)),
  );
}
