// A record: its values, credential, attestations, files and history.
import { path, remove, request, user } from '../api.js';
import { Screen, define, go, html, link, nothing, notify, t } from '../element.js';
import { clean, time, values } from '../format.js';
import { isHidden, nameOf, policiesOf, title, typeOf } from '../model.js';
import { ask } from '../parts/dialog.js';
import './attestations.js';
import './credential.js';
import './files.js';
import './history.js';

class Record extends Screen {
  static properties = { ...Screen.properties, type: { state: true }, entity: { state: true } };

  constructor() {
    super();
    /** @type {import('../model.js').EntityType | null} */ this.type = null;
    /** @type {any} */ this.entity = null;
    this.etag = '';
  }

  connectedCallback() {
    super.connectedCallback();
    this.work(async () => {
      this.type = await typeOf(this.params.type);
      await this.load();
    });
    this.addEventListener('stale', () => this.work(() => this.load()));
  }

  async load() {
    const reply = await request('GET', path(this.params.type, this.params.id));
    this.etag = reply.headers.get('etag') ?? '';
    this.entity = await reply.json();
  }

  /** Whether the interface lets the user change the record. */
  get mayChange() {
    const owners = this.entity?.osOwner ?? [];
    const roles = this.type?.config.roles ?? [];
    return (
      user().admin ||
      owners.includes(user().id) ||
      (owners.length === 0 &&
        roles.some((/** @type {string} */ role) => user().roles.includes(role)))
    );
  }

  get mayDelete() {
    return (
      this.mayChange ||
      (this.type?.config.deleteRoles ?? []).some((/** @type {string} */ role) =>
        user().roles.includes(role)
      )
    );
  }

  render() {
    const { type, entity } = this;
    if (!type || !entity) {
      return html`<h1>${this.params.type}</h1>
        ${this.problem()}`;
    }
    const name = nameOf(type, entity);
    return html` <p class="crumbs"><a href=${link('records', type.name)}>${title(type)}</a></p>
      <h1 dir="auto">${clean(name)}</h1>
      ${this.problem()}
      <div class="actions">
        ${this.mayChange ? html`<a role="button" href=${link('records', type.name, entity.osid, 'edit')}>${t('change')}</a>` : nothing}
        ${user().admin ? html`<button type="button" class="secondary" @click=${() => this.giveTo()}>${t('records.owner')}</button>` : nothing}
        ${this.mayDelete ? html`<button type="button" class="secondary" @click=${() => this.delete(name)}>${t('delete')}</button>` : nothing}
      </div>
      <section class="values">
        ${values(this.own(), type.schema, type.document, type.config, at =>
          isHidden(type, at) ? html`<small class="tag">${t('form.private')}</small>` : nothing
        )}
        <p class="quiet">
          ${entity.osCreatedAt ? t('records.created', { at: time(entity.osCreatedAt) }) : nothing}
          ${entity.osUpdatedAt ? t('records.changed', { at: time(entity.osUpdatedAt) }) : nothing}
        </p>
      </section>
      ${
        type.config.credentialTemplate && Object.keys(type.config.credentialTemplate).length
          ? html` <record-credential
              .type=${type}
              .entity=${entity}
              .mayChange=${this.mayChange}
            ></record-credential>`
          : nothing
      }
      ${policiesOf(type).length ? html`<record-attestations .type=${type} .entity=${entity} .mayChange=${this.mayChange}></record-attestations>` : nothing}
      <record-files .type=${type} .entity=${entity} .mayChange=${this.mayChange}></record-files>
      ${this.mayChange ? html`<record-history .type=${type} .entityId=${entity.osid} .version=${this.etag}></record-history>` : nothing}`;
  }

  /** The values without what the service added. */
  own() {
    const policies = this.type ? policiesOf(this.type).map(policy => policy.name) : [];
    return Object.fromEntries(
      Object.entries(this.entity).filter(
        ([name]) => !/^(os[A-Z]|osid$|_os)/.test(name) && !policies.includes(name)
      )
    );
  }

  /** @param {string} name */
  async delete(name) {
    const done = await ask({
      title: t('records.delete.title', { name }),
      text: t('records.delete.text'),
      action: t('delete'),
      danger: true,
      does: () =>
        remove(path(this.params.type, this.params.id), { headers: { 'if-match': this.etag } })
    });
    if (done) {
      notify(t('deleted'));
      go(link('records', this.params.type));
    }
  }

  async giveTo() {
    const done = await ask({
      title: t('records.owner.title'),
      text: t('records.owner.text'),
      action: t('save'),
      content: html`<label
        >${t('records.owner.userId')}<input name="userId" required autocomplete="off"
      /></label>`,
      does: form =>
        request('PUT', path(this.params.type, this.params.id) + '/osOwner', {
          json: { userId: String(form.get('userId')) },
          headers: { 'if-match': this.etag }
        })
    });
    if (done) {
      notify(t('saved'));
      this.work(() => this.load());
    }
  }
}

define('records-record', Record);
