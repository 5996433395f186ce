// Questions that must be decided before something is done.
import { html, nothing, render } from 'lit';
import { Failure } from '../api.js';
import { problem } from '../element.js';
import { t } from '../texts.js';

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {unknown} [text]
 * @property {string} action what the button says
 * @property {unknown} [content] inputs with names
 * @property {boolean} [danger]
 * @property {string} [dismiss] what the button says that does nothing
 * @property {(form: FormData) => Promise<any>} does it; its failure is shown in the dialog
 */

let labels = 0;

/** @param {Question & {does: (form: FormData) => Promise<any>}} question @returns {Promise<any>} undefined if it was cancelled */
export function ask(question) {
  const dialog = document.createElement('dialog');
  const id = `dialog-${++labels}`;
  dialog.setAttribute('aria-labelledby', id);
  document.querySelector('registry-console')?.append(dialog);
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  return new Promise(resolve => {
    let failure = /** @type {Failure | null} */ (null);
    let busy = false;
    const close = (/** @type {any} */ result) => {
      dialog.close();
      dialog.remove();
      before?.focus();
      resolve(result);
    };
    const submit = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      busy = true;
      show();
      try {
        close(
          (await question.does(new FormData(/** @type {HTMLFormElement} */ (event.target)))) ?? true
        );
      } catch (e) {
        failure = e instanceof Failure ? e : new Failure(0, { message: String(e) });
        busy = false;
        show();
      }
    };
    const show = () =>
      render(
        html` <form class="sheet" @submit=${submit}>
          <h2 id=${id}>${question.title}</h2>
          ${question.text ? html`<div>${question.text}</div>` : nothing}
          ${question.content ?? nothing} ${problem(failure)}
          <div class="actions">
            <button
              type="submit"
              class=${question.danger ? 'danger' : ''}
              ?disabled=${busy}
              aria-busy=${busy}
            >
              ${question.action}
            </button>
            <button type="button" class="secondary" @click=${() => close(undefined)}>
              ${question.dismiss ?? t('cancel')}
            </button>
          </div>
        </form>`,
        dialog
      );
    dialog.addEventListener('cancel', event => {
      event.preventDefault();
      close(undefined);
    });
    show();
    dialog.showModal();
  });
}
