// The registers: each type whose records the user may read.
import { Screen, define, html, link, nothing, t } from '../element.js';
import { allTypes, may, mayRead, title } from '../model.js';

class Registers extends Screen {
  static properties = { ...Screen.properties, types: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.work(async () => {
      this.types = await allTypes();
    });
  }

  render() {
    const types = (this.types ?? []).filter((/** @type {any} */ type) => mayRead(type));
    return html`<h1>${t('nav.records')}</h1>
      ${this.problem()}
      ${this.types && !types.length ? html`<p>${t('start.emptyText')}</p>` : nothing}
      <div class="cards">
        ${types.map(
          (/** @type {any} */ type) =>
            html`<article>
              <h2><a href=${link('records', type.name)}>${title(type)}</a></h2>
              ${type.schema.description ? html`<p>${type.schema.description}</p>` : nothing}
              ${type.status === 'DEPRECATED' ? html`<p class="tag">${t('state.DEPRECATED')}</p>` : nothing}
              ${may(type, 'create') || may(type, 'invite') ? html`<p><a href=${link('records', type.name, 'new')}>${t('records.new')}</a></p>` : nothing}
            </article>`
        )}
      </div>`;
  }
}

define('records-types', Registers);
