// The page: what was kept, what the server says, and everything drawn anew after each change.

import { ask, latest, page, sharpening } from "./api.js";
import { draw, seen } from "./board.js";
import { announce, button, el, patch, soon } from "./dom.js";
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
import { changed, edit, onChange, replaceTable, restore, state, steps as tableSteps } from "./state.js";
import { steps } from "./steps.js";
import { tableTab } from "./tabletab.js";
import { showAll, showShips, view, zoom } from "./view.js";
import { say, words } from "./words.js";

const board = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.getElementById("board")));
/** @type {import("./optionsform.js").Known} */
const known = { options: [], presets: {}, usual: "classic" };
const rulesTab = () => optionsForm(known, state.doc.rules, (rules) => edit((doc) => {
  doc.rules = rules;
}));
const TABS = /** @type {const} */ ({ question: questionTab, table: tableTab, photo: photoTab, rules: rulesTab, file: () => fileTab(table), game: gameTab });
const SHOWN = /** @type {const} */ (["near", "fan", "guns", "reach", "threat"]);

let rulesKnown = "";

const drawn = () => draw(board);
const redraw = () => soon(drawn);

/** Of the table and of games in one row, so that no answer about the one is drawn over the other. */
const look = latest((answer, /** @type {"/api/look" | "/api/game/look"} */ path) => {
  seen.look = answer;
  seen.wrong = new Set(answer.problems.flatMap((problem) => problem.pieces));
  near();
  redraw();
  if (path === "/api/game/look") panel();
}, (error) => announce(error.message));

const regions = sharpening("api/sharpen", ({ done, error, region }) => {
  if (done) return;
  if (error) announce(error);
  seen.regions = region ? { [sharpened()]: region } : {};
  unable = error ?? "";
  near();
  redraw();
});

/** Why there is no region. */
let unable = "";

const sharpened = () => (state.show.threat ? "threat" : state.show.reach ? "reach" : "");

/** After each change the panel is drawn anew, and at the next frame all is asked and the board drawn; while something is
 * dragged, what follows it.
 * @param {boolean} dragged */
function refresh(dragged) {
  clearTimeout(pause);
  if (dragged) {
    dropRegions();
    pause = setTimeout(askRegions, PAUSE_MS); // a search takes longer than a frame: it waits until the hand rests
    return soon(askLook, panel, drawn);
  }
  document.documentElement.dataset.theme = state.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.body.dataset.tab = state.tab;
  const ships = showGame();
  if (ships) showShips(board, ships);
  panel();
  bar();
  soon(askLook, askRegions, drawn, drawPhoto);
}

/** Milliseconds. */
const PAUSE_MS = 120;
let pause = 0;

/** What the engine is asked about. */
function subject() {
  const acting = (state.tab === "question" || state.loose) && state.draft.ship ? state.draft.ship : state.chosen;
  const turns = acting === state.draft.ship && state.draft.kind === "move" ? state.draft.turns : [];
  const ship = state.doc.ships.some((one) => one.name === acting) ? { name: acting, turns } : null;
  return { dispute: { ...state.doc, questions: [] }, ship };
}

async function askLook() {
  const { dispute, ship } = subject(), rules = JSON.stringify(state.doc.rules);
  const question = gameQuestion(ship);
  if (question) look("/api/game/look", { ...question, show_in: state.unit });
  else look("/api/look", { dispute, ...(ship ? { ship } : {}), show_in: state.unit });
  if (rules === rulesKnown) return;
  rulesKnown = rules;
  const found = await ask("/api/pieces", { dispute });
  if (rules === rulesKnown) Object.assign(outlines, found);
  redraw();
}

/** @type {string} */
let askedFor = "";

function dropRegions() {
  if (askedFor) regions.drop();
  [askedFor, unable, seen.regions] = ["", "", {}];
}

function askRegions() {
  const { dispute, ship: acting } = subject(), what = sharpened(), ship = acting?.name;
  const wanted = what && ship ? JSON.stringify([what, ship, dispute]) : "";
  if (wanted === askedFor) return;
  [askedFor, unable, seen.regions] = [wanted, "", {}];
  if (wanted) regions.ask({ what, ship, dispute });
  else regions.drop();
}

/** The clearances in words, under the table. */
function near() {
  const place = document.getElementById("near"), found = seen.look;
  if (!place || !found) return;
  const lines = found.problems.length
    ? [say("position_wrong"), ...found.problems.map((problem) => problem.text)]
    : [
      ...(state.show.near ? found.ship?.near ?? [] : []).slice(0, 2).map((one) => one.text),
      ...Object.values(seen.regions).map((one) => one.text),
      ...new Set([found.unsaid, unable].filter(Boolean)),
    ];
  lines.push(...found.notes);
  place.replaceChildren(...lines.map((line) => el("span", {}, line)));
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
    button("↶", () => steps().undo(), { "aria-label": say("undo"), title: say("undo"), disabled: !steps().canUndo(), id: "undo" }),
    button("↷", () => steps().redo(), { "aria-label": say("redo"), title: say("redo"), disabled: !steps().canRedo(), id: "redo" }),
    button("+", () => zoomed(0.7), { "aria-label": say("zoom_in"), title: say("zoom_in") }),
    button("−", () => zoomed(1.4), { "aria-label": say("zoom_out"), title: say("zoom_out") }),
    button("⤢", whole, { "aria-label": say("whole"), title: say("whole"), id: "whole" }),
  ];
  if (place) patch(place, [...acts, ...toggles]);
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
    drawPhoto();
  });
  keys(redraw);
  dropped(table);
  new ResizeObserver(redraw).observe(board);
  const linked = await fromLink();
  if (!kept && !linked) Object.assign(state.doc, await ask("/api/example", { name: "four-steps" }));
  tableSteps.begin(kept);
  if (linked) replaceTable(linked);
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
