// What can be done with a credential, of a record or of an attestation.
import { Failure, address, get, path, post, request } from '../api.js';
import { html, nothing, notify, t } from '../element.js';
import { clean, time } from '../format.js';
import { ask } from '../parts/dialog.js';

/** @typedef {{state: string, id: string, until?: string, reason?: string}} CredentialState */

/**
 * @param {string | undefined} signed the credential as text
 * @param {any} [status] `_osCredentialStatus`
 * @returns {Promise<CredentialState>}
 */
export async function stateOf(signed, status) {
  if (signed === undefined) {
    return { state: 'NONE', id: '' };
  }
  if (signed === '') {
    return { state: 'REVOKED', id: '', reason: status?.reason };
  }
  const id = JSON.parse(signed).id ?? '';
  try {
    const { verified, checks } = await get(`api/v1/verify/${encodeURIComponent(id)}`);
    return {
      state: verified ? 'VALID' : failedState(checks),
      id,
      until: status?.until,
      reason: status?.reason
    };
  } catch (e) {
    if (e instanceof Failure) {
      return { state: 'UNKNOWN', id };
    }
    throw e;
  }
}

/** @param {{check: string, status: string, reason?: string}[]} checks */
function failedState(checks) {
  const failed = (/** @type {string} */ name) =>
    checks.find(one => one.check === name && one.status === 'NOK');
  return failed('revocation')
    ? 'REVOKED'
    : failed('suspension')
      ? 'SUSPENDED'
      : failed('expiry')
        ? failed('expiry')?.reason === 'not-yet-valid'
          ? 'EARLY'
          : 'EXPIRED'
        : 'UNKNOWN';
}

/** @param {CredentialState} of */
export function stateLine(of) {
  return html`<span class="state ${of.state}">${t(`credential.${of.state}`)}</span>
    ${of.until && of.state === 'SUSPENDED' ? html` <span>${t('credential.until', { at: time(of.until) })}</span>` : nothing}
    ${of.reason && of.state !== 'VALID' ? html` <span class="quiet" dir="auto">${clean(of.reason)}</span>` : nothing}`;
}

/**
 * Revokes, suspends or reinstates, with a reason.
 * @param {string} of the path of the record or attestation
 * @param {'revoke' | 'suspend' | 'reinstate'} action
 * @returns {Promise<boolean>}
 */
export async function changeStatus(of, action) {
  const done = await ask({
    title: t(`${action}.title`),
    text: t(`${action}.text`),
    action: t(action),
    danger: action === 'revoke',
    content: html` <label
        >${t('reason')}<input name="reason" maxlength="1000" autocomplete="off"
      /></label>
      ${action === 'suspend' ? html`<label>${t('suspend.until')}<input name="until" type="datetime-local" /></label>` : nothing}`,
    does: form => {
      const reason = String(form.get('reason') ?? '');
      const until = String(form.get('until') ?? '');
      return post(`${of}/${action}`, {
        ...(reason ? { reason } : {}),
        ...(until ? { until: new Date(until).toISOString() } : {})
      });
    }
  });
  if (done) {
    notify(t(`${action}.done`));
  }
  return Boolean(done);
}

/** Shows the certificate, and offers it as a PDF. @param {string} of @param {string} name @param {boolean} preview */
export async function showCertificate(of, name, preview) {
  const picture = preview
    ? URL.createObjectURL(
        await (await request('GET', of, { headers: { accept: 'image/svg+xml' } })).blob()
      )
    : '';
  ask({
    title: t('certificate.of', { name }),
    action: t('certificate.pdf'),
    dismiss: t('close'),
    content: picture
      ? html`<img class="certificate" src=${picture} alt=${t('certificate.of', { name })} />`
      : nothing,
    does: async () =>
      download(
        await (await request('GET', of, { headers: { accept: 'application/pdf' } })).blob(),
        `${name}.pdf`
      )
  }).finally(() => URL.revokeObjectURL(picture));
}

/** @param {Blob} content @param {string} name */
export function download(content, name) {
  const at = document.createElement('a');
  at.href = URL.createObjectURL(content);
  at.download = name;
  at.click();
  setTimeout(() => URL.revokeObjectURL(at.href), 60_000);
}

/** The verification page of a credential. @param {string} id */
export function verificationLink(id) {
  return address(`verify/${id.replace('urn:uuid:', '')}`);
}

/**
 * Offers a credential to the wallet of its owner: a QR code that is open for some minutes.
 * @param {{type: string, id: string, policy?: string, attestationId?: string}} of
 */
export async function offer(of) {
  const { result } = await post('api/v1/offers', of);
  ask({
    title: t('offer.title'),
    action: t('offer.withdraw'),
    dismiss: t('close'),
    text: html`<p>${t('offer.text', { until: time(result.expiresAt) })}</p>
      <img class="code" width="260" height="260" src=${result.qrCode.png} alt=${t('offer.code')} />
      ${result.transactionCode ? html`<p>${t('offer.transactionCode')} <strong class="pin">${result.transactionCode}</strong></p>` : nothing}
      <p><a href=${result.link}>${t('offer.link')}</a></p>`,
    does: () => request('DELETE', path('offers', result.id))
  }).then(withdrawn => withdrawn && notify(t('offer.withdrawn')));
}
