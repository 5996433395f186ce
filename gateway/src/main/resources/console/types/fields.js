// The fields of a type as a table.
import { Part, define, html, nothing, t } from '../element.js';
import { words } from '../model.js';
import {
  KINDS,
  drop,
  free,
  move,
  nameFrom,
  put,
  rename,
  require,
  rowsOf,
  schemaOf,
  within,
  withConfig
} from './document.js';
import { nameIn, relisted } from './lists.js';

/** @typedef {import('./document.js').FieldRow} FieldRow */

class Fields extends Part {
  static properties = {
    definition: { attribute: false },
    violations: { attribute: false },
    type: { attribute: false }
  };

  constructor() {
    super();
    /** @type {any} */ this.definition = {};
    /** @type {import('../api.js').Violation[]} */ this.violations = [];
    this.type = '';
  }

  /** @param {any} definition */
  change(definition) {
    this.definition = definition;
    this.dispatchEvent(new CustomEvent('changed', { detail: definition }));
  }

  /** @param {FieldRow} row @param {(holder: any) => any} change */
  holder(row, change) {
    this.change(within(this.definition, row.path.slice(0, -1), change));
  }

  render() {
    const rows = rowsOf(this.definition);
    return html`<div
        class="wide-table"
        tabindex="0"
        role="region"
        aria-label=${t('types.view.fields')}
      >
        <table>
          <thead>
            <tr>
              ${['title', 'name', 'kind', 'required', 'private', 'unique', 'indexed'].map(one => html`<th scope="col">${t(`field.${one}`)}</th>`)}
              <th scope="col"><span class="unseen">${t('field.more')}</span></th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(row => this.row(row))}
          </tbody>
        </table>
      </div>
      <div class="actions">
        <button type="button" @click=${() => this.add([])}>${t('field.add')}</button>
      </div>`;
  }

  /** @param {FieldRow} row */
  row(row) {
    const { schema, name } = row;
    const label = schema.title ?? words(name);
    const set = (/** @type {any} */ members) =>
      this.holder(row, of => put(of, name, tidy({ ...schema, ...members })));
    const wrong = this.violations.filter(
      one =>
        one.pointer?.includes(`/${this.type}`) &&
        one.pointer.endsWith(row.path.map(part => `/properties/${part}`).join(''))
    );
    return html`<tr>
      <td>
        ${row.depth ? html`<span aria-hidden="true">${'↳ '.repeat(row.depth)}</span>` : nothing}<input
          aria-label=${t('field.titleOf', { name })}
          .value=${schema.title ?? ''}
          placeholder=${words(name)}
          @input=${(/** @type {any} */ e) => set({ title: e.target.value })}
          @change=${(/** @type {any} */ e) => this.named(row, e.target.value)}
        />
        ${wrong.map(one => html`<small class="wrong">${one.message}</small>`)}
      </td>
      <td>
        <input
          aria-label=${t('field.nameOf', { title: label })}
          .value=${name}
          @change=${(/** @type {any} */ e) => this.rename(row, e.target.value.trim())}
        />
      </td>
      <td>
        <select
          aria-label=${t('field.kindOf', { title: label })}
          @change=${(/** @type {any} */ e) => this.holder(row, of => put(of, name, schemaOf(e.target.value, schema)))}
        >
          ${KINDS.map(kind => html`<option value=${kind} ?selected=${kind === row.kind} ?disabled=${kind === 'other' && row.kind !== 'other'}>${t(`kind.${kind}`)}</option>`)}
        </select>
        ${
          row.kind === 'choice'
            ? html`<textarea
                rows="3"
                aria-label=${t('field.valuesOf', { title: label })}
                .value=${schema.enum.join('\n')}
                @change=${(/** @type {any} */ e) =>
                  set({
                    enum: [
                      ...new Set(
                        e.target.value
                          .split('\n')
                          .map((/** @type {string} */ one) => one.trim())
                          .filter(Boolean)
                      )
                    ]
                  })}
              ></textarea>`
            : nothing
        }
        ${row.kind === 'group' || row.kind === 'groups' ? html`<button type="button" class="secondary small" @click=${() => this.add(row.path)}>${t('field.addIn')}</button>` : nothing}
      </td>
      <td>
        ${this.box(t('field.requiredOf', { title: label }), row.required, on => this.holder(row, of => require(of, name, on)))}
      </td>
      ${['privateFields', 'uniqueIndexFields', 'indexFields'].map(list => html`<td>${this.box(t(`field.${list}`, { title: label }), this.listed(list, row), on => this.list(list, row, on))}</td>`)}
      <td>
        <div class="row-tools">
          <button
            type="button"
            class="secondary small"
            aria-label=${t('field.up', { title: label })}
            @click=${() => this.holder(row, of => move(of, name, -1))}
          >
            ↑
          </button>
          <button
            type="button"
            class="secondary small"
            aria-label=${t('field.down', { title: label })}
            @click=${() => this.holder(row, of => move(of, name, 1))}
          >
            ↓
          </button>
          <button
            type="button"
            class="secondary small"
            aria-label=${t('field.remove', { title: label })}
            @click=${() => this.removeField(row)}
          >
            ×
          </button>
        </div>
      </td>
    </tr>`;
  }

