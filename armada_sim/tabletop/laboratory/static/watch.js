// The page of a run: its report, and how far it has got, asked for again and again until the run ends.

/** @typedef {{version: number, said: string, gone: string, title: string, lang: string, over: boolean}} Standing */

const EVERY_MS = 2000;

/** @param {string} name */
const place = (name) => /** @type {HTMLElement} */ (document.getElementById(name));

/** @param {string} path */
const asked = (path) => fetch(`api/${path}`, { method: "POST" });

let shown = 0;
let gone = "";

/** A report in place of the one before. The page's policy lets no text style it, so styles that stand in the report
 * are set by hand. @param {string} text */
function show(text) {
  const styles = [...text.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, style]) => style ?? "");
  const bare = text.replace(/<style[^>]*>[^]*?<\/style>/g, "").replaceAll(' style="', ' data-style="');
  const report = new DOMParser().parseFromString(bare, "text/html");
  place("report").replaceChildren(...(report.querySelector("main")?.childNodes ?? []));
  for (const element of /** @type {NodeListOf<HTMLElement | SVGElement>} */ (document.querySelectorAll("[data-style]"))) {
    element.style.cssText = element.dataset.style ?? "";
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles.join("\n"));
  document.adoptedStyleSheets = [sheet];
}

/** Ask once; whether the run goes on. */
async function look() {
  const standing = /** @type {Standing} */ (await (await asked("standing")).json());
  document.documentElement.lang = standing.lang;
  document.title = standing.title;
  gone = standing.gone;
  if (standing.version !== shown) {
    show(await (await asked("report")).text());
    shown = standing.version;
  }
  place("standing").textContent = standing.said;
  return !standing.over;
}

async function watch() {
  try {
    if (await look()) setTimeout(watch, EVERY_MS);
  } catch {
    place("standing").textContent = gone;
  }
}

void watch();
