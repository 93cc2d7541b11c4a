// The table as an SVG: surface, ships, what the engine says about the chosen one, and the ruling.

import { patch, svg } from "./dom.js";
import { actionMarks, mayDo, mayMarks, mayMove } from "./gamemarks.js";
import { beside, broken, within } from "./labels.js";
import { looks } from "./looks.js";
import { corners, placed, outlines, pointList, ringPath, wedge } from "./shapes.js";
import { ruling, shipNamed, state } from "./state.js";
import { toolMarks } from "./tools.js";
import { view, viewBox } from "./view.js";
import { said, say } from "./words.js";

/** @typedef {import("./answers.js").RegionStage} Region */

/** What the engine last said, and when that was asked: in milliseconds, as `performance.now`; late where something was
 * moved since. @type {{look: import("./answers.js").Look | null, at: number, late: boolean, regions: Record<string, Region>, wrong: Set<string>}} */
export const seen = { look: null, at: 0, late: false, regions: {}, wrong: new Set() };

/** Milliseconds. A measure older than this fades while a piece is dragged: of a table of so many ships, and of more. */
const FADES_MS = { few: 100, many: 250 }, FEW = 12;

export const fadesAfter = () => (state.doc.ships.length <= FEW ? FADES_MS.few : FADES_MS.many);

/** How a measure is marked that was computed for a moment ago. */
const measure = () => ({ "data-asked": seen.at, "data-old": seen.late && performance.now() - seen.at > fadesAfter() });

/** What differs from what is drawn already. @param {SVGSVGElement} board */
export function draw(board) {
  board.setAttribute("viewBox", viewBox(board));
  const px = view.scale;
  board.style.setProperty("--px", String(px));
  const parts = [surface(), goals(px), coming(px), regions(), fan(px), guns(), things(), steps(px), ships(px), near(px), evidence(px), actionMarks(px), toolMarks(px), handles(px)];
  const title = svg("title", { id: "board-name" }, state.doc.title || say("title"));
  if (board.children.length !== parts.length + 1) board.replaceChildren(title, ...parts.map(() => svg("g")));
  if (!title.isEqualNode(board.children[0])) board.children[0].replaceWith(title);
  parts.forEach((part, i) => patch(board.children[i + 1], part));
}

function surface() {
  const given = state.doc.surface ?? {};
  if (given.rectangle) {
    const [width, height] = given.rectangle;
    return [svg("rect", { class: "surface", x: 0, y: -height, width, height })];
  }
  if (given.disc) {
    return [svg("circle", { class: "surface", cx: given.disc.center[0], cy: -given.disc.center[1], r: given.disc.radius })];
  }
  return given.polygon ? [svg("polygon", { class: "surface", points: pointList(given.polygon) })] : [];
}

/** The lines that attackers of a game must get past. @param {number} px */
function goals(px) {
  return state.marks.lines.flatMap(({ attacker, start: [ax, ay], end: [bx, by] }) => [
    svg("line", { class: "goal", x1: ax, y1: -ay, x2: bx, y2: -by }),
    svg("text", { class: "name", x: (ax + bx) / 2, y: -(ay + by) / 2 - 10 * px, "font-size": 12 * px }, say("goal_line", { player: said(attacker) })),
  ]);
}

/** The ships that are still to come onto the table, where they are to lie. @param {number} px */
function coming(px) {
  return state.marks.coming.flatMap((ship) => {
    const [x, y] = named(ship);
    return [
      svg("polygon", { class: "coming", "data-coming": ship.name, points: pointList(corners(ship, ship.size)) }),
      svg("text", { class: "name", x, y: -y, "font-size": Math.min(12 * px, 9) }, say("coming", { ship: ship.name, n: ship.turn })),
    ];
  });
}

