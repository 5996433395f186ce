// Documents that others have uploaded. What a document is, its first bytes say; only pictures and PDFs are shown,
// so that nothing of others is run here.
import { request } from '../api.js';
import { html, t } from '../element.js';
import { clean } from '../format.js';
import { download } from '../records/status.js';
import { ask } from './dialog.js';

/** @param {Uint8Array} bytes @returns {string} the media type, or nothing */
export function mediaType(bytes) {
  const starts = (/** @type {number[]} */ ...wanted) => wanted.every((one, i) => bytes[i] === one);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) {
    return 'image/png';
  }
  if (starts(0xff, 0xd8, 0xff)) {
    return 'image/jpeg';
  }
  if (starts(0x52, 0x49, 0x46, 0x46) && String.fromCharCode(...bytes.slice(8, 12)) === 'WEBP') {
    return 'image/webp';
  }
  return starts(0x25, 0x50, 0x44, 0x46, 0x2d) ? 'application/pdf' : '';
}

/** @param {string} at the path of the document @returns {Promise<{type: string, blob: Blob}>} */
export async function read(at) {
  const bytes = new Uint8Array(
    await (await request('GET', at, { headers: { accept: '*/*' } })).arrayBuffer()
  );
  const type = mediaType(bytes);
  return { type, blob: new Blob([bytes], { type: type || 'application/octet-stream' }) };
}

/** @param {string} type @param {string} address of a blob @param {string} name @returns {unknown} */
export function view(type, address, name) {
  return type === 'application/pdf'
    ? html`<iframe class="document" src=${address} title=${clean(name)}></iframe>`
    : type
      ? html`<img class="document" src=${address} alt=${clean(name)} />`
      : html`<p>${t('files.notShown')}</p>`;
}

/** @param {string} at @param {string} name */
export async function showDocument(at, name) {
  const { type, blob } = await read(at);
  const address = URL.createObjectURL(blob);
  ask({
    title: clean(name),
    action: t('files.save'),
    dismiss: t('close'),
    content: view(type, address, name),
    does: async () => download(blob, name)
  }).then(() => URL.revokeObjectURL(address));
}
