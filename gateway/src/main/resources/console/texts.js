// The texts in the reader's language, from texts/{language}.json.

/** @type {Record<string, string>} */
let texts = {};
let current = 'en';

export const LANGUAGES = ['en', 'hi'];

/** The language in use: a tag that Intl understands. */
export function language() {
  return current;
}

export function locale() {
  return texts.locale ?? 'en-IN';
}

/** Loads the language that was chosen, or else the first of the browser's that there is. */
export async function loadTexts() {
  const wanted = [localStorage.getItem('language'), ...navigator.languages].map(tag =>
    (tag ?? '').slice(0, 2)
  );
  current = wanted.find(tag => LANGUAGES.includes(tag)) ?? 'en';
  const reply = await fetch(new URL(`texts/${current}.json`, import.meta.url));
  texts = await reply.json();
  document.documentElement.lang = current;
}

/** @param {string} tag */
export function chooseLanguage(tag) {
  localStorage.setItem('language', tag);
  location.reload();
}

/**
 * The text of a key, with `{name}` replaced by values.
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 */
export function t(key, values = {}) {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => plain(values[name]));
}

/** @param {string} key */
export function has(key) {
  return key in texts;
}

/** @param {unknown} value */
function plain(value) {
  return typeof value === 'number'
    ? new Intl.NumberFormat(locale()).format(value)
    : String(value ?? '');
}
