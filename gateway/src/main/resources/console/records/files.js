// The files of a record.
import { Failure, currentSession, get, path, remove } from '../api.js';
import { Screen, define, html, nothing, notify, t } from '../element.js';
import { clean, size } from '../format.js';
import { ask } from '../parts/dialog.js';
import { words } from '../model.js';
import { showDocument } from '../parts/document.js';

class Files extends Screen {
  static properties = {
    ...Screen.properties,
    type: { attribute: false },
    entity: { attribute: false },
    mayChange: { attribute: false },
    files: { state: true },
    progress: { state: true }
  };

  constructor() {
    super();
    /** @type {any} */ this.type = null;
    /** @type {any} */ this.entity = null;
    this.mayChange = false;
    /** @type {Record<string, any[]>} by property */ this.files = {};
    /** @type {number | null} */ this.progress = null;
  }

  /** The properties that files belong to: those that the schema says, or one of a usual name. */
  get properties() {
    const named = Object.entries(this.type.schema.properties ?? {})
      .filter(
        ([name, schema]) =>
          /** @type {any} */ (schema).contentMediaType ||
          /document|file|photo|attachment|evidence/i.test(name)
      )
      .map(([name]) => name);
    return named.length ? named : ['documents'];
  }

  connectedCallback() {
    super.connectedCallback();
    this.load();
  }

  load() {
    return this.work(async () => {
      const lists = await Promise.all(
        this.properties.map(name =>
          get(this.at(name)).catch((/** @type {unknown} */ e) => {
            if (e instanceof Failure && [401, 403, 404].includes(e.status)) {
              return [];
            }
            throw e;
          })
        )
      );
      this.files = Object.fromEntries(this.properties.map((name, i) => [name, lists[i]]));
    });
  }

  /** @param {string} property */
  at(property) {
    return path(this.type.name, this.entity.osid, property, 'documents');
  }

  render() {
    const any = Object.values(this.files).some(list => list.length);
    if (!any && !this.mayChange) {
      return nothing;
    }
    return html`<section>
      <h2>${t('files')}</h2>
      ${this.problem()}
      ${this.properties.map(
        name =>
          html` ${this.properties.length > 1 ? html`<h3>${words(name)}</h3>` : nothing}
            <ul class="plain">
              ${(this.files[name] ?? []).map(
                file =>
                  html`<li class="file">
                    <button
                      type="button"
                      class="secondary small"
                      @click=${() => this.work(() => showDocument(`${this.at(name)}/${file.documentId}`, file.fileName))}
                    >
                      ${clean(file.fileName)}
                    </button>
                    <small>${size(file.size)}</small>
                    ${this.mayChange ? html`<button type="button" class="secondary small" aria-label=${t('files.delete', { name: file.fileName })} @click=${() => this.delete(name, file)}>×</button>` : nothing}
                  </li>`
              )}
            </ul>
            ${this.mayChange ? html`<label class="upload">${t('files.add')}<input type="file" multiple @change=${(/** @type {any} */ e) => this.upload(name, e.target)} /></label>` : nothing}`
      )}
      ${this.progress === null ? nothing : html`<progress max="100" value=${this.progress} aria-label=${t('files.progress')}></progress>`}
    </section>`;
  }

  /** @param {string} property @param {HTMLInputElement} input */
  async upload(property, input) {
    const form = new FormData();
    [...(input.files ?? [])].forEach(file => form.append('files', file));
    const reply = await this.work(() => this.send(this.at(property), form));
    input.value = '';
    this.progress = null;
    if (reply) {
      await this.load();
      const errors = reply.errors ?? [];
      if (errors.length) {
        this.failure = new Failure(400, {
          message: errors.map((/** @type {any} */ one) => `${one.file}: ${one.reason}`).join(' ')
        });
      } else {
        notify(t('files.added'));
      }
    }
  }

  /** fetch tells no progress of what is sent. @param {string} to @param {FormData} form @returns {Promise<any>} */
  async send(to, form) {
    const token = await currentSession().token();
    return new Promise((resolve, reject) => {
      const call = new XMLHttpRequest();
      call.open('POST', new URL(`../../../../${to}`, import.meta.url));
      call.setRequestHeader('authorization', `Bearer ${token}`);
      call.upload.onprogress = event => {
        this.progress = event.lengthComputable ? (100 * event.loaded) / event.total : null;
      };
      call.onerror = () => reject(new Failure(0, null));
      call.onload = () => {
        const body = JSON.parse(call.responseText || 'null');
        call.status < 300 ? resolve(body?.result ?? body) : reject(new Failure(call.status, body));
      };
      call.send(form);
    });
  }

  /** @param {string} property @param {any} file */
  async delete(property, file) {
    const done = await ask({
      title: t('files.delete', { name: file.fileName }),
      action: t('delete'),
      danger: true,
      does: () => remove(`${this.at(property)}/${file.documentId}`)
    });
    if (done) {
      this.load();
    }
  }
}

define('record-files', Files);
