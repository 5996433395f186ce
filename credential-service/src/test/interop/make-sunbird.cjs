/*
 * Writes credentials as Sunbird RC 1.x issues them: the same npm packages and versions, its default
 * name of the key (did:india), a template context by its address, and the nested contexts of its
 * sample templates.
 *
 *   node make-sunbird.cjs <folder of the npm install of peer-6> <folder of the bundled contexts> > sunbird-rc.json
 *
 * The private key is thrown away.
 */
'use strict';

const {generateKeyPairSync} = require('crypto');
const {execFileSync} = require('child_process');
const path = require('path');

const [install, contextFolder] = process.argv.slice(2);
const issuer = 'did:web:school.example.org';
const verificationMethod = 'did:india';
const {publicKey, privateKey} = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: {type: 'spki', format: 'pem'},
  privateKeyEncoding: {type: 'pkcs1', format: 'pem'}
});
const key = {
  id: verificationMethod, controller: issuer, publicKeyPem: publicKey, privateKeyPem: privateKey
};

const terms = {
  '@version': 1.1,
  ProofOfSkill: 'https://school.example.org/vocabulary#ProofOfSkill',
  Person: 'https://school.example.org/vocabulary#Person',
  Skill: 'https://school.example.org/vocabulary#Skill',
  name: 'https://school.example.org/vocabulary#name',
  skill: 'https://school.example.org/vocabulary#skill'
};
const address = 'https://school.example.org/contexts/skill.json';
const contexts = {[address]: {'@context': terms}};
const inline = ['https://www.w3.org/2018/credentials/v1', {'@context': terms}];

const credential = (context, name, more = {}) => ({
  '@context': context,
  type: ['VerifiableCredential', 'ProofOfSkill'],
  issuanceDate: '2021-08-27T10:57:57.237Z',
  credentialSubject: {type: 'Person', name, skill: 'Welding "A"'},
  evidence: {type: ['Skill']},
  issuer,
  ...more
});
const cases = {
  'with a template context': credential(['https://www.w3.org/2018/credentials/v1', address], 'Ada'),
  'with a nested context': credential(inline, 'Asha'),
  'with an id': credential(inline, 'Ravi', {id: 'did:rcw:ebe1e776-6821-4112-9108-e6e0b4e8bff3'}),
  'of another person': credential(inline, 'Meera')
};

const output = execFileSync(
  process.execPath, [path.join(__dirname, 'peer.cjs'), install, contextFolder],
  {input: JSON.stringify({
    command: 'sign', documents: Object.values(cases), contexts, key, date: '2021-11-09T16:09:55Z'
  })});
const {results} = JSON.parse(output);
const credentials = Object.fromEntries(
  Object.keys(cases).map((name, i) => [name, results[i]]));
process.stdout.write(`${JSON.stringify(
  {issuer, verificationMethod, publicKeyPem: publicKey, contexts, inline, credentials}, null, 2)}\n`);
