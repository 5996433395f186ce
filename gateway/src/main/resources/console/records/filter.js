// A search form as rows of field, operator and value, and the filter of the interface that it means.

/** @typedef {[field: string, operator: string, value: string]} Row field is the path, joined by dots */

/** The operators that make sense, by the kind of field. @type {Record<string, string[]>} */
export const OPERATORS = {
  text: ['containsIgnoreCase', 'eq', 'startsWith', 'neq', 'exists', 'missing'],
  email: ['containsIgnoreCase', 'eq', 'neq', 'exists', 'missing'],
  url: ['containsIgnoreCase', 'eq', 'exists', 'missing'],
  list: ['eq', 'exists', 'missing'],
  enum: ['eq', 'neq', 'exists', 'missing'],
  boolean: ['eq', 'exists', 'missing'],
  number: ['eq', 'gte', 'lte', 'gt', 'lt', 'exists', 'missing'],
  integer: ['eq', 'gte', 'lte', 'gt', 'lt', 'exists', 'missing'],
  date: ['eq', 'gte', 'lte', 'exists', 'missing'],
  time: ['gte', 'lte', 'exists', 'missing']
};

export const WITHOUT_VALUE = ['exists', 'missing'];

/**
 * @param {Row[]} rows @param {boolean} any whether one of them is enough
 * @param {{path: string[], kind: string, schema: any}[]} fields
 */
export function filterOf(rows, any, fields) {
  const each = rows.flatMap(row => {
    const field = fields.find(one => one.path.join('.') === row[0]);
    return field && (row[2] !== '' || WITHOUT_VALUE.includes(row[1]))
      ? [condition(row, field)]
      : [];
  });
  if (each.length < 2) {
    return each[0] ?? {};
  }
  return any ? { or: each } : { not: { or: each.map(one => ({ not: one })) } };
}

/** @param {Row} row @param {{path: string[], kind: string, schema: any}} field @returns {Record<string, any>} */
function condition([, operator, value], field) {
  const operand = WITHOUT_VALUE.includes(operator)
    ? { exists: operator === 'exists' }
    : { [operator]: typed(value, field) };
  return field.path.reduceRight((/** @type {any} */ inner, name) => ({ [name]: inner }), operand);
}

/** @param {string} value @param {{kind: string, schema: any}} field */
function typed(value, { kind, schema }) {
  switch (kind) {
    case 'number':
    case 'integer':
      return Number(value);
    case 'boolean':
      return value === 'true';
    case 'enum':
      return schema.enum.find((/** @type {unknown} */ one) => String(one) === value) ?? value;
    case 'list':
      return ['number', 'integer'].includes(schema.items?.type) ? Number(value) : value;
    case 'time':
      return new Date(value).toISOString();
    default:
      return value;
  }
}

/**
 * What the one box for quick searches means: the words in any of the fields that people look for.
 * @param {string} text @param {any} config @param {{path: string[], kind: string, hidden: boolean}[]} fields
 */
export function quickFilter(text, config, fields) {
  const names = (/** @type {any[]} */ list) =>
    (list ?? []).map(one => String(one.field ?? one).replace(/^\$\./, ''));
  const indexed = names(config.substringFields);
  const unique = names(config.uniqueIndexFields);
  const texts = fields
    .filter(field => field.kind === 'text' || field.kind === 'email')
    .map(field => field.path);
  const parts = indexed.length
    ? texts.filter(path => indexed.includes(path.join('.')))
    : texts.slice(0, 3);
  const whole = texts.filter(path => unique.includes(path.join('.')) && !parts.includes(path));
  const nest = (/** @type {string[]} */ path, /** @type {any} */ operand) =>
    path.reduceRight((/** @type {any} */ inner, name) => ({ [name]: inner }), operand);
  return {
    or: [
      ...parts.map(path => nest(path, { containsIgnoreCase: text })),
      ...whole.map(path => nest(path, { eq: text }))
    ]
  };
}

/** The rows in an address, which others may have written. @param {string | null} text @returns {any[]} */
export function rowsIn(text) {
  try {
    const value = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(Array.isArray) : [];
  } catch {
    return [];
  }
}
