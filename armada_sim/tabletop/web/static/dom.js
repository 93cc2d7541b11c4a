// Making elements.

/** @param {string} tag @param {Record<string, any>} attributes `on…` are listeners @param {...(Node | string)} children */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for SVG. @param {string} tag @param {Record<string, any>} attributes @param {...(Node | string)} children */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** @template {Element} E @param {E} made @param {Record<string, any>} attributes @param {(Node | string)[]} children */
function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name.startsWith("aria-")) made.setAttribute(name, String(value));
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  made.append(...children);
  return made;
}

/** A label with its field. @param {string} text @param {HTMLElement} field */
export const labelled = (text, field) => el("label", { class: "field" }, el("span", {}, text), field);

/** @param {string} chosen @param {[string, string][]} values value and words @param {(value: string) => void} pick */
export function chooser(chosen, values, pick) {
  const options = values.map(([value, text]) => el("option", { value, selected: value === chosen }, text));
  return el("select", { onchange: (/** @type {any} */ event) => pick(event.target.value) }, ...options);
}

/** @param {string} text @param {() => void} act @param {Record<string, any>} more */
export const button = (text, act, more = {}) => el("button", { type: "button", onclick: act, ...more }, text);

/** Said to a screen reader. @param {string} text */
export function announce(text) {
  const place = document.getElementById("said");
  if (place && place.textContent !== text) place.textContent = text;
}
