/*
 * Reads documents as an independent JSON-LD library does, with data-loss detection.
 *
 *   node oracle.cjs <folder of the npm install> <folder of the bundled contexts>
 *
 * answers each line of standard input, {document, contexts}, with a line: {error}, or {nQuads,
 * labels, types, issuers, starts, ends, status}: the canonical form, the identifiers of nodes that
 * are in no statement, and what it says of its credential.
 * There is no way from here to a network.
 */
'use strict';

const fs = require('fs');
const path = require('path');
const readline = require('readline');
const {createRequire} = require('module');

const [install, contextFolder] = process.argv.slice(2);
const load = createRequire(path.join(path.resolve(install), 'package.json'));
const jsonld = load('jsonld');

const CREDENTIALS = 'https://www.w3.org/2018/credentials#';
const ROOT = 'urn:x-root';
const index = JSON.parse(fs.readFileSync(path.join(contextFolder, 'index.json'), 'utf8'));
const bundled = {};
for(const address of Object.keys(index)) {
  bundled[address] =
    JSON.parse(fs.readFileSync(path.join(contextFolder, index[address].file), 'utf8'));
}

function documentLoader(contexts = {}) {
  return async address => {
    const document = bundled[address] || contexts[address];
    if(!document) {
      throw new Error(`not known here: ${address}`);
    }
    return {contextUrl: null, documentUrl: address, document};
  };
}

function texts(nodes, names) {
  const found = [];
  for(const node of nodes) {
    for(const name of names) {
      for(const value of node[CREDENTIALS + name] || []) {
        found.push(String('@value' in value ? value['@value'] : value['@id']));
      }
    }
  }
  return found.sort();
}

function labels(value) {
  if(value === null || typeof value !== 'object') {
    return [];
  }
  const own = [].concat(value['@id'] || [], value['@type'] || [])
    .filter(name => String(name).startsWith('_:'));
  return Object.values(value).flatMap(labels).concat(own).sort();
}

/* Flattening gives nodes without an IRI other labels, so that the root gets a name before. */
function withName(root) {
  const label = root['@id'] || '';
  return label.startsWith('_:') ?
    JSON.parse(JSON.stringify(root).split(JSON.stringify(label)).join(JSON.stringify(ROOT))) :
    {'@id': ROOT, ...root};
}

async function read({document, contexts}) {
  const options = {
    safe: true, rdfDirection: 'i18n-datatype', documentLoader: documentLoader(contexts)
  };
  const canonical = await jsonld.canonize(
    document, {...options, algorithm: 'RDFC-1.0', format: 'application/n-quads'});
  // A dataset is a set, but the library writes a JSON literal as often as it stands in the document.
  const nQuads = [...new Set(canonical.split('\n'))].join('\n');
  const expanded = await jsonld.expand(document, options);
  if(expanded.length !== 1) {
    throw new Error('not one node');
  }
  const named = withName(expanded[0]);
  const nodes = await jsonld.flatten([named], null, options);
  const root = nodes.find(node => node['@id'] === named['@id']);
  const credentials = nodes.filter(node =>
    node === root || (node['@type'] || []).includes(`${CREDENTIALS}VerifiableCredential`));
  return {
    nQuads,
    labels: labels(expanded),
    types: [...(root['@type'] || [])].sort(),
    issuers: texts([root], ['issuer']),
    starts: texts(credentials, ['issuanceDate', 'validFrom']),
    ends: texts(credentials, ['expirationDate', 'validUntil']),
    status: texts(credentials, ['credentialStatus']).length > 0
  };
}

async function main() {
  for await (const line of readline.createInterface({input: process.stdin})) {
    let answer;
    try {
      answer = await read(JSON.parse(line));
    } catch(error) {
      answer = {error: String(error.message)};
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
}

main();