function things() {
  return state.doc.objects.flatMap((thing) => {
    const grip = { class: "thing", "data-thing": thing.name };
    const shape = thing.disc
      ? svg("circle", { ...grip, cx: thing.disc.center[0], cy: -thing.disc.center[1], r: thing.disc.radius })
      : svg("polygon", { ...grip, points: pointList(thing.polygon ?? []) });
    const [x, y] = thing.disc ? thing.disc.center : middle(thing.polygon ?? []);
    return [shape, svg("text", { class: "name", x, y: -y, "font-size": 12 * view.scale }, thing.name)];
  });
}

/** @param {number} px */
function ships(px) {
  const seated = (state.doc.fleets ?? []).map((fleet) => fleet.player);
  const look = looks([...new Set([...seated, ...state.doc.ships.map((ship) => ship.player)])]);
  return state.doc.ships.map((ship) => {
    const chosen = ship.name === state.chosen, wrong = seen.wrong.has(ship.name);
    const [x, y] = named(ship);
    const flies = state.marks.flagships.includes(ship.name);
    const label = [
      ship.name, said(ship.player), say(ship.size), ...(flies ? [say("flagship")] : []), ...mayDo(ship.name),
      ...(ship.damage ? [`${say("damage")} ${ship.damage}`] : []),
    ].join(", ");
    return svg(
      "g", {
        class: `ship look-${look.get(ship.player)}${chosen ? " chosen" : ""}${wrong ? " wrong" : ""}`, "data-ship": ship.name, tabindex: 0,
        role: "button", "aria-pressed": chosen, "aria-label": label,
      },
      svg("polygon", { class: "grip", points: pointList(corners(ship, ship.size)), "stroke-width": 22 * px }),
      svg("polygon", { class: "hull", points: pointList(corners(ship, ship.size)) }),
      svg("text", { class: "name", x, y: -y, "font-size": Math.min(14 * px, 11) }, `${ship.name}${flies ? " ⚑" : ""}`),
      ...damage(ship),
      ...mayMarks(ship, px),
    );
  });
}

/** @param {import("./state.js").Ship} ship */
function damage(ship) {
  return Array.from({ length: ship.damage }, (_, i) => {
    const [x, y] = placed(ship, [2.5, (i - (ship.damage - 1) / 2) * 5]);
    return svg("circle", { class: "hit", cx: x, cy: -y, r: 1.6 });
  });
}

function regions() {
  return Object.entries(seen.regions).flatMap(([what, found]) => [
    svg("path", { class: `${what} outer`, d: ringPath(found.outer) }),
    svg("path", { class: `${what} inner`, d: ringPath(found.inner) }),
  ]);
}

function guns() {
  if (!state.show.guns || !seen.look?.ship) return [];
  return seen.look.ship.guns.map((side) => svg("polygon", { class: "guns", points: pointList(side) }));
}

/** Legal headings of the next step about the tip, and what blocks the others. @param {number} px */
function fan(px) {
  const found = seen.look?.ship;
  if (!state.show.fan || !found?.fan || !mayMove(found.name)) return [];
  const { tip } = lastPlace(found), radius = Math.max(90 * px, 60);
  const legal = found.fan.legal.map((part) => svg("path", { class: "legal", d: wedge(tip, radius, part.from, part.to) }));
  const blocked = found.fan.blocked.flatMap((part) => {
    const [x, y] = placed({ base: tip, heading: (part.from + part.to) / 2 }, [radius * 0.8, 0]);
    return [
      svg("path", { class: "blocked", d: wedge(tip, radius, part.from, part.to) }),
      svg("text", { class: "by", x, y: -y, "font-size": 11 * px }, part.by === "edge" ? say("surface") : part.by),
    ];
  });
  return [...legal, ...blocked];
}

