// What the referee answered, in words; how it travels: as text, as a picture, as a link; and what was asked before.

import { askReadings, put } from "./asking.js";
import { button, el, svg } from "./dom.js";
import { lettersBrought, shareRuling, showCode } from "./links.js";
import { copied } from "./notices.js";
import { pictureButtons } from "./pictures.js";
import { changed, edit, PER, state } from "./state.js";
import { number, say } from "./words.js";

/** @typedef {import("./state.js").Ruled} Ruled */

/** @param {import("./state.js").Ruling | null} known @param {() => void} again what asks once more */
export function shown(known, again) {
  if (known?.kind === "ruled") return ruled(known);
  if (known?.kind === "refused") {
    return el("div", { class: "ruling no", role: "alert", id: "ruling" }, el("p", {}, known.text), button(say("again"), again, { id: "again" }));
  }
  if (known?.kind !== "dangers") return el("p", { class: "quiet", id: "no-ruling" }, say("no_ruling"));
  const lines = known.dangers.map((one) => el("li", { class: `danger ${one.answer}` }, one.text));
  const last = !known.done ? say("working") : lines.length ? "" : say("no_danger");
  return el("article", { class: "ruling", id: "ruling" }, el("ul", {}, ...lines), ...(last ? [el("p", { class: "quiet" }, last)] : []));
}

/** @param {Ruled} found */
function ruled(found) {
  const list = (/** @type {string[]} */ lines, /** @type {string} */ name) =>
    lines.length ? [el("ul", { class: name }, ...lines.map((line) => el("li", {}, line)))] : [];
  const clauses = found.clauses.map((one) => el("li", {}, `[${one.clause}] ${one.text} (${one.source})`));
  return el(
    "article", { class: `ruling ${found.state}`, id: "ruling" },
    el("p", { class: "asked" }, found.question),
    el("p", { class: "answer" }, found.answer),
    ...list(found.reasons, "reasons"),
    ...(found.margin ? [el("p", {}, found.margin)] : []),
    el("div", { class: "row" },
      button(say("share"), () => shareRuling(found), { id: "share" }),
      button(say("qr"), showCode, { id: "ruling-code" }),
      button(say("copy_text"), () => copied(textOf(found)), { id: "copy-text" }),
      ...pictureButtons(),
      button(say("print"), () => window.print())),
    ...letters(found.digest),
    ...doubt(found.ruling.margin),
    ...list(found.evidence, "evidence"),
    ...list(found.notes, "notes"),
    ...otherReadings(found),
    el("details", { id: "ruling-rules" }, el("summary", {}, say("rules")), el("ul", {}, ...clauses), ...list(found.preamble, "")),
  );
}

/** Letters that two devices compare; whether they are those that a link brought. @param {string} digest */
function letters(digest) {
  const other = lettersBrought();
  return [
    el("p", { class: "quiet" }, el("code", { id: "letters" }, digest), " ", say("letters_help")),
    ...(other && other !== digest ? [el("p", { role: "alert", class: "failed", id: "letters-differ" }, say("letters_differ", { letters: other }))] : []),
  ];
}

/** What other readings make of the answer; the question itself while that is not known. @param {Ruled} found */
function otherReadings(found) {
  const known = found.readings, again = button(say("other_readings"), () => askReadings(found), { id: "other-readings" });
  if (!known) return [again];
  const lines = known.lines.map((line) => el("li", {}, line));
  return [el("section", { class: "readings", id: "readings" }, el("p", {}, known.heading),
    ...(lines.length ? [el("ul", {}, ...lines)] : []), ...(known.stated ? [] : [again]))];
}

/** The tolerance beside a ruling, with a mark where the answer turns to doubt. @param {number | null} margin mm */
function doubt(margin) {
  if (margin === null) return [];
  const most = Math.max(5, 2 * (state.doc.tolerance?.position ?? 0));
  const set = (/** @type {number} */ value) => {
    edit((doc) => {
      doc.tolerance = { position: value };
    });
    put();
  };
  const mark = el("datalist", { id: "turns" }, el("option", { value: margin }));
  const slider = el("input", {
    type: "range", min: 0, max: most, step: 0.05, value: state.doc.tolerance?.position ?? 0, id: "doubt", list: "turns",
    "aria-label": say("tolerance"), onchange: (event) => set(Number(event.target.value)),
  });
  const share = Math.min(100, (100 * margin) / most);
  return [
    el("div", { class: "doubt" }, slider, mark, svg("svg", { viewBox: "0 0 100 4", preserveAspectRatio: "none", "aria-hidden": true },
      svg("rect", { class: "sure", x: 0, y: 0, width: share, height: 4 }), svg("rect", { class: "unsure", x: share, y: 0, width: 100 - share, height: 4 }))),
    el("p", { class: "quiet" }, say("turns_to_doubt", { tolerance: length(state.doc.tolerance?.position ?? 0), margin: length(margin) })),
  ];
}

/** A length in the unit of the page. @param {number} mm */
export const length = (mm) => say(`unit_${state.unit}`, { n: number(mm / PER[state.unit], 3) });

/** @param {Ruled} found */
export function textOf(found) {
  const lines = [found.question, found.answer, ...found.reasons.map((line) => `- ${line}`), found.margin];
  const { heading = "", lines: others = [] } = found.readings ?? {};
  lines.push(...found.evidence, ...found.notes, heading, ...others.map((line) => `- ${line}`));
  return lines.filter(Boolean).join("\n");
}

/** What was asked at this table before; each is brought back by a press. */
export function earlier() {
  if (!state.asked.length) return [];
  const rows = state.asked.map((one, i) => el("li", {}, button(`${one.question} ${one.answer}`, () => {
    Object.assign(state, { draft: structuredClone(one.draft), doc: structuredClone(one.doc), chosen: one.draft.ship });
    changed();
    put();
  }, { class: `earlier ${one.state}`, id: `earlier-${i}` })));
  return [el("details", { id: "earlier" }, el("summary", {}, say("asked_before", { n: rows.length })), el("ol", {}, ...rows))];
}
