// Inputs for one value.
import { html, nothing, t } from '../element.js';
import { clean } from '../format.js';
import { kindOf } from '../model.js';

const LONG = 200;

/** @param {any} of see SchemaForm.field @returns {unknown} */
export function input(of) {
  switch (kindOf(of.schema)) {
    case 'enum':
      return choice(
        of,
        of.schema.enum.filter((/** @type {unknown} */ one) => one !== null)
      );
    case 'boolean':
      return choice(of, [true, false]);
    case 'number':
    case 'integer':
      return numeric(of);
    case 'time':
      return time(of);
    default:
      return text(of);
  }
}

/** @param {any} of @param {unknown[]} values */
function choice(of, values) {
  const at = values.findIndex(one => one === of.value);
  return html`<select
    id=${of.id}
    ?required=${of.required}
    aria-invalid=${invalid(of)}
    aria-describedby=${described(of)}
    @change=${(/** @type {any} */ e) => of.form.set(of.path, e.target.value === '' ? undefined : values[Number(e.target.value)])}
  >
    <option value="" ?selected=${at < 0}></option>
    ${values.map((one, i) => html`<option value=${i} ?selected=${i === at}>${typeof one === 'boolean' ? t(one ? 'yes' : 'no') : clean(one)}</option>`)}
  </select>`;
}

/** The digits stay as they are typed; a number is made of them when the field is left, so the cursor stays where it is. @param {any} of */
function numeric(of) {
  const settle = (/** @type {any} */ e) => {
    const typed = e.target.value.trim();
    const number = Number(typed);
    of.form.set(
      of.path,
      typed === ''
        ? undefined
        : Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number))
          ? number
          : typed
    );
  };
  const type = (/** @type {any} */ e) => {
    const typed = e.target.value;
    const number = Number(typed);
    of.form.set(
      of.path,
      typed === ''
        ? undefined
        : String(number) === typed && Number.isFinite(number)
          ? number
          : typed
    );
  };
  return html`<input
    id=${of.id}
    type="text"
    inputmode=${kindOf(of.schema) === 'integer' ? 'numeric' : 'decimal'}
    autocomplete="off"
    .value=${String(of.value ?? '')}
    ?required=${of.required}
    aria-invalid=${invalid(of)}
    aria-describedby=${described(of)}
    @input=${type}
    @change=${settle}
  />`;
}

/** A time in the reader's zone, stored in UTC. @param {any} of */
function time(of) {
  const at = new Date(of.value ?? '');
  const local = isNaN(at.getTime())
    ? ''
    : new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  return html`<input
    id=${of.id}
    type="datetime-local"
    .value=${local}
    ?required=${of.required}
    aria-invalid=${invalid(of)}
    aria-describedby=${described(of)}
    @change=${(/** @type {any} */ e) => of.form.set(of.path, e.target.value === '' ? undefined : new Date(e.target.value).toISOString())}
  />`;
}

/** @param {any} of */
function text(of) {
  const type = { date: 'date', email: 'email', url: 'url' }[kindOf(of.schema)] ?? 'text';
  const set = (/** @type {any} */ e) =>
    of.form.set(of.path, e.target.value === '' ? undefined : e.target.value);
  const long =
    type === 'text' &&
    (of.schema.maxLength > LONG ||
      String(of.value ?? '').length > LONG ||
      /\n/.test(of.value ?? ''));
  return long
    ? html`<textarea
        id=${of.id}
        rows="4"
        dir="auto"
        .value=${String(of.value ?? '')}
        ?required=${of.required}
        aria-invalid=${invalid(of)}
        aria-describedby=${described(of)}
        @input=${set}
      ></textarea>`
    : html`<input
        id=${of.id}
        type=${type}
        dir=${type === 'text' ? 'auto' : 'ltr'}
        autocomplete="off"
        .value=${String(of.value ?? '')}
        ?required=${of.required}
        aria-invalid=${invalid(of)}
        aria-describedby=${described(of)}
        @input=${set}
      />`;
}

/** @param {any} of */
export function invalid(of) {
  return of.messages.length ? 'true' : nothing;
}

/** @param {any} of */
export function described(of) {
  return (
    [of.schema.description ? `${of.id}-help` : '', of.messages.length ? `${of.id}-wrong` : '']
      .filter(Boolean)
      .join(' ') || nothing
  );
}
