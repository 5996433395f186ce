// The frame of the console: signing in, the way to the screens, notices.
import { place } from './address.js';
import { user, useSession } from './api.js';
import { Part, define, html, link, nothing, t } from './element.js';
import { allTypes, attestorOf, policiesOf } from './model.js';
import { Session } from './session.js';
import { LANGUAGES, chooseLanguage, language, loadTexts } from './texts.js';

/** The screens: pattern of the address, module, element. The first match is shown. */
const SCREENS = [
  ['', 'start/start.js', 'console-start'],
  ['records', 'records/types.js', 'records-types'],
  ['records/:type', 'records/list.js', 'records-list'],
  ['records/:type/new', 'records/edit.js', 'records-edit'],
  ['records/:type/:id', 'records/record.js', 'records-record'],
  ['records/:type/:id/edit', 'records/edit.js', 'records-edit'],
  ['inbox', 'inbox/list.js', 'inbox-list'],
  ['inbox/:attestor/:claim', 'inbox/claim.js', 'inbox-claim'],
  ['mine', 'mine/mine.js', 'mine-records'],
  ['types', 'types/list.js', 'types-list'],
  ['types/new', 'types/editor.js', 'types-editor'],
  ['types/:id', 'types/editor.js', 'types-editor'],
  ['types/:id/versions', 'types/versions.js', 'types-versions'],
  ['bulk', 'bulk/import.js', 'bulk-import'],
  ['issuers', 'issuers/issuers.js', 'issuers-list'],
  ['keys', 'issuers/keys.js', 'issuers-keys'],
  ['contexts', 'issuers/contexts.js', 'issuers-contexts'],
  ['templates', 'issuers/templates.js', 'issuers-templates'],
  ['suite', 'suite/health.js', 'suite-health'],
  ['wallet', 'wallet/ask.js', 'wallet-ask']
];

class Console extends Part {
  static properties = {
    state: { state: true },
    screen: { state: true },
    notice: { state: true },
    areas: { state: true },
    menu: { state: true }
  };

  constructor() {
    super();
    this.state = 'loading';
    /** @type {unknown} */
    this.screen = nothing;
    this.notice = '';
    this.menu = false;
    /** How often a screen was opened: one that loads slowly must not replace the next one. */
    this.turn = 0;
    /** @type {string[]} */
    this.areas = [];
    this.session = new Session(JSON.parse(this.dataset.config ?? '{}'));
    useSession(this.session);
    this.session.addEventListener('ended', () => {
      this.state = 'ended';
    });
    addEventListener('hashchange', () => this.open());
    addEventListener('console-notice', event =>
      this.tell(/** @type {CustomEvent} */ (event).detail)
    );
    this.begin();
  }

  async begin() {
    await loadTexts();
    try {
      this.state = (await this.session.begin()) ? 'in' : 'out';
      if (this.state === 'in') {
        this.areas = await areas();
        await this.open();
      }
    } catch (e) {
      console.warn(e);
      this.state = 'failed';
    }
  }

  async open() {
    const turn = ++this.turn;
    const { parts } = place();
    const found = SCREENS.find(([pattern]) => matches(pattern, parts));
    if (!found) {
      this.screen = html`<h1>${t('nowhere')}</h1>
        <p><a href="#/">${t('nav.start')}</a></p>`;
      return;
    }
    const [pattern, module, name] = found;
    await import(`./${module}`);
    if (turn !== this.turn) {
      return;
    }
    const element = /** @type {any} */ (document.createElement(name));
    element.params = Object.fromEntries(
      pattern
        .split('/')
        .flatMap((part, i) => (part.startsWith(':') ? [[part.slice(1), parts[i]]] : []))
    );
    this.screen = element;
    this.menu = false;
    await this.updateComplete;
    this.dataset.place = location.hash;
    document.title = `${t(`nav.${parts[0] ?? 'start'}`)} – ${t('console')}`;
    if (!this.first) {
      this.first = true;
    } else {
      scrollTo(0, 0);
      this.querySelector('main')?.focus({ preventScroll: true });
    }
  }

