// A file that is imported, as the interface reads it: UTF-8, with the titles that the schema knows.
import { firstLine, rows, separatorOf, written } from './csv.js';

export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'shift_jis',
  'gb18030'
];
const START = 65_536;

/** @typedef {{file: File, lines: boolean, encoding: string, separator: string, titles: string[], sample: string[][]}} Source */

/** @param {File} file @param {string} [encoding] by default what the file's first bytes say @returns {Promise<Source>} */
export async function sourceOf(file, encoding) {
  const start = new Uint8Array(await file.slice(0, START).arrayBuffer());
  const used = encoding ?? guessed(start);
  const text = new TextDecoder(used).decode(start);
  const lines = /\.(ndjson|jsonl|json)$/i.test(file.name) || text.trimStart().startsWith('{');
  const separator = lines ? '' : separatorOf(text);
  const table = lines ? [] : rows(text, separator, 6);
  return {
    file,
    lines,
    encoding: used,
    separator,
    titles: (table[0] ?? []).map(one => one.trim()),
    sample: table.slice(1)
  };
}

/** @param {Uint8Array} bytes */
function guessed(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return 'utf-16le';
  }
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(
      bytes.slice(0, Math.max(0, bytes.length - (bytes.length === START ? 4 : 0))),
      { stream: true }
    );
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/**
 * What is sent. The same file with the same mapping gives the same bytes, so that an import can go on.
 * @param {Source} source @param {string[]} mapping a property for each column; empty leaves the column out
 * @returns {Promise<Blob>}
 */
export async function prepared(source, mapping) {
  const plain =
    source.encoding === 'utf-8'
      ? source.file
      : new Blob([new TextDecoder(source.encoding).decode(await source.file.arrayBuffer())]);
  if (source.lines || mapping.every((one, i) => one === source.titles[i])) {
    return plain;
  }
  const text = await plain.text();
  if (mapping.every(Boolean)) {
    return new Blob([written([mapping], source.separator).trimEnd(), text.slice(firstLine(text))]);
  }
  const kept = mapping.map((_, i) => i).filter(i => mapping[i]);
  return new Blob([
    written(
      [
        kept.map(i => mapping[i]),
        ...rows(text, source.separator)
          .slice(1)
          .map(row => kept.map(i => row[i] ?? ''))
      ],
      source.separator
    )
  ]);
}

/** How many rows there are, about. @param {Blob} blob */
export async function countLines(blob) {
  let count = 0;
  const reader = blob.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return count;
    }
    count += value.reduce(
      (/** @type {number} */ sum, /** @type {number} */ byte) => sum + (byte === 10 ? 1 : 0),
      0
    );
  }
}

/** Only the rows that were refused, in the form of the file. @param {Source} source @param {Set<number>} refused numbers of rows, from 1 */
export async function refusedRows(source, refused) {
  const text = new TextDecoder(source.encoding).decode(await source.file.arrayBuffer());
  if (source.lines) {
    return (
      text
        .split(/\r?\n/)
        .filter(line => line.trim())
        .filter((_, i) => refused.has(i + 1))
        .join('\n') + '\n'
    );
  }
  const [header, ...others] = rows(text, source.separator);
  return written([header, ...others.filter((_, i) => refused.has(i + 1))], source.separator);
}
