// Games of this server that others are let into: joined, or watched.

import { ask, Refused } from "./api.js";
import { announce, button, el } from "./dom.js";
import { goOn } from "./play.js";
import { changed } from "./state.js";
import { said, say } from "./words.js";

/** @typedef {import("./answers.js").ListedGame} Listed */

/** @type {{games: Listed[] | null, wrong: string}} */
const lobby = { games: null, wrong: "" };

/** @param {unknown} error */
function fail(error) {
  lobby.wrong = error instanceof Refused ? error.message : say("lost");
  announce(lobby.wrong);
}

async function look() {
  lobby.wrong = "";
  await ask("/api/game/list", {}).then(({ games }) => (lobby.games = games), fail);
  changed();
}

/** @param {string} table @param {string} player none to look on */
async function join(table, player) {
  lobby.wrong = "";
  try {
    const { key } = await ask("/api/game/join", { table, ...(player ? { player } : {}) });
    lobby.games = null;
    await goOn({ key, links: {} });
  } catch (error) {
    fail(error);
    await look();
  }
}

/** @returns {HTMLElement[]} */
export function games() {
  if (!lobby.games && !lobby.wrong) {
    lobby.games = [];
    look();
  }
  const rows = (lobby.games ?? []).map(({ table, title, who, open, watch, heading }) => el("li", {},
    el("p", {}, [title, Object.keys(who).map(said).join(", "), heading].filter(Boolean).join(" · ")),
    el("div", { class: "row" },
      ...open.map((player) => button(say("join_as", { player: said(player) }), () => join(table, player), { id: `join-${table}-${player}` })),
      ...(watch ? [button(say("look_on"), () => join(table, ""), { id: `watch-${table}` })] : []))));
  return [
    el("h2", {}, say("server_games")),
    ...(lobby.wrong ? [el("p", { class: "failed", role: "alert" }, lobby.wrong)] : []),
    ...(rows.length ? [el("ul", { class: "games", id: "server-games" }, ...rows)] : [el("p", { class: "quiet" }, say("no_games"))]),
    button(say("look_again"), look, { id: "look-again" }),
  ];
}
