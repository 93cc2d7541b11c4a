"use strict";
(() => {
  const PAUSE_MS = 1000;
  const by = (id) => document.getElementById(id);
  const data = JSON.parse(by("data").textContent);
  const rows = [...document.querySelectorAll("#actions li")];
  const things = [...document.querySelectorAll(".thing")];
  const headings = rows.map((row) => row.parentElement.previousElementSibling.textContent);
  const most = data.frames.length - 1;

  // where every ship lies in every picture: [x, y, turn, damage], or nothing before it is set up; where its name
  // stands: [x, y, and the ends of its leader]; which carry a flag
  const lying = [], named = [], flying = [];
  data.frames.forEach((frame, k) => {
    lying.push(k ? lying[k - 1].slice() : data.ships.map(() => null));
    for (const [ship, ...place] of frame.c || []) lying[k][ship] = place;
    named.push(k ? named[k - 1].slice() : data.ships.map(() => null));
    for (const [ship, ...place] of frame.n || []) named[k][ship] = place;
    flying.push(frame.f || (k ? flying[k - 1] : []));
  });

  const seen = (element, visible) => {
    if (visible) element.removeAttribute("display");
    else element.setAttribute("display", "none");
  };
  const move = (element, [x, y, turn]) =>
    element.setAttribute("transform", `translate(${x} ${y}) rotate(${turn})`);

  const ends = (line, values) => {
    seen(line, values.length);
    values.forEach((value, j) => line.setAttribute(["x1", "y1", "x2", "y2"][j], value));
  };

  const drawName = (i, place) => {
    const name = by(`n${i}`), leader = by(`l${i}`);
    seen(name, place);
    if (leader) ends(leader, place ? place.slice(2) : []);
    if (place) ["x", "y"].forEach((key, j) => name.setAttribute(key, place[j]));
  };

  const drawShip = (i, place, named) => {
    const ship = by(`s${i}`), pips = data.ships[i][1];
    seen(ship, place);
    const sunk = place && place[3] >= pips;
    drawName(i, place && !sunk && named);
    if (!place) return;
    move(ship, place);
    ship.classList.toggle("sunk", sunk);
    for (let hits = 1; hits < pips; hits++) seen(ship.querySelector(`.d${hits}`), place[3] === hits);
  };

  const drawFlag = (i, place, up) => {
    const flag = by(`f${i}`);
    if (!flag) return;
    seen(flag, up);
    if (!up) return;
    const angle = (place[2] * Math.PI) / 180, foot = data.ships[i][2];
    flag.setAttribute("transform", `translate(${place[0] + foot * Math.cos(angle)} ${place[1] + foot * Math.sin(angle)})`);
  };

  const drawMarks = (frame) => {
    const ghost = by("ghost");
    seen(ghost, frame.g);
    if (frame.g) {
      const [ship, ...place] = frame.g;
      move(ghost, place);
      ghost.setAttribute("class", by(`s${ship}`).classList[1]);
      ghost.firstElementChild.setAttribute("href", `#h-${data.ships[ship][0]}`);
    }
    ends(by("shot"), frame.s || []);
  };

  let shown = most, timer = 0;
  const show = (k) => {
    shown = Math.max(0, Math.min(most, k));
    lying[shown].forEach((place, i) => { drawShip(i, place, named[shown][i]); drawFlag(i, place, flying[shown].includes(i)); });
    drawMarks(data.frames[shown]);
    things.forEach((thing) => seen(thing, Number(thing.dataset.since) <= shown));
    const row = rows[shown - 1];
    by("heading").textContent = row ? headings[shown - 1] : data.opening;
    by("words").textContent = row ? row.querySelector("span").textContent : data.begins;
    by("notation").textContent = row ? row.querySelector("code").textContent : "";
    by("closing").hidden = shown < most;
    by("slider").value = shown;
    by("number").textContent = `${shown} / ${most}`;
    rows.forEach((other) => other.toggleAttribute("aria-current", other === row));
    if (shown === most) stop();
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    by("play").textContent = by("play").dataset.play;
    by("said").setAttribute("aria-live", "polite");
  };
  const start = () => {
    if (shown === most) show(0);
    if (most === 0) return;
    by("said").setAttribute("aria-live", "off");
    by("play").textContent = by("play").dataset.pause;
    timer = setInterval(() => show(shown + 1), PAUSE_MS);
  };
  const toggle = () => (timer ? stop() : start());
  const go = (k) => { stop(); show(k); };

  by("first").onclick = () => go(0);
  by("back").onclick = () => go(shown - 1);
  by("next").onclick = () => go(shown + 1);
  by("last").onclick = () => go(most);
  by("play").onclick = toggle;
  by("slider").oninput = (event) => go(Number(event.target.value));
  rows.forEach((row, i) => { row.onclick = () => go(i + 1); });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === by("slider")) return;
    const keys = { ArrowLeft: () => go(shown - 1), ArrowRight: () => go(shown + 1), Home: () => go(0), End: () => go(most) };
    if (event.key === " " && !["BUTTON", "SUMMARY"].includes(event.target.tagName)) keys[" "] = toggle;
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });

  by("controls").hidden = false;
  by("keys").hidden = false;
  by("actions").open = false;
  const asked = Number(location.hash.slice(1));
  show(Number.isInteger(asked) && location.hash ? asked : 0);
})();
