// A schema document, and changes of it. Nothing here changes what it is given.
import { words } from '../model.js';

/** @typedef {Record<string, any>} Document */
/** @typedef {{path: string[], name: string, schema: any, required: boolean, kind: string, depth: number}} FieldRow */

export const KINDS = [
  'text',
  'long',
  'number',
  'integer',
  'boolean',
  'date',
  'time',
  'email',
  'choice',
  'texts',
  'group',
  'groups',
  'other'
];

/** A document with one type that has one field. @param {string} name @returns {Document} */
export function fresh(name) {
  return {
    type: 'object',
    title: words(name),
    properties: { [name]: { $ref: `#/definitions/${name}` } },
    definitions: {
      [name]: {
        type: 'object',
        title: words(name),
        additionalProperties: false,
        required: ['name'],
        properties: { name: { type: 'string', title: 'Name' } },
        _osConfig: { roles: ['admin'] }
      }
    }
  };
}

/** The names of a document's types. @param {Document} document */
export function typeNames(document) {
  return Object.entries(document.properties ?? {}).flatMap(([, one]) =>
    /** @type {any} */ (one)?.$ref?.startsWith('#/definitions/')
      ? [/** @type {any} */ (one).$ref.slice(14)]
      : []
  );
}

/** The document with another definition of a type. @param {Document} document @param {string} name @param {any} definition */
export function withDefinition(document, name, definition) {
  return { ...document, definitions: { ...document.definitions, [name]: definition } };
}

/** @param {any} definition @param {Record<string, any>} members undefined ones are removed */
export function withConfig(definition, members) {
  const config = { ...definition._osConfig, ...members };
  Object.keys(config).forEach(name => config[name] === undefined && delete config[name]);
  return { ...definition, _osConfig: config };
}

/** @param {any} schema */
export function kindOf(schema) {
  if (!schema || schema.$ref || schema.oneOf || schema.anyOf || Array.isArray(schema.type)) {
    return 'other';
  }
  if (schema.enum) {
    return 'choice';
  }
  switch (schema.type) {
    case 'string':
      return (
        { date: 'date', 'date-time': 'time', email: 'email' }[
          /** @type {string} */ (schema.format)
        ] ?? (schema.format ? 'other' : schema.maxLength > 200 ? 'long' : 'text')
      );
    case 'array':
      return schema.items?.type === 'object'
        ? 'groups'
        : schema.items?.type === 'string' && !schema.items.format
          ? 'texts'
          : 'other';
    case 'object':
      return 'group';
    default:
      return ['number', 'integer', 'boolean'].includes(schema.type) ? schema.type : 'other';
  }
}

/** The schema of a kind, with the title and description that there were. @param {string} kind @param {any} former */
export function schemaOf(kind, former) {
  const { title, description } = former;
  const kept = { ...(title ? { title } : {}), ...(description ? { description } : {}) };
  const group = { type: 'object', properties: former.properties ?? former.items?.properties ?? {} };
  switch (kind) {
    case 'long':
      return { type: 'string', maxLength: 10000, ...kept };
    case 'date':
      return { type: 'string', format: 'date', ...kept };
    case 'time':
      return { type: 'string', format: 'date-time', ...kept };
    case 'email':
      return { type: 'string', format: 'email', ...kept };
    case 'choice':
      return { type: 'string', enum: former.enum ?? ['A'], ...kept };
    case 'texts':
      return { type: 'array', items: { type: 'string' }, ...kept };
    case 'group':
      return { ...group, ...kept };
    case 'groups':
      return { type: 'array', items: group, ...kept };
    case 'text':
      return { type: 'string', ...kept };
    case 'other':
      return former;
    default:
      return { type: kind, ...kept };
  }
}

/** The fields of a definition, those in groups too. @param {any} definition @param {string[]} [path] @returns {FieldRow[]} */
export function rowsOf(definition, path = []) {
  return Object.entries(definition?.properties ?? {}).flatMap(([name, schema]) => {
    const kind = kindOf(schema);
    const row = {
      path: [...path, name],
      name,
      schema,
      required: (definition.required ?? []).includes(name),
      kind,
      depth: path.length
    };
    const inner =
      kind === 'group' ? schema : kind === 'groups' ? /** @type {any} */ (schema).items : null;
    return [row, ...(inner ? rowsOf(inner, row.path) : [])];
  });
}

/**
 * Changes the object that holds a field.
 * @param {any} definition @param {string[]} path of the object, by the names of groups @param {(holder: any) => any} change
 * @returns {any}
 */
export function within(definition, path, change) {
  if (path.length === 0) {
    return change(definition);
  }
  const [name, ...rest] = path;
  const group = definition.properties[name];
  const inner = group.items
    ? { ...group, items: within(group.items, rest, change) }
    : within(group, rest, change);
  return { ...definition, properties: { ...definition.properties, [name]: inner } };
}

/** @param {any} holder @param {string} name @param {any} schema */
export function put(holder, name, schema) {
  return { ...holder, properties: { ...holder.properties, [name]: schema } };
}

/** @param {any} holder @param {string} name @param {boolean} required */
export function require(holder, name, required) {
  const others = (holder.required ?? []).filter((/** @type {string} */ one) => one !== name);
  const { required: _, ...rest } = holder;
  const all = required ? [...others, name] : others;
  return all.length ? { ...rest, required: all } : rest;
}

/** @param {any} holder @param {string} name */
export function drop(holder, name) {
  const { [name]: _, ...properties } = holder.properties;
  return require({ ...holder, properties }, name, false);
}

/** Another name in the same place. @param {any} holder @param {string} name @param {string} to */
export function rename(holder, name, to) {
  const properties = Object.fromEntries(
    Object.entries(holder.properties).map(([key, value]) => [key === name ? to : key, value])
  );
  const required = (holder.required ?? []).map((/** @type {string} */ one) =>
    one === name ? to : one
  );
  return { ...holder, properties, ...(holder.required ? { required } : {}) };
}

/** @param {any} holder @param {string} name @param {number} by */
export function move(holder, name, by) {
  const names = Object.keys(holder.properties);
  const at = names.indexOf(name);
  const to = at + by;
  if (to < 0 || to >= names.length) {
    return holder;
  }
  names.splice(to, 0, ...names.splice(at, 1));
  return {
    ...holder,
    properties: Object.fromEntries(names.map(one => [one, holder.properties[one]]))
  };
}

/** A name that is not used yet. @param {any} holder @param {string} wanted */
export function free(holder, wanted) {
  for (let i = 1; ; i++) {
    const name = i === 1 ? wanted : wanted + i;
    if (!(name in (holder.properties ?? {}))) {
      return name;
    }
  }
}

/** The name of a field with a title: "Licence number" is licenceNumber. @param {string} title */
export function nameFrom(title) {
  const parts = title
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .trim()
    .split(/\s+/)
    .filter(Boolean);
  return parts
    .map((part, i) =>
      i === 0
        ? part.charAt(0).toLowerCase() + part.slice(1)
        : part.charAt(0).toUpperCase() + part.slice(1)
    )
    .join('');
}

/** A credential with values of a type. @param {string} type @param {string[]} names @returns {any} */
export function credentialOf(type, names) {
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    type: ['VerifiableCredential', type],
    credentialSubject: Object.fromEntries(names.map(name => [name, `{{${name}}}`]))
  };
}
