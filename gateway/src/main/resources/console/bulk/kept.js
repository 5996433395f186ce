// The imports that this browser began. They are kept here because the interface has no list of imports.

const KEY = 'console.imports';
const MOST = 20;

/** @typedef {{id: string, type: string, file: string, query: string, state: string, at: string, by: string}} KeptImport */

/** @returns {KeptImport[]} newest first */
export function imports() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}

/** @param {KeptImport} one */
export function keepImport(one) {
  const others = imports().filter(other => other.id !== one.id);
  localStorage.setItem(KEY, JSON.stringify([one, ...others].slice(0, MOST)));
}
