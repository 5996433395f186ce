/*
 * Speaks for the npm libraries that sign and verify Data Integrity proofs.
 *
 *   node peer-11.mjs <folder of the npm install> <folder of the bundled contexts>
 *
 * reads requests as JSON from standard input, each in a line, {command, suite, documents, contexts,
 * didDocument, key}, and writes {results} to standard output, each in a line. Contexts come from
 * the folder or the request; there is no way from here to a network. The command present signs
 * presentations.
 */
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import {pathToFileURL} from 'node:url';
import {createRequire} from 'node:module';

const [install, contextFolder] = process.argv.slice(2);
const resolver = createRequire(path.join(path.resolve(install), 'package.json'));
const load = name => import(pathToFileURL(resolver.resolve(name)).href);

const jsigs = (await load('jsonld-signatures')).default;
const {DataIntegrityProof} = await load('@digitalbazaar/data-integrity');
const {Ed25519Signature2020} = await load('@digitalbazaar/ed25519-signature-2020');
const ed25519 = await load('@digitalbazaar/ed25519-multikey');
const ecdsa = await load('@digitalbazaar/ecdsa-multikey');
const eddsaRdfc = await load('@digitalbazaar/eddsa-rdfc-2022-cryptosuite');
const eddsaJcs = await load('@digitalbazaar/eddsa-jcs-2022-cryptosuite');
const ecdsaRdfc = await load('@digitalbazaar/ecdsa-rdfc-2019-cryptosuite');

const MULTIKEY = 'https://w3id.org/security/multikey/v1';
const jose = await load('jose');
const index = JSON.parse(fs.readFileSync(path.join(contextFolder, 'index.json'), 'utf8'));

function documentLoader({contexts = {}, didDocument}) {
  return async address => {
    const answer = document => ({contextUrl: null, documentUrl: address, document});
    if(index[address]) {
      const text = fs.readFileSync(path.join(contextFolder, index[address].file), 'utf8');
      return answer(JSON.parse(text));
    }
    if(contexts[address]) {
      return answer(contexts[address]);
    }
    if(didDocument && address === didDocument.id) {
      return answer(didDocument);
    }
    const method = didDocument?.verificationMethod.find(one => one.id === address);
    if(method) {
      return answer({'@context': MULTIKEY, ...method});
    }
    throw new Error(`not known here: ${address}`);
  };
}

async function signer(key) {
  const kind = key.algorithm === 'P-256' ? ecdsa : ed25519;
  const pair = await kind.fromJwk({jwk: key.jwk, secretKey: true, id: key.id, controller: key.controller});
  pair.id = key.id;
  pair.controller = key.controller;
  return {...pair.signer(), id: key.id};
}

const SUITES = {
  Ed25519Signature2020: {
    sign: options => new Ed25519Signature2020(options),
    verify: () => new Ed25519Signature2020()
  },
  'eddsa-rdfc-2022': {
    sign: options => new DataIntegrityProof({...options, cryptosuite: eddsaRdfc.cryptosuite}),
    verify: () => new DataIntegrityProof({cryptosuite: eddsaRdfc.cryptosuite})
  },
  'eddsa-jcs-2022': {
    sign: options =>
      new DataIntegrityProof({...options, cryptosuite: eddsaJcs.createSignCryptosuite()}),
    verify: () => new DataIntegrityProof({cryptosuite: eddsaJcs.createVerifyCryptosuite()})
  },
  'ecdsa-rdfc-2019': {
    sign: options => new DataIntegrityProof({...options, cryptosuite: ecdsaRdfc.cryptosuite}),
    verify: () => new DataIntegrityProof({cryptosuite: ecdsaRdfc.cryptosuite})
  }
};
const purpose = () => new jsigs.purposes.AssertionProofPurpose();

const ALGORITHMS = {'vc+jwt/EdDSA': 'EdDSA', 'vc+jwt/ES256': 'ES256', 'vc+jwt/PS256': 'PS256'};

async function signJwt(document, {suite, key}) {
  const form = [].concat(document.type).includes('VerifiablePresentation') ? 'vp' : 'vc';
  const header = {alg: ALGORITHMS[suite], typ: `${form}+jwt`, cty: form, kid: key.id};
  const text = new TextEncoder().encode(JSON.stringify(document));
  return new jose.CompactSign(text)
    .setProtectedHeader(header).sign(await jose.importJWK(key.jwk, header.alg));
}

async function verifyJwt(jwt, {suite, key}) {
  const {d, p, q, dp, dq, qi, ...publicJwk} = key.jwk;
  try {
    const {payload, protectedHeader} = await jose.compactVerify(
      jwt, await jose.importJWK(publicJwk, ALGORITHMS[suite]), {algorithms: [ALGORITHMS[suite]]});
    const document = JSON.parse(new TextDecoder().decode(payload));
    const credential = [].concat(document.type).includes('VerifiableCredential');
    const right = protectedHeader.typ === 'vc+jwt' && credential;
    return {verified: right, error: right ? '' : 'no credential'};
  } catch(error) {
    return {verified: false, error: error.message};
  }
}

async function sign(document, request) {
  const options = {signer: await signer(request.key), date: new Date(request.date)};
  return jsigs.sign(document, {
    suite: SUITES[request.suite].sign(options),
    purpose: purpose(),
    documentLoader: documentLoader(request)
  });
}

async function present(document, request) {
  const options = {signer: await signer(request.key), date: new Date(request.date)};
  return jsigs.sign(document, {
    suite: SUITES[request.suite].sign(options),
    purpose: new jsigs.purposes.AuthenticationProofPurpose(
      {challenge: request.challenge, domain: request.domain}),
    documentLoader: documentLoader(request)
  });
}

async function verify(document, request) {
  const result = await jsigs.verify(document, {
    suite: SUITES[request.suite].verify(),
    purpose: purpose(),
    documentLoader: documentLoader(request)
  });
  const errors = [].concat(result.error ? result.error.errors || result.error : []);
  return {verified: result.verified === true, error: errors.map(e => e.message).join('; ')};
}

const COMMANDS = {sign, present, verify, signJwt, verifyJwt};

for await(const line of readline.createInterface({input: process.stdin})) {
  const request = JSON.parse(line);
  const results = [];
  for(const document of request.documents) {
    results.push(await COMMANDS[request.command](document, request));
  }
  process.stdout.write(`${JSON.stringify({results})}\n`);
}
