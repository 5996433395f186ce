// What the screens have in common.
import { LitElement, html, nothing } from 'lit';
import { Failure } from './api.js';
import { t } from './texts.js';

export { html, nothing, t };

/** An element whose content is in the page itself, so that one style sheet and one outline of headings serve all. */
export class Part extends LitElement {
  createRenderRoot() {
    return this;
  }
}

/** A screen: it has the parameters of its address, and shows the failure of what it did last. */
export class Screen extends Part {
  static properties = {
    params: { attribute: false },
    failure: { state: true },
    busy: { state: true }
  };

  constructor() {
    super();
    /** @type {Record<string, string>} */
    this.params = {};
    /** @type {Failure | null} */
    this.failure = null;
    this.busy = false;
  }

  /**
   * Does something, and shows its failure.
   * @template T
   * @param {() => Promise<T>} action
   * @returns {Promise<T | undefined>} undefined after a failure
   */
  async work(action) {
    this.busy = true;
    this.failure = null;
    try {
      return await action();
    } catch (e) {
      if (!(e instanceof Failure)) {
        console.error(e);
      }
      this.failure = e instanceof Failure ? e : new Failure(0, { message: String(e) });
      await this.updateComplete;
      this.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' });
      return undefined;
    } finally {
      this.busy = false;
    }
  }

  /** The failure, with the violations that stand at no field. @param {(pointer: string) => boolean} [placed] */
  problem(placed = () => false) {
    return problem(this.failure, placed);
  }
}

/** @param {Failure | null} failure @param {(pointer: string) => boolean} [placed] */
export function problem(failure, placed = () => false) {
  if (!failure) {
    return nothing;
  }
  const others = failure.violations.filter(one => !placed(one.pointer)).slice(0, 20);
  return html` <div role="alert" class="failure">
    <p>${failure.violations.length ? t('failure.violations') : failure.message}</p>
    ${
      others.length
        ? html`<ul>
            ${others.map(one => html`<li>${one.pointer ? html`<code>${one.pointer}</code> ` : nothing}${one.message}</li>`)}
          </ul>`
        : nothing
    }
  </div>`;
}

/** Tells everybody, also those who hear the page. @param {string} text */
export function notify(text) {
  dispatchEvent(new CustomEvent('console-notice', { detail: text }));
}

/** @param {string} hash */
export function go(hash) {
  location.hash = hash;
}

/** A part of an address of the console. @param {string[]} parts */
export function link(...parts) {
  return '#/' + parts.map(encodeURIComponent).join('/');
}

/** @param {string} name @param {CustomElementConstructor} element */
export function define(name, element) {
  if (!customElements.get(name)) {
    customElements.define(name, element);
  }
}
