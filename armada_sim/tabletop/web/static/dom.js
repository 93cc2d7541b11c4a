// Making elements, and showing them: what differs, at most once a frame.

/** @typedef {string | number | boolean | null | undefined} Plain what an attribute may be
 * @typedef {Record<string, Plain>} Attributes */
/** @template {keyof HTMLElementTagNameMap} K
 * @typedef {{[name: string]: Plain | ((event: Event & {target: HTMLElementTagNameMap[K]}) => unknown)}} Attributed
 * attributes, and as `on…` listeners to what happens at the element itself */

/** @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {Attributed<K>} attributes @param {...(Node | string)} children */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for SVG. @template {keyof SVGElementTagNameMap} K @param {K} tag @param {Attributes} attributes @param {...(Node | string)} children */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** @template {Element} E @param {E} made @param {Record<string, unknown>} attributes @param {(Node | string)[]} children */
function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name.startsWith("aria-")) made.setAttribute(name, String(value));
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  made.append(...children);
  return made;
}

/** Children in place of those that are there, but for those that are the same. @param {Element} place @param {Element[]} children */
export function patch(place, children) {
  const there = [...place.children];
  if (there.length !== children.length) return place.replaceChildren(...children);
  children.forEach((child, i) => child.isEqualNode(there[i]) || there[i].replaceWith(child));
}

/** @type {Set<() => void>} */
const due = new Set();

/** Done at the next frame, each once however often it is asked for meanwhile. @param {...(() => void)} acts */
export function soon(...acts) {
  if (!due.size) {
    requestAnimationFrame(() => {
      const now = [...due];
      due.clear();
      now.forEach((act) => act());
    });
  }
  acts.forEach((act) => due.add(act));
}

/** A label with its field. @param {string} text @param {HTMLElement} field */
export const labelled = (text, field) => el("label", { class: "field" }, el("span", {}, text), field);

/** @template {string} V @param {V} chosen @param {[V, string][]} values value and words @param {(value: V) => void} pick */
export function chooser(chosen, values, pick) {
  const options = values.map(([value, text]) => el("option", { value, selected: value === chosen }, text));
  return el("select", { onchange: (event) => pick(/** @type {V} */ (event.target.value)) }, ...options);
}

/** @param {string} text @param {() => unknown} act @param {Attributes} more */
export const button = (text, act, more = {}) => el("button", { type: "button", onclick: act, ...more }, text);

/** Said to a screen reader. @param {string} text */
export function announce(text) {
  const place = document.getElementById("said");
  if (place && place.textContent !== text) place.textContent = text;
}
