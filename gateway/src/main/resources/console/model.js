// The entity types, read from the published schemas.
import { get, user } from './api.js';
import { parsed, resolve, titleIn, useLibraries } from './schema.js';
import { language } from './texts.js';

export * from './schema.js';

/** @typedef {Record<string, any>} Schema */
/**
 * @typedef {object} EntityType
 * @property {string} name
 * @property {Schema} schema its definition
 * @property {Schema} document in which it stands
 * @property {Record<string, any>} config its `_osConfig`
 * @property {string} status of its schema
 * @property {string} schemaId
 */

/** @type {any[] | null} */
let records = null;
/** @type {Map<string, EntityType>} */
let types = new Map();

/** Reads all schemas again: what was published a moment ago is there without loading the page anew. */
export async function refresh() {
  const all = [];
  for (let offset = 0; ;) {
    const page = await get(`api/v1/Schema?limit=1000&offset=${offset}`);
    all.push(...page.data);
    offset += page.data.length;
    if (!page.nextPage || page.data.length === 0) {
      break;
    }
  }
  records = all;
  useLibraries(all);
  types = new Map(
    all
      .filter(one => one.status !== 'DRAFT')
      .flatMap(typesOf)
      .map(type => [type.name, type])
  );
}

export async function schemaRecords() {
  if (!records) {
    await refresh();
  }
  return /** @type {any[]} */ (records);
}

/** The types whose records the user may meet. */
export async function allTypes() {
  await schemaRecords();
  return [...types.values()].sort((a, b) => title(a).localeCompare(title(b), language()));
}

/** @param {string} name @returns {Promise<EntityType>} */
export async function typeOf(name) {
  await schemaRecords();
  if (!types.has(name)) {
    await refresh();
  }
  const type = types.get(name);
  if (!type) {
    throw new Error(`Schema '${name}' not found`);
  }
  return type;
}

/** The types of a schema record. @param {any} record @returns {EntityType[]} */
export function typesOf(record) {
  const document = parsed(record.schema) ?? {};
  return Object.entries(document.properties ?? {}).flatMap(([name, property]) => {
    const schema = resolve(property, document);
    return property?.$ref && schema
      ? [
          {
            name,
            schema,
            document,
            config: { ...document._osConfig, ...schema._osConfig },
            status: record.status,
            schemaId: record.osid
          }
        ]
      : [];
  });
}

/** @param {EntityType} type */
export function title(type) {
  return titleIn(type.config, '') ?? type.schema.title ?? type.name;
}

/** @param {EntityType} type @param {'create' | 'invite'} how Whether the user may do it (interface 3.3). */
export function may(type, how) {
  const { roles, createRoles, inviteRoles } = type.config;
  const creators = createRoles ?? roles;
  const allowed =
    how === 'create' ? creators : inviteRoles?.length ? inviteRoles : (createRoles ?? []);
  return (
    type.status === 'PUBLISHED' &&
    (!allowed?.length ||
      allowed.includes('anonymous') ||
      allowed.some((/** @type {string} */ role) => user().roles.includes(role)))
  );
}

/** @param {EntityType} type */
export function mayRead(type) {
  const readers = type.config.readRoles ?? type.config.roles ?? [];
  return (
    user().admin ||
    !readers.length ||
    readers.includes('anonymous') ||
    readers.some((/** @type {string} */ role) => user().roles.includes(role)) ||
    user().roles.includes(type.name)
  );
}

/** The attestation policies. @param {EntityType} type @returns {any[]} */
export function policiesOf(type) {
  return type.config.attestationPolicies ?? [];
}

/** The type of a policy's attestors. @param {any} policy */
export function attestorOf(policy) {
  return /[?&]entity=([^&]+)/.exec(policy.attestorPlugin ?? '')?.[1] ?? '';
}
