// Runs in any browser, before the modules: the language of the first words, and a sentence where something is lacking.

(function () {
  var root = document.documentElement, place = /** @type {HTMLElement} */ (document.getElementById("offline"));
  /** @type {Record<string, Record<string, string>>} */
  var table = JSON.parse((document.getElementById("offline-words") || place).textContent || "{}");

  function chosen() {
    try {
      return localStorage.getItem("armada-lang"); // as files.js keeps it
    } catch (refused) {
      return null;
    }
  }

  function language() {
    var asked = /[?&]lang=([a-z]+)/.exec(location.search), wanted = chosen() || (asked ? asked[1] : (navigator.language || "").slice(0, 2));
    return Object.prototype.hasOwnProperty.call(table, wanted) ? wanted : "en";
  }

  // Whoever has AbortSignal.any has modules in workers, which cannot be asked for.
  function lacking() {
    if (typeof AbortSignal === "undefined" || !("any" in AbortSignal) || typeof DecompressionStream === "undefined" || typeof Worker === "undefined") return "old";
    return typeof WebAssembly === "undefined" ? "no_wasm" : "";
  }

  root.lang = language();
  var what = lacking();
  if (!what) return;
  var said = document.createElement("p");
  root.setAttribute("data-lacking", what);
  said.setAttribute("role", "alert");
  said.textContent = table[root.lang][what];
  place.appendChild(said);
  place.removeAttribute("hidden");
})();
