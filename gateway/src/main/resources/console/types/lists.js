// The lists of a type's configuration that name its fields.
import { withConfig } from './document.js';

const LISTS = [
  'privateFields',
  'internalFields',
  'uniqueIndexFields',
  'indexFields',
  'substringFields'
];

/** The field that an entry names. @param {any} entry */
export function nameIn(entry) {
  return String(entry.field ?? entry).replace(/^\$\./, '');
}

/**
 * The lists follow a field that has another name, or none any more.
 * @param {any} definition @param {string} before @param {string | null} after
 */
export function relisted(definition, before, after) {
  const renamed = (/** @type {any} */ entry) => {
    if (nameIn(entry) !== before) {
      return [entry];
    }
    return after === null ? [] : [typeof entry === 'string' ? after : { ...entry, field: after }];
  };
  const lists = Object.fromEntries(
    LISTS.filter(list => definition._osConfig?.[list]).map(list => {
      const entries = definition._osConfig[list].flatMap(renamed);
      return [list, entries.length ? entries : undefined];
    })
  );
  return Object.keys(lists).length ? withConfig(definition, lists) : definition;
}
