/*
 * Speaks for the npm libraries of a wallet (OpenID4VP 1.0) and of DCQL.
 *
 *   node peer-openid4vp.mjs <folder of the npm install>
 *
 * reads requests as JSON from standard input, each in a line, {command, documents, ...}, and writes
 * {results} to standard output, each in a line. There is no way from here to a network: the request
 * that the wallet reads is in its input, and its response in its output.
 */
import crypto from 'node:crypto';
import path from 'node:path';
import readline from 'node:readline';
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';

const [install] = process.argv.slice(2);
const load = createRequire(path.join(path.resolve(install), 'package.json'));
const module = name => import(pathToFileURL(load.resolve(name)));
const file = (...names) =>
  import(pathToFileURL(path.join(path.resolve(install), 'node_modules', ...names)));

const {DcqlPresentationResult, DcqlQuery} = await file('dcql', 'dist', 'index.mjs');
const {Openid4vpClient} = await module('@openid4vc/openid4vp');
const jose = await module('jose');
const {SDJwtVcInstance} = load('@sd-jwt/sd-jwt-vc');

/** Whether credentials are what a query requests. */
function dcql({query, presentation}) {
  const parsed = DcqlQuery.parse(query);
  DcqlQuery.validate(parsed);
  const result =
    DcqlPresentationResult.fromDcqlPresentation(presentation, {dcqlQuery: parsed});
  return String(Boolean(result.can_be_satisfied));
}

/** Whether the library takes a query. */
function parse({query}) {
  try {
    DcqlQuery.validate(DcqlQuery.parse(query));
    return 'true';
  } catch {
    return 'false';
  }
}

function holderOf(jwk) {
  const key = crypto.createPrivateKey({key: jwk, format: 'jwk'});
  const digest = jwk.kty === 'OKP' ? null : 'sha256';
  return async data =>
    crypto
      .sign(digest, Buffer.from(data), {key, dsaEncoding: 'ieee-p1363'})
      .toString('base64url');
}

async function present({credential, shown, holder}, {nonce, client_id: aud}) {
  const instance = new SDJwtVcInstance({
    hasher: data => crypto.createHash('sha256').update(data).digest(),
    hashAlg: 'sha-256',
    kbSigner: holderOf(holder),
    kbSignAlg: holder.kty === 'OKP' ? 'EdDSA' : 'ES256',
    saltGenerator: length => crypto.randomBytes(length).toString('base64url'),
  });
  const iat = Math.floor(Date.now() / 1000);
  return instance.present(credential, shown, {kb: {payload: {nonce, aud, iat}}});
}

function callbacks({requestObject, keys, sent}) {
  return {
    fetch: async (address, init = {}) => {
      if(String(address).includes('/oid4vp/requests/')) {
        return new Response(
          requestObject, {headers: {'content-type': 'application/oauth-authz-req+jwt'}});
      }
      sent.push({address: String(address), body: String(init.body)});
      return new Response('{}', {headers: {'content-type': 'application/json'}});
    },
    hash: (data, algorithm) =>
      crypto.createHash(algorithm.replace('-', '').toLowerCase()).update(data).digest(),
    verifyJwt: async (signer, {compact}) => {
      const jwk = signer.method === 'x5c'
        ? new crypto.X509Certificate(Buffer.from(signer.x5c[0], 'base64')).publicKey
        : keys[signer.didUrl] && await jose.importJWK(keys[signer.didUrl], signer.alg);
      if(!jwk) {
        return {verified: false};
      }
      try {
        await jose.compactVerify(compact, jwk);
        return {verified: true, signerJwk: await jose.exportJWK(jwk)};
      } catch {
        return {verified: false};
      }
    },
    getX509CertificateMetadata: certificate => {
      const {subjectAltName = ''} =
        new crypto.X509Certificate(Buffer.from(certificate, 'base64'));
      const names = subjectAltName.split(', ');
      const named = prefix =>
        names.filter(name => name.startsWith(prefix)).map(name => name.slice(prefix.length));
      return {sanDnsNames: named('DNS:'), sanUriNames: named('URI:')};
    },
    encryptJwe: async ({publicJwk, alg, enc, apu, apv}, text) => {
      const encrypt = new jose.CompactEncrypt(Buffer.from(text))
        .setProtectedHeader({alg, enc, kid: publicJwk.kid, apu, apv});
      const jwe = await encrypt.encrypt(await jose.importJWK(publicJwk, alg));
      return {jwe, encryptionJwk: publicJwk};
    },
  };
}

/** The form with which a wallet answers a request, or why it does not: {error}. */
async function answer(wallet) {
  const sent = [];
  try {
    const client = new Openid4vpClient({callbacks: callbacks({...wallet, sent})});
    const parsed =
      client.parseOpenid4vpAuthorizationRequest({authorizationRequest: wallet.link});
    const {authorizationRequestPayload, dcql: {query}} =
      await client.resolveOpenId4vpAuthorizationRequest({
        authorizationRequestPayload: parsed.params,
      });
    const token = {};
    for(const {id} of query.credentials) {
      token[id] = [await present(wallet.credentials[id], authorizationRequestPayload)];
    }
    const response = await client.createOpenid4vpAuthorizationResponse({
      authorizationRequestPayload,
      authorizationResponsePayload: {vp_token: token},
      jarm: authorizationRequestPayload.response_mode !== 'direct_post.jwt' ? undefined : {
        encryption: {nonce: crypto.randomBytes(16).toString('base64url')},
        serverMetadata: {
          authorization_signing_alg_values_supported: [],
          authorization_encryption_alg_values_supported: ['ECDH-ES'],
          authorization_encryption_enc_values_supported: ['A256GCM', 'A128GCM'],
        },
      },
    });
    await client.submitOpenid4vpAuthorizationResponse({
      authorizationRequestPayload,
      authorizationResponsePayload: response.authorizationResponsePayload,
      jarm: response.jarm && {responseJwt: response.jarm.responseJwt},
    });
    return sent[0];
  } catch(error) {
    return {error: `${error.message} ${error.errorResponse?.error_description ?? ''}`};
  }
}

const COMMANDS = {dcql, parse, answer};

for await(const line of readline.createInterface({input: process.stdin})) {
  const request = JSON.parse(line);
  const results = [];
  for(const document of request.documents) {
    results.push(await COMMANDS[request.command](document, request));
  }
  process.stdout.write(`${JSON.stringify({results})}\n`);
}
