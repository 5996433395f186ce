// The claims that the user can decide.
import { keep, place } from '../address.js';
import { get, path, user } from '../api.js';
import { Screen, define, html, link, nothing, t } from '../element.js';
import { age, clean, line, number } from '../format.js';
import { allTypes, attestorOf, policiesOf, title, words } from '../model.js';

const PAGE = 20;

class Inbox extends Screen {
  static properties = { ...Screen.properties, attestors: { state: true }, page: { state: true } };

  constructor() {
    super();
    /** @type {{name: string, policies: {name: string, type: string}[]}[]} */ this.attestors = [];
    /** @type {any} */ this.page = null;
    /** @type {(string | undefined)[]} */ this.cursors = [undefined];
  }

  connectedCallback() {
    super.connectedCallback();
    const { query } = place();
    this.filters = {
      attestor: query.get('as') ?? '',
      policy: query.get('policy') ?? '',
      status: query.get('status') ?? 'OPEN',
      older: query.get('older') ?? ''
    };
    this.work(async () => {
      const types = await allTypes();
      this.titles = new Map(types.map(type => [type.name, title(type)]));
      const names = [...new Set(types.flatMap(policiesOf).map(attestorOf))].filter(name =>
        user().roles.includes(name)
      );
      this.attestors = names.map(name => ({
        name,
        policies: types.flatMap(type =>
          policiesOf(type)
            .filter(one => attestorOf(one) === name)
            .map(one => ({ name: one.name, type: type.name }))
        )
      }));
      if (!names.includes(this.filters?.attestor ?? '')) {
        this.filters = { ...this.filters, attestor: names[0] ?? '', policy: '' };
      }
      await this.load();
    });
  }

  async load() {
    const { attestor, policy, status, older } = /** @type {any} */ (this.filters);
    if (attestor) {
      const query = new URLSearchParams({ size: String(PAGE), status });
      const cursor = this.cursors.at(-1);
      Object.entries({ attestationName: policy, olderThan: older, cursor }).forEach(
        ([name, value]) => value && query.set(name, value)
      );
      this.page = await get(`${path(attestor, 'claims')}?${query}`);
    }
  }

  /** @param {Record<string, string>} filters */
  filter(filters) {
    this.filters = { .../** @type {any} */ (this.filters), ...filters };
    keep({
      as: this.filters.attestor,
      policy: this.filters.policy,
      status: this.filters.status,
      older: this.filters.older
    });
    this.turn([undefined]);
  }

  /** @param {(string | undefined)[]} cursors */
  turn(cursors) {
    this.cursors = cursors;
    this.work(() => this.load());
  }

  render() {
    const { attestor, policy, status, older } = /** @type {any} */ (this.filters);
    const select = (
      /** @type {string} */ label,
      /** @type {string} */ name,
      /** @type {string} */ value,
      /** @type {[string, string][]} */ options
    ) =>
      html` <label
        >${label}<select
          @change=${(/** @type {any} */ e) => this.filter({ [name]: e.target.value })}
        >
          ${options.map(([key, text]) => html`<option value=${key} ?selected=${key === value}>${text}</option>`)}
        </select></label
      >`;
    const policies = this.attestors.find(one => one.name === attestor)?.policies ?? [];
    return html`<h1>${t('nav.inbox')}</h1>
      ${this.problem()}
      <div class="filters">
        ${
          this.attestors.length > 1
            ? select(
                t('inbox.as'),
                'attestor',
                attestor,
                this.attestors.map(one => [one.name, words(one.name)])
              )
            : nothing
        }
        ${policies.length > 1 ? select(t('inbox.policy'), 'policy', policy, [['', t('all')], ...policies.map(one => /** @type {[string, string]} */ ([one.name, `${words(one.name)} (${this.titles?.get(one.type)})`]))]) : nothing}
        ${select(t('inbox.status'), 'status', status, [
          ['OPEN', t('claim.OPEN')],
          ['CLOSED', t('claim.CLOSED')]
        ])}
        ${select(t('inbox.older'), 'older', older, [
          ['', t('inbox.anyAge')],
          ['P1D', t('inbox.P1D')],
          ['P7D', t('inbox.P7D')],
          ['P30D', t('inbox.P30D')]
        ])}
      </div>
      ${this.page ? this.claims() : this.busy ? nothing : html`<p>${t('inbox.notAttestor')}</p>`}`;
  }

  claims() {
    const { content, totalElements, countIs, nextCursor } = this.page;
    const { attestor } = /** @type {any} */ (this.filters);
    return html`<p class="quiet" role="status">
        ${t(countIs === 'planned' ? 'records.about' : totalElements === 1 ? 'inbox.one' : 'inbox.count', { count: number(totalElements) })}
      </p>
      ${
        content.length
          ? html`<ul class="claims">
              ${content.map(
                (/** @type {any} */ claim) =>
                  html`<li>
                    <a href=${link('inbox', attestor, claim.id)}
                      ><strong>${clean(words(claim.attestationName))}</strong> ·
                      ${this.titles?.get(claim.entity) ?? words(claim.entity)}</a
                    >
                    <span dir="auto">${line(claim.propertyData ?? {})}</span>
                    <small
                      >${age(claim.createdAt)}${claim.decision ? html` · ${t(`decision.${claim.decision}`)}` : nothing}</small
                    >
                  </li>`
              )}
            </ul>`
          : html`<p>${t('inbox.nothing')}</p>`
      }
      <div class="pager">
        <button
          type="button"
          class="secondary"
          ?disabled=${this.cursors.length === 1 || this.busy}
          @click=${() => this.turn(this.cursors.slice(0, -1))}
        >
          ${t('page.before')}
        </button>
        <span>${t('page.number', { n: this.cursors.length })}</span>
        <button
          type="button"
          class="secondary"
          ?disabled=${!nextCursor || this.busy}
          @click=${() => this.turn([...this.cursors, nextCursor])}
        >
          ${t('page.next')}
        </button>
      </div>`;
  }
}

define('inbox-list', Inbox);
