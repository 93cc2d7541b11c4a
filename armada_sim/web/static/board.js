// The table as an SVG: surface, ships, what the engine says about the chosen one, and the ruling.

import { svg } from "./dom.js";
import { looks } from "./looks.js";
import { corners, placed, outlines, pointList, ringPath, wedge } from "./shapes.js";
import { shipNamed, state } from "./state.js";
import { view, viewBox } from "./view.js";
import { say } from "./words.js";

/** What the engine last said. @type {{look: any, regions: Record<string, any>, wrong: Set<string>}} */
export const seen = { look: null, regions: {}, wrong: new Set() };

/** @param {SVGSVGElement} board */
export function draw(board) {
  board.setAttribute("viewBox", viewBox(board));
  const px = view.scale;
  board.style.setProperty("--px", String(px));
  const title = svg("title", { id: "board-name" }, state.doc.title || say("title"));
  board.replaceChildren(
    title, ...surface(), ...goals(px), ...regions(), ...fan(px), ...guns(), ...things(), ...steps(px), ...ships(px), ...near(px),
    ...ruling(px), ...handles(px),
  );
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
    svg("text", { class: "name", x: (ax + bx) / 2, y: -(ay + by) / 2 - 10 * px, "font-size": 12 * px }, say("goal_line", { player: attacker })),
  ]);
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
      ship.name, ship.player, say(ship.size), ...(flies ? [say("flagship")] : []),
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
  return seen.look.ship.guns.map((/** @type {number[][]} */ side) => svg("polygon", { class: "guns", points: pointList(side) }));
}

/** Legal headings of the next step about the tip, and what blocks the others. @param {number} px */
function fan(px) {
  const found = seen.look?.ship;
  if (!state.show.fan || !found?.fan) return [];
  const last = found.places.at(-1), radius = Math.max(90 * px, 60);
  const legal = found.fan.legal.map((/** @type {any} */ part) =>
    svg("path", { class: "legal", d: wedge(last.tip, radius, part.from, part.to) }));
  const blocked = found.fan.blocked.flatMap((/** @type {any} */ part) => {
    const turn = (((part.from + part.to) / 2) * Math.PI) / 180;
    const [x, y] = [last.tip[0] + radius * 0.8 * Math.cos(turn), last.tip[1] + radius * 0.8 * Math.sin(turn)];
    return [
      svg("path", { class: "blocked", d: wedge(last.tip, radius, part.from, part.to) }),
      svg("text", { class: "by", x, y: -y, "font-size": 11 * px }, part.by === "edge" ? say("surface") : part.by),
    ];
  });
  return [...legal, ...blocked];
}

/** The steps taken, and the ghost of the next. @param {number} px */
function steps(px) {
  const found = seen.look?.ship, ship = shipNamed(state.draft.ship);
  if ((state.tab !== "question" && !state.loose) || !ship) return [];
  if (state.draft.kind === "to" && state.draft.to) {
    return [svg("polygon", { class: "ghost claim", points: pointList(corners(state.draft.to, ship.size)), "data-claim": "1" })];
  }
  if (state.draft.kind !== "move" || !found || found.name !== ship.name) return [];
  const taken = found.places.slice(1).map((/** @type {any} */ place, /** @type {number} */ i) =>
    svg("g", { class: "ghost" },
      svg("polygon", { points: pointList(place.corners) }),
      svg("text", { class: "name", x: place.base[0], y: -place.base[1], "font-size": 11 * px }, String(i + 1))));
  const next = ghost();
  if (!next) return taken;
  const [x, y] = placed(next, [ahead(ship.size, px), 0]); // where its handle is
  const limit = state.draft.limit ? [svg("text", { class: "length", x, y: -y - 24 * px, "font-size": 13 * px }, say("limit"))] : [];
  return [...taken, svg("polygon", { class: "ghost next", points: pointList(corners(next, ship.size)) }), ...limit];
}

/** Where the next step would lie. @returns {{base: [number, number], heading: number} | null} */
export function ghost() {
  const found = seen.look?.ship, ship = shipNamed(state.draft.ship);
  if (!ship || state.draft.kind !== "move" || found?.name !== ship.name || state.draft.next === null) return null;
  if (state.draft.turns.length >= found.steps) return null;
  return { base: found.places.at(-1).tip, heading: state.draft.next };
}