  /** @param {string} text */
  tell(text) {
    this.notice = text;
    clearTimeout(this.fading);
    this.fading = setTimeout(() => {
      this.notice = '';
    }, 8_000);
  }

  render() {
    if (this.state === 'loading') {
      return html`<main class="gate" aria-busy="true"></main>`;
    }
    return html` <a class="skip" href="#main" @click=${(/** @type {Event} */ e) => this.skip(e)}
        >${t('skip')}</a
      >
      <header class="bar">
        <a class="brand" href="#/"
          ><img
            src=${new URL('mark.svg', import.meta.url).href}
            alt=""
            width="28"
            height="28"
          />${t('console')}</a
        >
        ${
          this.state === 'in'
            ? html`<button
                type="button"
                class="menu secondary"
                aria-expanded=${this.menu}
                @click=${() => {
                  this.menu = !this.menu;
                }}
              >
                ${t('menu')}
              </button>`
            : nothing
        }
        <div class="who">
          <label class="language"
            ><span class="unseen">${t('language')}</span>
            <select @change=${(/** @type {any} */ e) => chooseLanguage(e.target.value)}>
              ${LANGUAGES.map(tag => html`<option value=${tag} lang=${tag} ?selected=${tag === language()}>${tag === 'hi' ? 'हिन्दी' : 'English'}</option>`)}
            </select></label
          >
          ${
            this.state === 'in'
              ? html`<span class="user">${user().name}</span>
                  <button type="button" class="secondary" @click=${() => this.session.signOut()}>
                    ${t('signOut')}
                  </button>`
              : nothing
          }
        </div>
      </header>
      ${this.state === 'in' ? this.shell() : this.gate()}
      <div role="status" class=${this.notice ? 'notice' : 'unseen'}>${this.notice}</div>`;
  }

  shell() {
    const here = place().parts[0] ?? '';
    return html` <div class="frame">
      <nav class=${this.menu ? 'open' : ''} aria-label=${t('areas')}>
        <ul>
          ${['', ...this.areas].map(area => html`<li><a href=${link(area)} aria-current=${area === here ? 'page' : 'false'}>${t(`nav.${area || 'start'}`)}</a></li>`)}
        </ul>
      </nav>
      <main id="main" tabindex="-1">${this.screen}</main>
    </div>`;
  }

  gate() {
    return html`<main class="gate" id="main" tabindex="-1">
      <h1>${t(`gate.${this.state}.title`)}</h1>
      <p>${t(`gate.${this.state}.text`)}</p>
      <button type="button" @click=${() => this.session.signIn()}>${t('signIn')}</button>
      <p><a href="../verify">${t('gate.verify')}</a></p>
    </main>`;
  }

  /** @param {Event} event */
  skip(event) {
    event.preventDefault();
    /** @type {HTMLElement} */ (this.querySelector('main')).focus();
  }
}

/** The areas that the user has something to do in. */
async function areas() {
  const types = await allTypes();
  const { admin, roles } = user();
  const owner = types.some(type => roles.includes(type.name));
  const attestor = types.some(type =>
    policiesOf(type).some(policy => roles.includes(attestorOf(policy)))
  );
  return [
    'records',
    ...(attestor ? ['inbox'] : []),
    ...(owner ? ['mine'] : []),
    ...(admin ? ['types', 'bulk', 'issuers', 'keys', 'contexts', 'templates', 'suite'] : ['bulk']),
    ...(admin || roles.includes('presentation-verifier') ? ['wallet'] : [])
  ];
}

/** @param {string} pattern @param {string[]} parts */
function matches(pattern, parts) {
  const wanted = pattern.split('/').filter(Boolean);
  return (
    wanted.length === parts.length &&
    wanted.every((part, i) => part.startsWith(':') || part === parts[i])
  );
}

define('registry-console', Console);
