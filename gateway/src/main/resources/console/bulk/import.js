// Importing a file: its mapping, a trial, the import itself, its refused rows.
import { keep, place } from '../address.js';
import { Failure, get, path, request, user } from '../api.js';
import { Screen, define, html, nothing, notify, t } from '../element.js';
import { allTypes, fieldsOf, may, title, typeOf } from '../model.js';
import { download } from '../records/status.js';
import { guess } from './csv.js';
import { imports, keepImport } from './kept.js';
import { before, mapping, progress, refused, startButtons } from './parts.js';
import { countLines, prepared, refusedRows, sourceOf } from './source.js';

const LOOK = 1_000;

class Import extends Screen {
  static properties = {
    ...Screen.properties,
    types: { state: true },
    type: { state: true },
    source: { state: true },
    mapping: { state: true },
    result: { state: true },
    errors: { state: true },
    running: { state: true },
    total: { state: true },
    trial: { state: true },
    chosen: { state: true }
  };

  constructor() {
    super();
    /** @type {import('../model.js').EntityType[]} */ this.types = [];
    /** @type {import('../model.js').EntityType | null} */ this.type = null;
    /** @type {import('./source.js').Source | null} */ this.source = null;
    /** @type {string[]} */ this.mapping = [];
    /** @type {any} */ this.result = null;
    /** @type {any[]} */ this.errors = [];
    /** @type {AbortController | null} */ this.running = null;
    this.total = 0;
    this.trial = false;
    /** @type {import('./kept.js').KeptImport | undefined} the import that goes on */ this.chosen =
      undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    this.work(async () => {
      this.types = (await allTypes()).filter(type => user().admin || may(type, 'create'));
      const { query } = place();
      this.chosen = imports().find(one => one.id === query.get('id'));
      const name = this.chosen?.type ?? query.get('type') ?? this.types[0]?.name;
      this.type = name ? await typeOf(name) : null;
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.running?.abort();
  }

  /** @param {File | undefined} file @param {string} [encoding] */
  choose(file, encoding) {
    return this.work(async () => {
      if (!file || !this.type) {
        return;
      }
      if (this.chosen && this.chosen.file !== file.name) {
        throw new Failure(0, { message: t('bulk.otherFile', { name: this.chosen.file }) });
      }
      const kept = this.chosen ? JSON.parse(this.chosen.query) : null;
      this.source = await sourceOf(file, encoding ?? kept?.encoding);
      const fields = fieldsOf(this.type);
      this.mapping = kept?.mapping ?? this.source.titles.map(one => guess(one, fields));
      this.result = null;
      this.errors = [];
    });
  }

  render() {
    return html`<h1>${t('nav.bulk')}</h1>
      ${this.problem()}
      ${
        this.types.length
          ? html`<section>
              <div class="grid-form">
                <div class="field">
                  <label for="type">${t('bulk.type')}</label
                  ><select
                    id="type"
                    ?disabled=${Boolean(this.running || this.chosen)}
                    @change=${(/** @type {any} */ e) => this.pick(e.target.value)}
                  >
                    ${this.types.map(type => html`<option value=${type.name} ?selected=${type.name === this.type?.name}>${title(type)}</option>`)}
                  </select>
                </div>
                <div class="field">
                  <label for="file">${t('bulk.file')}</label
                  ><input
                    id="file"
                    type="file"
                    accept=".csv,.tsv,.txt,.ndjson,.jsonl"
                    ?disabled=${Boolean(this.running)}
                    aria-describedby="file-help"
                    @change=${(/** @type {any} */ e) => this.choose(e.target.files[0])}
                  /><small id="file-help"
                    >${this.chosen ? t('bulk.again', { name: this.chosen.file }) : t('bulk.fileHelp')}</small
                  >
                </div>
              </div>
            </section>`
          : this.busy
            ? nothing
            : html`<p>${t('bulk.mayNot')}</p>`
      }
      ${
        this.source
          ? html`${mapping(
              this.type,
              this.source,
              this.mapping,
              changed => {
                this.mapping = changed;
              },
              (file, encoding) => this.choose(file, encoding)
            )}${this.start()}`
          : nothing
      }
      ${this.running || this.result ? progress(this.result ?? {}, this.trial, this.total, this.running) : nothing}
      ${this.errors.length ? refused(this.errors, () => this.saveRefused()) : nothing}
      ${before(one => {
        this.chosen = one;
      })}`;
  }

  /** @param {string} name */
  async pick(name) {
    this.type = await typeOf(name);
    this.source = null;
    keep({ type: name });
  }

  start() {
    const twice = this.mapping.find((one, i) => one && this.mapping.indexOf(one) !== i);
    const logins = this.type?.config.ownershipAttributes?.length;
    return startButtons(twice, logins, this.running !== null, this.chosen !== undefined, trial =>
      this.run(trial)
    );
  }

  /** @param {boolean} trial */
  async run(trial) {
    const { source, type } = this;
    if (!source || !type) {
      return;
    }
    const one = (!trial && this.chosen) || {
      id: crypto.randomUUID(),
      type: type.name,
      file: source.file.name,
      state: 'OPEN',
      by: user().id,
      at: new Date().toISOString(),
      query: JSON.stringify({ mapping: this.mapping, encoding: source.encoding })
    };
    this.trial = trial;
    this.errors = [];
    this.result = { rows: 0 };
    const running = (this.running = new AbortController());
    if (!trial) {
      keepImport(one);
      this.chosen = one;
    }
    const looking = setInterval(() => this.look(one.id), LOOK);
    await this.work(async () => {
      const body = await prepared(source, this.mapping);
      this.total = (await countLines(body)) - (source.lines ? 0 : 1);
      const query = new URLSearchParams({
        id: one.id,
        dryRun: String(trial),
        ...(type.config.ownershipAttributes?.length ? { logins: 'true' } : {})
      });
      try {
        const reply = await request('POST', `${path(type.name, 'import')}?${query}`, {
          body,
          headers: { 'content-type': source.lines ? 'application/x-ndjson' : 'text/csv' },
          signal: running.signal
        });
        this.result = (await reply.json()).result;
      } catch (e) {
        if (running.signal.aborted) {
          return;
        }
        if (!(e instanceof Failure) || !e.result.id) {
          throw e;
        }
        this.result = e.result;
      }
      this.errors = this.result.refused ? await this.readErrors(type.name, one.id) : [];
      if (!trial) {
        keepImport({ ...one, state: this.result.state });
        this.chosen = undefined;
        notify(t('bulk.done'));
      }
    });
    clearInterval(looking);
    this.running = null;
  }

  /** @param {string} id */
  async look(id) {
    const state = await get(path(/** @type {any} */ (this.type).name, 'import', id)).catch(
      () => null
    );
    if (state && this.running) {
      this.result = state.result ?? state;
    }
  }

  /** @param {string} type @param {string} id */
  async readErrors(type, id) {
    const text = await (
      await request('GET', `${path(type, 'import', id)}/errors?format=ndjson`, {
        headers: { accept: 'application/x-ndjson' }
      })
    ).text();
    return text
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line));
  }

  saveRefused() {
    return this.work(async () => {
      const { source } = this;
      if (source) {
        const text = await refusedRows(source, new Set(this.errors.map(one => one.row)));
        download(
          new Blob([text], { type: 'text/csv' }),
          `${t('bulk.refusedFile')}-${source.file.name}`
        );
      }
    });
  }
}

define('bulk-import', Import);
