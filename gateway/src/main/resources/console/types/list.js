// The schemas: their types, states and numbers of records.
import { path, post } from '../api.js';
import { Screen, define, html, link, nothing, t } from '../element.js';
import { number, time } from '../format.js';
import { refresh, schemaRecords, typesOf } from '../model.js';

class Types extends Screen {
  static properties = { ...Screen.properties, records: { state: true }, counts: { state: true } };

  constructor() {
    super();
    /** @type {any[] | null} */ this.records = null;
    /** @type {Record<string, string>} */ this.counts = {};
  }

  connectedCallback() {
    super.connectedCallback();
    this.work(async () => {
      await refresh();
      this.records = await schemaRecords();
      for (const type of this.records.filter(one => one.status !== 'DRAFT').flatMap(typesOf)) {
        const found = await post(path(type.name, 'search'), {
          filters: {},
          limit: 1,
          fields: ['osid']
        }).catch(() => null);
        if (found) {
          this.counts = {
            ...this.counts,
            [type.name]: (found.countIs === 'planned' ? '≈ ' : '') + number(found.totalCount)
          };
        }
      }
    });
  }

  render() {
    return html`<h1>${t('nav.types')}</h1>
      ${this.problem()}
      <div class="actions"><a role="button" href="#/types/new">${t('types.new')}</a></div>
      ${this.records && !this.records.length ? html`<p>${t('types.none')}</p>` : nothing}
      ${
        this.records?.length
          ? html`<div class="wide-table" tabindex="0" role="region" aria-label=${t('nav.types')}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">${t('types.name')}</th>
                    <th scope="col">${t('types.state')}</th>
                    <th scope="col">${t('types.records')}</th>
                    <th scope="col">${t('types.version')}</th>
                    <th scope="col">${t('types.changed')}</th>
                  </tr>
                </thead>
                <tbody>
                  ${this.records.map(
                    record =>
                      html`<tr>
                        <td><a href=${link('types', record.osid)}>${record.name}</a></td>
                        <td>
                          <span class="state ${record.status}">${t(`state.${record.status}`)}</span>
                        </td>
                        <td>
                          ${typesOf(record).map(type => html`<div>${record.status === 'DRAFT' ? nothing : html`<a href=${link('records', type.name)}>${type.name}: ${this.counts[type.name] ?? '…'}</a>`}</div>`)}
                        </td>
                        <td>
                          ${record.version ? html`<a href=${link('types', record.osid, 'versions')}>${number(record.version)}</a>` : '–'}
                        </td>
                        <td>${record.osUpdatedAt ? time(record.osUpdatedAt) : ''}</td>
                      </tr>`
                  )}
                </tbody>
              </table>
            </div>`
          : nothing
      }`;
  }
}

define('types-list', Types);
