// The editor of a schema: views of one document, which is checked by the interface while it is written.
import { get, path, post, put } from '../api.js';
import { Screen, define, html, link, nothing, notify, t } from '../element.js';
import { refresh } from '../model.js';
import '../form/form.js';
import './attestation.js';
import './fields.js';
import './rules.js';
import { fresh, typeNames, withDefinition } from './document.js';
import { jsonView, problems, startView, typeChoice } from './parts.js';
import { checked, deleteSchema, deprecate, publish } from './publish.js';

const VIEWS = ['fields', 'rules', 'attestation', 'preview', 'json'];
const PAUSE = 500;

class Editor extends Screen {
  static properties = {
    ...Screen.properties,
    record: { state: true },
    document: { state: true },
    view: { state: true },
    chosen: { state: true },
    violations: { state: true },
    warnings: { state: true },
    example: { state: true },
    text: { state: true }
  };

  constructor() {
    super();
    /** @type {any} */ this.record = null;
    /** @type {any} */ this.document = null;
    this.view = 'fields';
    this.chosen = '';
    /** @type {import('../api.js').Violation[]} */ this.violations = [];
    /** @type {any[]} */ this.warnings = [];
    /** @type {any} */ this.example = {};
    /** @type {string | null} the JSON while it is no JSON */ this.text = null;
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.params.id) {
      this.work(async () => {
        this.open(await get(path('Schema', this.params.id)));
        this.check();
      });
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  /** @param {any} record */
  open(record) {
    this.record = record;
    this.document = JSON.parse(record.schema);
    this.chosen = typeNames(this.document)[0] ?? '';
    this.view = this.chosen ? this.view : 'json';
  }

  get definition() {
    return this.document?.definitions?.[this.chosen];
  }

  /** @param {any} document */
  change(document) {
    this.document = document;
    if (!typeNames(document).includes(this.chosen)) {
      this.chosen = typeNames(document)[0] ?? '';
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PAUSE);
  }

  /** What was asked for a document that has changed meanwhile is not shown. */
  async check() {
    const asked = this.document;
    const found = await checked(this.record, asked);
    if (asked === this.document) {
      this.violations = found.violations;
      this.warnings = found.warnings;
    }
  }

  render() {
    if (!this.record) {
      return this.params.id
        ? html`<h1>${t('nav.types')}</h1>
            ${this.problem()}`
        : startView(name => this.begin(name));
    }
    return html`<p class="crumbs"><a href="#/types">${t('nav.types')}</a></p>
      <h1>
        ${this.record.name}
        <span class="state ${this.record.status}">${t(`state.${this.record.status}`)}</span>
      </h1>
      <div class="actions">
        ${this.record.status === 'DRAFT' ? html`<button type="button" class="secondary" ?disabled=${this.busy} @click=${() => this.save()}>${t('types.saveDraft')}</button>` : nothing}
        <button type="button" ?disabled=${this.busy} @click=${() => this.publish()}>
          ${t('types.publish')}
        </button>
        ${
          this.record.osid && this.record.status !== 'DRAFT'
            ? html` <button type="button" class="secondary" @click=${() => this.deprecate()}>
                  ${t(this.record.status === 'DEPRECATED' ? 'types.restore' : 'types.deprecate')}
                </button>
                <a
                  role="button"
                  class="secondary"
                  href=${link('types', this.record.osid, 'versions')}
                  >${t('types.versions')}</a
                >`
            : nothing
        }
        ${this.record.osid ? html`<button type="button" class="secondary" @click=${() => deleteSchema(this.record)}>${t('delete')}</button>` : nothing}
        ${typeChoice(typeNames(this.document), this.chosen, name => {
          this.chosen = name;
        })}
      </div>
      ${this.problem()}${problems(this.violations, this.warnings, this.chosen)}
      <div class="tabs" role="tablist">
        ${VIEWS.map(
          view =>
            html`<button
              type="button"
              role="tab"
              id="tab-${view}"
              aria-controls="view"
              aria-selected=${view === this.view}
              ?disabled=${!this.chosen && view !== 'json'}
              @click=${() => {
                this.view = view;
              }}
            >
              ${t(`types.view.${view}`)}
            </button>`
        )}
      </div>
      <div id="view" role="tabpanel" aria-labelledby="tab-${this.view}">${this.shown()}</div>`;
  }

  /** @param {string} name */
  begin(name) {
    this.open({ name, status: 'DRAFT', schema: JSON.stringify(fresh(name)) });
    this.check();
  }

  /** @param {string} text */
  typed(text) {
    this.text = text;
    try {
      this.change(JSON.parse(text));
    } catch (error) {
      this.violations = [
        { pointer: '', rule: 'json', message: /** @type {Error} */ (error).message }
      ];
    }
  }

  shown() {
    const define = (/** @type {CustomEvent} */ e) =>
      this.change(withDefinition(this.document, this.chosen, e.detail));
    switch (this.view) {
      case 'fields':
        return html`<types-fields
          .definition=${this.definition}
          .violations=${this.violations}
          .type=${this.chosen}
          @changed=${define}
        ></types-fields>`;
      case 'rules':
        return html`<types-rules
          .definition=${this.definition}
          .type=${this.chosen}
          @changed=${define}
        ></types-rules>`;
      case 'attestation':
        return html`<types-attestation
          .definition=${this.definition}
          .type=${this.chosen}
          @changed=${define}
        ></types-attestation>`;
      case 'preview':
        return html`<section>
          <p class="quiet">${t('types.previewText')}</p>
          <schema-form
            .schema=${this.definition}
            .document=${this.document}
            .config=${this.definition?._osConfig ?? {}}
            .value=${this.example}
            @changed=${(/** @type {CustomEvent} */ e) => {
              this.example = e.detail;
            }}
          ></schema-form>
        </section>`;
      default:
        return jsonView(
          this.text ?? JSON.stringify(this.document, null, 2),
          text => this.typed(text),
          () => {
            this.text = null;
          }
        );
    }
  }

  async save() {
    const stored = await this.work(() => this.store('DRAFT'));
    if (stored) {
      notify(t('saved'));
    }
  }

  /** @param {string} status */
  async store(status) {
    const body = { name: this.record.name, schema: JSON.stringify(this.document), status };
    if (this.record.osid) {
      await put(path('Schema', this.record.osid), body);
    } else {
      const reply = await post('api/v1/Schema', body);
      this.record = { ...this.record, osid: reply.result.Schema.osid };
      history.replaceState(null, '', link('types', this.record.osid));
    }
    this.record = { ...this.record, status };
    await refresh();
    return true;
  }

  async publish() {
    const done = await publish(this.record, this.document);
    if (done) {
      notify(t('types.published'));
      await refresh();
      this.record = { ...this.record, osid: done.osid, status: 'PUBLISHED' };
      history.replaceState(null, '', link('types', done.osid));
      this.warnings = done.warnings;
      this.violations = [];
    }
  }

  async deprecate() {
    this.record = (await deprecate(this.record)) ?? this.record;
  }
}

define('types-editor', Editor);
