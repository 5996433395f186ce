const LARGEST = 1_000_000;
const MOST = 20;
const LONGEST_DICTIONARY = 4_000;

/** There are several credentials, so that nobody knows which of them the pages stand for. */
export class SeveralCredentials extends Error {}

/**
 * The one embedded file of a PDF (ISO 32000-2, 7.11.4) that is a credential, or null. The objects
 * are found by their type; the PDF is not interpreted in any other way. Throws SeveralCredentials.
 */
export async function attachedCredential(pdf) {
  const text = new TextDecoder('latin1').decode(pdf);
  const types = text.matchAll(/\/EmbeddedFile(?![A-Za-z])/g);
  const credentials = new Set();
  let tried = 0;
  for (const type of types) {
    if (++tried > MOST) {
      break;
    }
    const stream = streamAt(text, type.index);
    const content = stream && await decoded(pdf.subarray(stream.begin, stream.end), stream.filter);
    if (content && isCredential(content)) {
      credentials.add(content);
    }
  }
  if (credentials.size > 1) {
    throw new SeveralCredentials();
  }
  return [...credentials][0] ?? null;
}

/** The stream of the object whose dictionary has something at this place. */
function streamAt(text, place) {
  const from = Math.max(0, place - LONGEST_DICTIONARY);
  const near = text.slice(from, place + LONGEST_DICTIONARY);
  const begin = near.lastIndexOf(' obj', place - from);
  const keyword = /stream(\r\n|\n)/g;
  keyword.lastIndex = place - from;
  const found = keyword.exec(near);
  if (begin < 0 || found === null || near.slice(place - from, found.index).includes('endobj')) {
    return null;
  }
  const dictionary = near.slice(begin, found.index);
  const first = from + found.index + found[0].length;
  const length = /\/Length\s+(\d+)(?!\d|\s+\d+\s+R)/.exec(dictionary);
  const last = length ? first + Number(length[1]) : endOf(text, first);
  const filter = /\/Filter\s*\[?\s*\/(\w+)/.exec(dictionary);
  return {begin: first, end: last, filter: filter ? filter[1] : ''};
}

/** Where a stream ends whose length stands elsewhere. */
function endOf(text, first) {
  const keyword = text.indexOf('endstream', first);
  const end = keyword < 0 ? text.length : keyword;
  return text.slice(Math.max(first, end - 2), end).replace(/\r?\n$|\r$/, '').length
    + Math.max(first, end - 2);
}

async function decoded(bytes, filter) {
  try {
    if (filter === 'FlateDecode') {
      return text(await inflated(bytes));
    }
    return filter === '' && bytes.length <= LARGEST ? text(bytes) : null;
  } catch {
    return null;
  }
}

/** Stops where a small file becomes a large one. */
async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  const reader = stream.getReader();
  const all = new Uint8Array(LARGEST);
  let length = 0;
  for (;;) {
    const {done, value} = await reader.read();
    if (done) {
      return all.subarray(0, length);
    }
    if (length + value.length > LARGEST) {
      await reader.cancel();
      throw new RangeError('the attachment is too large');
    }
    all.set(value, length);
    length += value.length;
  }
}

function text(bytes) {
  return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
}

/** A JSON object, or a JWT or SD-JWT. */
function isCredential(content) {
  return /^\s*\{/.test(content) || /^\s*[\w-]+\.[\w-]+\.[\w-]*(~[\w.~-]*)?\s*$/.test(content);
}
