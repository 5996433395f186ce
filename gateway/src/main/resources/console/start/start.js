// What waits for the user.
import { get, path, user } from '../api.js';
import { Screen, define, html, link, nothing, t } from '../element.js';
import { age, clean, line } from '../format.js';
import { allTypes, attestorOf, may, policiesOf, title, words } from '../model.js';
import { imports } from '../bulk/kept.js';

const MOST = 5;

class Start extends Screen {
  static properties = {
    ...Screen.properties,
    types: { state: true },
    decide: { state: true },
    sent: { state: true }
  };

  constructor() {
    super();
    /** @type {import('../model.js').EntityType[]} */ this.types = [];
    /** @type {{attestor: string, count: number, exact: boolean, claims: any[]}[]} */ this.decide =
      [];
    /** @type {any[]} */ this.sent = [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.work(async () => {
      this.types = await allTypes();
      const attestors = [...new Set(this.types.flatMap(policiesOf).map(attestorOf))].filter(name =>
        user().roles.includes(name)
      );
      this.decide = await Promise.all(
        attestors.map(async attestor => {
          const page = await get(`${path(attestor, 'claims')}?status=OPEN&size=${MOST}`);
          return {
            attestor,
            count: page.totalElements,
            exact: page.countIs !== 'planned',
            claims: page.content
          };
        })
      );
      const own = this.types.filter(
        type => user().roles.includes(type.name) && policiesOf(type).length
      );
      this.sent = (
        await Promise.all(
          own.map(
            async type =>
              (
                await get(
                  `${path(type.name, 'claims')}?status=OPEN&entity=${encodeURIComponent(type.name)}&size=${MOST}`
                )
              ).content
          )
        )
      ).flat();
    });
  }

  /** @param {any} claim */
  claimed(claim) {
    const type = this.types.find(one => one.name === claim.entity);
    const first = Object.values(claim.propertyData ?? {})[0];
    return `${clean(words(claim.attestationName))} · ${first === undefined ? (type ? title(type) : claim.entity) : line(first)}`;
  }

  render() {
    const waiting = this.decide.filter(one => one.count > 0);
    return html`<h1>${t('start.title', { name: user().name })}</h1>
      ${this.problem()}
      <div class="cards" aria-busy=${this.busy}>
        ${waiting.map(
          one =>
            html`<article>
              <h2>${t('start.decide')}</h2>
              <p class="big">${one.count}</p>
              <ul class="plain">
                ${one.claims.map(claim => html`<li><a href=${link('inbox', one.attestor, claim.id)}>${this.claimed(claim)}</a> <small>${age(claim.createdAt)}</small></li>`)}
              </ul>
              <p><a href="#/inbox" role="button">${t('start.toInbox')}</a></p>
            </article>`
        )}
        ${
          this.sent.length
            ? html`<article>
                <h2>${t('start.sent')}</h2>
                <ul class="plain">
                  ${this.sent.map(claim => html`<li>${this.claimed(claim)} <small>${age(claim.createdAt)}</small></li>`)}
                </ul>
                <p><a href="#/mine">${t('start.toMine')}</a></p>
              </article>`
            : nothing
        }
        ${imports()
          .filter(one => one.state !== 'COMPLETED')
          .map(
            one =>
              html`<article>
                <h2>${t('start.import')}</h2>
                <p>${one.file} · ${one.type}</p>
                <p><a href="#/bulk?id=${one.id}">${t('start.goOn')}</a></p>
              </article>`
          )}
        ${
          this.types.length
            ? html`<article>
                <h2>${t('nav.records')}</h2>
                <ul class="plain">
                  ${this.types.map(
                    type =>
                      html`<li>
                        <a href=${link('records', type.name)}>${title(type)}</a>
                        ${may(type, 'create') && !may(type, 'invite') ? html` · <a href=${link('records', type.name, 'new')}>${t('records.new')}</a>` : nothing}
                      </li>`
                  )}
                </ul>
              </article>`
            : this.busy
              ? nothing
              : html`<article>
                  <h2>${t('start.empty')}</h2>
                  ${user().admin ? html`<p><a href="#/types/new" role="button">${t('types.new')}</a></p>` : html`<p>${t('start.emptyText')}</p>`}
                </article>`
        }
        ${
          waiting.length === 0 && !this.busy && this.decide.length
            ? html`<article>
                <h2>${t('start.decide')}</h2>
                <p>${t('start.nothing')}</p>
              </article>`
            : nothing
        }
      </div>`;
  }
}

define('console-start', Start);
