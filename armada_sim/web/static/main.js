// The page: what was kept, what the server says, and everything drawn anew after each change.

import { ask, latest, page, sharpening } from "./api.js";
import { draw, seen } from "./board.js";
import { announce, button, el } from "./dom.js";
import { listen as drags } from "./drag.js";
import { dropped, fileTab, fromLink, offered } from "./files.js";
import { table } from "./filetab.js";
import { gameQuestion, gameTab, resume, showGame } from "./gametab.js";
import { listen as keys } from "./keys.js";
import { drawPhoto, photoBoard, wholePhoto, zoomPhoto } from "./photoboard.js";
import { onPhoto, photo, restorePhoto } from "./photostate.js";
import { photoTab } from "./phototab.js";
import { begin, questionTab } from "./questions.js";
import { optionsForm } from "./optionsform.js";
import { panel as drawPanel } from "./panel.js";
import { outlines } from "./shapes.js";
import { changed, edit, onChange, replaceTable, restore, state } from "./state.js";
import { canRedo, canUndo, redo, undo } from "./steps.js";
import { tableTab } from "./tabletab.js";
import { showAll, showShips, view, zoom } from "./view.js";
import { say, words } from "./words.js";

const board = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.getElementById("board")));
const known = { options: [], presets: {}, usual: "classic" };
const rulesTab = () => optionsForm(known, state.doc.rules, (rules) => edit((doc) => {
  doc.rules = rules;
}));
const TABS = /** @type {const} */ ({ question: questionTab, table: tableTab, photo: photoTab, rules: rulesTab, file: () => fileTab(table), game: gameTab });
const SHOWN = /** @type {const} */ (["near", "fan", "guns", "reach", "threat"]);

const GAME_LOOK = "api/game/look";

let rulesKnown = "";
let frame = 0;

/** Once for all changes of a moment. */
function redraw() {
  if (!frame) {
    frame = requestAnimationFrame(() => {
      frame = 0;
      const focused = document.activeElement?.getAttribute("data-ship");
      draw(board);
      if (focused) /** @type {SVGElement | null} */ (board.querySelector(`[data-ship="${CSS.escape(focused)}"]`))?.focus();
    });
  }
}

/** Of the table and of games in one row, so that no answer about the one is drawn over the other. */
const look = latest((answer, path) => {
  seen.look = answer;
  seen.wrong = new Set(answer.problems.flatMap((/** @type {any} */ problem) => problem.pieces));
  near();
  redraw();
  if (path === GAME_LOOK) panel();
}, (error) => announce(error.message));

const regions = sharpening("api/sharpen", (stage) => {
  if (stage.done) return;
  if (stage.error) announce(stage.error);
  seen.regions = stage.error ? {} : { [sharpened()]: stage };
  unable = stage.error ?? "";
  near();
  redraw();
});

/** Why there is no region. */
let unable = "";

const sharpened = () => (state.show.threat ? "threat" : state.show.reach ? "reach" : "");

/** What is asked of the engine after each change. */
async function refresh() {
  document.documentElement.dataset.theme = state.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  if (showGame()) showShips(board);
  const dispute = { ...state.doc, questions: [] };
  const rules = JSON.stringify(state.doc.rules);
  if (rules !== rulesKnown) {
    rulesKnown = rules;
    const found = await ask("api/pieces", { dispute });
    if (rules === rulesKnown) Object.assign(outlines, found);
  }
  const acting = (state.tab === "question" || state.loose) && state.draft.ship ? state.draft.ship : state.chosen;
  const turns = acting === state.draft.ship && state.draft.kind === "move" ? state.draft.turns : [];
  const ship = state.doc.ships.some((one) => one.name === acting) ? { name: acting, turns } : null;
  const asked = gameQuestion(ship);
  if (asked) look(GAME_LOOK, { ...asked, show_in: state.unit });
  else look("api/look", { dispute, ...(ship ? { ship } : {}), show_in: state.unit });
  ask_regions(dispute, ship?.name);
  document.body.dataset.tab = state.tab;
  panel();
  bar();
  redraw();
  drawPhoto();
}

