// The attestation policies of a type.
import { Part, define, html, nothing, t } from '../element.js';
import { allTypes, attestorOf, words } from '../model.js';
import { credentialOf, rowsOf, withConfig } from './document.js';

class Attestation extends Part {
  static properties = {
    definition: { attribute: false },
    type: { attribute: false },
    types: { state: true }
  };

  constructor() {
    super();
    /** @type {any} */ this.definition = {};
    this.type = '';
    /** @type {string[]} */ this.types = [];
  }

  connectedCallback() {
    super.connectedCallback();
    allTypes().then(types => {
      this.types = types.map(type => type.name);
    });
  }

  get policies() {
    return this.definition._osConfig?.attestationPolicies ?? [];
  }

  /** @param {any[]} policies */
  set(policies) {
    this.definition = withConfig(this.definition, {
      attestationPolicies: policies.length ? policies : undefined
    });
    this.dispatchEvent(new CustomEvent('changed', { detail: this.definition }));
  }

  /** @param {number} i @param {Record<string, any>} members */
  change(i, members) {
    const policy = { ...this.policies[i], ...members };
    Object.keys(policy).forEach(
      name => (policy[name] === undefined || policy[name] === '') && delete policy[name]
    );
    this.set(
      this.policies.map((/** @type {any} */ one, /** @type {number} */ at) =>
        at === i ? policy : one
      )
    );
  }

  add() {
    const attestor = this.types[0] ?? 'Attestor';
    const first = rowsOf(this.definition)[0];
    this.set([
      ...this.policies,
      {
        name: this.policies.length ? `attestation${this.policies.length + 1}` : 'attestation',
        attestorPlugin: `did:internal:ClaimPluginActor?entity=${attestor}`,
        attestationProperties: first ? { [first.name]: `$.${first.name}` } : {}
      }
    ]);
  }

  render() {
    return html`<p class="quiet">${t('policy.text')}</p>
      ${this.policies.map((/** @type {any} */ policy, /** @type {number} */ i) => this.policy(policy, i))}
      <div class="actions">
        <button type="button" @click=${() => this.add()}>${t('policy.add')}</button>
      </div>`;
  }

  /** @param {any} policy @param {number} i */
  policy(policy, i) {
    const attestor = attestorOf(policy);
    const attestors = [...new Set([attestor, ...this.types])];
    const field = (/** @type {string} */ name, /** @type {unknown} */ control, help = '') =>
      html`<div class="field">
        <label for="policy-${i}-${name}">${t(`policy.${name}`)}</label
        >${control}${help ? html`<small>${help}</small>` : nothing}
      </div>`;
    const input = (/** @type {string} */ name, /** @type {string} */ type = 'text') =>
      html`<input
        id="policy-${i}-${name}"
        type=${type}
        min="1"
        max="100"
        autocomplete="off"
        .value=${String(policy[name] ?? '')}
        @change=${(/** @type {any} */ e) => this.change(i, { [name]: type === 'number' && e.target.value ? Number(e.target.value) : e.target.value })}
      />`;
    return html`<section>
      <h2>${policy.name}</h2>
      <div class="grid-form">
        ${field('name', input('name'))}
        ${field(
          'attestor',
          html`<select
            id="policy-${i}-attestor"
            @change=${(/** @type {any} */ e) => this.change(i, { attestorPlugin: `did:internal:ClaimPluginActor?entity=${e.target.value}` })}
          >
            ${attestors.map(one => html`<option value=${one} ?selected=${one === attestor}>${words(one)}</option>`)}
          </select>`
        )}
        ${field('conditions', input('conditions'), t('policy.conditionsHelp'))}
        ${field('attestors', input('attestors', 'number'))}
        ${field('expiresAfter', input('expiresAfter'), t('policy.expiresAfterHelp'))}
      </div>
      <fieldset>
        <legend>${t('policy.values')}</legend>
        <div class="choices">
          ${rowsOf(this.definition)
            .filter(row => row.depth === 0)
            .map(
              row =>
                html`<label
                  ><input
                    type="checkbox"
                    .checked=${row.name in (policy.attestationProperties ?? {})}
                    @change=${(/** @type {any} */ e) => this.value(i, row.name, e.target.checked)}
                  />${row.schema.title || words(row.name)}</label
                >`
            )}
        </div>
      </fieldset>
      <fieldset>
        <legend>${t('policy.rules')}</legend>
        ${['requireNote', 'attestorMayRevoke', 'selfAttestation'].map(
          name =>
            html`<label
              ><input
                type="checkbox"
                .checked=${policy[name] === true}
                @change=${(/** @type {any} */ e) => this.change(i, { [name]: e.target.checked || undefined })}
              />${t(`policy.${name}`)}</label
            >`
        )}
        <label
          ><input
            type="checkbox"
            .checked=${Boolean(policy.credentialTemplate)}
            @change=${(/** @type {any} */ e) =>
              this.change(i, {
                credentialTemplate: e.target.checked
                  ? credentialOf(
                      `${this.type}${words(policy.name).replace(/\W/g, '')}`,
                      Object.keys(policy.attestationProperties ?? {})
                    )
                  : undefined
              })}
          />${t('policy.credential')}</label
        >
      </fieldset>
      ${
        policy.credentialTemplate
          ? html`<details>
              <summary>${t('rules.template')}</summary>
              <textarea
                class="code"
                rows="12"
                spellcheck="false"
                dir="ltr"
                aria-label=${t('rules.template')}
                .value=${JSON.stringify(policy.credentialTemplate, null, 2)}
                @change=${(/** @type {any} */ e) => this.template(i, e.target)}
              ></textarea>
            </details>`
          : nothing
      }
      <button
        type="button"
        class="secondary"
        @click=${() => this.set(this.policies.filter((/** @type {any} */ _, /** @type {number} */ at) => at !== i))}
      >
        ${t('policy.remove')}
      </button>
    </section>`;
  }

  /** @param {number} i @param {HTMLTextAreaElement} area */
  template(i, area) {
    try {
      this.change(i, { credentialTemplate: JSON.parse(area.value) });
      area.setCustomValidity('');
    } catch {
      area.setCustomValidity(t('form.notJson'));
      area.reportValidity();
    }
  }

  /** The credential of the policy has the values that it attests. @param {number} i @param {string} name @param {boolean} on */
  value(i, name, on) {
    const policy = this.policies[i];
    const { [name]: _, ...others } = policy.attestationProperties ?? {};
    const values = on ? { ...others, [name]: `$.${name}` } : others;
    const template = policy.credentialTemplate;
    const { [name]: __, ...claims } = template?.credentialSubject ?? {};
    this.change(i, {
      attestationProperties: values,
      ...(template?.credentialSubject
        ? {
            credentialTemplate: {
              ...template,
              credentialSubject: on ? { ...claims, [name]: `{{${name}}}` } : claims
            }
          }
        : {})
    });
  }
}

define('types-attestation', Attestation);
