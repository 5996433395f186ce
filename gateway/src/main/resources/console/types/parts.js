// Parts of the editor of schemas.
import { html, nothing, t } from '../element.js';

/** @param {any[]} violations @param {any[]} warnings @param {string} type */
export function problems(violations, warnings, type) {
  return html` ${
    violations.length
      ? html`<div class="failure" role="status">
          <p>${t('types.problems')}</p>
          <ul>
            ${violations.slice(0, 20).map(one => html`<li>${readable(one, type)}</li>`)}
          </ul>
        </div>`
      : nothing
  }
  ${
    warnings.length
      ? html`<details class="warning">
          <summary>${t('types.warnings', { n: warnings.length })}</summary>
          <ul>
            ${warnings.map(one => html`<li>${readable(one, type)}</li>`)}
          </ul>
        </details>`
      : nothing
  }`;
}

/** @param {any} one @param {string} type */
function readable(one, type) {
  const at = (one.pointer ?? '')
    .replace(new RegExp(`^(/schema)?/definitions/${type}`), '')
    .replace('/_osConfig', '')
    .replaceAll('/properties/', '/');
  return html`${at ? html`<code>${at.replace(/^\//, '')}</code>: ` : nothing}${one.message ?? String(one)}`;
}

/** @param {(name: string) => void} begin */
export function startView(begin) {
  const submit = (/** @type {SubmitEvent} */ e) => {
    e.preventDefault();
    const name = String(new FormData(/** @type {HTMLFormElement} */ (e.target)).get('name')).trim();
    begin(name);
  };
  return html`<p class="crumbs"><a href="#/types">${t('nav.types')}</a></p>
    <h1>${t('types.new')}</h1>
    <form @submit=${submit}>
      <div class="field">
        <label for="name">${t('types.name')}</label>
        <input
          id="name"
          name="name"
          required
          pattern="[A-Za-z][A-Za-z0-9_\\-]{0,62}"
          autocomplete="off"
          aria-describedby="name-help"
        />
        <small id="name-help">${t('types.nameHelp')}</small>
      </div>
      <button type="submit">${t('types.begin')}</button>
    </form>`;
}

/** @param {string} text @param {(text: string) => void} type @param {() => void} leave */
export function jsonView(text, type, leave) {
  return html`<label for="json">${t('types.view.json')}</label>
    <textarea
      id="json"
      class="code whole"
      spellcheck="false"
      dir="ltr"
      .value=${text}
      @input=${(/** @type {any} */ e) => type(e.target.value)}
      @blur=${leave}
    ></textarea>`;
}

/** The types of a document with several. @param {string[]} names @param {string} chosen @param {(name: string) => void} choose */
export function typeChoice(names, chosen, choose) {
  if (names.length < 2) {
    return nothing;
  }
  return html`<label class="inline"
    >${t('types.type')}
    <select @change=${(/** @type {any} */ e) => choose(e.target.value)}>
      ${names.map(name => html`<option value=${name} ?selected=${name === chosen}>${name}</option>`)}
    </select></label
  >`;
}
