// What a single input cannot show: alternatives, and values of which the schema says too little.
import { html, nothing, t } from '../element.js';
import { clean } from '../format.js';
import { resolve } from '../model.js';
import { described, invalid } from './inputs.js';

/** One of several shapes (oneOf, anyOf). @param {any} of see SchemaForm.field @returns {unknown} */
export function alternatives(of) {
  const shapes = (of.schema.oneOf ?? of.schema.anyOf).map((/** @type {any} */ one) =>
    resolve(one, of.schema.$document ?? of.form.document)
  );
  if (!shapes.every((/** @type {any} */ one) => one.properties)) {
    return json(of);
  }
  const at = of.value === undefined ? -1 : fitting(shapes, of.value);
  const choose = (/** @type {any} */ e) =>
    of.form.set(of.path, e.target.value === '' ? undefined : fixed(shapes[Number(e.target.value)]));
  return of.form.group(
    of,
    html` <label for="${of.id}-kind">${t('form.kind')}</label>
      <select id="${of.id}-kind" @change=${choose}>
        <option value="" ?selected=${at < 0}></option>
        ${shapes.map((/** @type {any} */ one, /** @type {number} */ i) => html`<option value=${i} ?selected=${i === at}>${clean(one.title ?? named(one) ?? t('form.kindOf', { n: i + 1 }))}</option>`)}
      </select>
      ${at < 0 ? nothing : of.form.members(shapes[at], of.path, true)}`
  );
}

/** The values that tell a shape from the others. @param {any} shape */
function fixed(shape) {
  return Object.fromEntries(
    Object.entries(shape.properties).flatMap(([name, one]) =>
      'const' in one ? [[name, one.const]] : one.enum?.length === 1 ? [[name, one.enum[0]]] : []
    )
  );
}

/** @param {any} shape */
function named(shape) {
  return Object.values(fixed(shape)).find(one => typeof one === 'string');
}

/** @param {any[]} shapes @param {any} value */
function fitting(shapes, value) {
  const score = (/** @type {any} */ shape) => {
    const tags = fixed(shape);
    const tagged = Object.entries(tags).filter(([name, tag]) => value?.[name] === tag).length;
    return tagged * 100 + Object.keys(value ?? {}).filter(name => name in shape.properties).length;
  };
  return shapes.reduce((best, shape, i) => (score(shape) > score(shapes[best]) ? i : best), 0);
}

/** A part of the record as JSON. @param {any} of @returns {unknown} */
export function json(of) {
  const change = (/** @type {any} */ e) => {
    const typed = e.target.value.trim();
    try {
      of.form.set(of.path, typed === '' ? undefined : JSON.parse(typed));
      e.target.setCustomValidity('');
    } catch {
      e.target.setCustomValidity(t('form.notJson'));
      e.target.reportValidity();
    }
  };
  return of.form.labelled(
    of,
    html`<textarea
      id=${of.id}
      class="code"
      rows="4"
      spellcheck="false"
      dir="ltr"
      .value=${of.value === undefined ? '' : JSON.stringify(of.value, null, 2)}
      aria-invalid=${invalid(of)}
      aria-describedby=${described(of)}
      @change=${change}
    ></textarea>`
  );
}
