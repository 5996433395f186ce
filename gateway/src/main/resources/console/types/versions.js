// The published versions of a schema, and what differs between two of them.
import { get, path } from '../api.js';
import { Screen, define, html, link, nothing, t } from '../element.js';
import { number, time } from '../format.js';

class Versions extends Screen {
  static properties = {
    ...Screen.properties,
    record: { state: true },
    versions: { state: true },
    shown: { state: true }
  };

  constructor() {
    super();
    /** @type {any} */ this.record = null;
    /** @type {any[]} */ this.versions = [];
    /** @type {any} */ this.shown = null;
  }

  get at() {
    return path('Schema', this.params.id);
  }

  connectedCallback() {
    super.connectedCallback();
    this.work(async () => {
      this.record = await get(this.at);
      const reply = await get(`${this.at}/versions`);
      this.versions = [...(reply.data ?? reply)].sort((a, b) => b.version - a.version);
    });
  }

  /** @param {number} version */
  compare(version) {
    return this.work(async () => {
      this.shown = await get(`${this.at}/versions/${version - 1}/diff/${version}`);
    });
  }

  render() {
    return html`<p class="crumbs">
        <a href="#/types">${t('nav.types')}</a> ›
        <a href=${link('types', this.params.id)}>${this.record?.name ?? ''}</a>
      </p>
      <h1>${t('types.versions')}</h1>
      ${this.problem()}
      <ul class="claims">
        ${this.versions.map(
          one =>
            html`<li>
              <strong>${t('versions.version', { n: number(one.version) })}</strong>
              <span>${time(one.publishedAt)}</span>
              ${one.version > 1 ? html`<button type="button" class="secondary small" @click=${() => this.compare(one.version)}>${t('versions.compare', { n: number(one.version - 1) })}</button>` : nothing}
            </li>`
        )}
      </ul>
      ${
        this.shown
          ? html`<section>
              <h2>
                ${t('versions.between', { from: number(this.shown.from?.version ?? this.shown.from), to: number(this.shown.to?.version ?? this.shown.to) })}
              </h2>
              ${
                this.shown.changes.length
                  ? html`<dl>
                      ${this.shown.changes.map(
                        (/** @type {any} */ one) =>
                          html`<div>
                            <dt><code>${one.pointer}</code></dt>
                            <dd>
                              <del>${text(one.old ?? one.from)}</del>
                              <ins>${text(one.new ?? one.to)}</ins>
                            </dd>
                          </div>`
                      )}
                    </dl>`
                  : html`<p>${t('versions.same')}</p>`
              }
            </section>`
          : nothing
      }`;
  }
}

/** @param {unknown} value */
function text(value) {
  return value === undefined ? '' : JSON.stringify(value);
}

define('types-versions', Versions);
