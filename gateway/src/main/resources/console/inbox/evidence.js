// What helps to decide a claim.
import { Failure, get, path } from '../api.js';
import { html, nothing, t } from '../element.js';
import { clean, line } from '../format.js';
import { fieldsOf, words } from '../model.js';
import { read } from '../parts/document.js';

/** @typedef {{name: string, type: string, address: string}} Shown */

/**
 * The values of the last grant: the credential that is in force says them, or an earlier claim does.
 * @param {string} attestor @param {any} claim @param {any} entity
 */
export async function grantedBefore(attestor, claim, entity) {
  const records = entity?.[claim.attestationName] ?? [];
  const own = records.find((/** @type {any} */ one) => one.osid === claim.attestationId);
  if (own?._osAttestedData) {
    return JSON.parse(own._osAttestedData).credentialSubject;
  }
  const query = new URLSearchParams({
    entity: claim.entity,
    entityId: claim.entityId,
    attestationName: claim.attestationName,
    decision: 'GRANTED',
    size: '1'
  });
  const page = await get(`${path(attestor, 'claims')}?${query}`).catch(unseen);
  return page?.content?.[0]?.propertyData ?? null;
}

/** The documents of the claim's record. @param {any} claim @param {any} type @returns {Promise<Shown[]>} */
export async function documentsOf(claim, type) {
  const properties = [
    ...new Set([
      'documents',
      ...Object.keys(claim.propertyData ?? {}),
      ...Object.keys(type.schema.properties ?? {}).filter(name =>
        /document|file|photo|attachment|evidence/i.test(name)
      )
    ])
  ];
  const lists = await Promise.all(
    properties.map(async name => {
      const at = path(claim.entity, claim.entityId, name, 'documents');
      return ((await get(at).catch(unseen)) ?? []).map((/** @type {any} */ file) => ({
        at: `${at}/${file.documentId}`,
        name: file.fileName
      }));
    })
  );
  return Promise.all(
    lists
      .flat()
      .slice(0, 20)
      .map(async one => {
        const { type: mediaType, blob } = await read(one.at);
        return { name: one.name, type: mediaType, address: URL.createObjectURL(blob) };
      })
  );
}

/** The values, beside those of the last grant where there was one. @param {any} claim @param {any} before @param {any} type */
export function comparison(claim, before, type) {
  const now = claim.propertyData ?? {};
  const names = [
    ...new Set([
      ...Object.keys(now),
      ...Object.keys(before ?? {}).filter(name => name !== 'id' && name !== 'type')
    ])
  ];
  const titles = new Map(fieldsOf(type).map(field => [field.path.join('.'), field]));
  return html`<section>
    <h2>${t('claim.values')}</h2>
    <div class="wide-table" tabindex="0" role="region" aria-label=${t('claim.values')}>
      <table>
        <thead>
          <tr>
            <th scope="col">${t('claim.field')}</th>
            ${before ? html`<th scope="col">${t('claim.before')}</th>` : nothing}
            <th scope="col">${t('claim.now')}</th>
          </tr>
        </thead>
        <tbody>
          ${names.map(name => {
            const changed = before && line(before[name]) !== line(now[name]);
            const field = titles.get(name);
            return html`<tr class=${changed ? 'changed' : ''}>
              <th scope="row">
                ${clean(field?.title ?? words(name))}${changed ? html` <small class="tag">${t('claim.changed')}</small>` : nothing}
              </th>
              ${before ? html`<td dir="auto">${line(before[name], field?.schema) || '–'}</td>` : nothing}
              <td dir="auto">${line(now[name], field?.schema) || '–'}</td>
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** What the user may not see is left out. @param {unknown} e */
export function unseen(e) {
  if (e instanceof Failure && [400, 401, 403, 404].includes(e.status)) {
    return null;
  }
  throw e;
}
