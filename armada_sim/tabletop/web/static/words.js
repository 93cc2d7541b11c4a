// What the page says, in the language asked for.

/** @type {{lang: string, table: Record<string, string>}} */
export const words = { lang: "en", table: {} };

/** A text with its values. @param {string} text @param {Record<string, string | number>} values */
export const put = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** @param {string} key @param {Record<string, string | number>} values */
export const say = (key, values = {}) => put(words.table[key] ?? key, values);

/** A name as it is said: in the language of the page, if that has a word for it. @param {string} name */
export const said = (name) => (`name_${name}` in words.table ? say(`name_${name}`) : name);

/** The name that is meant by a word. @param {string} word */
export const meant = (word) =>
  Object.keys(words.table).find((key) => key.startsWith("name_") && words.table[key] === word.toLowerCase())?.slice("name_".length) ?? word;

/** A number as it is written in the language. @param {number} value @param {number} digits */
export const number = (value, digits) =>
  new Intl.NumberFormat(words.lang, { maximumFractionDigits: digits, useGrouping: false }).format(value);
