// Questions over the network, to the server that this page came from.

export const ready = async () => undefined;

/** @param {string} path @param {string} lang @param {string | Blob} body @param {AbortSignal} signal */
export const asked = (path, lang, body, signal) => fetch(`.${path}?lang=${lang}`, { method: "POST", body, signal });

/** What the page needs once; the link may bring a token, which the server's cookie keeps for later requests.
 * @param {string} lang */
export function page(lang) {
  const query = new URLSearchParams(location.search);
  query.set("lang", lang);
  return fetch(`api/page?${query}`);
}

/** @param {string} path @param {string} lang */
export const line = (path, lang) => new WebSocket(`${location.origin.replace("http", "ws")}/${path}?lang=${lang}`);
