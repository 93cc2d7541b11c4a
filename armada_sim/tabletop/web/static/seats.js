// Who sits where: a form before a game, and the links that other devices open.

import { file } from "./api.js";
import { announce, button, chooser, el, labelled } from "./dom.js";
import { meant, said, say } from "./words.js";

/** A row for each player: his name, if it can be changed, and who plays him.
 * @param {{player: string, who: string}[]} seats changed in place @param {string[]} kinds @param {boolean} named
 * @param {() => void} done */
export function seatForm(seats, kinds, named, done) {
  return seats.map((seat, i) => {
    const who = chooser(seat.who, kinds.map((kind) => [kind, say(`who_${kind}`)]), (kind) => {
      seat.who = kind;
      done();
    });
    who.setAttribute("aria-label", say("who", { player: said(seat.player) }));
    who.id = `who-${i}`;
    const name = named
      ? el("input", {
        type: "text", value: said(seat.player), maxlength: 60, "aria-label": say("player"), id: `player-${i}`,
        onchange: (event) => {
          seat.player = meant(event.target.value.trim());
          done();
        },
      })
      : el("span", {}, said(seat.player));
    return el("div", { class: "seat" }, name, who);
  });
}

/** Pictures of links, by link; empty while they come. @type {Map<string, string>} */
const codes = new Map();

/** A link as a picture that another device's camera reads. @param {string} link @param {() => void} done */
async function draw(link, done) {
  codes.set(link, "");
  codes.set(link, URL.createObjectURL(await file("/api/qr", { link })));
  done();
}

/** Links for other devices, by player. @param {Record<string, string>} keys @param {() => void} done */
export function seatLinks(keys, done) {
  const { origin, pathname, search } = location;
  return Object.entries(keys).map(([player, key]) => {
    const link = `${origin}${pathname}${search}#seat=${key}`, code = codes.get(link);
    const field = el("input", { type: "text", readonly: true, value: link, id: `link-${player}`, onfocus: (event) => event.target.select() });
    return el("div", {}, labelled(say("seat_link", { player: said(player) }), field),
      el("div", { class: "row" },
        button(say("copy_link"), async () => {
          await navigator.clipboard?.writeText(link);
          announce(say("copied"));
        }),
        ...(code === undefined ? [button(say("qr"), () => draw(link, done), { id: `show-qr-${player}` })] : [])),
      ...(code ? [el("img", { class: "qr", id: `qr-${player}`, src: code, alt: say("qr_of", { player: said(player) }) })] : []));
  });
}
