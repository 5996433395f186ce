// The keys of the issuers.
import { keep, place } from '../address.js';
import { get, post } from '../api.js';
import { Screen, define, html, nothing, notify, t } from '../element.js';
import { time } from '../format.js';
import { ask } from '../parts/dialog.js';

const PAGE = 50;
const MOST = 200;

class Keys extends Screen {
  static properties = {
    ...Screen.properties,
    issuers: { state: true },
    keys: { state: true },
    total: { state: true }
  };

  constructor() {
    super();
    /** @type {string[]} */ this.issuers = [];
    /** @type {any[]} */ this.keys = [];
    this.total = 0;
    this.issuer = place().query.get('issuer') ?? '';
  }

  connectedCallback() {
    super.connectedCallback();
    this.work(async () => {
      const { result } = await get(`api/v1/issuers?limit=${MOST}`);
      this.issuers = result.issuers.map((/** @type {any} */ one) => one.issuer);
      this.issuer ||= this.issuers[0] ?? '';
      await this.load(0);
    });
  }

  /** @param {number} offset */
  async load(offset) {
    if (!this.issuer) {
      return;
    }
    const { issuer } = this;
    const query = new URLSearchParams({ issuer, limit: String(PAGE), offset: String(offset) });
    const { result } = await get(`api/v1/issuers/keys?${query}`);
    this.keys = offset ? [...this.keys, ...result.keys] : result.keys;
    this.total = result.totalCount;
  }

  /** @param {string} issuer */
  choose(issuer) {
    this.issuer = issuer;
    keep({ issuer });
    this.work(() => this.load(0));
  }

  render() {
    return html`<h1>${t('nav.keys')}</h1>
      ${this.problem()}
      <div class="field">
        <label for="issuer">${t('issuers.of')}</label>
        <select id="issuer" @change=${(/** @type {any} */ e) => this.choose(e.target.value)}>
          ${this.issuers.map(one => html`<option value=${one} ?selected=${one === this.issuer}>${one}</option>`)}
        </select>
      </div>
      ${this.keys.map(
        key =>
          html`<article>
            <h2 class="did">${key.verificationMethod}</h2>
            <p><span class="state ${key.state}">${t(`key.${key.state}`)}</span> ${key.type}</p>
            <dl>
              ${['createdAt', 'signedFrom', 'signedUntil', 'revokedAt']
                .filter(name => key[name])
                .map(
                  name =>
                    html`<div>
                      <dt>${t(`key.${name}`)}</dt>
                      <dd>${time(key[name])}</dd>
                    </div>`
                )}
            </dl>
            ${
              key.publicKeyPem
                ? html`<details>
                    <summary>${t('key.public')}</summary>
                    <pre tabindex="0">${key.publicKeyPem}</pre>
                  </details>`
                : nothing
            }
            <div class="actions">
              ${key.state === 'ACTIVE' ? html`<button type="button" class="secondary" @click=${() => this.act(key, 'rotate')}>${t('key.rotate')}</button>` : nothing}
              ${key.state !== 'REVOKED' ? html`<button type="button" class="secondary" @click=${() => this.act(key, 'revoke')}>${t('key.revoke')}</button>` : nothing}
            </div>
          </article>`
      )}
      ${this.keys.length < this.total ? html`<button type="button" class="secondary" @click=${() => this.work(() => this.load(this.keys.length))}>${t('history.more')}</button>` : nothing}`;
  }

  /** @param {any} key @param {'rotate' | 'revoke'} action */
  async act(key, action) {
    const done = await ask({
      title: t(`key.${action}.title`),
      text: html`<p>${key.verificationMethod}</p>
        <p>${t(`key.${action}.text`)}</p>`,
      action: t(`key.${action}`),
      danger: action === 'revoke',
      content:
        action === 'revoke'
          ? html`<label><input type="checkbox" required />${t('key.revoke.sure')}</label>`
          : nothing,
      does: () =>
        post(`api/v1/issuers/keys/${action}`, { verificationMethod: key.verificationMethod })
    });
    if (done) {
      notify(t('saved'));
      this.work(() => this.load(0));
    }
  }
}

define('issuers-keys', Keys);
