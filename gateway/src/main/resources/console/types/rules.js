// Who may do what with records of a type, whose they are, and which credential they get.
import { get } from '../api.js';
import { Part, define, html, nothing, t } from '../element.js';
import { words } from '../model.js';
import { credentialOf, rowsOf, withConfig } from './document.js';

const ROLES = ['roles', 'readRoles', 'createRoles', 'inviteRoles', 'deleteRoles'];

class Rules extends Part {
  static properties = {
    definition: { attribute: false },
    type: { attribute: false },
    templates: { state: true }
  };

  constructor() {
    super();
    /** @type {any} */ this.definition = {};
    this.type = '';
    /** @type {any[]} */ this.templates = [];
  }

  connectedCallback() {
    super.connectedCallback();
    get('api/v1/templates?limit=1000').then(
      page => {
        this.templates = page.data;
      },
      () => {}
    );
  }

  /** @param {Record<string, any>} members */
  set(members) {
    this.definition = withConfig(this.definition, members);
    this.dispatchEvent(new CustomEvent('changed', { detail: this.definition }));
  }

  get config() {
    return this.definition._osConfig ?? {};
  }

  render() {
    return html` <section>
        <h2>${t('rules.title')}</h2>
        <p class="quiet">${t('rules.rolesText')}</p>
        <div class="grid-form">${ROLES.map(name => this.list(name, t(`rules.${name}`)))}</div>
      </section>
      ${this.owners()}
      <section>
        <h2>${t('rules.fields')}</h2>
        <div class="grid-form">
          ${['internalFields', 'substringFields'].map(name => this.list(name, t(`rules.${name}`)))}
        </div>
      </section>
      ${this.credential()}${this.certificates()}`;
  }

  /** A list of words, separated by commas; it is read when the field is left. @param {string} name @param {string} label */
  list(name, label) {
    const set = (/** @type {any} */ e) => {
      const words = e.target.value
        .split(',')
        .map((/** @type {string} */ one) => one.trim())
        .filter(Boolean);
      this.set({ [name]: words.length ? words : undefined });
    };
    return html`<div class="field">
      <label for="rule-${name}">${label}</label>
      <input
        id="rule-${name}"
        autocomplete="off"
        .value=${(this.config[name] ?? []).map((/** @type {any} */ one) => one.field ?? one).join(', ')}
        @change=${set}
      />
    </div>`;
  }

  owners() {
    const owner = this.config.ownershipAttributes?.[0];
    const fields = rowsOf(this.definition).filter(row => ['text', 'email'].includes(row.kind));
    const choose = (/** @type {string} */ member) =>
      html`<div class="field">
        <label for="owner-${member}">${t(`rules.owner.${member}`)}</label>
        <select
          id="owner-${member}"
          @change=${(/** @type {any} */ e) => this.owner(member, e.target.value)}
        >
          <option value="">${t('rules.owner.none')}</option>
          ${fields.map(row => html`<option value=${'/' + row.path.join('/')} ?selected=${owner?.[member] === '/' + row.path.join('/')}>${row.schema.title ?? words(row.name)}</option>`)}
        </select>
      </div>`;
    return html`<section>
      <h2>${t('rules.owner')}</h2>
      <p class="quiet">${t('rules.ownerText')}</p>
      <div class="grid-form">
        ${choose('userId')}${owner ? html`${choose('email')}${choose('mobile')}` : nothing}
      </div>
    </section>`;
  }

  /** @param {string} member @param {string} pointer */
  owner(member, pointer) {
    const [first, ...others] = this.config.ownershipAttributes ?? [];
    const changed = { ...first, [member]: pointer || undefined };
    Object.keys(changed).forEach(name => changed[name] === undefined && delete changed[name]);
    const all = changed.userId ? [changed, ...others] : others;
    this.set({ ownershipAttributes: all.length ? all : undefined });
  }

  credential() {
    const template = this.config.credentialTemplate;
    const names = rowsOf(this.definition)
      .filter(row => row.depth === 0)
      .map(row => row.name);
    const simple = template && typeof template === 'object' && template.credentialSubject;
    const hidden = this.config.privateFields ?? [];
    return html`<section>
      <h2>${t('credential.title')}</h2>
      <label
        ><input
          type="checkbox"
          role="switch"
          .checked=${Boolean(template)}
          @change=${(/** @type {any} */ e) =>
            this.set({
              credentialTemplate: e.target.checked
                ? credentialOf(
                    this.type,
                    names.filter(name => !hidden.includes(name))
                  )
                : undefined
            })}
        />${t('rules.credential')}</label
      >
      ${
        simple
          ? html`<p>${t('rules.credentialFields')}</p>
              <div class="choices">
                ${names.map(
                  name =>
                    html`<label
                      ><input
                        type="checkbox"
                        .checked=${name in template.credentialSubject}
                        @change=${(/** @type {any} */ e) => this.claim(name, e.target.checked)}
                      />${this.definition.properties[name].title ?? words(name)}</label
                    >`
                )}
              </div>
              <details>
                <summary>${t('rules.template')}</summary>
                ${this.json('credentialTemplate')}
              </details>`
          : nothing
      }
    </section>`;
  }

  /** @param {string} name @param {boolean} on */
  claim(name, on) {
    const template = this.config.credentialTemplate;
    const { [name]: _, ...others } = template.credentialSubject;
    this.set({
      credentialTemplate: {
        ...template,
        credentialSubject: on ? { ...others, [name]: `{{${name}}}` } : others
      }
    });
  }

  /** @param {string} name */
  json(name) {
    return html`<textarea
      class="code"
      rows="12"
      spellcheck="false"
      dir="ltr"
      aria-label=${t('rules.template')}
      .value=${JSON.stringify(this.config[name], null, 2)}
      @change=${(/** @type {any} */ e) => {
        try {
          this.set({ [name]: JSON.parse(e.target.value) });
          e.target.setCustomValidity('');
        } catch {
          e.target.setCustomValidity(t('form.notJson'));
          e.target.reportValidity();
        }
      }}
    ></textarea>`;
  }

  certificates() {
    const named = [...new Set(this.templates.map(one => one.name))];
    const now = Object.values(this.config.certificateTemplates ?? {})[0] ?? '';
    const set = (/** @type {any} */ e) => {
      const template = this.templates.find(one => `file:${one.name}` === e.target.value);
      this.set({
        certificateTemplates: template
          ? { [template.mediaType === 'image/svg+xml' ? 'svg' : 'html']: e.target.value }
          : undefined
      });
    };
    return html`<section>
      <h2>${t('certificate')}</h2>
      <div class="field">
        <label for="certificate">${t('rules.certificate')}</label>
        <select id="certificate" @change=${set}>
          <option value="">${t('rules.certificateBuiltIn')}</option>
          ${named.map(name => html`<option value="file:${name}" ?selected=${now === `file:${name}`}>${name}</option>`)}
        </select>
      </div>
    </section>`;
  }
}

define('types-rules', Rules);
