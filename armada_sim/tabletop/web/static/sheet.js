// The panel on a narrow upright screen: a sheet over the table with three heights, pulled by its grip.

/** @typedef {"line" | "half" | "whole"} Height */
/** @type {Height[]} */
const HEIGHTS = ["line", "half", "whole"];

const grip = () => document.getElementById("grip"), panel = () => document.getElementById("panel");

/** @returns {Height} */
const height = () => /** @type {Height} */ (document.body.dataset.sheet ?? "half");

/** @param {Height} to */
export function setSheet(to) {
  document.body.dataset.sheet = to;
  grip()?.setAttribute("aria-expanded", String(to !== "line"));
}

/** As high as is needed to see what it says. */
export const openSheet = () => height() === "line" && setSheet("half");

/** As low as is needed to see the table. */
export const lowerSheet = () => height() === "whole" && setSheet("half");

/** How much of an element the sheet covers from below, in pixels. @param {Element} board */
export function covered(board) {
  const frame = board.getBoundingClientRect(), over = panel()?.getBoundingClientRect();
  return over && over.left < frame.right - 1 && over.top > frame.top ? Math.max(0, frame.bottom - over.top) : 0;
}

/** @param {() => void} done called after each change of height */
export function listen(done) {
  let from = 0, pulled = false;
  const place = grip();
  setSheet("half");
  place?.addEventListener("pointerdown", (event) => {
    [from, pulled] = [event.clientY, false];
    place.setPointerCapture(event.pointerId);
  });
  place?.addEventListener("pointerup", (event) => {
    const by = event.clientY - from, at = HEIGHTS.indexOf(height());
    if (Math.abs(by) < 12) return;
    pulled = true;
    setSheet(HEIGHTS[Math.max(0, Math.min(2, at + (by < 0 ? 1 : -1) * (Math.abs(by) > innerHeight / 2 ? 2 : 1)))]);
    done();
  });
  place?.addEventListener("click", () => {
    if (!pulled) setSheet(height() === "half" ? "whole" : "half");
    done();
  });
}
