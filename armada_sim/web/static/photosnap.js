// Where a mark made by hand meant to be: at the strongest corner, or else edge, that the picture shows beside it.

/** @typedef {import("./photostate.js").Pixel} Pixel
 * @typedef {{at: Pixel, strong: number}} Meant */

/** Pixels of the part that is looked at, on each side of the mark. */
const REACH = 24;
const MARGIN = 4;
/** Pixels on each side of a point over which its gradients are gathered. */
const AROUND = 2;
/** Levels of grey a pixel: weaker edges are grain. */
const LEAST_EDGE = 6;
/** A corner is where the weaker of two directions has at least this share of the stronger one. */
const LEAST_SHARE = 0.08;

/** @param {ImageBitmap} picture @param {Pixel} at @param {number} most pixels of the picture that it may be moved by
 * @returns {Pixel} */
export function snapped(picture, at, most) {
  const first = meant(picture, at, most, Math.max(1, most / REACH));
  if (!first || most <= REACH) return first ?? at;
  return meant(picture, first, (3 * most) / REACH, 1) ?? first; // seen small at first, and then as it is
}

/** @param {ImageBitmap} picture @param {Pixel} at @param {number} most @param {number} step pixels of the picture for one that is looked at
 * @returns {Pixel | null} */
function meant(picture, at, most, step) {
  const side = 2 * (Math.ceil(most / step) + MARGIN) + 1, half = side / 2;
  const grey = greys(picture, [at[0] - half * step, at[1] - half * step], side, step);
  const gx = new Float32Array(side * side), gy = new Float32Array(side * side);
  for (let y = 1; y < side - 1; y += 1) {
    for (let x = 1; x < side - 1; x += 1) {
      const i = y * side + x, at = (/** @type {number} */ dx, /** @type {number} */ dy) => grey[i + dy * side + dx];
      gx[i] = (3 * (at(1, -1) - at(-1, -1)) + 10 * (at(1, 0) - at(-1, 0)) + 3 * (at(1, 1) - at(-1, 1))) / 32;
      gy[i] = (3 * (at(-1, 1) - at(-1, -1)) + 10 * (at(0, 1) - at(0, -1)) + 3 * (at(1, 1) - at(1, -1))) / 32;
    }
  }
  /** @type {Meant | null} */
  let corner = null;
  /** @type {Meant | null} */
  let edge = null;
  for (let y = MARGIN; y < side - MARGIN; y += 1) {
    for (let x = MARGIN; x < side - MARGIN; x += 1) {
      const far = Math.hypot(x + 0.5 - half, y + 0.5 - half) * step / most;
      if (far > 1) continue;
      const near = Math.exp(-2 * far * far), i = y * side + x, slope = Math.hypot(gx[i], gy[i]);
      const found = gathered(gx, gy, side, x, y);
      if (found.weak > LEAST_EDGE ** 2 && found.weak > LEAST_SHARE * found.strong && found.weak * near > (corner?.strong ?? 0)) {
        corner = { at: found.at, strong: found.weak * near };
      }
      if (slope > LEAST_EDGE && slope * near > (edge?.strong ?? 0)) edge = { at: [x + 0.5, y + 0.5], strong: slope * near };
    }
  }
  const best = corner ?? edge;
  return best && [at[0] + (best.at[0] - half) * step, at[1] + (best.at[1] - half) * step];
}

/** The gradients about a point: how strong they are along two directions, per pixel, and where the lines across them meet.
 * @param {Float32Array} gx @param {Float32Array} gy @param {number} side @param {number} x @param {number} y */
function gathered(gx, gy, side, x, y) {
  let xx = 0, xy = 0, yy = 0, bx = 0, by = 0;
  for (let v = y - AROUND; v <= y + AROUND; v += 1) {
    for (let u = x - AROUND; u <= x + AROUND; u += 1) {
      const i = v * side + u, a = gx[i] * gx[i], b = gx[i] * gy[i], c = gy[i] * gy[i];
      [xx, xy, yy] = [xx + a, xy + b, yy + c];
      bx += a * (u - x) + b * (v - y);
      by += b * (u - x) + c * (v - y);
    }
  }
  const half = (xx + yy) / 2, root = Math.hypot((xx - yy) / 2, xy), count = (2 * AROUND + 1) ** 2, det = xx * yy - xy * xy;
  const off = (/** @type {number} */ value) => Math.max(-AROUND, Math.min(AROUND, value));
  const meet = det > 0 ? [off((yy * bx - xy * by) / det), off((xx * by - xy * bx) / det)] : [0, 0];
  return { strong: (half + root) / count, weak: (half - root) / count, at: /** @type {Pixel} */ ([x + 0.5 + meet[0], y + 0.5 + meet[1]]) };
}

/** A square part of the picture in grey. @param {ImageBitmap} picture @param {Pixel} from @param {number} side @param {number} step */
function greys(picture, from, side, step) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = side;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, from[0], from[1], side * step, side * step, 0, 0, side, side);
  const { data } = context.getImageData(0, 0, side, side), grey = new Float32Array(side * side);
  for (let i = 0; i < grey.length; i += 1) grey[i] = 0.3 * data[4 * i] + 0.59 * data[4 * i + 1] + 0.11 * data[4 * i + 2];
  return grey;
}
