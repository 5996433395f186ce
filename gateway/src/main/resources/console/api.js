// Requests to the interface, with the user's token.
import { t } from './texts.js';

/** @typedef {{pointer: string, rule: string, message: string}} Violation */
/** @typedef {import('./session.js').Session} Session */

/** @type {Session} */
let session;

const ROOT = new URL('../../../', import.meta.url);

/** @param {Session} of */
export function useSession(of) {
  session = of;
}

export function currentSession() {
  return session;
}

export function user() {
  return session.user;
}

/** A refusal of the interface, or no reply at all (status 0). */
export class Failure extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(body?.params?.errmsg || body?.message || t('failure.unreachable'));
    this.status = status;
    this.code = body?.params?.err ?? '';
    this.result = body?.result ?? {};
    /** @type {Violation[]} */
    this.violations = body?.result?.violations ?? [];
    this.more = body?.result?.moreViolations ?? 0;
  }
}

/**
 * @typedef {object} Options
 * @property {unknown} [json] the body, as JSON
 * @property {BodyInit} [body] a body of another type
 * @property {Record<string, string>} [headers]
 * @property {AbortSignal} [signal]
 */

/**
 * @param {string} method
 * @param {string} path below the gateway's address, without a slash at its beginning
 * @param {Options} [options]
 * @returns {Promise<Response>} of a success
 */
export async function request(method, path, options = {}) {
  let reply = await send(method, path, options);
  if (reply.status === 401 && (await session.token())) {
    await session.renew();
    if (await session.token()) {
      reply = await send(method, path, options);
    }
  }
  if (!reply.ok) {
    throw new Failure(reply.status, await reply.json().catch(() => null));
  }
  return reply;
}

/** @param {string} method @param {string} path @param {Options} options */
async function send(method, path, { json, body, headers = {}, signal }) {
  const token = await session.token();
  const all = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    accept: 'application/json',
    ...headers
  };
  if (json !== undefined) {
    all['content-type'] = 'application/json';
    body = JSON.stringify(json);
  }
  try {
    return await fetch(new URL(path, ROOT), {
      method,
      headers: all,
      body,
      signal,
      cache: 'no-store'
    });
  } catch (e) {
    if (signal?.aborted) {
      throw e;
    }
    throw new Failure(0, null);
  }
}

/** @param {string} path @param {Options} [options] @returns {Promise<any>} */
export async function get(path, options) {
  return (await request('GET', path, options)).json();
}

/** @param {string} path @param {unknown} json @param {Options} [options] @returns {Promise<any>} */
export async function post(path, json, options) {
  return read(await request('POST', path, { json, ...options }));
}

/** @param {string} path @param {unknown} json @param {Options} [options] @returns {Promise<any>} */
export async function put(path, json, options) {
  return read(await request('PUT', path, { json, ...options }));
}

/** @param {string} path @param {Options} [options] @returns {Promise<any>} */
export async function remove(path, options) {
  return read(await request('DELETE', path, options));
}

/** @param {Response} reply */
async function read(reply) {
  const text = await reply.text();
  return text === '' ? null : JSON.parse(text);
}

/** A path of parts that are data. @param {string[]} parts */
export function path(...parts) {
  return 'api/v1/' + parts.map(encodeURIComponent).join('/');
}

/** The address of a page for people, such as the verification page. @param {string} name */
export function address(name) {
  return new URL(name, ROOT).href;
}
