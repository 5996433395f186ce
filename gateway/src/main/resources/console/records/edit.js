// A new record, or a change of one.
import { path, post, request, put } from '../api.js';
import { Screen, define, go, html, link, nothing, notify, t } from '../element.js';
import { may, nameOf, title, typeOf } from '../model.js';
import '../form/form.js';

class Edit extends Screen {
  static properties = {
    ...Screen.properties,
    type: { state: true },
    value: { state: true },
    how: { state: true }
  };

  constructor() {
    super();
    /** @type {import('../model.js').EntityType | null} */ this.type = null;
    /** @type {any} */ this.value = {};
    /** @type {'create' | 'invite'} */ this.how = 'create';
    this.etag = '';
  }

  connectedCallback() {
    super.connectedCallback();
    this.work(async () => {
      const type = await typeOf(this.params.type);
      const owners =
        type.config.ownershipAttributes?.length > 0 && type.config.enableLogin !== false;
      this.how = (owners || !may(type, 'create')) && may(type, 'invite') ? 'invite' : 'create';
      if (this.params.id) {
        const reply = await request('GET', path(type.name, this.params.id));
        this.etag = reply.headers.get('etag') ?? '';
        this.stored = await reply.json();
        this.value = own(this.stored, type);
      }
      this.type = type;
    });
  }

  /** Whether the type names owners, so that the new record is its person's. */
  get invites() {
    return this.how === 'invite';
  }

  render() {
    const { type } = this;
    if (!type) {
      return html`<h1>${t('records.new')}</h1>
        ${this.problem()}`;
    }
    const heading = this.params.id
      ? t('records.changeOf', { name: nameOf(type, this.stored) })
      : t('records.newOf', { title: title(type) });
    return html`<p class="crumbs"><a href=${link('records', type.name)}>${title(type)}</a></p>
      <h1>${heading}</h1>
      ${
        !this.params.id &&
        may(type, 'create') &&
        may(type, 'invite') &&
        type.config.ownershipAttributes?.length
          ? html` <fieldset class="inline">
              <legend>${t('records.whose')}</legend>
              <label
                ><input
                  type="radio"
                  name="how"
                  .checked=${this.invites}
                  @change=${() => {
                    this.how = 'invite';
                  }}
                />${t('records.invite')}</label
              >
              <label
                ><input
                  type="radio"
                  name="how"
                  .checked=${!this.invites}
                  @change=${() => {
                    this.how = 'create';
                  }}
                />${t('records.create')}</label
              >
            </fieldset>`
          : nothing
      }
      ${this.invites && !this.params.id ? html`<p class="quiet">${t('records.inviteText')}</p>` : nothing}
      <form novalidate @submit=${(/** @type {Event} */ e) => this.save(e)}>
        <schema-form
          .schema=${type.schema}
          .document=${type.document}
          .config=${type.config}
          .value=${this.value}
          .violations=${this.failure?.violations ?? []}
          ?lenient=${this.invites && !this.params.id}
          @changed=${(/** @type {CustomEvent} */ e) => {
            this.value = e.detail;
          }}
        ></schema-form>
        ${this.problem(pointer => /** @type {any} */ (this.querySelector('schema-form'))?.places(pointer))}
        <div class="actions">
          <button type="submit" ?disabled=${this.busy} aria-busy=${this.busy}>${t('save')}</button>
          <a
            role="button"
            class="secondary"
            href=${this.params.id ? link('records', type.name, this.params.id) : link('records', type.name)}
            >${t('cancel')}</a
          >
        </div>
      </form>`;
  }

  /** @param {Event} event */
  async save(event) {
    event.preventDefault();
    const { type } = this.params;
    const done = await this.work(async () => {
      if (this.params.id) {
        await put(path(type, this.params.id), this.value, { headers: { 'if-match': this.etag } });
        return this.params.id;
      }
      const reply = await post(this.invites ? path(type, 'invite') : path(type), this.value, {
        headers: { 'idempotency-key': this.key() }
      });
      return reply.result[type].osid;
    });
    if (done) {
      notify(t('saved'));
      go(link('records', type, done));
    } else {
      await this.updateComplete;
      /** @type {HTMLElement | null} */ (this.querySelector('[aria-invalid=true]'))?.focus();
    }
  }

  /** One key for one content: sending it twice makes one record. */
  key() {
    const content = JSON.stringify(this.value);
    if (this.sent !== content) {
      this.sent = content;
      this.sentKey = crypto.randomUUID();
    }
    return /** @type {string} */ (this.sentKey);
  }
}

/** The members that the schema declares; those of the service are not sent back. @param {any} entity @param {import('../model.js').EntityType} type */
function own(entity, type) {
  const policies = (type.config.attestationPolicies ?? []).map(
    (/** @type {any} */ policy) => policy.name
  );
  return Object.fromEntries(
    Object.entries(entity).filter(
      ([name]) => !/^(os[A-Z]|osid$|_os)/.test(name) && !policies.includes(name)
    )
  );
}

define('records-edit', Edit);
