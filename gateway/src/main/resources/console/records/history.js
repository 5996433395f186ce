// The history of a record, as differences that people can read.
import { get, path } from '../api.js';
import { Screen, define, html, nothing, t } from '../element.js';
import { clean, line, time } from '../format.js';
import { fieldsOf, titleIn, words } from '../model.js';

const PAGE = 20;

class History extends Screen {
  static properties = {
    ...Screen.properties,
    type: { attribute: false },
    entityId: { attribute: false },
    version: { attribute: false },
    entries: { state: true },
    total: { state: true }
  };

  constructor() {
    super();
    /** @type {any} */ this.type = null;
    this.entityId = '';
    this.version = '';
    /** @type {any[]} */ this.entries = [];
    this.total = 0;
    this.open = false;
  }

  /** @param {Map<string, unknown>} changes */
  willUpdate(changes) {
    if (changes.has('version') && this.open) {
      this.load(0);
    }
  }

  /** @param {number} offset */
  load(offset) {
    return this.work(async () => {
      const page = await get(
        `${path(this.type.name, this.entityId)}/history?limit=${PAGE}&offset=${offset}`
      );
      this.entries = offset === 0 ? page.data : [...this.entries, ...page.data];
      this.total = page.totalCount;
    });
  }

  render() {
    const toggle = (/** @type {any} */ e) => {
      this.open = e.target.open;
      if (this.open && this.entries.length === 0) {
        this.load(0);
      }
    };
    return html`<section>
      <details @toggle=${toggle}>
        <summary><h2>${t('history')}</h2></summary>
        ${this.problem()}
        <ol class="history">
          ${this.entries.map(
            entry =>
              html`<li>
                <p>
                  <strong
                    >${t(`history.${entry.operation}`) === `history.${entry.operation}` ? words(entry.operation) : t(`history.${entry.operation}`)}</strong
                  >
                  <small>${time(entry.at)}</small>
                </p>
                <dl>
                  ${entry.changes.filter(isShown).map((/** @type {any} */ change) => this.change(change))}
                </dl>
              </li>`
          )}
        </ol>
        ${this.entries.length < this.total ? html`<button type="button" class="secondary" ?disabled=${this.busy} @click=${() => this.load(this.entries.length)}>${t('history.more')}</button>` : nothing}
      </details>
    </section>`;
  }

  /** @param {any} change */
  change(change) {
    return html`<div>
      <dt>${this.titleOf(change.pointer)}</dt>
      <dd dir="auto">
        ${change.from === undefined ? nothing : html`<del><span class="unseen">${t('history.from')} </span>${shown(change.pointer, change.from)}</del> `}
        ${change.to === undefined ? nothing : html`<ins><span class="unseen">${t('history.to')} </span>${shown(change.pointer, change.to)}</ins>`}
      </dd>
    </div>`;
  }

  /** @param {string} pointer */
  titleOf(pointer) {
    const plain = pointer
      .replace(/\/(\d+|[0-9a-f-]{36})(?=\/|$)/g, '')
      .replace(/^\/_osState~1/, '/')
      .replace(/\/_osState$/, '');
    const field = fieldsOf(this.type).find(one => one.pointer === plain);
    return clean(
      field?.title ??
        titleIn(this.type.config, plain) ??
        (plain ? plain.split('/').slice(1).map(words).join(', ') : t('history.all'))
    );
  }
}

/** What the service keeps for itself is not shown, but for states. @param {any} change */
function isShown(change) {
  return /_osState/.test(change.pointer) || !/\/_?os[A-Z]|\/osid/.test(change.pointer);
}

/** @param {string} pointer @param {any} value */
function shown(pointer, value) {
  return /_osState/.test(pointer) ? t(`attestation.${value}`) : line(value);
}

define('record-history', History);
