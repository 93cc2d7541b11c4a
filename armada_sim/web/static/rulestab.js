// The tab of options and presets: a form made of what the server says about each.

import { chooser, el, labelled } from "./dom.js";
import { edit, state } from "./state.js";
import { say } from "./words.js";

/** @type {{options: any[], presets: Record<string, Record<string, string>>}} */
export const known = { options: [], presets: {} };

/** The preset in force, and what differs from it. */
function inForce() {
  const rules = state.doc.rules;
  if (typeof rules === "string") return { preset: rules, changes: {} };
  const { preset = "classic", ...changes } = rules ?? {};
  return { preset, changes: /** @type {Record<string, any>} */ (changes) };
}

export function rulesTab() {
  const { preset, changes } = inForce();
  const pick = (/** @type {string} */ name) => edit((doc) => {
    doc.rules = name;
  });
  const presets = chooser(preset, Object.keys(known.presets).map((name) => [name, name]), pick);
  return [labelled(say("preset"), presets), ...known.options.map((option) => field(option, preset, changes))];
}

/** @param {any} option @param {string} preset @param {Record<string, any>} changes */
function field(option, preset, changes) {
  const usual = /** @type {string} */ (known.presets[preset]?.[option.key] ?? option.default);
  const value = String(changes[option.key] ?? usual);
  const values = Object.keys(option.values).map((name) => /** @type {[string, string]} */ (
    [name, name === option.default ? `${name} (${say("default")})` : name]));
  if (!(value in option.values)) values.push([value, value]);
  const put = (/** @type {string} */ chosen) => edit((doc) => {
    const next = /** @type {Record<string, any>} */ ({ ...changes, [option.key]: chosen });
    if (chosen === usual) delete next[option.key];
    doc.rules = Object.keys(next).length ? { preset, ...next } : preset;
  });
  const free = option.free
    ? [el("input", { type: "text", value, "aria-label": option.key, onchange: (/** @type {any} */ event) => put(event.target.value) })]
    : [];
  return el(
    "fieldset", { class: option.key in changes ? "changed" : "" },
    el("legend", {}, option.question),
    labelled(option.key, chooser(value, values, put)), ...free,
    el("p", { class: "quiet" }, option.values[value] ?? ""),
  );
}
