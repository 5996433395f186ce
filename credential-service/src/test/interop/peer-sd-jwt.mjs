/*
 * Speaks for the npm library that signs, presents and verifies SD-JWT credentials.
 *
 *   node peer-sd-jwt.mjs <folder of the npm install>
 *
 * reads requests as JSON from standard input, each in a line, {command, documents, key, holder,
 * ...}, and writes {results} to standard output, each in a line. There is no way from here to a
 * network.
 */
import crypto from 'node:crypto';
import path from 'node:path';
import readline from 'node:readline';
import {createRequire} from 'node:module';

const [install] = process.argv.slice(2);
const load = createRequire(path.join(path.resolve(install), 'package.json'));
const {SDJwtVcInstance} = load('@sd-jwt/sd-jwt-vc');
const {StatusList, createHeaderAndPayload} = load('@sd-jwt/jwt-status-list');

const ALGORITHMS = {OKP: 'EdDSA', EC: 'ES256', RSA: 'PS256'};
const PSS = {padding: crypto.constants.RSA_PKCS1_PSS_PADDING, saltLength: 32};
const options = jwk => ({dsaEncoding: 'ieee-p1363', ...(jwk.kty === 'RSA' ? PSS : {})});
const digest = jwk => jwk.kty === 'OKP' ? null : 'sha256';

function signer(jwk) {
  const key = crypto.createPrivateKey({key: jwk, format: 'jwk'});
  return async data =>
    crypto.sign(digest(jwk), Buffer.from(data), {key, ...options(jwk)}).toString('base64url');
}

function verifier(jwk) {
  const {d, p, q, dp, dq, qi, ...publicJwk} = jwk;
  const key = crypto.createPublicKey({key: publicJwk, format: 'jwk'});
  return async (data, signature) =>
    crypto.verify(
      digest(jwk), Buffer.from(data), {key, ...options(jwk)}, Buffer.from(signature, 'base64url'));
}

function instance({key, holder, lists}) {
  return new SDJwtVcInstance({
    signer: key.jwk.d && signer(key.jwk),
    signAlg: ALGORITHMS[key.jwk.kty],
    verifier: verifier(key.jwk),
    kbSigner: holder && signer(holder),
    kbSignAlg: holder && ALGORITHMS[holder.kty],
    kbVerifier: async (data, signature, payload) => verifier(payload.cnf.jwk)(data, signature),
    hasher: data => crypto.createHash('sha256').update(data).digest(),
    hashAlg: 'sha-256',
    statusListFetcher: async address => lists[address],
    saltGenerator: length => crypto.randomBytes(length).toString('base64url'),
  });
}

async function sign(claims, request) {
  return instance(request).issue(claims, request.frame, {header: {kid: request.key.id}});
}

async function present(credential, request) {
  return instance(request).present(
    credential, request.shown, request.kb && {kb: {payload: request.kb}});
}

async function verify(credential, request) {
  try {
    const {payload} =
      await instance(request).verify(credential, request.required, request.keyBinding);
    return {verified: true, error: '', payload};
  } catch(error) {
    return {verified: false, error: error.message};
  }
}

/** A Token Status List of {claims, statuses, bits}. */
async function signList({claims, statuses, bits}, {key}) {
  const list = new StatusList(statuses, bits);
  const {header, payload} =
    createHeaderAndPayload(list, claims, {alg: ALGORITHMS[key.jwk.kty], kid: key.id});
  const encoded = json => Buffer.from(JSON.stringify(json)).toString('base64url');
  const input = `${encoded(header)}.${encoded(payload)}`;
  return `${input}.${await signer(key.jwk)(input)}`;
}

const COMMANDS = {sign, present, verify, signList};

for await(const line of readline.createInterface({input: process.stdin})) {
  const request = JSON.parse(line);
  const results = [];
  for(const document of request.documents) {
    results.push(await COMMANDS[request.command](document, request));
  }
  process.stdout.write(`${JSON.stringify({results})}\n`);
}