/** A line of dimension to the nearest piece. @param {number} px */
function near(px) {
  const nearest = state.show.near ? seen.look?.ship?.near?.[0] : null;
  if (!nearest) return [];
  const [[ax, ay], [bx, by]] = nearest.points, [x, y] = beside([(ax + bx) / 2, (ay + by) / 2], nearest.length, px);
  return [
    svg("line", { class: `near ${nearest.relation}`, x1: ax, y1: -ay, x2: bx, y2: -by }),
    svg("text", { class: "length", x, y: -y, "font-size": 13 * px }, nearest.length),
  ];
}

/** The place for a text nearest to a point, above it or below, where it covers no name of a ship and no handle.
 * @param {number[]} at mm @param {string} text @param {number} px */
function beside([x, y], text, px) {
  const ship = shipNamed(state.chosen);
  const held = ship ? [ahead(ship.size, px), -22 * px].map((along) => ({ at: placed(ship, [along, 0]), letters: 2 })) : [];
  const taken = [...state.doc.ships.map((one) => ({ at: named(one), letters: one.name.length })), ...held];
  const covered = (/** @type {number} */ there) => taken.some(({ at: [nx, ny], letters }) =>
    Math.abs(ny - there) < LINE_PX * px && Math.abs(nx - x) < (LETTER_PX * (text.length + letters + 1) * px) / 2);
  const ways = Array.from({ length: 17 }, (_, i) => y + (i % 2 ? -1 : 1) * (8 + 6 * Math.floor(i / 2)) * px);
  return [x, ways.find((there) => !covered(there)) ?? ways[0]];
}

/** Of the largest letters on the table, as they are drawn at most: how wide and high, with some air. */
const LETTER_PX = 9, LINE_PX = 20;

/** Where the name of a ship stands. @param {import("./state.js").Ship} ship */
const named = (ship) => placed(ship, [(outlines[ship.size]?.length ?? 0) / 3, 0]);

/** The evidence of the ruling. @param {number} px */
function ruling(px) {
  if (state.ruling?.dangers) return state.ruling.dangers.flatMap((/** @type {any} */ one) => danger(one, px));
  const witness = state.ruling?.ruling?.witness;
  if (!witness) return [];
  const parts = (witness.steps ?? []).map((/** @type {any} */ step) =>
    svg("polygon", { class: `evidence ${state.ruling.state}`, points: pointList(step.corners) }));
  if (witness.region) parts.push(svg("polygon", { class: "evidence reach", points: pointList(witness.region) }));
  if (witness.template) parts.push(svg("polygon", { class: "evidence piece", points: pointList(witness.template) }));
  const line = witness.gun_point ? [witness.gun_point, witness.target_point] : witness.tried ?? witness.points ?? witness.closest?.points;
  if (line) {
    const [[ax, ay], [bx, by]] = line;
    parts.push(svg("line", { class: `evidence line ${state.ruling.state}`, x1: ax, y1: -ay, x2: bx, y2: -by, "stroke-width": 2.5 * px }));
  }
  return parts;
}

/** How an enemy comes to hit the chosen ship. @param {any} found @param {number} px */
function danger(found, px) {
  if (!found.line.length) return [];
  const [[ax, ay], [bx, by]] = found.line;
  return [
    ...found.steps.map((/** @type {number[][]} */ corners) => svg("polygon", { class: "evidence piece", points: pointList(corners) })),
    svg("line", { class: `evidence line ${found.steps.length ? "in_doubt" : "no"}`, x1: ax, y1: -ay, x2: bx, y2: -by, "stroke-width": 2 * px }),
  ];
}

/** Handles a finger can hold: turn about the base midpoint (ahead of the tip) or the tip (behind the base), and the
 * next step. @param {number} px */
function handles(px) {
  const ship = shipNamed(state.chosen), made = [];
  if (ship && (!state.loose || state.loose.includes(ship.name))) {
    for (const [handle, along] of /** @type {[string, number][]} */ ([["turn", ahead(ship.size, px)], ["swing", -22 * px]])) {
      const [x, y] = placed(ship, [along, 0]);
      made.push(svg("circle", { class: `handle ${handle}`, cx: x, cy: -y, r: 11 * px, "data-handle": handle }));
    }
  }
  const next = ghost();
  const acting = shipNamed(state.draft.ship);
  if (next && acting) {
    const [x, y] = placed(next, [ahead(acting.size, px), 0]);
    made.push(svg("circle", { class: "handle step", cx: x, cy: -y, r: 11 * px, "data-handle": "step" }));
  }
  return made;
}

/** How far from the base midpoint the handle of a piece is held: ahead of its tip, so that it hides nothing.
 * @param {string} size @param {number} px */
const ahead = (size, px) => (outlines[size]?.length ?? 0) + 22 * px;

/** @param {number[][]} points */
const middle = (points) => [0, 1].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
