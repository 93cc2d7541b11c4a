// Options and presets of a game: a form made of what the server says about each.

import { chooser, el, labelled } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./answers.js").OptionShown} Option
 * @typedef {{options: Option[], presets: Record<string, Record<string, string>>, usual: string}} Known what a server says
 * @typedef {string | Record<string, unknown>} Rules the name of a preset, or options */

/** The preset in force, and what differs from it. @param {Rules} rules @param {string} usual */
function inForce(rules, usual) {
  if (typeof rules === "string") return { preset: rules, changes: {} };
  const { preset = usual, ...changes } = rules ?? {};
  return { preset: String(preset), changes };
}

/** @param {Known} known @param {Rules} rules @param {(rules: Rules) => void} put */
export function optionsForm(known, rules, put) {
  const { preset, changes } = inForce(rules, known.usual);
  const presets = chooser(preset, Object.keys(known.presets).map((name) => [name, name]), put);
  return [labelled(say("preset"), presets), ...known.options.map((option) => field(known, option, preset, changes, put))];
}

/** @param {Known} known @param {Option} option @param {string} preset @param {Record<string, unknown>} changes @param {(rules: Rules) => void} all */
function field(known, option, preset, changes, all) {
  const usual = known.presets[preset]?.[option.key] ?? option.default;
  const value = String(changes[option.key] ?? usual);
  const values = Object.keys(option.values).map((name) => /** @type {[string, string]} */ (
    [name, name === option.default ? `${name} (${say("default")})` : name]));
  if (!(value in option.values)) values.push([value, value]);
  const put = (/** @type {string} */ chosen) => {
    const { [option.key]: _, ...others } = changes, next = chosen === usual ? others : { ...others, [option.key]: chosen };
    all(Object.keys(next).length ? { preset, ...next } : preset);
  };
  const free = option.free
    ? [el("input", { type: "text", value, "aria-label": option.key, onchange: (event) => put(event.target.value) })]
    : [];
  return el(
    "fieldset", { class: option.key in changes ? "changed" : "" },
    el("legend", {}, option.question),
    labelled(option.key, chooser(value, values, put)), ...free,
    el("p", { class: "quiet" }, option.values[value] ?? ""),
  );
}
