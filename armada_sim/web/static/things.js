// Objects and the surface: their shapes, chosen and typed.

import { button, chooser, el, labelled } from "./dom.js";
import { length, points } from "./fields.js";
import { edit, freeName, rounded, state } from "./state.js";
import { view } from "./view.js";
import { say } from "./words.js";

/** @typedef {[number, number]} Point */
/** @typedef {import("./answers.js").SurfaceRow} Shape */

export function things() {
  return [
    ...state.doc.objects.map((thing, i) => el(
      "details", { class: "thing-form", id: `thing-${thing.name}` }, el("summary", {}, thing.name), ...shape(thing, (now) => edit((doc) => Object.assign(doc.objects[i], now))),
      button(say("remove"), () => edit((doc) => doc.objects.splice(i, 1)), { "aria-label": `${say("remove")} ${thing.name}` }),
    )),
    el("div", { class: "row" },
      button(say("add_object"), () => add({ polygon: square(view.x, view.y, 30) }), { id: "add-object" }),
      button(say("add_disc"), () => add({ disc: { center: middle(), radius: 30 } }), { id: "add-disc" })),
  ];
}

/** @param {Shape} made */
const add = (made) => edit((doc) => doc.objects.push({ name: freeName("O"), ...made }));

const middle = () => /** @type {Point} */ ([rounded(view.x), rounded(view.y)]);

/** @param {number} x @param {number} y @param {number} half */
const square = (x, y, half) =>
  [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]].map(([a, b]) => /** @type {Point} */ ([rounded(a), rounded(b)]));

const SHAPES = /** @type {const} */ (["rectangle", "disc", "polygon"]);

export function surface() {
  const given = state.doc.surface ?? /** @type {Shape} */ ({}), kind = SHAPES.find((one) => one in given) ?? "";
  const pick = (/** @type {string} */ name) => edit((doc) => {
    doc.surface = { ...starts[/** @type {keyof typeof starts} */ (name)] };
  });
  const kinds = SHAPES.map((name) => /** @type {[string, string]} */ ([name, say(`shape_${name}`)]));
  return [
    labelled(say("shape"), chooser(kind, kind ? kinds : [["", ""], ...kinds], pick)),
    ...shape(given, (now) => edit((doc) => {
      doc.surface = now;
    })),
  ];
}

/** What a surface is at first when its shape is chosen, mm. @type {Record<string, Shape>} */
const starts = {
  rectangle: { rectangle: [914.4, 914.4] },
  disc: { disc: { center: [457.2, 457.2], radius: 457.2 } },
  polygon: { polygon: [[0, 0], [914.4, 0], [914.4, 914.4], [0, 914.4]] },
};

/** The fields of a shape. @param {Shape} given @param {(now: Shape) => void} put */
function shape(given, put) {
  const { rectangle, disc, polygon } = given, plus = (/** @type {number} */ value, /** @type {() => void} */ done) => value > 0 && done();
  if (rectangle) {
    const [w, h] = rectangle;
    return [
      length(say("width"), w, (value) => plus(value, () => put({ rectangle: [value, h] }))),
      length(say("height"), h, (value) => plus(value, () => put({ rectangle: [w, value] }))),
    ];
  }
  if (disc) {
    const { center: [x, y], radius } = disc;
    return [
      length(say("centre_x"), x, (value) => put({ disc: { center: [value, y], radius } })),
      length(say("centre_y"), y, (value) => put({ disc: { center: [x, value], radius } })),
      length(say("radius"), radius, (value) => plus(value, () => put({ disc: { center: [x, y], radius: value } }))),
    ];
  }
  return polygon ? [points(say("corners"), polygon, (now) => put({ polygon: now }))] : [];
}
