// The fragment of the address: a path of the console, and what a screen keeps there. It reaches no server's log.

/** @typedef {{parts: string[], query: URLSearchParams}} Place */

/** @returns {Place} */
export function place() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  return {
    parts: path.split('/').filter(Boolean).map(decodeURIComponent),
    query: new URLSearchParams(query)
  };
}

/** Keeps values in the address without leaving the screen. @param {Record<string, string | null>} values */
export function keep(values) {
  const [path] = location.hash.split('?');
  const query = place().query;
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === '') {
      query.delete(name);
    } else {
      query.set(name, value);
    }
  }
  const text = query.toString();
  history.replaceState(null, '', path + (text ? `?${text}` : ''));
}
