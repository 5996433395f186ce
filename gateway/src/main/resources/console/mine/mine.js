// The user's own records.
import { get, path, user } from '../api.js';
import { Screen, define, html, link, nothing, t } from '../element.js';
import { clean, time } from '../format.js';
import { allTypes, nameOf, policiesOf, title, words } from '../model.js';

const MOST = 100;

class Mine extends Screen {
  static properties = { ...Screen.properties, records: { state: true } };

  constructor() {
    super();
    /** @type {{type: import('../model.js').EntityType, entity: any}[] | null} */ this.records =
      null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.work(async () => {
      const types = (await allTypes()).filter(type => user().roles.includes(type.name));
      const pages = await Promise.all(types.map(type => get(`${path(type.name)}?limit=${MOST}`)));
      this.records = types.flatMap((type, i) =>
        pages[i].data.map((/** @type {any} */ entity) => ({ type, entity }))
      );
    });
  }

  render() {
    return html`<h1>${t('nav.mine')}</h1>
      ${this.problem()}
      ${this.records && !this.records.length ? html`<p>${t('mine.none')}</p>` : nothing}
      <div class="cards">
        ${(this.records ?? []).map(
          ({ type, entity }) =>
            html`<article>
              <p class="quiet">${title(type)}</p>
              <h2>
                <a href=${link('records', type.name, entity.osid)} dir="auto"
                  >${clean(nameOf(type, entity))}</a
                >
              </h2>
              <ul class="plain">
                ${policiesOf(type).map(policy => this.policy(policy, entity))}
              </ul>
              <p>
                <a role="button" href=${link('records', type.name, entity.osid)}
                  >${t('mine.open')}</a
                >
              </p>
            </article>`
        )}
      </div>`;
  }

  /** @param {any} policy @param {any} entity */
  policy(policy, entity) {
    const newest = (entity[policy.name] ?? []).at(-1);
    return html`<li>
      ${clean(words(policy.name))}:
      ${
        newest
          ? html`<span class="state ${newest._osState}">${t(`attestation.${newest._osState}`)}</span
              >${newest._osGrantedAt ? html` <small>${time(newest._osGrantedAt)}</small>` : nothing}`
          : t('attestation.none')
      }
    </li>`;
  }
}

define('mine-records', Mine);
