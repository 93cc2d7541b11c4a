// The page: what was kept, what the server says, and everything drawn anew after each change.

import { ask, latest, page, Refused, sharpening } from "./api.js";
import { answer, begin, missing } from "./asking.js";
import { draw, fadesAfter, seen } from "./board.js";
import { announce, button, el, patch, soon } from "./dom.js";
import { listen as drags } from "./drag.js";
import { dropped, fileTab, LANG, offered } from "./files.js";
import { table } from "./filetab.js";
import { gameQuestion, gameTab, resume, showGame } from "./gametab.js";
import { help } from "./help.js";
import * as kept from "./kept.js";
import { listen as keys } from "./keys.js";
import { fromAddress } from "./links.js";
import { notice } from "./notices.js";
import { drawPhoto, photoBoard, wholePhoto, zoomPhoto } from "./photoboard.js";
import { onPhoto, photo, restorePhoto } from "./photostate.js";
import { photoTab } from "./phototab.js";
import { questionTab } from "./questions.js";
import { optionsForm } from "./optionsform.js";
import { panel as drawPanel } from "./panel.js";
import { made } from "./pictures.js";
import { outlines } from "./shapes.js";
import { listen as sharing, rejoin, share } from "./shared.js";
import { listen as sheet } from "./sheet.js";
import { changed, edit, onChange, restore, ruling, state, steps as tableSteps } from "./state.js";
import { steps } from "./steps.js";
import { local } from "./storage.js";
import { tableTab } from "./tabletab.js";
import { take, tool } from "./tools.js";
import { showAll, showShips, theBoard, view, zoom } from "./view.js";
import { seated } from "./play.js";
import { say, words } from "./words.js";

const board = theBoard();
/** @type {import("./optionsform.js").Known} */
const known = { options: [], presets: {}, usual: "classic" };
const rulesTab = () => optionsForm(known, state.doc.rules, (rules) => edit((doc) => {
  doc.rules = rules;
}));
const TABS = /** @type {const} */ ({ question: questionTab, table: tableTab, photo: photoTab, rules: rulesTab, file: () => fileTab(table), game: gameTab });
const SHOWN = /** @type {const} */ (["near", "fan", "guns", "reach", "threat"]);
const TOOLS = /** @type {const} */ (["measure", "note"]);

let rulesKnown = "";

const drawn = () => draw(board);
const redraw = () => soon(drawn);

/** Of the table and of games in one row, so that no answer about the one is drawn over the other. */
const look = latest((answer, /** @type {"/api/look" | "/api/game/look"} */ path, { at, late }) => {
  if (late && !dragging) return; // what it was about is no more
  Object.assign(seen, { look: answer, at, late: dragging, wrong: new Set(answer.problems.flatMap((problem) => problem.pieces)) });
  near();
  redraw();
  if (dragging) setTimeout(redraw, fadesAfter());
  else {
    panel();
    if (state.moved) speaks = setTimeout(() => sayMoved(answer), PAUSE_MS);
  }
}, (error) => notice(error instanceof Refused ? error.message : say("lost")));

const regions = sharpening("api/sharpen", ({ done, error, region }) => {
  if (done) return;
  if (error) notice(error);
  seen.regions = region ? { [sharpened()]: region } : {};
  unable = error ?? "";
  if (error === say("lost")) Object.assign(state.show, { reach: false, threat: false }); // a press asks again
  if (error) bar();
  near();
  redraw();
});

/** Why there is no region. */
let unable = "";

const sharpened = () => (state.show.threat ? "threat" : state.show.reach ? "reach" : "");

/** Say how the ship lies that was moved, or whether the step that was turned is allowed, once the hand rests.
 * @param {import("./answers.js").Look} found */
function sayMoved({ problems, ship }) {
  const step = state.moved === "step" ? ship?.next : null;
  announce(problems[0]?.text ?? (step ? step.text : ship?.near?.[0]?.text) ?? "");
  state.moved = "";
}

/** After each change the panel is drawn anew, and at the next frame all is asked and the board drawn; while something is
 * dragged, what follows it.
 * @param {boolean} dragged */
