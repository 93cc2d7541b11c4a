// What the browser keeps of this page, for every tab or for this one; where it refuses or has no room, it is kept as long as
// the page is open.

class Store {
  /** @type {Storage | null} */
  #storage = null;
  /** What the browser would not keep. @type {Map<string, string>} */
  #here = new Map();

  /** @param {() => Storage} asked */
  constructor(asked) {
    try {
      this.#storage = asked();
    } catch {
      // it is refused
    }
  }

  /** @param {string} key */
  read(key) {
    return this.#here.get(key) ?? this.#storage?.getItem(key) ?? null;
  }

  /** @param {string} key @param {string} text @returns {boolean} whether the browser keeps it */
  write(key, text) {
    this.#here.delete(key);
    try {
      this.#storage?.setItem(key, text);
      if (this.#storage) return true;
    } catch {
      // there is no room
    }
    this.#here.set(key, text);
    return false;
  }

  /** @param {string} key */
  drop(key) {
    this.#here.delete(key);
    this.#storage?.removeItem(key);
  }

  /** @returns {string[]} */
  keys() {
    return [...new Set([...Object.keys(this.#storage ?? {}), ...this.#here.keys()])];
  }
}

export const local = new Store(() => localStorage), session = new Store(() => sessionStorage);
