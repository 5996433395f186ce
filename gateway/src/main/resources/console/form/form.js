// A form for a value of a schema. It owns no value: each change is handed up as the event `changed`.
import { Part, define, html, nothing, t } from '../element.js';
import { clean } from '../format.js';
import { isHidden, kindOf, pointerOf, resolve, titleIn, words } from '../model.js';
import { input } from './inputs.js';
import { alternatives, json } from './others.js';

/** @typedef {import('../api.js').Violation} Violation */
/** @typedef {(string | number)[]} Path */

export class SchemaForm extends Part {
  static properties = {
    schema: { attribute: false },
    document: { attribute: false },
    config: { attribute: false },
    value: { attribute: false },
    violations: { attribute: false },
    lenient: { type: Boolean },
    only: { attribute: false }
  };

  constructor() {
    super();
    /** @type {any} */ this.schema = {};
    /** @type {any} */ this.document = null;
    /** @type {any} */ this.config = {};
    /** @type {any} */ this.value = {};
    /** @type {Violation[]} */ this.violations = [];
    /** Whether required members may be missing, as in an invitation. */
    this.lenient = false;
    /** @type {string[] | null} the members to show; null for all */
    this.only = null;
  }

  render() {
    return html`${this.members({ ...this.schema, $document: this.schema.$document ?? this.document }, [], true)}`;
  }

  /** @param {Path} path @param {unknown} value undefined removes it */
  set(path, value) {
    this.value = changed(this.value ?? {}, path, value);
    this.dispatchEvent(new CustomEvent('changed', { detail: this.value, bubbles: true }));
  }

  /** Whether a message stands at a field of this form. @param {string} pointer */
  places(pointer) {
    return this.querySelector(`[data-pointer="${CSS.escape(pointer)}"]`) !== null;
  }

  /** @param {any} schema @param {Path} path @param {boolean} [present] whether the object is there, so that its own required members are */
  members(schema, path, present = false) {
    const of = schema.$document ?? this.document;
    const required = schema.required ?? [];
    return Object.entries(schema.properties ?? {})
      .filter(([name]) => path.length > 0 || !this.only || this.only.includes(name))
      .map(([name, property]) =>
        this.field(resolve(property, of), [...path, name], name, present && required.includes(name))
      );
  }

  /** @param {any} schema @param {Path} path @param {string} name @param {boolean} required @returns {unknown} */
  field(schema, path, name, required) {
    const value = at(this.value, path);
    const of = {
      form: this,
      schema,
      path,
      value,
      id: 'f' + pointerOf(path).replace(/[^\w]/g, '-'),
      pointer: pointerOf(path),
      required: required && !this.lenient,
      title: this.titleOf(schema, path, name),
      messages: this.messages(path)
    };
    switch (kindOf(schema)) {
      case 'object':
        return this.group(of, this.members(schema, path, required || value !== undefined));
      case 'list':
        return this.list(of);
      case 'choice':
        return alternatives(of);
      case 'json':
        return json(of);
      default:
        return this.labelled(of, input(of));
    }
  }

  /** @param {any} schema @param {Path} path @param {string} name */
  titleOf(schema, path, name) {
    return clean(titleIn(this.config, pointerOf(path)) ?? schema.title ?? words(name));
  }

  /** @param {Path} path */
  messages(path) {
    const pointer = pointerOf(path);
    return this.violations.filter(one => one.pointer === pointer).map(one => one.message);
  }

  /** @param {any} of */
  mark(of) {
    return isHidden(
      /** @type {any} */ ({ config: this.config }),
      of.path.filter((/** @type {any} */ part) => typeof part === 'string')
    )
      ? html` <small class="tag">${t('form.private')}</small>`
      : nothing;
  }

  /** @param {any} of @param {unknown} control */
  labelled(of, control) {
    return html`<div class="field" data-pointer=${of.pointer}>
      <label for=${of.id}
        >${of.title}${of.required ? html` <span class="required">${t('form.required')}</span>` : nothing}${this.mark(of)}</label
      >
      ${control}${this.below(of)}
    </div>`;
  }

  /** @param {any} of */
  below(of) {
    return html`${of.schema.description ? html`<small id="${of.id}-help">${clean(of.schema.description)}</small>` : nothing}
    ${of.messages.length ? html`<small class="wrong" id="${of.id}-wrong">${of.messages.join(' ')}</small>` : nothing}`;
  }

  /** @param {any} of @param {unknown} content */
  group(of, content) {
    return html`<fieldset data-pointer=${of.pointer}>
      <legend>${of.title}${this.mark(of)}</legend>
      ${content}${this.below(of)}
    </fieldset>`;
  }

  /** @param {any} of */
  list(of) {
    const items = resolve(of.schema.items, of.schema.$document ?? this.document);
    const values = Array.isArray(of.value) ? of.value : [];
    const empty =
      kindOf(items) === 'object' || kindOf(items) === 'choice'
        ? {}
        : kindOf(items) === 'list'
          ? []
          : '';
    return this.group(
      of,
      html` ${values.map(
          (/** @type {unknown} */ _, /** @type {number} */ i) =>
            html`<div class="item">
              ${this.field(items, [...of.path, i], `${of.title} ${i + 1}`, true)}
              <button
                type="button"
                class="secondary small"
                aria-label=${t('form.removeOf', { title: `${of.title} ${i + 1}` })}
                @click=${() =>
                  this.set(
                    of.path,
                    values.filter((__, at) => at !== i)
                  )}
              >
                ${t('form.remove')}
              </button>
            </div>`
        )}
        <button
          type="button"
          class="secondary small"
          aria-label=${t('form.addTo', { title: of.title })}
          @click=${() => this.set(of.path, [...values, empty])}
        >
          ${t('form.add')}
        </button>`
    );
  }
}

/** @param {any} value @param {Path} path */
function at(value, path) {
  return path.reduce((one, part) => one?.[part], value);
}

/** A copy with another value at the path. @param {any} value @param {Path} path @param {unknown} to @returns {any} */
export function changed(value, [part, ...rest], to) {
  const copy = Array.isArray(value) ? [...value] : typeof part === 'number' ? [] : { ...value };
  const next = rest.length ? changed(copy[part], /** @type {any} */ (rest), to) : to;
  const emptied =
    next &&
    typeof next === 'object' &&
    !Array.isArray(next) &&
    rest.length > 0 &&
    typeof part === 'string' &&
    Object.keys(next).length === 0;
  if (next === undefined || emptied) {
    delete copy[part];
  } else {
    copy[part] = next;
  }
  return copy;
}

define('schema-form', SchemaForm);
