// Which look a player's ships have: the one named like him, else the first that is free, as on printed figures.

/** Names of players each look belongs to; style.css has the colours and strokes, in this order. */
const LOOKS = [
  ["red", "rouge"], ["blue", "bleu", "navy"], ["yellow", "jaune", "gold"], ["green", "vert"],
  ["purple", "violet", "black", "noir", "pink"], ["orange"], ["white", "blanc", "transparent"], ["turquoise", "cyan"],
];

/** @param {string[]} players @returns {Map<string, number>} the number of each one's look */
export function looks(players) {
  /** @type {Map<string, number>} */
  const chosen = new Map();
  const taken = () => new Set(chosen.values());
  for (const player of players) {
    const word = player.trim().toLowerCase();
    const look = LOOKS.findIndex((names, i) => names.includes(word) && !taken().has(i));
    if (look >= 0) chosen.set(player, look);
  }
  players.forEach((player, count) => {
    if (chosen.has(player)) return;
    const free = LOOKS.findIndex((_, i) => !taken().has(i));
    chosen.set(player, free >= 0 ? free : count % LOOKS.length);
  });
  return chosen;
}