/** @type {string} */
let askedFor = "";

/** @param {any} dispute @param {string | undefined} ship */
function ask_regions(dispute, ship) {
  const what = sharpened();
  const wanted = what && ship ? JSON.stringify([what, ship, dispute]) : "";
  if (wanted === askedFor) return;
  askedFor = wanted;
  seen.regions = {};
  unable = "";
  if (wanted) regions.ask({ what, ship, dispute });
  else regions.drop();
}

/** The clearances in words, under the table. */
function near() {
  const place = document.getElementById("near"), found = seen.look;
  if (!place || !found) return;
  const lines = found.problems.length
    ? [say("position_wrong"), ...found.problems.map((/** @type {any} */ problem) => problem.text)]
    : [
      ...(state.show.near ? found.ship?.near ?? [] : []).slice(0, 2).map((/** @type {any} */ one) => one.text),
      ...Object.values(seen.regions).map((/** @type {any} */ one) => one.text),
      ...new Set([found.unsaid, unable].filter(Boolean)),
    ];
  lines.push(...found.notes ?? []);
  place.replaceChildren(...lines.map((/** @type {string} */ line) => el("span", {}, line)));
  place.classList.toggle("wrong", found.problems.length > 0);
}

const panel = () => drawPanel(TABS, state.tab, (tab) => {
  state.tab = tab;
  changed();
});

function bar() {
  const place = document.getElementById("bar");
  const toggles = SHOWN.map((name) => button(say(`show_${name}`), () => {
    state.show[name] = !state.show[name];
    if (name === "reach" && state.show.reach) state.show.threat = false;
    if (name === "threat" && state.show.threat) state.show.reach = false;
    changed();
  }, { "aria-pressed": state.show[name], id: `show-${name}` }));
  const acts = [
    button("↶", undo, { "aria-label": say("undo"), title: say("undo"), disabled: !canUndo(), id: "undo" }),
    button("↷", redo, { "aria-label": say("redo"), title: say("redo"), disabled: !canRedo(), id: "redo" }),
    button("+", () => zoomed(0.7), { "aria-label": say("zoom_in"), title: say("zoom_in") }),
    button("−", () => zoomed(1.4), { "aria-label": say("zoom_out"), title: say("zoom_out") }),
    button("⤢", whole, { "aria-label": say("whole"), title: say("whole"), id: "whole" }),
  ];
  place?.replaceChildren(...acts, ...toggles);
  place?.setAttribute("aria-label", say("table"));
}

/** @param {number} factor */
function zoomed(factor) {
  if (state.tab === "photo") return zoomPhoto(factor);
  zoom(factor, view);
  redraw();
}

function whole() {
  if (state.tab === "photo") return wholePhoto();
  showAll(board);
  redraw();
}

async function start() {
  const query = new URLSearchParams(location.search);
  const given = await page(query.get("lang") ?? navigator.language.slice(0, 2));
  words.lang = given.lang;
  words.table = given.words;
  document.documentElement.lang = given.lang;
  document.title = say("title");
  Object.assign(known, { options: given.options, presets: given.presets });
  offered.examples = given.examples;
  offered.languages = given.languages;
  const kept = restore();
  onChange(refresh);
  drags(board, redraw);
  photoBoard(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.getElementById("photo"))));
  onPhoto(() => {
    panel();
    bar();
  });
  keys(redraw);
  dropped(table);
  new ResizeObserver(redraw).observe(board);
  const linked = await fromLink();
  if (linked) replaceTable(linked);
  else if (!kept) Object.assign(state.doc, await ask("api/example", { name: "four-steps" }));
  state.chosen ||= state.doc.ships[0]?.name ?? "";
  if (!state.draft.ship) begin(state.chosen);
  bar();
  showShips(board);
  photo.missing = given.photo;
  await restorePhoto();
  await resume();
  changed();
}

start();
