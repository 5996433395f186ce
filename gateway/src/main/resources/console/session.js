// Signing in at the identity provider: OpenID Connect, authorization code with PKCE (RFC 7636).
// Tokens are kept in memory only. The code comes in the fragment of the address, which reaches no server.

const REDIRECT = 'console.redirect';
const SIGNED_IN = 'console.signed-in';
const RENEW_SECONDS = 30;
const RETRY_SECONDS = 5;

/**
 * @typedef {object} Config
 * @property {string} client
 * @property {string} issuer
 * @property {string} adminRole
 * @property {string} userId path of the user id in a token
 * @property {string} roles path of the roles in a token
 */

/** The provider gives no further tokens. */
class Refusal extends Error {}

/** @typedef {{access_token: string, refresh_token?: string, id_token?: string, expires_in: number}} Tokens */

export class Session extends EventTarget {
  /** @type {Tokens | null} */
  #tokens = null;
  /** @type {Promise<void> | null} */
  #renewal = null;
  #expiresAt = 0;
  #timer = 0;
  /** @type {any} */
  #provider = null;

  /** @param {Config} config */
  constructor(config) {
    super();
    this.config = config;
    this.user = { id: '', name: '', roles: /** @type {string[]} */ ([]), admin: false };
  }

  /** Ends a sign-in that the address shows. Resolves to whether somebody is signed in. */
  async begin() {
    const query = new URLSearchParams(location.hash.startsWith('#/') ? '' : location.hash.slice(1));
    const kept = JSON.parse(sessionStorage.getItem(REDIRECT) ?? 'null');
    sessionStorage.removeItem(REDIRECT);
    if (query.has('state')) {
      history.replaceState(null, '', location.pathname + (kept?.back ?? ''));
    }
    if (kept && query.get('state') === kept.state && query.has('code')) {
      await this.#redeem({
        grant_type: 'authorization_code',
        code: query.get('code') ?? '',
        redirect_uri: home(),
        code_verifier: kept.verifier
      });
      return true;
    }
    if (sessionStorage.getItem(SIGNED_IN) && !query.has('error')) {
      await this.signIn('none');
    }
    sessionStorage.removeItem(SIGNED_IN);
    return false;
  }

  /**
   * Leaves the page for the provider's.
   * @param {string} [prompt] `none` asks for nothing, and comes back without a code if it would have to
   */
  async signIn(prompt) {
    const { authorization_endpoint } = await this.#metadata();
    const verifier = random();
    const state = random();
    sessionStorage.setItem(REDIRECT, JSON.stringify({ state, verifier, back: location.hash }));
    const address = new URL(authorization_endpoint);
    address.search = new URLSearchParams({
      client_id: this.config.client,
      response_type: 'code',
      response_mode: 'fragment',
      scope: 'openid',
      redirect_uri: home(),
      state,
      code_challenge: await digest(verifier),
      code_challenge_method: 'S256',
      ui_locales: document.documentElement.lang,
      ...(prompt ? { prompt } : {})
    }).toString();
    location.assign(address);
    await new Promise(() => {});
  }

  async signOut() {
    const { end_session_endpoint } = await this.#metadata();
    const address = new URL(end_session_endpoint);
    address.search = new URLSearchParams({
      client_id: this.config.client,
      post_logout_redirect_uri: home(),
      ...(this.#tokens?.id_token ? { id_token_hint: this.#tokens.id_token } : {})
    }).toString();
    this.#forget();
    location.assign(address);
  }

  /** An access token that is accepted for some time still; null if nobody is signed in. */
  async token() {
    if (this.#tokens && Date.now() > this.#expiresAt - 5_000) {
      await this.renew();
    }
    return this.#tokens?.access_token ?? null;
  }

  /**
   * Gets new tokens, once for all who ask at the same time. The session has ended if the provider
   * refuses them; where it does not reply, they are asked for again.
   */
  renew() {
    this.#renewal ??= this.#redeem({
      grant_type: 'refresh_token',
      refresh_token: this.#tokens?.refresh_token ?? ''
    })
      .catch(error => {
        if (error instanceof Refusal) {
          this.#forget();
          this.dispatchEvent(new Event('ended'));
        } else {
          clearTimeout(this.#timer);
          this.#timer = window.setTimeout(() => this.renew(), RETRY_SECONDS * 1_000);
        }
      })
      .finally(() => {
        this.#renewal = null;
      });
    return this.#renewal;
  }

  /** @param {Record<string, string>} form */
  async #redeem(form) {
    const { token_endpoint } = await this.#metadata();
    const reply = await fetch(token_endpoint, {
      method: 'POST',
      body: new URLSearchParams({ client_id: this.config.client, ...form })
    });
    if (!reply.ok) {
      const message = `The identity provider refused: ${reply.status}`;
      throw [400, 401].includes(reply.status) ? new Refusal(message) : new Error(message);
    }
    const tokens = /** @type {Tokens} */ (await reply.json());
    this.#tokens = tokens;
    this.#expiresAt = Date.now() + tokens.expires_in * 1_000;
    sessionStorage.setItem(SIGNED_IN, 'yes');
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(
      () => this.renew(),
      Math.max(5, tokens.expires_in - RENEW_SECONDS) * 1_000
    );
    this.#read(tokens.access_token);
  }

  /** @param {string} token */
  #read(token) {
    const bytes = Uint8Array.from(
      atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')),
      c => c.charCodeAt(0)
    );
    const claims = JSON.parse(new TextDecoder().decode(bytes));
    const roles = at(claims, this.config.roles) ?? [];
    this.user = {
      id: at(claims, this.config.userId) ?? '',
      roles,
      name: claims.name || claims.preferred_username || claims.email || '',
      admin: roles.includes(this.config.adminRole)
    };
  }

  #forget() {
    clearTimeout(this.#timer);
    sessionStorage.removeItem(SIGNED_IN);
    this.#tokens = null;
  }

  async #metadata() {
    this.#provider ??= await (
      await fetch(`${this.config.issuer}/.well-known/openid-configuration`)
    ).json();
    return this.#provider;
  }
}

/** @param {any} claims @param {string} path */
function at(claims, path) {
  return path.split('.').reduce((value, name) => value?.[name], claims);
}

function home() {
  return location.origin + location.pathname;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
function encoded(bytes) {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

function random() {
  return encoded(crypto.getRandomValues(new Uint8Array(32)));
}

/** @param {string} text */
async function digest(text) {
  return encoded(
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  );
}
