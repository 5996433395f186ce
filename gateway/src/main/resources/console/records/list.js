// The records of a type: a table, a search, pages of the server.
import { keep, place } from '../address.js';
import { path, post, user } from '../api.js';
import { Screen, define, html, link, nothing, t } from '../element.js';
import { clean, line, number } from '../format.js';
import { fieldsOf, may, nameOf, title, typeOf, valueAt } from '../model.js';
import { OPERATORS, filterOf, quickFilter, rowsIn } from './filter.js';
import './search.js';

const PAGE = 20;
const COLUMNS = 5;
const FULL_VIEW = ['osid'];

/** @typedef {import('../model.js').Field} Field */

class Records extends Screen {
  static properties = {
    ...Screen.properties,
    type: { state: true },
    page: { state: true },
    shown: { state: true },
    searching: { state: true }
  };

  constructor() {
    super();
    /** @type {import('../model.js').EntityType | null} */ this.type = null;
    /** @type {any} */ this.page = null;
    /** @type {string[]} */ this.shown = [];
    /** @type {(string | undefined)[]} the cursors of the pages before, and of this one */
    this.cursors = [undefined];
    /** @type {Field[]} */ this.fields = [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.work(async () => {
      this.type = await typeOf(this.params.type);
      const all = fieldsOf(this.type);
      this.fields = all.filter(field => !field.hidden || user().admin);
      this.readAddress();
      await this.load();
    });
  }

  readAddress() {
    const { query } = place();
    this.quick = query.get('find') ?? '';
    /** @type {import('./filter.js').Row[]} */
    this.rows = rowsIn(query.get('where')).filter(row =>
      this.fields.some(field => field.path.join('.') === row[0] && OPERATORS[field.kind])
    );
    this.any = query.get('join') === 'or';
    this.sort = query.get('sort') ?? '';
    this.searching = this.rows.length > 0;
    const columns = (query.get('columns') ?? '')
      .split(',')
      .filter(name => this.fields.some(field => field.path.join('.') === name));
    this.shown = columns.length
      ? columns
      : this.fields
          .filter(field => field.kind !== 'list')
          .slice(0, COLUMNS)
          .map(field => field.path.join('.'));
  }

  async load() {
    const conditions = [
      ...(this.rows?.length ? [filterOf(this.rows, this.any ?? false, this.fields)] : []),
      ...(this.quick ? [quickFilter(this.quick, this.type?.config ?? {}, this.fields)] : [])
    ];
    const filters =
      conditions.length === 2
        ? { not: { or: conditions.map(one => ({ not: one })) } }
        : (conditions[0] ?? {});
    this.page = await post(path(this.params.type, 'search'), {
      filters,
      limit: PAGE,
      cursor: this.cursors.at(-1),
      ...(this.sort ? { sort: [this.sort] } : {}),
      fields: [...new Set([...FULL_VIEW, ...this.shown])]
    });
  }

  /** @param {(string | undefined)[]} cursors */
  turn(cursors) {
    this.cursors = cursors;
    return this.work(() => this.load());
  }

  render() {
    const { type } = this;
    return html`<h1>${type ? title(type) : this.params.type}</h1>
      ${this.problem()}
      ${type ? html`${this.tools(type)}${this.page ? this.table(type) : nothing}` : nothing}`;
  }

  /** @param {import('../model.js').EntityType} type */
  tools(type) {
    const name = type.name;
    const find = (/** @type {Event} */ e) => {
      e.preventDefault();
      this.quick = String(
        new FormData(/** @type {HTMLFormElement} */ (e.target)).get('find') ?? ''
      ).trim();
      keep({ find: this.quick });
      this.turn([undefined]);
    };
    const search = (/** @type {CustomEvent} */ e) => {
      this.rows = e.detail.rows;
      this.any = e.detail.any;
      keep({
        where: this.rows?.length ? JSON.stringify(this.rows) : null,
        join: this.any ? 'or' : null
      });
      this.turn([undefined]);
    };
    return html` <form class="find" @submit=${find}>
        <input
          type="search"
          name="find"
          aria-label=${t('records.find')}
          placeholder=${t('records.find')}
          .value=${this.quick ?? ''}
        />
        <button type="submit">${t('search.go')}</button>
        ${may(type, 'create') || may(type, 'invite') ? html`<a role="button" href=${link('records', name, 'new')}>${t('records.new')}</a>` : nothing}
        ${user().admin || may(type, 'create') ? html`<a role="button" class="secondary" href="#/bulk?type=${encodeURIComponent(name)}">${t('records.import')}</a>` : nothing}
      </form>
      <details ?open=${this.searching}>
        <summary>${t('search.title')}</summary>
        <records-search
          .fields=${this.fields.filter(field => OPERATORS[field.kind])}
          .rows=${this.rows}
          .any=${this.any}
          @search=${search}
        ></records-search>
      </details>
      <details>
        <summary>${t('records.columns')}</summary>
        <div class="choices">
          ${this.fields.map(
            field =>
              html`<label
                ><input
                  type="checkbox"
                  .checked=${this.shown.includes(field.path.join('.'))}
                  @change=${(/** @type {any} */ e) => this.column(field.path.join('.'), e.target.checked)}
                />${clean(field.title)}</label
              >`
          )}
        </div>
      </details>`;
  }

  /** @param {string} name @param {boolean} shown */
  column(name, shown) {
    const names = this.fields.map(field => field.path.join('.'));
    this.shown = names.filter(one => (one === name ? shown : this.shown.includes(one)));
    keep({ columns: this.shown.join(',') });
    this.work(() => this.load());
  }

  /** @param {import('../model.js').EntityType} type */
  table(type) {
    const columns = this.fields.filter(field => this.shown.includes(field.path.join('.')));
    const { data, totalCount, countIs, nextPage, nextCursor } = this.page;
    const first = columns[0];
    return html` <p class="quiet" role="status">
        ${totalCount === undefined ? nothing : t(countIs === 'planned' ? 'records.about' : totalCount === 1 ? 'records.one' : 'records.count', { count: number(totalCount) })}
      </p>
      ${
        data.length === 0
          ? html`<p>
              ${this.quick || this.rows?.length ? t('records.nothing') : t('records.none')}
            </p>`
          : html` <div class="wide-table" tabindex="0" role="region" aria-label=${title(type)}>
              <table aria-busy=${this.busy}>
                <thead>
                  <tr>
                    ${columns.map(field => this.header(field))}
                  </tr>
                </thead>
                <tbody>
                  ${data.map(
                    (/** @type {any} */ one) =>
                      html`<tr>
                        ${columns.map(
                          field =>
                            html`<td dir="auto">
                              ${
                                field === first
                                  ? html`<a href=${link('records', type.name, one.osid)}
                                      >${line(valueAt(one, field.path), field.schema) || t('records.open')}</a
                                    >`
                                  : line(valueAt(one, field.path), field.schema)
                              }
                            </td>`
                        )}
                        ${first ? nothing : html`<td><a href=${link('records', type.name, one.osid)}>${nameOf(type, one)}</a></td>`}
                      </tr>`
                  )}
                </tbody>
              </table>
            </div>`
      }
      <div class="pager">
        <button
          type="button"
          class="secondary"
          ?disabled=${this.cursors.length === 1 || this.busy}
          @click=${() => this.turn(this.cursors.slice(0, -1))}
        >
          ${t('page.before')}
        </button>
        <span>${t('page.number', { n: this.cursors.length })}</span>
        <button
          type="button"
          class="secondary"
          ?disabled=${(!nextPage && !nextCursor) || this.busy}
          @click=${() => this.turn([...this.cursors, nextCursor])}
        >
          ${t('page.next')}
        </button>
      </div>`;
  }

  /** @param {Field} field */
  header(field) {
    const name = field.path.join('.');
    const down = this.sort === '-' + name;
    const up = this.sort === name;
    const sort = () => {
      this.sort = up ? '-' + name : down ? '' : name;
      keep({ sort: this.sort });
      this.turn([undefined]);
    };
    return html`<th scope="col" aria-sort=${up ? 'ascending' : down ? 'descending' : 'none'}>
      ${field.kind === 'list' ? clean(field.title) : html`<button type="button" class="sort" @click=${sort}>${clean(field.title)}<span aria-hidden="true">${up ? ' ▲' : down ? ' ▼' : ''}</span></button>`}
      ${field.hidden ? html`<small class="tag">${t('form.private')}</small>` : nothing}
    </th>`;
  }
}

define('records-list', Records);
