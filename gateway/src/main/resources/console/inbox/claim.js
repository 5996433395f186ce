// A claim to decide: what is claimed, what was granted before, documents, notes, and the decision.
import { get, path, post } from '../api.js';
import { Screen, define, go, html, link, nothing, notify, t } from '../element.js';
import { age, clean, time, values } from '../format.js';
import { nameOf, policiesOf, title, typeOf, words } from '../model.js';
import { view } from '../parts/document.js';
import { comparison, documentsOf, grantedBefore, unseen } from './evidence.js';

/** @typedef {import('./evidence.js').Shown} Shown */

class Claim extends Screen {
  static properties = {
    ...Screen.properties,
    claim: { state: true },
    type: { state: true },
    entity: { state: true },
    granted: { state: true },
    documents: { state: true },
    events: { state: true },
    note: { state: true }
  };

  constructor() {
    super();
    /** @type {any} */ this.claim = null;
    /** @type {any} */ this.type = null;
    /** @type {any} */ this.entity = null;
    /** @type {any} what was granted last under the policy */ this.granted = null;
    /** @type {Shown[]} */ this.documents = [];
    /** @type {any[]} */ this.events = [];
    this.note = '';
    this.keys = (/** @type {KeyboardEvent} */ e) => this.key(e);
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('keydown', this.keys);
    this.work(() => this.load()).then(() => this.more());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('keydown', this.keys);
    this.documents.forEach(one => URL.revokeObjectURL(one.address));
  }

  get at() {
    return path(this.params.attestor, 'claims', this.params.claim);
  }

  async load() {
    this.claim = await get(this.at);
    this.type = await typeOf(this.claim.entity);
    this.events = (await get(`${this.at}/history`)).data;
  }

  /** What helps to decide comes later; the decision need not wait for it. */
  async more() {
    if (!this.claim) {
      return;
    }
    this.entity = await get(path(this.claim.entity, this.claim.entityId)).catch(unseen);
    this.granted = await grantedBefore(this.params.attestor, this.claim, this.entity);
    this.documents = await documentsOf(this.claim, this.type);
  }

  render() {
    const { claim, type } = this;
    if (!claim || !type) {
      return html`<h1>${t('nav.inbox')}</h1>
        ${this.problem()}`;
    }
    return html`<p class="crumbs"><a href="#/inbox">${t('nav.inbox')}</a></p>
      <h1>
        ${clean(words(claim.attestationName))} ·
        ${this.entity ? clean(nameOf(type, this.entity)) : title(type)}
      </h1>
      <p class="quiet">
        ${t('claim.sent', { age: age(claim.createdAt) })}
        ${claim.decision ? t(`decision.${claim.decision}`) : nothing}
      </p>
      ${comparison(this.claim, this.granted, this.type)}
      ${
        claim.additionalInput && Object.keys(claim.additionalInput).length
          ? html`<section>
              <h2>${t('claim.input')}</h2>
              ${values(claim.additionalInput, {}, null, {})}
            </section>`
          : nothing
      }
      ${
        this.entity
          ? html`<section>
              <details>
                <summary><h2>${t('claim.record')}</h2></summary>
                ${values(this.own(), type.schema, type.document, type.config)}
              </details>
            </section>`
          : nothing
      }
      ${
        this.documents.length
          ? html`<section>
              <h2>${t('files')}</h2>
              ${this.documents.map(
                one =>
                  html`<figure>
                    <figcaption>${clean(one.name)}</figcaption>
                    ${view(one.type, one.address, one.name)}
                  </figure>`
              )}
            </section>`
          : nothing
      }
      ${
        this.events.length
          ? html`<section>
              <h2>${t('claim.events')}</h2>
              <ul class="plain">
                ${this.events.map(
                  event =>
                    html`<li>
                      <strong>${t(`event.${event.event}`)}</strong>
                      <small>${time(event.at)}</small
                      >${event.text ? html`<p dir="auto">${clean(event.text)}</p>` : nothing}
                    </li>`
                )}
              </ul>
            </section>`
          : nothing
      }
      ${claim.closed ? nothing : this.decision()}${this.problem()}`;
  }

  own() {
    const policies = policiesOf(this.type).map(policy => policy.name);
    return Object.fromEntries(
      Object.entries(this.entity).filter(
        ([name]) => !/^(os[A-Z]|osid$|_os)/.test(name) && !policies.includes(name)
      )
    );
  }

  decision() {
    const policy = policiesOf(this.type).find(one => one.name === this.claim.attestationName) ?? {};
    const grants = this.events.filter(event => event.event === 'GRANTED').length;
    return html`<section class="decision">
      <h2>${t('claim.decide')}</h2>
      ${policy.attestors > 1 ? html`<p>${t('claim.grants', { n: grants, of: policy.attestors })}</p>` : nothing}
      <label for="note">${t(policy.requireNote ? 'claim.noteRequired' : 'claim.note')}</label>
      <textarea
        id="note"
        rows="2"
        dir="auto"
        maxlength="10000"
        .value=${this.note}
        @input=${(/** @type {any} */ e) => {
          this.note = e.target.value;
        }}
      ></textarea>
      <div class="actions">
        <button type="button" ?disabled=${this.busy} @click=${() => this.decide('GRANT_CLAIM')}>
          ${t('grant')} <kbd>G</kbd>
        </button>
        <button
          type="button"
          class="danger"
          ?disabled=${this.busy}
          @click=${() => this.decide('REJECT_CLAIM')}
        >
          ${t('reject')} <kbd>R</kbd>
        </button>
        <button
          type="button"
          class="secondary"
          ?disabled=${this.busy || !this.note.trim()}
          @click=${() => this.addNote()}
        >
          ${t('claim.addNote')}
        </button>
      </div>
      <p class="quiet">${t('claim.keys')}</p>
    </section>`;
  }

  /** G grants and R rejects, unless somebody is writing. @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (
      this.claim?.closed ||
      this.busy ||
      event.repeat ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      /INPUT|TEXTAREA|SELECT/.test(target.tagName) ||
      document.querySelector('dialog[open]')
    ) {
      return;
    }
    const action = { g: 'GRANT_CLAIM', r: 'REJECT_CLAIM' }[event.key.toLowerCase()];
    if (action) {
      event.preventDefault();
      this.decide(action);
    } else if (event.key.toLowerCase() === 'n') {
      event.preventDefault();
      /** @type {HTMLElement | null} */ (this.querySelector('#note'))?.focus();
    }
  }

  /** @param {string} action */
  async decide(action) {
    const reply = await this.work(() =>
      post(`${this.at}/attest`, {
        action,
        ...(this.note.trim() ? { notes: this.note.trim() } : {})
      })
    );
    if (reply) {
      notify(t(`decided.${reply.result.state === 'ATTESTATION_REQUESTED' ? 'WAITS' : action}`));
      const next = await get(`${path(this.params.attestor, 'claims')}?status=OPEN&size=2`).catch(
        unseen
      );
      const other = next?.content?.find((/** @type {any} */ one) => one.id !== this.params.claim);
      go(other ? link('inbox', this.params.attestor, other.id) : '#/inbox');
    }
  }

  async addNote() {
    await this.work(async () => {
      await post(`${this.at}/notes`, { text: this.note.trim() });
      this.note = '';
      this.events = (await get(`${this.at}/history`)).data;
    });
  }
}

define('inbox-claim', Claim);
