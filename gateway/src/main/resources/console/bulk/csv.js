// Tables as text: RFC 4180, with the separators that spreadsheets write.

const SEPARATORS = [',', ';', '\t', '|'];

/** The most frequent separator of the first line. @param {string} text */
export function separatorOf(text) {
  const header = text.slice(0, firstLine(text));
  const count = (/** @type {string} */ one) => header.split(one).length;
  return SEPARATORS.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** Where the first line ends; a line end between quotation marks is part of a cell. @param {string} text */
export function firstLine(text) {
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '"') {
      quoted = !quoted;
    } else if (!quoted && (text[i] === '\n' || text[i] === '\r')) {
      return i;
    }
  }
  return text.length;
}

/**
 * The rows of a table, without blank ones and those whose cells are all empty.
 * @param {string} text @param {string} separator @param {number} [most]
 * @returns {string[][]}
 */
export function rows(text, separator, most = Infinity) {
  /** @type {string[][]} */
  const all = [];
  let row = /** @type {string[]} */ ([]);
  let cell = '';
  let quoted = false;
  const end = () => {
    row.push(cell);
    if (row.some(one => one !== '')) {
      all.push(row);
    }
    row = [];
    cell = '';
  };
  for (let i = 0; i < text.length && all.length < most; i++) {
    const c = text[i];
    if (quoted) {
      if (c === '"' && text[i + 1] === '"') {
        cell += '"';
        i++;
      } else if (c === '"') {
        quoted = false;
      } else {
        cell += c;
      }
    } else if (c === '"' && cell === '') {
      quoted = true;
    } else if (c === separator) {
      row.push(cell);
      cell = '';
    } else if (c === '\n' || c === '\r') {
      end();
    } else {
      cell += c;
    }
  }
  if ((cell !== '' || row.length) && all.length < most) {
    end();
  }
  return all;
}

/** @param {string[][]} table @param {string} separator */
export function written(table, separator) {
  const cell = (/** @type {string} */ one) =>
    /["\r\n]/.test(one) || one.includes(separator) ? `"${one.replaceAll('"', '""')}"` : one;
  return table.map(row => row.map(cell).join(separator) + '\r\n').join('');
}

/** The property that a title means. @param {string} title @param {{path: string[], title: string}[]} fields */
export function guess(title, fields) {
  const plain = (/** @type {string} */ one) =>
    one
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase();
  const found =
    fields.find(field => field.path.join('.') === title) ??
    fields.find(field =>
      [field.path.join('.'), field.path.at(-1) ?? '', field.title].some(
        one => plain(one) === plain(title)
      )
    );
  return found ? found.path.join('.') : '';
}
