// The JSON-LD contexts that were uploaded.
import { get, path, post, remove } from '../api.js';
import { Screen, define, html, nothing, notify, t } from '../element.js';
import { time } from '../format.js';
import { ask } from '../parts/dialog.js';

const MOST = 200;

class Contexts extends Screen {
  static properties = { ...Screen.properties, contexts: { state: true } };

  constructor() {
    super();
    /** @type {any[] | null} */ this.contexts = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.work(() => this.load());
  }

  async load() {
    this.contexts = (await get(`api/v1/contexts?limit=${MOST}`)).data;
  }

  render() {
    return html`<h1>${t('nav.contexts')}</h1>
      ${this.problem()}
      <div class="actions">
        <button type="button" @click=${() => this.add()}>${t('contexts.add')}</button>
      </div>
      ${this.contexts?.length === 0 ? html`<p>${t('contexts.none')}</p>` : nothing}
      ${(this.contexts ?? []).map(
        one =>
          html`<article>
            <h2 class="did">${one.address}</h2>
            <p class="quiet">
              ${time(one.osCreatedAt)} · ${t(one.used ? 'contexts.used' : 'contexts.unused')}
            </p>
            <div class="actions">
              <button type="button" class="secondary" @click=${() => this.show(one)}>
                ${t('contexts.show')}
              </button>
              <button type="button" class="secondary" @click=${() => this.delete(one)}>
                ${t('delete')}
              </button>
            </div>
          </article>`
      )}`;
  }

  async add() {
    const done = await ask({
      title: t('contexts.add'),
      action: t('save'),
      content: html`<label
          >${t('contexts.address')}<input name="address" type="url" autocomplete="off"
        /></label>
        <label
          >${t('contexts.document')}<textarea
            class="code"
            name="document"
            rows="10"
            required
            spellcheck="false"
          ></textarea>
        </label>`,
      does: form => {
        const address = String(form.get('address') ?? '').trim();
        return post('api/v1/contexts', {
          document: JSON.parse(String(form.get('document'))),
          ...(address ? { address } : {})
        });
      }
    });
    if (done) {
      notify(t('saved'));
      this.work(() => this.load());
    }
  }

  /** @param {any} context */
  show(context) {
    return this.work(async () => {
      const { document } = await get(path('contexts', context.id));
      await ask({
        title: context.address,
        action: t('close'),
        content: html`<pre tabindex="0">${JSON.stringify(document, null, 2)}</pre>`,
        does: async () => true
      });
    });
  }

  /** @param {any} context */
  async delete(context) {
    const done = await ask({
      title: t('contexts.delete'),
      text: context.address,
      action: t('delete'),
      danger: true,
      does: () => remove(path('contexts', context.id))
    });
    if (done) {
      this.work(() => this.load());
    }
  }
}

define('issuers-contexts', Contexts);