/** The steps taken, and the ghost of the next. @param {number} px */
function steps(px) {
  const found = seen.look?.ship, ship = shipNamed(state.draft.ship);
  if (!asking() || !ship) return [];
  if (state.draft.kind === "to" && state.draft.to) {
    return [svg("polygon", { class: "ghost claim", points: pointList(corners(state.draft.to, ship.size)), "data-claim": "1" })];
  }
  if (state.draft.kind !== "move" || !found || found.name !== ship.name) return [];
  const taken = found.places.slice(1).map((place, i) =>
    svg("g", { class: "ghost" },
      svg("polygon", { points: pointList(place.corners) }),
      svg("text", { class: "name", x: place.base[0], y: -place.base[1], "font-size": 11 * px }, String(i + 1))));
  const next = ghost();
  if (!next) return taken;
  const verdict = verdictOf(next)?.state ?? "", [nx, ny] = next.base;
  return [
    ...taken,
    svg("g", { class: `ghost next ${verdict}` },
      svg("polygon", { points: pointList(corners(next, ship.size)) }),
      svg("text", { class: "name", x: nx, y: -ny, "font-size": 11 * px }, String(taken.length + 1))),
    ...verdictLines(px).map(({ text, at: [x, y] }) => svg("text", { class: `length measure ${verdict}`, x, y: -y, "font-size": 13 * px, ...measure() }, text)),
  ];
}

/** What is said at the handle of the step that is being turned: beyond it, so that it covers no ship. @param {number} px */
function verdictLines(px) {
  const next = ghost(), ship = shipNamed(state.draft.ship), verdict = next && verdictOf(next);
  if (!next || !ship) return [];
  const lines = [...(verdict?.text && verdict.state !== "yes" ? broken(verdict.text) : []), ...(state.draft.limit ? [say("limit")] : [])];
  const [x, y] = placed(next, [ahead(ship.size, px), 0]), above = Math.sin((next.heading * Math.PI) / 180) >= 0;
  return lines.map((text, i) => ({ text, at: [within(x, text.length), y + (above ? 24 + 17 * (lines.length - 1 - i) : -24 - 17 * i) * px] }));
}

/** What the referee says of the step that is being turned, as soon as it is known for this heading; before that whether
 * the heading is legal. @param {import("./state.js").Pose} next @returns {{state: string, text: string} | null} */
export function verdictOf(next) {
  const found = seen.look?.ship;
  if (found?.next && Math.abs(found.next.place.heading - next.heading) % 360 < 0.01) return found.next;
  if (!found?.fan) return null;
  const within = (/** @type {{from: number, to: number}} */ { from, to }) => ((((next.heading - from) % 360) + 360) % 360) <= to - from + 1e-9;
  const by = found.fan.blocked.find(within)?.by;
  return found.fan.legal.some(within) ? { state: "yes", text: "" } : { state: "no", text: by ? say("blocked_by", { name: by === "edge" ? say("surface") : by }) : "" };
}

/** Where the steps taken so far end. @param {import("./answers.js").ShipLook} found */
export const lastPlace = (found) => found.places[found.places.length - 1];

/** Where the next step would lie. @returns {import("./state.js").Pose | null} */
export function ghost() {
  const found = seen.look?.ship, ship = shipNamed(state.draft.ship);
  if (!asking() || !ship || state.draft.kind !== "move" || found?.name !== ship.name || state.draft.next === null) return null;
  if (state.draft.turns.length >= found.steps) return null;
  return { base: lastPlace(found).tip, heading: state.draft.next };
}

/** A line of dimension to the nearest piece. @param {number} px */
function near(px) {
  const nearest = state.show.near ? seen.look?.ship?.near?.[0] : null;
  if (!nearest) return [];
  const [[ax, ay], [bx, by]] = nearest.points, [x, y] = beside([(ax + bx) / 2, (ay + by) / 2], nearest.length, occupied(px));
  return [
    svg("line", { class: `near measure ${nearest.relation}`, x1: ax, y1: -ay, x2: bx, y2: -by, ...measure() }),
    svg("text", { class: "length measure", x, y: -y, "font-size": 13 * px, ...measure() }, nearest.length),
  ];
}

