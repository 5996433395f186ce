// The issuers of credentials.
import { get, post } from '../api.js';
import { Screen, define, html, nothing, notify, t } from '../element.js';
import { time } from '../format.js';
import { ask } from '../parts/dialog.js';

const MOST = 200;

class Issuers extends Screen {
  static properties = { ...Screen.properties, issuers: { state: true }, total: { state: true } };

  constructor() {
    super();
    /** @type {any[] | null} */ this.issuers = null;
    this.total = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this.work(() => this.load());
  }

  async load() {
    const { result } = await get(`api/v1/issuers?limit=${MOST}`);
    this.issuers = result.issuers;
    this.total = result.totalCount;
  }

  render() {
    return html`<h1>${t('nav.issuers')}</h1>
      ${this.problem()}
      <div class="actions">
        <button type="button" @click=${() => this.add()}>${t('issuers.add')}</button>
      </div>
      ${(this.issuers ?? []).map(
        one =>
          html`<article>
            <h2 class="did">${one.issuer}</h2>
            <p>
              <span class="state ${one.disabledAt ? 'REVOKED' : 'VALID'}"
                >${t(one.disabledAt ? 'issuers.disabled' : 'issuers.enabled')}</span
              >
              <span class="quiet"
                >${t(`issuers.${one.namedBy}`)}${one.createdAt ? html` · ${time(one.createdAt)}` : nothing}</span
              >
            </p>
            <dl>
              <div>
                <dt>${t('issuers.key')}</dt>
                <dd>${one.verificationMethod ?? '–'}</dd>
              </div>
            </dl>
            <div class="actions">
              <a
                role="button"
                class="secondary"
                href="#/keys?issuer=${encodeURIComponent(one.issuer)}"
                >${t('nav.keys')}</a
              >
              <button type="button" class="secondary" @click=${() => this.toggle(one)}>
                ${t(one.disabledAt ? 'issuers.enable' : 'issuers.disable')}
              </button>
            </div>
          </article>`
      )}`;
  }

  async add() {
    const done = await ask({
      title: t('issuers.add'),
      action: t('save'),
      text: t('issuers.addText'),
      content: html`<label
        >${t('issuers.name')}<input
          name="name"
          required
          autocomplete="off"
          pattern="[A-Za-z0-9._:%\\-]+"
      /></label>`,
      does: form => {
        const name = String(form.get('name'));
        return post('api/v1/issuers', name.startsWith('did:') ? { issuer: name } : { name });
      }
    });
    if (done) {
      notify(t('saved'));
      this.work(() => this.load());
    }
  }

  /** @param {any} issuer */
  async toggle(issuer) {
    const action = issuer.disabledAt ? 'enable' : 'disable';
    const done = await ask({
      title: t(`issuers.${action}.title`),
      text: html`<p>${issuer.issuer}</p>
        <p>${t(`issuers.${action}.text`)}</p>`,
      action: t(`issuers.${action}`),
      danger: action === 'disable',
      does: () => post(`api/v1/issuers/${action}`, { issuer: issuer.issuer })
    });
    if (done) {
      this.work(() => this.load());
    }
  }
}

define('issuers-list', Issuers);
