// Publishing: what changes for stored records is shown before it is done.
import { Failure, path, post, put, remove } from '../api.js';
import { go, html, link, nothing, t } from '../element.js';
import { refresh } from '../model.js';
import { number } from '../format.js';
import { ask } from '../parts/dialog.js';

/**
 * @param {any} record @param {any} document
 * @returns {Promise<{osid: string, warnings: any[]} | undefined>} undefined if it was not published
 */
export async function publish(record, document) {
  const body = { name: record.name, schema: JSON.stringify(document), status: 'PUBLISHED' };
  const at = record.osid ? path('Schema', record.osid) : 'api/v1/Schema';
  const send = (/** @type {string} */ query) =>
    record.osid ? put(at + query, body) : post(at + query, body);
  const effect = await trial(send);
  const done = await ask({
    title: t('publish.title', { name: record.name }),
    action: t('types.publish'),
    danger: effect.narrows,
    text: html`<p>${t(record.status === 'PUBLISHED' ? 'publish.again' : 'publish.first')}</p>
      ${effect.report}
      ${
        effect.warnings.length
          ? html`<div class="warning">
              <ul>
                ${effect.warnings.map(one => html`<li>${one.message ?? one}</li>`)}
              </ul>
            </div>`
          : nothing
      }
      ${
        effect.refused
          ? html`<div class="failure" role="alert">
              <p>${effect.refused.message}</p>
              <ul>
                ${effect.refused.violations.slice(0, 10).map(one => html`<li><code>${one.pointer}</code> ${one.message}</li>`)}
              </ul>
            </div>`
          : nothing
      }`,
    content: effect.narrows
      ? html`<label><input type="checkbox" name="narrow" required />${t('publish.narrow')}</label>`
      : nothing,
    does: form => send(form.get('narrow') ? '?narrow=true' : '')
  });
  return (
    done && { osid: record.osid ?? done.result.Schema.osid, warnings: done.result?.warnings ?? [] }
  );
}

/** @param {(query: string) => Promise<any>} send */
async function trial(send) {
  try {
    const { result } = await send('?dryRun=true');
    const report = result?.report ?? {};
    return {
      report: shown(report),
      warnings: result?.warnings ?? [],
      narrows: (report.changes ?? []).some((/** @type {any} */ one) => one.effect === 'NARROWING'),
      refused: null
    };
  } catch (e) {
    if (!(e instanceof Failure)) {
      throw e;
    }
    const narrows = /narrows/.test(e.code);
    return { report: shown(e.result.report ?? e.result), warnings: [], narrows, refused: e };
  }
}

/** @param {{changes?: any[], entities?: any[]}} report */
function shown({ changes = [], entities = [] }) {
  return html` ${entities.map(
    one =>
      html`<p class=${one.breaking ? 'failure' : ''}>
        ${t(one.breaking ? 'publish.break' : 'publish.fits', { count: number(one.breaking ?? 0), of: number(one.stored ?? 0), checked: number(one.checked ?? 0), type: one.type })}
        ${(one.ids ?? []).map((/** @type {string} */ id, /** @type {number} */ i) => html` <a href=${link('records', one.type, id)}>${t('publish.record', { n: i + 1 })}</a>`)}
      </p>`
  )}
  ${
    changes.length
      ? html`<div class="wide-table" tabindex="0" role="region" aria-label=${t('publish.change')}>
          <table>
            <thead>
              <tr>
                <th scope="col">${t('publish.change')}</th>
                <th scope="col">${t('publish.effect')}</th>
              </tr>
            </thead>
            <tbody>
              ${changes.slice(0, 100).map(
                one =>
                  html`<tr>
                    <td>
                      <code
                        >${one.pointer.replace(/^\/(schema\/)?definitions\//, '').replaceAll('/properties/', '/')}</code
                      ><br />${short(one.old)} → ${short(one.new)}
                    </td>
                    <td>${t(`effect.${one.effect}`)}</td>
                  </tr>`
              )}
            </tbody>
          </table>
        </div>`
      : nothing
  }`;
}

/** @param {unknown} value */
function short(value) {
  const text = value === undefined || value === null ? '–' : JSON.stringify(value);
  return text.length > 120 ? text.slice(0, 120) + '…' : text;
}

/**
 * The interface's own checks of a document, without storing anything.
 * @param {any} record @param {any} document
 * @returns {Promise<{violations: import('../api.js').Violation[], warnings: any[]}>}
 */
export async function checked(record, document) {
  const status = record.status === 'DRAFT' || !record.osid ? 'PUBLISHED' : record.status;
  const body = { name: record.name, schema: JSON.stringify(document), status };
  try {
    const { result } = record.osid
      ? await put(`${path('Schema', record.osid)}?dryRun=true&narrow=true`, body)
      : await post('api/v1/Schema?dryRun=true', body);
    return { violations: [], warnings: result?.warnings ?? [] };
  } catch (e) {
    if (!(e instanceof Failure)) {
      throw e;
    }
    const whole = { pointer: '', rule: e.code, message: e.message };
    return { violations: e.violations.length ? e.violations : [whole], warnings: [] };
  }
}

/** Lets no new records be made, or lets them again. @param {any} record @returns {Promise<any>} the changed record */
export async function deprecate(record) {
  const status = record.status === 'DEPRECATED' ? 'PUBLISHED' : 'DEPRECATED';
  const done = await ask({
    title: t(`types.to.${status}`),
    text: t(`types.to.${status}.text`),
    action: t('save'),
    does: () => put(path('Schema', record.osid), { status })
  });
  if (done) {
    await refresh();
  }
  return done ? { ...record, status } : undefined;
}

/** @param {any} record */
export async function deleteSchema(record) {
  const done = await ask({
    title: t('types.delete', { name: record.name }),
    text: t('types.deleteText'),
    action: t('delete'),
    danger: true,
    does: () => remove(path('Schema', record.osid))
  });
  if (done) {
    await refresh();
    go('#/types');
  }
}
