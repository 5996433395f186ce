// The search form of a type.
import { Part, define, html, nothing, t } from '../element.js';
import { clean } from '../format.js';
import { OPERATORS, WITHOUT_VALUE } from './filter.js';

/** @typedef {import('./filter.js').Row} Row */

class SearchForm extends Part {
  static properties = {
    fields: { attribute: false },
    rows: { attribute: false },
    any: { attribute: false }
  };

  constructor() {
    super();
    /** @type {import('../model.js').Field[]} */ this.fields = [];
    /** @type {Row[]} */ this.rows = [];
    this.any = false;
  }

  render() {
    const submit = (/** @type {Event} */ e) => {
      e.preventDefault();
      this.tell();
    };
    return html`<form @submit=${submit} class="search">
      ${this.rows.map((row, i) => this.row(row, i))}
      <div class="actions">
        <button
          type="button"
          class="secondary"
          @click=${() => this.change([...this.rows, this.fresh()])}
        >
          ${t('search.add')}
        </button>
        ${
          this.rows.length > 1
            ? html`<label class="inline"
                >${t('search.join')}
                <select
                  @change=${(/** @type {any} */ e) => {
                    this.any = e.target.value === 'or';
                  }}
                >
                  <option value="and" ?selected=${!this.any}>${t('search.and')}</option>
                  <option value="or" ?selected=${this.any}>${t('search.or')}</option>
                </select></label
              >`
            : nothing
        }
        ${
          this.rows.length
            ? html`<button type="submit">${t('search.go')}</button>
                <button
                  type="button"
                  class="secondary"
                  @click=${() => {
                    this.rows = [];
                    this.tell();
                  }}
                >
                  ${t('search.clear')}
                </button>`
            : nothing
        }
      </div>
    </form>`;
  }

  /** @returns {Row} */
  fresh() {
    const field = this.fields[0];
    return [field.path.join('.'), OPERATORS[field.kind][0], ''];
  }

  /** @param {Row} row @param {number} i */
  row(row, i) {
    const field = this.fields.find(one => one.path.join('.') === row[0]) ?? this.fields[0];
    const operators = OPERATORS[field.kind] ?? OPERATORS.text;
    const set = (/** @type {Partial<Record<0 | 1 | 2, string>>} */ parts) =>
      this.change(
        this.rows.map((one, at) =>
          at === i ? /** @type {Row} */ (Object.assign([...one], parts)) : one
        )
      );
    const other = (/** @type {string} */ name) => {
      const to = /** @type {any} */ (this.fields.find(one => one.path.join('.') === name));
      set({ 0: name, 1: OPERATORS[to.kind][0], 2: '' });
    };
    return html`<div
      class="condition"
      role="group"
      aria-label=${t('search.condition', { n: i + 1 })}
    >
      <select
        aria-label=${t('search.field')}
        @change=${(/** @type {any} */ e) => other(e.target.value)}
      >
        ${this.fields.map(one => html`<option value=${one.path.join('.')} ?selected=${one === field}>${clean(one.title)}</option>`)}
      </select>
      <select
        aria-label=${t('search.operator')}
        @change=${(/** @type {any} */ e) => set({ 1: e.target.value })}
      >
        ${operators.map(one => html`<option value=${one} ?selected=${one === row[1]}>${t(`operator.${field.kind === 'date' || field.kind === 'time' ? 'date.' : ''}${one}`)}</option>`)}
      </select>
      ${WITHOUT_VALUE.includes(row[1]) ? html`<span></span>` : this.value(field, row[2], value => set({ 2: value }))}
      <button
        type="button"
        class="secondary small"
        aria-label=${t('search.remove', { n: i + 1 })}
        @click=${() => this.change(this.rows.filter((_, at) => at !== i))}
      >
        ×
      </button>
    </div>`;
  }

  /** @param {import('../model.js').Field} field @param {string} value @param {(value: string) => void} set */
  value(field, value, set) {
    const choices =
      field.kind === 'boolean'
        ? ['true', 'false']
        : field.kind === 'enum'
          ? field.schema.enum
          : null;
    if (choices) {
      return html`<select
        aria-label=${t('search.value')}
        @change=${(/** @type {any} */ e) => set(e.target.value)}
      >
        <option value=""></option>
        ${choices.map((/** @type {unknown} */ one) => html`<option value=${String(one)} ?selected=${String(one) === value}>${field.kind === 'boolean' ? t(one === 'true' ? 'yes' : 'no') : clean(one)}</option>`)}
      </select>`;
    }
    const type =
      { date: 'date', time: 'datetime-local', number: 'number', integer: 'number' }[field.kind] ??
      'text';
    return html`<input
      type=${type}
      step=${type === 'number' ? 'any' : nothing}
      aria-label=${t('search.value')}
      .value=${value}
      @input=${(/** @type {any} */ e) => set(e.target.value)}
    />`;
  }

  /** @param {Row[]} rows */
  change(rows) {
    this.rows = rows;
  }

  tell() {
    this.dispatchEvent(new CustomEvent('search', { detail: { rows: this.rows, any: this.any } }));
  }
}

define('records-search', SearchForm);
