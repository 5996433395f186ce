/*
 * Writes the golden vectors: credentials signed by a peer with a key made for the purpose.
 *
 *   node make-golden.cjs <folder of the npm install> <folder of the bundled contexts> > golden.json
 *
 * The private key is thrown away; run it again only to add cases.
 */
'use strict';

const {generateKeyPairSync} = require('crypto');
const {execFileSync} = require('child_process');
const path = require('path');

const [install, contextFolder] = process.argv.slice(2);
const issuer = 'did:web:peer.example';
const {publicKey, privateKey} = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: {type: 'spki', format: 'pem'},
  privateKeyEncoding: {type: 'pkcs1', format: 'pem'}
});
const key = {
  id: `${issuer}#key-1`, controller: issuer, publicKeyPem: publicKey, privateKeyPem: privateKey
};

const vocabulary = {
  '@version': 1.1,
  Person: 'https://example.org/vocabulary#Person',
  name: 'https://example.org/vocabulary#name',
  age: 'https://example.org/vocabulary#age',
  score: 'https://example.org/vocabulary#score',
  active: 'https://example.org/vocabulary#active',
  note: 'https://example.org/vocabulary#note',
  born: {
    '@id': 'https://example.org/vocabulary#born',
    '@type': 'http://www.w3.org/2001/XMLSchema#date'
  },
  knows: {'@id': 'https://example.org/vocabulary#knows', '@type': '@id'},
  title: {'@id': 'https://example.org/vocabulary#title', '@container': '@language'},
  steps: {'@id': 'https://example.org/vocabulary#steps', '@container': '@list'},
  address: 'https://example.org/vocabulary#address',
  city: 'https://example.org/vocabulary#city'
};
const credential = (credentialSubject, more = {}) => ({
  '@context': ['https://www.w3.org/2018/credentials/v1', vocabulary],
  type: ['VerifiableCredential'],
  issuer,
  issuanceDate: '2024-02-29T12:00:00Z',
  credentialSubject: {type: 'Person', ...credentialSubject},
  ...more
});

const cases = {
  simple: credential({name: 'Ada Lovelace'}),
  'with id and subject id': credential(
    {id: 'did:example:ada', name: 'Ada'}, {id: 'urn:uuid:5c2c0d5e-9c58-4d2a-8f5c-3f1f5a1c7a01'}),
  'quotes, backslashes, line breaks': credential({name: 'a "quoted" \\ name\nwith\r\nlines & <tags>'}),
  'beyond ASCII': credential({name: 'Ünïcödé — 你好 — 😀 — ﬀ'}),
  numbers: credential({age: 36, score: [0.5, 12.75, 9.2, -920027643.32597, 1e-6, -3, 0, 9007199254740991]}),
  booleans: credential({active: true, note: [false, true]}),
  'typed literal and reference': credential({born: '1815-12-10', knows: 'did:example:charles'}),
  'language map': credential({title: {en: 'Countess', de: 'Gräfin'}}),
  'ordered list': credential({steps: ['one', 'two', 'one']}),
  'several unnamed nodes': credential(
    {address: [{city: 'London'}, {city: 'Paris'}, {city: 'London', note: 'second home'}]}),
  'alike unnamed nodes': credential({address: [{city: 'London'}, {city: 'London'}]}),
  expiring: credential({name: 'Ada'}, {expirationDate: '2024-03-01T00:00:00Z'})
};

const request = {
  command: 'sign', documents: Object.values(cases), key, date: '2024-02-29T12:34:56Z'
};
const output = execFileSync(
  process.execPath, [path.join(__dirname, 'peer.cjs'), install, contextFolder],
  {input: JSON.stringify(request)});
const {results} = JSON.parse(output);
const credentials = Object.fromEntries(
  Object.keys(cases).map((name, i) => [name, results[i]]));
process.stdout.write(
  `${JSON.stringify({issuer, verificationMethod: key.id, publicKeyPem: publicKey, credentials}, null, 2)}\n`);
