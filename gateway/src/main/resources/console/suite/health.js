// Whether each service can do its work.
import { request, Failure } from '../api.js';
import { Screen, define, html, nothing, t } from '../element.js';
import { time } from '../format.js';

const EACH = 10_000;

class Health extends Screen {
  static properties = { ...Screen.properties, health: { state: true }, at: { state: true } };

  constructor() {
    super();
    /** @type {any} */ this.health = null;
    this.at = '';
  }

  connectedCallback() {
    super.connectedCallback();
    this.look();
    this.timer = setInterval(() => this.look(), EACH);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  /** An unhealthy suite replies with the same result, as a failure. */
  async look() {
    try {
      this.health = (await (await request('GET', 'health')).json()).result;
      this.failure = null;
    } catch (e) {
      this.health = e instanceof Failure && e.result.checks ? e.result : null;
      this.failure = this.health ? null : /** @type {Failure} */ (e);
    }
    this.at = new Date().toISOString();
  }

  render() {
    return html`<h1>${t('nav.suite')}</h1>
      ${this.problem()}
      ${
        this.health
          ? html`<p>
                <span class="state ${this.health.healthy ? 'VALID' : 'UNHEALTHY'}"
                  >${t(this.health.healthy ? 'health.good' : 'health.bad')}</span
                >
                <span class="quiet">${t('health.at', { at: time(this.at) })}</span>
              </p>
              <div class="wide-table">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">${t('health.service')}</th>
                      <th scope="col">${t('types.state')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    ${this.health.checks.map(
                      (/** @type {any} */ check) =>
                        html`<tr>
                          <th scope="row">${check.name}</th>
                          <td>
                            <span class="state ${check.healthy ? 'VALID' : 'UNHEALTHY'}"
                              >${t(check.healthy ? 'health.good' : 'health.bad')}</span
                            >
                          </td>
                        </tr>`
                    )}
                  </tbody>
                </table>
              </div>`
          : nothing
      }`;
  }
}

define('suite-health', Health);
