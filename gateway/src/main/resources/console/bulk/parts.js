// Parts of the screen for imports.
import { user } from '../api.js';
import { html, nothing, t } from '../element.js';
import { clean, number, time } from '../format.js';
import { fieldsOf } from '../model.js';
import { imports } from './kept.js';
import { ENCODINGS } from './source.js';

const MOST = 100;

/**
 * The first rows of a table under the fields that its columns are.
 * @param {import('../model.js').EntityType | null} type @param {import('./source.js').Source} source
 * @param {string[]} mapping @param {(mapping: string[]) => void} change @param {(file: File, encoding: string) => void} read
 */
export function mapping(type, source, mapping, change, read) {
  if (!type) {
    return nothing;
  }
  const fields = fieldsOf(type);
  const encodings = html`<label class="inline"
    >${t('bulk.encoding')}<select
      @change=${(/** @type {any} */ e) => read(source.file, e.target.value)}
    >
      ${ENCODINGS.map(one => html`<option value=${one} ?selected=${one === source.encoding}>${one}</option>`)}
    </select></label
  >`;
  return source.lines
    ? nothing
    : html`<section>
        <h2>${t('bulk.mapping')}</h2>
        ${encodings}
        <div class="wide-table" tabindex="0" role="region" aria-label=${t('bulk.mapping')}>
          <table>
            <thead>
              <tr>
                ${source.titles.map(
                  (one, i) =>
                    html`<th scope="col">
                      ${clean(one)}<select
                        aria-label=${t('bulk.fieldOf', { title: one })}
                        @change=${(/** @type {any} */ e) => change(mapping.map((other, at) => (at === i ? e.target.value : other)))}
                      >
                        <option value="" ?selected=${!mapping[i]}>${t('bulk.leaveOut')}</option>
                        ${fields.map(field => html`<option value=${field.path.join('.')} ?selected=${field.path.join('.') === mapping[i]}>${clean(field.title)}</option>`)}
                      </select>
                    </th>`
                )}
              </tr>
            </thead>
            <tbody>
              ${source.sample.map(
                row =>
                  html`<tr>
                    ${source.titles.map((_, i) => html`<td dir="auto">${clean(row[i] ?? '')}</td>`)}
                  </tr>`
              )}
            </tbody>
          </table>
        </div>
      </section>`;
}

/** The rows that were refused, with their reasons. @param {any[]} errors @param {() => void} save */
export function refused(errors, save) {
  const all = new Set(errors.map(one => one.row));
  return html`<section>
    <h2>${t('bulk.refused')}</h2>
    <div class="wide-table" tabindex="0" role="region" aria-label=${t('bulk.refused')}>
      <table>
        <thead>
          <tr>
            <th scope="col">${t('bulk.row')}</th>
            <th scope="col">${t('claim.field')}</th>
            <th scope="col">${t('bulk.why')}</th>
          </tr>
        </thead>
        <tbody>
          ${errors.slice(0, MOST).map(
            one =>
              html`<tr>
                <td>${number(one.line)}</td>
                <td>${one.pointer.replace(/^\//, '')}</td>
                <td>${one.message}</td>
              </tr>`
          )}
        </tbody>
      </table>
    </div>
    ${errors.length > MOST ? html`<p class="quiet">${t('bulk.more', { n: errors.length - MOST })}</p>` : nothing}
    <button type="button" @click=${save}>${t('bulk.save', { n: all.size })}</button>
  </section>`;
}

/** The imports that this browser began. @param {(one: import('./kept.js').KeptImport) => void} choose */
export function before(choose) {
  const mine = imports().filter(one => one.by === user().id);
  return mine.length
    ? html`<section>
        <h2>${t('bulk.before')}</h2>
        <ul class="plain">
          ${mine.map(
            one =>
              html`<li>
                ${clean(one.file)} · ${one.type} · ${time(one.at)} ·
                <span class="state ${one.state === 'COMPLETED' ? 'VALID' : 'DRAFT'}"
                  >${t(`import.${one.state}`)}</span
                >
                ${one.state === 'COMPLETED' ? nothing : html`<a href="#/bulk?id=${one.id}" @click=${() => choose(one)}>${t('start.goOn')}</a>`}
              </li>`
          )}
        </ul>
      </section>`
    : nothing;
}

/**
 * How far an import is, or what it came to.
 * @param {any} result @param {boolean} trial @param {number} total of rows, about
 * @param {AbortController | null} running
 */
export function progress(result, trial, total, running) {
  const { rows = 0, created = 0, replaced = 0, refused = 0 } = result;
  const counts = { rows, created, replaced, refused };
  return html`<section>
    <h2>${t(trial ? 'bulk.trial' : running ? 'bulk.running' : 'bulk.result')}</h2>
    ${running ? html`<progress max=${total || 1} value=${rows} aria-label=${t('bulk.running')}></progress>` : nothing}
    <p role="status">${t(trial ? 'bulk.trialCounts' : 'bulk.counts', counts)}</p>
    ${
      running && !trial
        ? html`<button type="button" class="secondary" @click=${() => running.abort()}>
            ${t('bulk.pause')}
          </button>`
        : nothing
    }
  </section>`;
}

/**
 * @param {string | undefined} twice a field that two columns are @param {boolean} logins whether accounts are made
 * @param {boolean} running @param {boolean} goesOn @param {(trial: boolean) => void} run
 */
export function startButtons(twice, logins, running, goesOn, run) {
  const off = running || Boolean(twice);
  return html`<div class="actions">
    ${twice ? html`<p class="failure">${t('bulk.twice', { name: twice })}</p>` : nothing}
    <button type="button" class="secondary" ?disabled=${off} @click=${() => run(true)}>
      ${t('bulk.try')}
    </button>
    <button type="button" ?disabled=${off} @click=${() => run(false)}>
      ${t(goesOn ? 'start.goOn' : 'bulk.run')}
    </button>
    ${logins ? html`<span class="quiet">${t('bulk.logins')}</span>` : nothing}
  </div>`;
}
