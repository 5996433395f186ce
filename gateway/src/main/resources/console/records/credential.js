// The credential of a record.
import { path } from '../api.js';
import { Screen, define, html, nothing, t } from '../element.js';
import { nameOf } from '../model.js';
import {
  changeStatus,
  offer,
  showCertificate,
  stateLine,
  stateOf,
  verificationLink
} from './status.js';

class Credential extends Screen {
  static properties = {
    ...Screen.properties,
    type: { attribute: false },
    entity: { attribute: false },
    mayChange: { attribute: false },
    state: { state: true }
  };

  constructor() {
    super();
    /** @type {any} */ this.type = null;
    /** @type {any} */ this.entity = null;
    this.mayChange = false;
    /** @type {import('./status.js').CredentialState | null} */ this.state = null;
  }

  /** @param {Map<string, unknown>} changes */
  willUpdate(changes) {
    if (changes.has('entity')) {
      this.work(async () => {
        this.state = await stateOf(this.entity._osSignedData, this.entity._osCredentialStatus);
      });
    }
  }

  render() {
    const of = path(this.type.name, this.entity.osid);
    const state = this.state;
    if (!state) {
      return html`<section>
        <h2>${t('credential.title')}</h2>
        <p aria-busy="true"></p>
      </section>`;
    }
    const act = (/** @type {'revoke' | 'suspend' | 'reinstate'} */ action) => async () => {
      if (await changeStatus(of, action)) {
        this.dispatchEvent(new CustomEvent('stale', { bubbles: true }));
      }
    };
    const has = !['NONE', 'REVOKED'].includes(state.state);
    const ownTemplate = Object.keys(this.type.config.certificateTemplates ?? {}).length > 0;
    return html`<section>
      <h2>${t('credential.title')}</h2>
      <p>${stateLine(state)}</p>
      ${this.problem()}
      <div class="actions">
        ${has || state.state === 'REVOKED' ? html`<button type="button" @click=${() => this.work(() => showCertificate(of, nameOf(this.type, this.entity), !ownTemplate))}>${t('certificate')}</button>` : nothing}
        ${state.id ? html`<a role="button" class="secondary" target="_blank" rel="noopener" href=${verificationLink(state.id)}>${t('verify')}</a>` : nothing}
        ${
          has && this.mayChange && state.state === 'VALID'
            ? html`<button
                type="button"
                class="secondary"
                @click=${() => this.work(() => offer({ type: this.type.name, id: this.entity.osid }))}
              >
                ${t('offer')}
              </button>`
            : nothing
        }
        ${has && this.mayChange && state.state === 'VALID' ? html`<button type="button" class="secondary" @click=${act('suspend')}>${t('suspend')}</button>` : nothing}
        ${has && this.mayChange && state.state === 'SUSPENDED' ? html`<button type="button" class="secondary" @click=${act('reinstate')}>${t('reinstate')}</button>` : nothing}
        ${has && this.mayChange ? html`<button type="button" class="secondary" @click=${act('revoke')}>${t('revoke')}</button>` : nothing}
      </div>
    </section>`;
  }
}

define('record-credential', Credential);
