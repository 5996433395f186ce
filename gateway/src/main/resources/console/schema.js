// What a JSON Schema (draft-07) says of the values of a type.
import { language } from './texts.js';

/** @typedef {Record<string, any>} Schema */
/** @typedef {import('./model.js').EntityType} EntityType */

/** @type {any[]} the schema records, which documents name as libraries */
let libraries = [];

/** @param {any[]} records */
export function useLibraries(records) {
  libraries = records;
}

/** @param {string | Schema} text @returns {Schema | null} */
export function parsed(text) {
  try {
    return typeof text === 'string' ? JSON.parse(text) : text;
  } catch {
    return null;
  }
}

/**
 * Follows a reference into the same document or into a library.
 * @param {any} schema @param {Schema | null} document @returns {Schema}
 */
export function resolve(schema, document) {
  let at = schema;
  for (let steps = 0; at?.$ref && steps < 20; steps++) {
    const [name, pointer = ''] = at.$ref.split('#');
    const other = name ? libraries.find(one => `${one.name}.json` === name.split('/').pop()) : null;
    document = name ? parsed(other?.schema ?? '') : document;
    const { $ref: _, ...beside } = at;
    const found = pointer
      .split('/')
      .slice(1)
      .reduce(
        (/** @type {any} */ value, part) =>
          value?.[decodeURIComponent(part).replace(/~1/g, '/').replace(/~0/g, '~')],
        document
      );
    at = found
      ? { ...found, ...(beside.title ? { title: beside.title } : {}), $document: document }
      : {};
  }
  return at && document && !at.$document ? { ...at, $document: document } : (at ?? {});
}

/** A title in the reader's language. @param {Record<string, any>} config @param {string} pointer */
export function titleIn(config, pointer) {
  return config?.titles?.[language()]?.[pointer.replace(/\/\d+(?=\/|$)/g, '')];
}

/** The name of a property as people write it: `licenceNumber` is "Licence number". @param {string} name */
export function words(name) {
  const spaced = name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/**
 * @typedef {object} Field
 * @property {string[]} path
 * @property {string} pointer
 * @property {string} title
 * @property {Schema} schema
 * @property {string} kind
 * @property {boolean} hidden private or internal
 */

/** The fields that hold one value each, those of nested objects too, in the schema's order. @param {EntityType} type @returns {Field[]} */
export function fieldsOf(type) {
  /** @type {Field[]} */
  const fields = [];
  const add = (
    /** @type {Schema} */ schema,
    /** @type {string[]} */ path,
    /** @type {string} */ above
  ) => {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const at = resolve(property, schema.$document ?? type.document);
      const here = [...path, name];
      const pointer = pointerOf(here);
      const own = titleIn(type.config, pointer) ?? at.title ?? words(name);
      const kind = kindOf(at);
      if (kind === 'object' && here.length < 4) {
        add(at, here, above + own + ', ');
      } else if (kind !== 'json' && kind !== 'object') {
        fields.push({
          path: here,
          pointer,
          title: above + own,
          schema: at,
          kind,
          hidden: isHidden(type, here)
        });
      }
    }
  };
  add({ ...type.schema, $document: type.document }, [], '');
  return fields;
}

/** @param {EntityType} type @param {string[]} path */
export function isHidden(type, path) {
  const names = [...(type.config.privateFields ?? []), ...(type.config.internalFields ?? [])].map(
    name => String(name).replace(/^\$\./, '')
  );
  return path.some((_, i) => names.includes(path.slice(0, i + 1).join('.')));
}

/** @param {(string | number)[]} path */
export function pointerOf(path) {
  return path.map(part => '/' + String(part).replace(/~/g, '~0').replace(/\//g, '~1')).join('');
}

/**
 * How a value is shown and edited: `json` where the schema says too little.
 * @param {Schema} schema
 */
export function kindOf(schema) {
  const types = [schema.type].flat().filter(type => type && type !== 'null');
  if (
    Array.isArray(schema.enum) &&
    schema.enum.every(one => one === null || typeof one !== 'object')
  ) {
    return 'enum';
  }
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives && (types.length === 0 || types[0] === 'object') && !schema.properties) {
    return 'choice';
  }
  if (types.length !== 1) {
    return schema.properties ? 'object' : 'json';
  }
  switch (types[0]) {
    case 'object':
      return schema.properties ? 'object' : 'json';
    case 'array':
      return schema.items && !Array.isArray(schema.items) ? 'list' : 'json';
    case 'string':
      return (
        { date: 'date', 'date-time': 'time', email: 'email', uri: 'url' }[String(schema.format)] ??
        'text'
      );
    default:
      return types[0];
  }
}

/** @param {any} entity @param {string[]} path */
export function valueAt(entity, path) {
  return path.reduce((value, name) => value?.[name], entity);
}

/** What people call a record: its name, or its first text. @param {EntityType} type @param {any} entity */
export function nameOf(type, entity) {
  const usual = ['name', 'fullName', 'title']
    .map(key => entity?.[key])
    .find(value => typeof value === 'string' && value);
  if (usual) {
    return usual;
  }
  const first = fieldsOf(type)
    .map(field => valueAt(entity, field.path))
    .find(value => typeof value === 'string' && value);
  return first ?? entity?.osid ?? '';
}