/** Words and handles on the board that no length may cover. @param {number} px @returns {import("./labels.js").Taken[]} */
const occupied = (px) => [
  ...state.doc.ships.map((one) => ({ at: named(one), letters: one.name.length })),
  ...held(px).map(({ at }) => ({ at, letters: 2 })),
  ...verdictLines(px).map(({ at, text }) => ({ at, letters: text.length })),
];

/** Where the name of a ship stands. @param {import("./state.js").Ship} ship */
const named = (ship) => placed(ship, [(outlines[ship.size]?.length ?? 0) / 3, 0]);

/** The evidence of the ruling. @param {number} px @returns {SVGElement[]} */
function evidence(px) {
  const shown = ruling();
  switch (shown?.kind) {
    case "dangers": return shown.dangers.flatMap((one) => danger(one, px));
    case "ruled": return witness(shown, px);
    default: return [];
  }
}

/** @param {import("./state.js").Ruled} shown @param {number} px */
function witness({ state, ruling: { witness } }, px) {
  const { steps = [], region, template, gun_point, target_point, closest } = witness;
  const ends = gun_point && target_point ? /** @type {[Point, Point]} */ ([gun_point, target_point]) : null;
  const shown = ends ?? witness.tried ?? witness.points ?? closest?.points;
  return [
    ...steps.map((step) => svg("polygon", { class: `evidence ${state}`, points: pointList(step.corners) })),
    ...(region ? [svg("polygon", { class: "evidence reach", points: pointList(region) })] : []),
    ...(template ? [svg("polygon", { class: "evidence piece", points: pointList(template) })] : []),
    ...(shown ? [line(shown, state, 2.5 * px)] : []),
  ];
}

/** @typedef {import("./state.js").Point} Point */
/** @param {[Point, Point]} ends @param {string} answer @param {number} width mm */
const line = ([[ax, ay], [bx, by]], answer, width) =>
  svg("line", { class: `evidence line ${answer}`, x1: ax, y1: -ay, x2: bx, y2: -by, "stroke-width": width });

/** How an enemy comes to hit the chosen ship. @param {import("./answers.js").DangerStage} found @param {number} px */
function danger(found, px) {
  if (!found.line) return [];
  const steps = found.steps.map((corners) => svg("polygon", { class: "evidence piece", points: pointList(corners) }));
  return [...steps, line(found.line, steps.length ? "in_doubt" : "no", 2 * px)];
}

/** What a finger can hold: the step or the claim that is asked about; elsewhere the ship itself, to turn it about its base
 * midpoint (ahead of the tip) or its tip (behind the base). @param {number} px @returns {{name: string, at: Point}[]} */
function held(px) {
  const ship = shipNamed(state.chosen), acting = shipNamed(state.draft.ship), { to } = state.draft, next = ghost();
  if (next && acting) return [{ name: "step", at: placed(next, [ahead(acting.size, px), 0]) }];
  if (asking() && state.draft.kind === "to") return to && acting ? [{ name: "claim", at: placed(to, [ahead(acting.size, px), 0]) }] : [];
  if (!ship || (state.loose ? !state.loose.includes(ship.name) : state.tab === "question")) return [];
  return [{ name: "turn", at: placed(ship, [ahead(ship.size, px), 0]) }, { name: "swing", at: placed(ship, [-22 * px, 0]) }];
}

/** @param {number} px */
const handles = (px) => held(px).map(({ name, at: [x, y] }) =>
  svg("g", { "data-handle": name, class: `hold ${name}` },
    svg("circle", { class: "room", cx: x, cy: -y, r: 22 * px }), svg("circle", { class: `handle ${name}`, cx: x, cy: -y, r: 11 * px })));

/** Whether a move or a claim is being asked about. */
const asking = () => state.tab === "question" || Boolean(state.loose);

/** How far from the base midpoint the handle of a piece is held: ahead of its tip, so that it hides nothing.
 * @param {import("./shapes.js").Size} size @param {number} px */
const ahead = (size, px) => (outlines[size]?.length ?? 0) + 22 * px;

/** @param {number[][]} points */
const middle = (points) => [0, 1].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
