// Asking a wallet for credentials: a stored query, its QR code, and what was disclosed.
import { get, path, post, remove } from '../api.js';
import { Screen, define, html, nothing, t } from '../element.js';
import { clean, time, values } from '../format.js';
import { allTypes, fieldsOf, title } from '../model.js';

const EACH = 1_500;

class Ask extends Screen {
  static properties = {
    ...Screen.properties,
    queries: { state: true },
    types: { state: true },
    request: { state: true },
    result: { state: true }
  };

  constructor() {
    super();
    /** @type {any[] | null} */ this.queries = null;
    /** @type {import('../model.js').EntityType[]} */ this.types = [];
    /** @type {any} */ this.request = null;
    /** @type {any} */ this.result = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.work(async () => {
      this.queries = (await get('api/v1/presentations/queries?limit=200')).data;
      this.types = (await allTypes()).filter(type => type.config.credentialTemplate);
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.forget();
  }

  /** @param {Record<string, unknown>} what */
  begin(what) {
    return this.work(async () => {
      await this.forget();
      this.result = null;
      this.request = (await post('api/v1/presentations/requests', what)).result;
      this.timer = setInterval(() => this.look(), EACH);
    });
  }

  async look() {
    const result = await get(path('presentations', 'requests', this.request.requestId)).catch(
      () => null
    );
    if (result) {
      this.result = result;
      if (result.state === 'ANSWERED' || new Date(this.request.expiresAt) < new Date()) {
        clearInterval(this.timer);
      }
    }
  }

  /** The result is kept no longer than it is needed. */
  async forget() {
    clearInterval(this.timer);
    const { requestId } = this.request ?? {};
    this.request = null;
    if (requestId) {
      await remove(path('presentations', 'requests', requestId)).catch(() => null);
    }
  }

  render() {
    return html`<h1>${t('nav.wallet')}</h1>
      ${this.problem()}${this.request ? this.shown() : this.choice()}`;
  }

  choice() {
    return html`<p class="quiet">${t('wallet.text')}</p>
      <div class="cards">
        ${(this.queries ?? []).map(
          query =>
            html`<article>
              <h2>${clean(query.description || query.name)}</h2>
              <button
                type="button"
                ?disabled=${this.busy}
                @click=${() => this.begin({ query: query.name })}
              >
                ${t('wallet.ask')}
              </button>
            </article>`
        )}
        ${this.types.map(
          type =>
            html`<article>
              <h2>${title(type)}</h2>
              <p class="quiet">${t('wallet.all')}</p>
              <button
                type="button"
                class="secondary"
                ?disabled=${this.busy}
                @click=${() => this.begin({ type: type.name, claims: claimsOf(type) })}
              >
                ${t('wallet.ask')}
              </button>
            </article>`
        )}
      </div>
      ${this.queries && !this.queries.length && !this.types.length ? html`<p>${t('wallet.none')}</p>` : nothing}`;
  }

  shown() {
    const {
      state = 'OPEN',
      verified,
      credentials = [],
      refused,
      violations = [],
      error
    } = this.result ?? {};
    return html`<section>
      ${
        state === 'ANSWERED'
          ? nothing
          : html`<img
                class="code"
                width="300"
                height="300"
                src=${this.request.qrCode.png}
                alt=${t('offer.code')}
              />
              <p>${t('wallet.until', { at: time(this.request.expiresAt) })}</p>
              <p><a href=${this.request.link}>${t('offer.link')}</a></p>`
      }
      <p role="status">
        ${state === 'ANSWERED' ? html`<span class="state ${verified ? 'VALID' : 'REVOKED'}">${t(verified ? 'wallet.good' : 'wallet.bad')}</span>` : t(`wallet.${state}`)}
        ${refused ? html` ${t('wallet.refused', { n: refused })}` : nothing}${error ? html` ${clean(error.description ?? error.code)}` : nothing}
      </p>
      ${
        violations.length
          ? html`<ul>
              ${violations.map((/** @type {any} */ one) => html`<li>${one.message}</li>`)}
            </ul>`
          : nothing
      }
      ${credentials.map(
        (/** @type {any} */ one) =>
          html`<article>
            <h2>${one.types?.join(', ')}</h2>
            <dl>
              ${one.checks.map(
                (/** @type {any} */ check) =>
                  html`<div>
                    <dt>${t(`check.${check.check}`)}</dt>
                    <dd>
                      <span class="state ${check.status}">${t(`status.${check.status}`)}</span>
                      ${check.reason ?? ''}
                    </dd>
                  </div>`
              )}
            </dl>
            <h3>${t('wallet.claims')}</h3>
            ${values(one.claims, {}, null, {})}
          </article>`
      )}
      <button type="button" class="secondary" @click=${() => this.work(() => this.forget())}>
        ${t(state === 'ANSWERED' ? 'wallet.again' : 'cancel')}
      </button>
    </section>`;
  }
}

/** The claims of a type's credential. @param {import('../model.js').EntityType} type */
function claimsOf(type) {
  const subject = type.config.credentialTemplate?.credentialSubject;
  const names = subject
    ? Object.keys(subject).filter(name => name !== 'id' && name !== 'type')
    : fieldsOf(type).map(field => field.path[0]);
  return [...new Set(names)];
}

define('wallet-ask', Ask);
