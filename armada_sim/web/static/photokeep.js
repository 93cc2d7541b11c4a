// The picture of a photo, kept in the browser: it may be too large for what is kept of the table.

const BASE = "armada";
const PICTURES = "pictures";

/** @template T @param {IDBTransactionMode} mode @param {(pictures: IDBObjectStore) => IDBRequest<T>} act @returns {Promise<T>} */
const done = (mode, act) =>
  new Promise((ready, failed) => {
    const opening = indexedDB.open(BASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(PICTURES);
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
      const change = opening.result.transaction(PICTURES, mode), asked = act(change.objectStore(PICTURES));
      change.oncomplete = () => ready(asked.result);
      change.onabort = () => failed(change.error);
    };
  });

/** Kept in place of the one before; where it does not fit, none is. @param {File} picture */
export async function keepPicture(picture) {
  try {
    await done("readwrite", (pictures) => pictures.put(picture, "photo"));
  } catch {
    await done("readwrite", (pictures) => pictures.clear()).catch(() => undefined);
  }
}

/** @returns {Promise<File | undefined>} */
export const keptPicture = () => done("readonly", (pictures) => pictures.get("photo")).catch(() => undefined);