function refresh(dragged) {
  [pause, speaks].forEach(clearTimeout);
  dragging = dragged;
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
let pause = 0, speaks = 0;
let dragging = false;

/** What the engine is asked about. */
function subject() {
  const acting = (state.tab === "question" || state.loose) && state.draft.ship ? state.draft.ship : state.chosen;
  const { kind, turns, next, limit } = state.draft, asking = state.tab === "question" || state.loose;
  const moving = asking && acting === state.draft.ship && kind === "move" && state.carried !== acting;
  const step = moving && next !== null ? { next: limit || next } : {};
  const ship = state.doc.ships.some((one) => one.name === acting) ? { name: acting, turns: moving ? turns : [], ...step } : null;
  return { dispute: { ...state.doc, questions: [] }, ship };
}

async function askLook() {
  const { dispute, ship } = subject(), rules = JSON.stringify(state.doc.rules);
  const question = gameQuestion(ship);
  if (question) look("/api/game/look", { ...question, show_in: state.unit });
  else look("/api/look", { dispute, ...(ship ? { ship } : {}), show_in: state.unit });
  if (rules !== rulesKnown) await pieces();
}

/** The outlines of pieces under the rules in force. */
async function pieces() {
  const rules = rulesKnown = JSON.stringify(state.doc.rules);
  const found = await ask("/api/pieces", { dispute: subject().dispute, show_in: state.unit });
  if (rules === rulesKnown) {
    for (const size of Object.keys(outlines)) delete outlines[size];
    Object.assign(outlines, found);
  }
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

/** The answer in a line, with what it is about. */
function answered() {
  const known = state.tab === "question" ? ruling() : null;
  return known?.kind === "ruled" ? [`${known.answer} ${known.question}`] : [];
}

/** The answer and the clearances in words. */
function near() {
  const place = document.getElementById("near"), found = seen.look;
  if (!place || !found) return;
  const lines = found.problems.length
    ? [say("position_wrong"), ...found.problems.map((problem) => problem.text)]
    : [
      ...answered(),
      ...(state.show.near ? found.ship?.near ?? [] : []).slice(0, 2).map((one) => one.text),
      ...Object.values(seen.regions).map((one) => one.text),
      ...new Set([found.unsaid, unable].filter(Boolean)),
    ];
  lines.push(...found.notes);
  place.replaceChildren(...lines.map((line) => el("span", {}, line)));
  place.classList.toggle("wrong", found.problems.length > 0);
  const known = ruling();
  place.dataset.state = state.tab === "question" && known?.kind === "ruled" ? known.state : "";
}

const panel = () => drawPanel(TABS, state.tab, (tab) => {
  state.tab = tab;
  changed();
});

function bar() {
  const place = document.getElementById("bar");
  if (!place) return;
  const toggles = SHOWN.map((name) => button(say(`show_${name}`), () => {
    state.show[name] = !state.show[name];
    if (name === "reach" && state.show.reach) state.show.threat = false;
    if (name === "threat" && state.show.threat) state.show.reach = false;
    changed();
  }, { "aria-pressed": state.show[name], id: `show-${name}` }));
  const tools = TOOLS.map((name) => button(say(`tool_${name}`), () => take(name), { "aria-pressed": tool.held === name, id: `tool-${name}` }));
  const sign = (/** @type {string} */ text, /** @type {string} */ name, /** @type {() => unknown} */ act, more = {}) =>
    button(text, act, { "aria-label": say(name), title: say(name), id: name.replace("_", "-"), ...more });
  const menu = el("div", { id: "menu", class: "menu", role: "group", "aria-label": say("show"), "data-open": menuOpen },
    sign("+", "zoom_in", () => zoomed(0.7)), sign("−", "zoom_out", () => zoomed(1.4)), sign("⤢", "whole", whole), ...toggles, ...tools);
  patch(place, [
    sign("↶", "undo", () => steps().undo(), { disabled: !steps().canUndo() }),
    sign("↷", "redo", () => steps().redo(), { disabled: !steps().canRedo() }),
    el("span", { class: "title", id: "table-title" }, state.doc.title || say("title")),
    sign("?", "help", help),
    sign("☰", "show", () => {
      menuOpen = !menuOpen;
      bar();
    }, { "aria-expanded": menuOpen, "aria-controls": "menu", id: "menu-button" }),
    menu,
  ]);
  place.setAttribute("aria-label", say("table"));
}

let menuOpen = false;

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

/** Something lies on the board now that lay not there. */
function shown() {
  showShips(board);
  redraw();
}

async function start() {
  const query = new URLSearchParams(location.search);
  const given = await page(local.read(LANG) ?? query.get("lang") ?? navigator.language.slice(0, 2));
  words.lang = given.lang;
  words.table = given.words;
  document.documentElement.lang = given.lang;
  document.title = say("title");
  Object.assign(known, { options: given.options, presets: given.presets });
  Object.assign(offered, { examples: given.examples, languages: given.languages });
  const held = await kept.opened();
  restore(held);
  onChange(refresh);
  sheet(() => redraw());
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
  document.getElementById("grip")?.setAttribute("aria-label", say("panel"));
  await pieces();
  tableSteps.begin(Boolean(held));
  sharing(() => missing() || answer());
  await rejoin();
  const linked = await fromAddress();
  state.chosen ||= state.doc.ships[0]?.name ?? "";
  if (!state.draft.ship) begin(state.chosen);
  bar();
  photo.missing = given.photo;
  photo.unread = given.reading;
  Object.assign(seated, { kinds: given.players, missing: given.players_missing });
  made.formats = given.pictures;
  await restorePhoto();
  await resume();
  changed();
  shown();
  dispatchEvent(new Event("begun"));
  addEventListener("hashchange", () => fromAddress().then((found) => found && shown()));
  if (!held && !linked && state.tab !== "game") help();
}

start();
