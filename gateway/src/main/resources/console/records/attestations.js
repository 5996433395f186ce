// The attestations of a record: sending, following, withdrawing, and what a grant issued.
import { path, post } from '../api.js';
import { Screen, define, html, nothing, notify, t } from '../element.js';
import { clean, time, values } from '../format.js';
import { nameOf, policiesOf, words } from '../model.js';
import { ask } from '../parts/dialog.js';
import '../form/form.js';
import {
  changeStatus,
  offer,
  showCertificate,
  stateLine,
  stateOf,
  verificationLink
} from './status.js';

/** @typedef {{policy: any, id: string, state: string, claimId: string, data: any, signed?: string, status?: any, grantedAt?: string, validUntil?: string}} Attestation */

class Attestations extends Screen {
  static properties = {
    ...Screen.properties,
    type: { attribute: false },
    entity: { attribute: false },
    mayChange: { attribute: false },
    states: { state: true }
  };

  constructor() {
    super();
    /** @type {any} */ this.type = null;
    /** @type {any} */ this.entity = null;
    this.mayChange = false;
    /** @type {Record<string, import('./status.js').CredentialState>} */ this.states = {};
  }

  /** @param {Map<string, unknown>} changes */
  willUpdate(changes) {
    if (changes.has('entity')) {
      this.work(async () => {
        const all = this.attestations();
        const states = await Promise.all(all.map(one => stateOf(one.signed, one.status)));
        this.states = Object.fromEntries(all.map((one, i) => [one.id, states[i]]));
      });
    }
  }

  /** @returns {Attestation[]} of the policies' records, and of the properties that were sent by themselves */
  attestations() {
    const { entity } = this;
    const records = policiesOf(this.type).flatMap(policy =>
      (entity[policy.name] ?? []).map((/** @type {any} */ one) => ({
        policy,
        id: one.osid,
        state: one._osState,
        claimId: one._osClaimId,
        data: one.propertyData,
        signed: one._osAttestedData,
        status: one._osCredentialStatus,
        grantedAt: one._osGrantedAt,
        validUntil: one._osValidUntil
      }))
    );
    const properties = Object.keys(entity)
      .filter(name => name.startsWith('_osState/') && entity[`_osClaimId/${name.slice(9)}`])
      .map(name => name.slice(9))
      .map(name => ({
        policy: { name: words(name) },
        id: name,
        state: entity[`_osState/${name}`],
        claimId: entity[`_osClaimId/${name}`],
        data: { [name]: entity[name] },
        signed: entity[`_osAttestedData/${name}`],
        status: entity[`_osCredentialStatus/${name}`]
      }));
    return [...records, ...properties];
  }

  render() {
    const all = this.attestations();
    return html`<section>
      <h2>${t('attestations')}</h2>
      ${this.problem()}
      ${all.length ? nothing : html`<p class="quiet">${t('attestations.none')}</p>`}
      ${all.map(one => this.one(one))}
      ${
        this.mayChange
          ? html`<div class="actions">
              ${policiesOf(this.type)
                .filter(
                  policy =>
                    !all.some(one => one.policy === policy && one.state === 'ATTESTATION_REQUESTED')
                )
                .map(
                  policy =>
                    html` <button type="button" @click=${() => this.send(policy)}>
                      ${t('attestations.send', { name: clean(policy.title ?? words(policy.name)) })}
                    </button>`
                )}
            </div>`
          : nothing
      }
    </section>`;
  }

  /** @param {Attestation} one */
  one(one) {
    const { type, entity } = this;
    const of = path(type.name, entity.osid, 'attestation', one.policy.name, one.id);
    const state = this.states[one.id];
    const has = state && !['NONE', 'REVOKED'].includes(state.state);
    const status = (/** @type {'revoke' | 'suspend' | 'reinstate'} */ action) => async () => {
      if (await changeStatus(of, action)) {
        this.stale();
      }
    };
    return html`<article class="attestation">
      <h3>${clean(words(one.policy.name))}</h3>
      <p>
        <span class="state ${one.state}">${t(`attestation.${one.state}`)}</span>
        ${one.grantedAt ? html` ${time(one.grantedAt)}` : nothing}
        ${state && one.state === 'PUBLISHED' && state.state !== 'NONE' ? html` · ${t('credential.title')}: ${stateLine(state)}` : nothing}
        ${one.validUntil && state?.state === 'VALID' ? html` · ${t('credential.ends', { at: time(one.validUntil) })}` : nothing}
      </p>
      ${one.data ? values(one.data, type.schema, type.document, type.config) : nothing}
      <div class="actions">
        ${
          has
            ? html`<button
                  type="button"
                  @click=${() => this.work(() => showCertificate(of, nameOf(type, entity), !one.policy.certificateTemplates))}
                >
                  ${t('certificate')}
                </button>
                <a
                  role="button"
                  class="secondary"
                  target="_blank"
                  rel="noopener"
                  href=${verificationLink(state.id)}
                  >${t('verify')}</a
                >`
            : nothing
        }
        ${
          has && this.mayChange && state.state === 'VALID'
            ? html`<button
                  type="button"
                  class="secondary"
                  @click=${() => this.work(() => offer({ type: type.name, id: entity.osid, policy: one.policy.name, attestationId: one.id }))}
                >
                  ${t('offer')}
                </button>
                <button type="button" class="secondary" @click=${status('suspend')}>
                  ${t('suspend')}
                </button>`
            : nothing
        }
        ${state?.state === 'SUSPENDED' && this.mayChange ? html`<button type="button" class="secondary" @click=${status('reinstate')}>${t('reinstate')}</button>` : nothing}
        ${has && this.mayChange ? html`<button type="button" class="secondary" @click=${status('revoke')}>${t('revoke')}</button>` : nothing}
        ${one.state === 'ATTESTATION_REQUESTED' && this.mayChange ? html`<button type="button" class="secondary" @click=${() => this.withdraw(one)}>${t('withdraw')}</button>` : nothing}
      </div>
    </article>`;
  }

  stale() {
    this.dispatchEvent(new CustomEvent('stale', { bubbles: true }));
  }

  /** @param {any} policy */
  async send(policy) {
    let input = {};
    const wanted = policy.additionalInput;
    const schema = !wanted
      ? null
      : wanted.properties || wanted.type === 'object'
        ? wanted
        : { type: 'object', properties: wanted };
    const name = clean(words(policy.name));
    const done = await ask({
      title: t('send.title', { name }),
      text: t('send.text'),
      action: t('send'),
      content:
        schema && Object.keys(schema.properties ?? {}).length
          ? html`<schema-form
              .schema=${schema}
              .document=${schema}
              .value=${input}
              @changed=${(/** @type {CustomEvent} */ e) => {
                input = e.detail;
              }}
            ></schema-form>`
          : nothing,
      does: () =>
        post(
          'api/v1/send',
          {
            entityName: this.type.name,
            entityId: this.entity.osid,
            name: policy.name,
            ...(Object.keys(input).length ? { additionalInput: input } : {})
          },
          { headers: { 'idempotency-key': crypto.randomUUID() } }
        )
    });
    if (done) {
      notify(t('send.done'));
      this.stale();
    }
  }

  /** @param {Attestation} one */
  async withdraw(one) {
    const done = await ask({
      title: t('withdraw.title'),
      action: t('withdraw'),
      does: () => post(path(this.type.name, 'claims', one.claimId, 'withdraw'), {})
    });
    if (done) {
      notify(t('withdraw.done'));
      this.stale();
    }
  }
}

define('record-attestations', Attestations);
