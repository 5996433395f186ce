// Values as people read them.
import { html, nothing } from 'lit';
import { kindOf, resolve, titleIn, words } from './model.js';
import { locale, t } from './texts.js';

/** Bidirectional controls, which can make a text read otherwise than it is written (UAX 9). */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/** @param {unknown} text */
export function clean(text) {
  return String(text).replace(DIRECTIONS, '\ufffd');
}

/** @param {string} value a date of RFC 3339 */
export function date(value) {
  const [year, month, day] = value.split('-').map(Number);
  const at = new Date(Date.UTC(year, month - 1, day));
  return isNaN(at.getTime())
    ? clean(value)
    : new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
}

/** @param {string} value a time of RFC 3339 */
export function time(value) {
  const at = new Date(value);
  return isNaN(at.getTime())
    ? clean(value)
    : new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** @param {number} value */
export function number(value) {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: 20, useGrouping: 'min2' }).format(
    value
  );
}

/** @param {number} bytes */
export function size(bytes) {
  const [unit, by] =
    bytes < 1_000 ? ['byte', 1] : bytes < 1_000_000 ? ['kilobyte', 1_000] : ['megabyte', 1_000_000];
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: String(unit),
    maximumFractionDigits: 1
  }).format(bytes / Number(by));
}

/** How long ago. @param {string} since */
export function age(since) {
  const minutes = Math.round((new Date(since).getTime() - Date.now()) / 60_000);
  const of = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  return minutes > -60
    ? of.format(minutes, 'minute')
    : minutes > -2_880
      ? of.format(Math.round(minutes / 60), 'hour')
      : of.format(Math.round(minutes / 1_440), 'day');
}

/** One value in a line. @param {unknown} value @param {any} [schema] @returns {string} */
export function line(value, schema = {}) {
  if (value === undefined || value === null) {
    return '';
  }
  if (typeof value === 'boolean') {
    return t(value ? 'yes' : 'no');
  }
  if (typeof value === 'number') {
    return number(value);
  }
  if (typeof value === 'string') {
    return schema.format === 'date'
      ? date(value)
      : schema.format === 'date-time'
        ? time(value)
        : clean(value);
  }
  if (Array.isArray(value)) {
    return value.map(one => line(one, schema.items)).join(', ');
  }
  return Object.entries(value)
    .filter(([name]) => name !== 'osid')
    .map(([, one]) => line(one))
    .join(', ');
}

/**
 * The values of a record under their titles; nested ones are indented.
 * @param {any} entity @param {any} schema @param {any} document @param {any} config
 * @param {(path: string[]) => unknown} [beside] what is shown beside a title
 * @param {string[]} [path]
 * @returns {unknown}
 */
export function values(entity, schema, document, config, beside = () => nothing, path = []) {
  const known = Object.keys(schema.properties ?? {});
  const names = [
    ...known,
    ...Object.keys(entity ?? {}).filter(name => !known.includes(name) && !/^_?os/.test(name))
  ];
  return html`<dl>
    ${names
      .filter(name => entity?.[name] !== undefined)
      .map(name => {
        const at = resolve(schema.properties?.[name] ?? {}, schema.$document ?? document);
        const here = [...path, name];
        const titled =
          titleIn(config, here.map(part => '/' + part).join('')) ?? at.title ?? words(name);
        return html`<div>
          <dt>${clean(titled)} ${beside(here)}</dt>
          <dd dir="auto">${value(entity[name], at, document, config, here)}</dd>
        </div>`;
      })}
  </dl>`;
}

/** @param {any} one @param {any} schema @param {any} document @param {any} config @param {string[]} path @returns {unknown} */
function value(one, schema, document, config, path) {
  if (Array.isArray(one) && one.some(item => item && typeof item === 'object')) {
    const items = resolve(schema.items ?? {}, schema.$document ?? document);
    return html`<ol>
      ${one.map(item => html`<li>${value(item, items, document, config, path)}</li>`)}
    </ol>`;
  }
  if (one && typeof one === 'object' && !Array.isArray(one)) {
    return values(
      one,
      kindOf(schema) === 'object' ? schema : {},
      document,
      config,
      () => nothing,
      path
    );
  }
  return html`<span class="text">${line(one, schema) || '–'}</span>`;
}
