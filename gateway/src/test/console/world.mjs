// Sample data for the screens, made by the interface itself.
import { address } from './browser.mjs';

const JSON_TYPE = { 'content-type': 'application/json' };

export class World {
  /** @param tokenUrl the provider's token endpoint */
  constructor(tokenUrl, adminPassword, password) {
    Object.assign(this, { tokenUrl, adminPassword, password });
  }

  async token(name) {
    const form = { grant_type: 'password', client_id: 'registry-frontend', username: name, password: name === 'admin' ? this.adminPassword : this.password };
    const reply = await fetch(this.tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
    return (await reply.json()).access_token;
  }

  /** Sends a request as somebody, and returns the reply's JSON. */
  async send(name, method, path, json) {
    const headers = { ...JSON_TYPE, authorization: `Bearer ${await this.token(name)}` };
    const reply = await fetch(`${address}/api/v1/${path}`, { method, headers, body: json === undefined ? undefined : JSON.stringify(json) });
    const text = await reply.text();
    if (!reply.ok) {
      throw new Error(`${method} ${path}: ${reply.status} ${text}`);
    }
    return text ? JSON.parse(text) : null;
  }

  publish(name, definition) {
    const schema = { title: name, type: 'object', properties: { [name]: { $ref: `#/definitions/${name}` } }, definitions: { [name]: definition } };
    return this.send('admin', 'POST', 'Schema', { name, status: 'PUBLISHED', schema: JSON.stringify(schema) });
  }

  async invite(type, entity) {
    return (await this.send('admin', 'POST', `${type}/invite`, entity)).result[type].osid;
  }

  /** Inspectors decide about the licences of teachers. */
  async fill() {
    await this.publish('Inspector', {
      title: 'Inspector', type: 'object', required: ['name', 'login'], properties: { name: { type: 'string', title: 'Name' }, login: { type: 'string', title: 'User name' } },
      _osConfig: { roles: ['admin'], inviteRoles: ['admin'], ownershipAttributes: [{ userId: '/login' }] }
    });
    await this.publish('Educator', EDUCATOR);
    await this.invite('Inspector', { name: 'Leela Menon', login: 'leela' });
    const ids = [];
    for (const [i, name] of NAMES.entries()) {
      ids.push(await this.invite('Educator', educator(name, i)));
    }
    for (const i of [0, 1, 2, 3]) {
      await this.send(`teacher${i}`, 'POST', 'send', { entityName: 'Educator', entityId: ids[i], name: 'licence' });
    }
    const claims = await this.send('leela', 'GET', 'Inspector/claims?status=OPEN');
    const of = id => claims.content.find(claim => claim.entityId === id).id;
    await this.send('leela', 'POST', `Inspector/claims/${of(ids[0])}/attest`, { action: 'GRANT_CLAIM' });
    await this.send('leela', 'POST', `Inspector/claims/${of(ids[1])}/notes`, { text: 'I called the school.' });
    const former = await this.send('teacher0', 'GET', `Educator/${ids[0]}`);
    await this.send('teacher0', 'PUT', `Educator/${ids[0]}/school`, 'Valley School');
    await this.send('teacher0', 'POST', 'send', { entityName: 'Educator', entityId: ids[0], name: 'licence' });
    await this.send('admin', 'POST', `Educator/${ids[4]}/suspend`, { reason: 'Inquiry.' });
    return { ids, former };
  }
}

const NAMES = ['Ravi Kumar', 'Asha Rao', 'Irfan Khan', 'மீனா செல்வம்', 'Joseph Mathew', 'सुनीता शर्मा', 'Kavitha Menon'];

export function educator(name, i) {
  return {
    name, number: `TL-${String(20_000 + i)}`, born: `198${i % 10}-04-0${1 + i % 9}`, subject: ['Physics', 'Tamil', 'History'][i % 3], school: 'Hill School',
    hours: 18 + i, fullTime: i % 2 === 0, login: `teacher${i}`, address: { street: `${i + 1} Beach Road`, city: 'Kollam' },
    degrees: [{ name: 'B.Sc.', year: 2004 + i }, { name: 'B.Ed.', year: 2006 + i }]
  };
}

export const EDUCATOR = {
  title: 'Teacher', description: 'Everybody who is licensed to teach.', type: 'object', additionalProperties: false, required: ['name', 'number', 'login'],
  properties: {
    name: { type: 'string', title: 'Name' },
    number: { type: 'string', title: 'Licence number', pattern: '^TL-[0-9]{5}$', description: 'TL- and five digits' },
    subject: { type: 'string', title: 'Subject', enum: ['Physics', 'Tamil', 'History', 'Mathematics'] },
    school: { type: 'string', title: 'School' },
    born: { type: 'string', format: 'date', title: 'Date of birth' },
    hours: { type: 'integer', title: 'Hours a week', minimum: 0, maximum: 60 },
    fullTime: { type: 'boolean', title: 'Full time' },
    login: { type: 'string', title: 'User name' },
    address: { type: 'object', title: 'Address', properties: { street: { type: 'string', title: 'Street' }, city: { type: 'string', title: 'City' } } },
    degrees: { type: 'array', title: 'Degrees', items: { type: 'object', properties: { name: { type: 'string', title: 'Degree' }, year: { type: 'integer', title: 'Year' } } } }
  },
  _osConfig: {
    roles: ['admin'], readRoles: ['anonymous'], createRoles: ['admin'], inviteRoles: ['admin'], privateFields: ['born', 'login'], uniqueIndexFields: ['number', 'login'],
    indexFields: ['name', 'school'], ownershipAttributes: [{ userId: '/login' }],
    titles: { hi: { '': 'शिक्षक', '/name': 'नाम', '/number': 'अनुज्ञप्ति संख्या', '/subject': 'विषय', '/school': 'विद्यालय' } },
    credentialTemplate: {
      '@context': ['https://www.w3.org/ns/credentials/v2'], type: ['VerifiableCredential', 'Teacher'],
      credentialSubject: { name: '{{name}}', number: '{{number}}', subject: '{{subject}}', school: '{{school}}' }
    },
    attestationPolicies: [{
      name: 'licence', attestorPlugin: 'did:internal:ClaimPluginActor?entity=Inspector', attestorMayRevoke: true,
      attestationProperties: { name: '$.name', number: '$.number', subject: '$.subject', school: '$.school' },
      credentialTemplate: {
        '@context': ['https://www.w3.org/ns/credentials/v2'], type: ['VerifiableCredential', 'TeachingLicence'],
        credentialSubject: { name: '{{name}}', number: '{{number}}', subject: '{{subject}}', school: '{{school}}' }
      }
    }]
  }
};
