// The picture of a ruling, as a file.

import { file, Refused } from "./api.js";
import { asked } from "./asking.js";
import { button } from "./dom.js";
import { download } from "./files.js";
import { notice } from "./notices.js";
import { state } from "./state.js";
import { say } from "./words.js";

/** In which formats the engine makes pictures. @type {{formats: string[]}} */
export const made = { formats: [] };

/** CSS counts 96 dots per inch, a picture as PNG has 200. */
const FINER = 200 / 96;

/** What asks for the picture, in each format there is. */
export const pictureButtons = () => [
  button(say("svg"), () => picture("svg")),
  button(say("png"), () => picture("png")),
  ...(made.formats.includes("pdf") ? [button(say("pdf"), () => picture("pdf"))] : []),
];

/** The same picture as the command line draws, with the notes on the table; by the phone's own sheet where it has one.
 * @param {"svg" | "png" | "pdf"} format */
async function picture(format) {
  const known = made.formats.includes(format);
  try {
    const given = await file("/api/picture", { dispute: asked(), number: 1, format: known ? format : "svg", show_in: state.unit, notes: state.notes });
    const drawn = known ? given : await raster(given), named = new File([drawn], `ruling.${format}`, { type: drawn.type });
    if (format === "png" && navigator.canShare?.({ files: [named] })) await navigator.share({ files: [named] });
    else download(drawn, named.name);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return; // the person closed the sheet
    notice(error instanceof Refused ? error.message : say("lost"));
  }
}

/** A picture as PNG that came as SVG. @param {Blob} svg @returns {Promise<Blob>} */
async function raster(svg) {
  const address = URL.createObjectURL(svg), image = new Image();
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.naturalWidth * FINER);
    canvas.height = Math.round(image.naturalHeight * FINER);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, failed) =>
      canvas.toBlob((png) => (png ? done(png) : failed(new Error("no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
