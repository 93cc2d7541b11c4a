// What the page says, in the language asked for.

/** @type {{lang: string, table: Record<string, string>}} */
export const words = { lang: "en", table: {} };

/** @param {string} key @param {Record<string, string | number>} values @returns {string} */
export function say(key, values = {}) {
  return (words.table[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** A number as it is written in the language. @param {number} value @param {number} digits */
export const number = (value, digits) =>
  new Intl.NumberFormat(words.lang, { maximumFractionDigits: digits, useGrouping: false }).format(value);
