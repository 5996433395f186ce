/*
 * Speaks for the npm libraries that other signers and verifiers of RsaSignature2018 use.
 *
 *   node peer.cjs <folder of the npm install> <folder of the bundled contexts>
 *
 * reads requests as JSON from standard input, each in a line, {command, documents, contexts,
 * didDocument, key}, and writes {results} to standard output, each in a line. Contexts come from
 * the folder or the request; there is no way from here to a network.
 */
'use strict';

const fs = require('fs');
const path = require('path');
const readline = require('readline');
const {createRequire} = require('module');

const [install, contextFolder] = process.argv.slice(2);
const load = createRequire(path.join(path.resolve(install), 'package.json'));
const has = name => fs.existsSync(path.join(install, 'node_modules', name));
const jsonld = load('jsonld');
const jsigs = has('jsonld-signatures') ? load('jsonld-signatures') : null;
const RSAKeyPair = has('crypto-ld') ? load('crypto-ld').RSAKeyPair : null;
const vc = has('vc-js') ? load('vc-js') : null;

function documentLoader({contexts = {}, didDocument}) {
  const index = JSON.parse(fs.readFileSync(path.join(contextFolder, 'index.json'), 'utf8'));
  return async address => {
    const answer = document => ({contextUrl: null, documentUrl: address, document});
    if(index[address]) {
      const text = fs.readFileSync(path.join(contextFolder, index[address].file), 'utf8');
      return answer(JSON.parse(text));
    }
    if(contexts[address]) {
      return answer(contexts[address]);
    }
    if(didDocument && address.split('#')[0] === didDocument.id) {
      return answer(didDocument);
    }
    throw new Error(`not known here: ${address}`);
  };
}

function suiteOf(key, date) {
  const pair = new RSAKeyPair({...key, type: 'RsaVerificationKey2018'});
  return new jsigs.suites.RsaSignature2018(
    {verificationMethod: key.id, key: pair, date: new Date(date)});
}

async function sign(document, request) {
  const suite = suiteOf(request.key, request.date);
  const options = {suite, documentLoader: documentLoader(request), compactProof: false};
  if(vc) {
    return vc.issue({...options, credential: document});
  }
  const purpose = new jsigs.purposes.AssertionProofPurpose();
  return jsigs.sign(document, {...options, purpose});
}

async function verify(document, request) {
  const result = await jsigs.verify(document, {
    suite: new jsigs.suites.RsaSignature2018(),
    purpose: new jsigs.purposes.AssertionProofPurpose(),
    documentLoader: documentLoader(request),
    compactProof: false
  });
  const errors = [].concat(result.error ? result.error.errors || result.error : []);
  return {verified: result.verified === true, error: errors.map(e => e.message).join('; ')};
}

async function canonize(document, request) {
  return jsonld.canonize(document, {
    algorithm: 'URDNA2015',
    format: 'application/n-quads',
    documentLoader: documentLoader(request)
  });
}

async function main() {
  for await(const line of readline.createInterface({input: process.stdin})) {
    const request = JSON.parse(line);
    const answer = {sign, verify, canonize}[request.command];
    const results = [];
    for(const document of request.documents) {
      results.push(await answer(document, request));
    }
    process.stdout.write(`${JSON.stringify({results})}\n`);
  }
}

main().catch(error => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