  /** @param {string} label @param {boolean} on @param {(on: boolean) => void} set */
  box(label, on, set) {
    return html`<input
      type="checkbox"
      aria-label=${label}
      .checked=${on}
      @change=${(/** @type {any} */ e) => set(e.target.checked)}
    />`;
  }

  /** @param {string} list @param {FieldRow} row */
  listed(list, row) {
    return (this.definition._osConfig?.[list] ?? []).some(
      (/** @type {any} */ one) => nameIn(one) === row.path.join('.')
    );
  }

  /** @param {string} list @param {FieldRow} row @param {boolean} on */
  list(list, row, on) {
    const name = row.path.length === 1 ? row.name : `$.${row.path.join('.')}`;
    const others = (this.definition._osConfig?.[list] ?? []).filter(
      (/** @type {any} */ one) => nameIn(one) !== row.path.join('.')
    );
    const all = on ? [...others, name] : others;
    this.change(withConfig(this.definition, { [list]: all.length ? all : undefined }));
  }

  /** @param {string[]} path */
  add(path) {
    this.change(
      within(this.definition, path, of => put(of, free(of, 'field'), { type: 'string' }))
    );
    this.updateComplete.then(() => {
      const inputs = this.querySelectorAll('tbody tr td:first-child input');
      /** @type {HTMLElement | undefined} */ (
        path.length ? undefined : inputs[inputs.length - 1]
      )?.focus();
    });
  }

  /** A field without a name of its own gets one from its title. @param {FieldRow} row @param {string} title */
  named(row, title) {
    if (/^field\d*$/.test(row.name) && nameFrom(title)) {
      this.holder(row, of => rename(of, row.name, free(of, nameFrom(title))));
    }
  }

  /** What names the field in the configuration follows it. @param {FieldRow} row @param {string} to */
  rename(row, to) {
    if (!to || to === row.name) {
      return this.requestUpdate();
    }
    const before = row.path.join('.');
    const after = [...row.path.slice(0, -1), to].join('.');
    const renamed = within(this.definition, row.path.slice(0, -1), of =>
      to in of.properties ? of : rename(of, row.name, to)
    );
    this.change(relisted(renamed, before, after));
  }

  /** @param {FieldRow} row */
  removeField(row) {
    const without = within(this.definition, row.path.slice(0, -1), of => drop(of, row.name));
    this.change(relisted(without, row.path.join('.'), null));
  }
}

/** @param {any} schema */
function tidy(schema) {
  const { title, ...rest } = schema;
  return title ? schema : rest;
}

define('types-fields', Fields);
