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

/** @typedef {{[type: string]: (event: Event) => unknown}} Acts */

/** What happens at each element, by the type of event. @type {WeakMap<EventTarget, Acts>} */
const acts = new WeakMap();

/** @param {Event} event */
const heard = (event) => event.currentTarget && acts.get(event.currentTarget)?.[event.type]?.(event);

/** @param {Element} place @param {Acts} known */
function listens(place, known) {
  acts.set(place, known);
  Object.keys(known).forEach((type) => place.addEventListener(type, heard)); // the same listener is added once
}

/** @template {Element} E @param {E} made @param {Record<string, unknown>} attributes @param {(Node | string)[]} children */
function filled(made, attributes, children) {
  /** @type {Acts} */
  const known = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") known[name.slice(2)] = /** @type {Acts[string]} */ (value);
    else if (name.startsWith("aria-")) made.setAttribute(name, String(value));
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  if (Object.keys(known).length) listens(made, known);
  made.append(...children);
  return made;
}

/** Children in place of those that are there. An element that stays, by its key or its turn, stays the same one: it
 * keeps the focus, what is typed into it and the finger that presses it. @param {Element} place @param {(Element | Text)[]} children */
export function patch(place, children) {
  const keyed = new Map([...place.children].map((child) => [keyOf(child), child]));
  const kept = children.map((child, i) => {
    const key = child instanceof Element ? keyOf(child) : "", there = key ? keyed.get(key) : place.childNodes[i];
    if (!there || there.nodeName !== child.nodeName || (!key && there instanceof Element && keyOf(there))) return child;
    became(there, child);
    return there;
  });
  const wanted = new Set(/** @type {Node[]} */ (kept));
  [...place.childNodes].forEach((child) => wanted.has(child) || child.remove());
  kept.forEach((child, i) => place.childNodes[i] === child || place.insertBefore(child, place.childNodes[i] ?? null));
}

/** @param {Element} one */
const keyOf = (one) => one.id || one.getAttribute("data-ship") || "";

/** @param {Node} old @param {Node} made as it becomes */
function became(old, made) {
  if (!(old instanceof Element) || !(made instanceof Element)) {
    if (old.textContent !== made.textContent) old.textContent = made.textContent;
    return;
  }
  const anew = old.getAttribute("value") !== made.getAttribute("value");
  for (const { name } of [...old.attributes]) if (!made.hasAttribute(name) && !OWN.includes(name)) old.removeAttribute(name);
  for (const { name, value } of made.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  listens(old, acts.get(made) ?? {});
  patch(old, /** @type {(Element | Text)[]} */ ([...made.childNodes]));
  const typing = !anew && old === document.activeElement && old.matches("input:not([type=range], [type=file]), textarea");
  const fields = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement];
  if (fields.some((kind) => old instanceof kind) && !typing && !old.hasAttribute("data-held")) show(/** @type {Field} */ (old), /** @type {Field} */ (made));
}

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** @param {Field} old @param {Field} made */
function show(old, made) {
  if (old.type !== "file" && old.value !== made.value) old.value = made.value;
  if (old instanceof HTMLInputElement && made instanceof HTMLInputElement) old.checked = made.checked;
}

/** Attributes that the browser or a finger sets: what a reader opened, what is held. */
const OWN = ["open", "data-held"];

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
