// The certificate templates, with a preview.
import { get, path, post, remove, request } from '../api.js';
import { Screen, define, html, nothing, notify, t } from '../element.js';
import { clean, number, time } from '../format.js';
import { allTypes, title } from '../model.js';
import { ask } from '../parts/dialog.js';
import { view } from '../parts/document.js';
import { download } from '../records/status.js';

const MOST = 200;

class Templates extends Screen {
  static properties = { ...Screen.properties, templates: { state: true } };

  constructor() {
    super();
    /** @type {any[] | null} */ this.templates = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.work(() => this.load());
  }

  async load() {
    this.templates = (await get(`api/v1/templates?limit=${MOST}`)).data;
  }

  render() {
    return html`<h1>${t('nav.templates')}</h1>
      ${this.problem()}
      <label class="upload"
        >${t('templates.add')}<input
          type="file"
          accept=".svg,.html,.xhtml"
          aria-describedby="template-help"
          @change=${(/** @type {any} */ e) => this.add(e.target)}
      /></label>
      <p class="quiet" id="template-help">${t('templates.addText')}</p>
      ${this.templates?.length === 0 ? html`<p>${t('templates.none')}</p>` : nothing}
      ${(this.templates ?? []).map(
        one =>
          html`<article>
            <h2>${clean(one.name)}</h2>
            <p class="quiet">
              ${t('versions.version', { n: number(one.version) })} · ${time(one.osCreatedAt)} ·
              ${one.mediaType === 'text/html' ? 'HTML' : 'SVG'}
            </p>
            <div class="actions">
              <button type="button" class="secondary" @click=${() => this.preview(one)}>
                ${t('templates.preview')}
              </button>
              <button type="button" class="secondary" @click=${() => this.delete(one)}>
                ${t('delete')}
              </button>
            </div>
          </article>`
      )}`;
  }

  /** @param {HTMLInputElement} input */
  async add(input) {
    const file = input.files?.[0];
    if (!file) {
      return;
    }
    const reply = await this.work(async () =>
      post('api/v1/templates', {
        name: file.name,
        mediaType: /svg/i.test(file.name) ? 'image/svg+xml' : 'text/html',
        template: await file.text()
      })
    );
    input.value = '';
    if (reply) {
      const warnings = reply.result.warnings ?? [];
      notify(
        warnings.length
          ? warnings.map((/** @type {any} */ one) => one.message).join(' ')
          : t('saved')
      );
      this.work(() => this.load());
    }
  }

  /** @param {any} template */
  async preview(template) {
    const types = await allTypes();
    const svg = template.mediaType === 'image/svg+xml';
    let picture = '';
    await ask({
      title: t('templates.previewOf', { name: template.name }),
      action: t('templates.preview'),
      content: html`<label
          >${t('bulk.type')}<select name="type">
            ${types.map(type => html`<option value=${type.name}>${title(type)}</option>`)}
          </select></label
        >
        <p class="quiet">${t(svg ? 'templates.asPicture' : 'templates.asPdf')}</p>
        <div class="shown"></div>`,
      does: async form => {
        const reply = await request('POST', `${path('templates', template.id)}/preview`, {
          json: { type: form.get('type') },
          headers: { accept: svg ? 'image/svg+xml' : 'application/pdf' }
        });
        const blob = await reply.blob();
        if (!svg) {
          return download(blob, `${template.name}.pdf`);
        }
        picture = URL.createObjectURL(blob);
        return true;
      }
    });
    if (picture) {
      await ask({
        title: clean(template.name),
        action: t('close'),
        content: view('image/svg+xml', picture, template.name),
        does: async () => true
      });
      URL.revokeObjectURL(picture);
    }
  }

  /** @param {any} template */
  async delete(template) {
    const done = await ask({
      title: t('templates.delete', { name: template.name }),
      action: t('delete'),
      danger: true,
      does: () => remove(path('templates', template.id))
    });
    if (done) {
      this.work(() => this.load());
    }
  }
}

define('issuers-templates', Templates);
