/*
 * A wallet that keeps its keys and credentials in memory. The protocols are other people's software:
 * OpenID4VCI and OpenID4VP (@openid4vc), DCQL (dcql), SD-JWT (@sd-jwt/sd-jwt-vc), JWE (jose).
 */
import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { clientAuthenticationAnonymous, setGlobalConfig } from '@openid4vc/oauth2'
import { Openid4vciClient } from '@openid4vc/openid4vci'
import { Openid4vpClient } from '@openid4vc/openid4vp'
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc'
import { DcqlQuery } from 'dcql'
import * as jose from 'jose'

// a suite on this machine is reached by http
setGlobalConfig({ allowInsecureUrls: true })

const encoded = (json) => Buffer.from(JSON.stringify(json)).toString('base64url')
const hash = (data, algorithm) =>
  createHash(algorithm.replace('-', '').toLowerCase()).update(data).digest()

export class Wallet {
  #keys = new Map()
  #held = []

  #callbacks = {
    hash,
    generateRandom: (length) => randomBytes(length),
    signJwt: (signer, { header, payload }) => {
      const input = `${encoded(header)}.${encoded(payload)}`
      return { jwt: `${input}.${this.#signed(signer.publicJwk, input)}`, signerJwk: signer.publicJwk }
    },
    verifyJwt: verifyRequest,
    encryptJwe: async ({ publicJwk, alg, enc, apu, apv }, text) => {
      const jwe = await new jose.CompactEncrypt(Buffer.from(text))
        .setProtectedHeader({ alg, enc, kid: publicJwk.kid, apu, apv })
        .encrypt(await jose.importJWK(publicJwk, alg))
      return { jwe, encryptionJwk: publicJwk }
    },
    decryptJwe: () => { throw new Error('this wallet requests nothing encrypted') },
    clientAuthentication: clientAuthenticationAnonymous(),
  }

  #signed({ x }, input) {
    const key = { key: this.#keys.get(x), dsaEncoding: 'ieee-p1363' }
    return sign('sha256', Buffer.from(input), key).toString('base64url')
  }

  #newKey() {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const publicJwk = pair.publicKey.export({ format: 'jwk' })
    this.#keys.set(publicJwk.x, pair.privateKey)
    return { method: 'jwk', alg: 'ES256', publicJwk }
  }

  /**
   * Accepts an offer by its link: redeems the code, and gets copies of the credential, each for a
   * new key. The configuration is the first one as SD-JWT unless one is named.
   */
  async accept(link, { configuration, copies = 1, transactionCode, dpop = false } = {}) {
    const client = new Openid4vciClient({ callbacks: this.#callbacks })
    const credentialOffer = await client.resolveCredentialOffer(link)
    const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer)
    const credentialConfigurationId = configuration ??
      credentialOffer.credential_configuration_ids.find((id) => id.endsWith('.sd-jwt'))
    const granted = await client.retrievePreAuthorizedCodeAccessTokenFromOffer({
      credentialOffer,
      issuerMetadata,
      txCode: transactionCode,
      dpop: dpop ? { signer: this.#newKey() } : undefined,
    })
    const access = { accessToken: granted.accessTokenResponse.access_token, dpop: granted.dpop }
    const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata })
    const jwt = []
    for (let i = 0; i < copies; i++) {
      const signer = this.#newKey()
      const options = { issuerMetadata, credentialConfigurationId, signer, nonce }
      jwt.push((await client.createCredentialRequestJwtProof(options)).jwt)
    }
    const { credentialResponse } = await client.retrieveCredentials({
      issuerMetadata, credentialConfigurationId, proofs: { jwt }, ...access,
    })
    const notification =
      { notificationId: credentialResponse.notification_id, event: 'credential_accepted' }
    await client.sendNotification({ issuerMetadata, notification, ...access })
    const credentials = credentialResponse.credentials.map((each) => each.credential)
    this.#held.push(...credentials)
    return { tokenType: granted.accessTokenResponse.token_type, credentials }
  }

  /** Presents SD-JWTs that it holds to the verifier of a link, with the claims that are requested. */
  async present(link) {
    const client = new Openid4vpClient({ callbacks: this.#callbacks })
    const { params } = client.parseOpenid4vpAuthorizationRequest({ authorizationRequest: link })
    const { authorizationRequestPayload: request, dcql } =
      await client.resolveOpenId4vpAuthorizationRequest({ authorizationRequestPayload: params })
    const candidates = await Promise.all(this.#held.map(candidate))
    const found = DcqlQuery.query(DcqlQuery.parse(dcql.query), candidates)
    if (!found.can_be_satisfied) {
      throw new Error('This wallet has no such credential.')
    }
    const vp_token = {}
    for (const [id, match] of Object.entries(found.credential_matches)) {
      const { input_credential_index: index, claims } = match.valid_credentials[0]
      vp_token[id] = [
        await this.#presentation(this.#held[index], claims.valid_claim_sets[0].output, request),
      ]
    }
    const { authorizationResponsePayload, jarm } = await client.createOpenid4vpAuthorizationResponse({
      authorizationRequestPayload: request,
      authorizationResponsePayload: { vp_token },
      jarm: { encryption: { nonce: randomBytes(16).toString('base64url') }, serverMetadata: ENCRYPTION },
    })
    await client.submitOpenid4vpAuthorizationResponse({
      authorizationRequestPayload: request,
      authorizationResponsePayload,
      jarm: { responseJwt: jarm.responseJwt },
    })
  }

  async #presentation(credential, shown, { nonce, client_id: aud }) {
    const { cnf } = jose.decodeJwt(credential.split('~')[0])
    const instance = new SDJwtVcInstance({
      hasher: hash,
      hashAlg: 'sha-256',
      kbSigner: async (input) => this.#signed(cnf.jwk, input),
      kbSignAlg: 'ES256',
    })
    const payload = { nonce, aud, iat: Math.floor(Date.now() / 1000) }
    return instance.present(credential, frame(shown), { kb: { payload } })
  }
}

const ENCRYPTION = {
  authorization_signing_alg_values_supported: [],
  authorization_encryption_alg_values_supported: ['ECDH-ES'],
  authorization_encryption_enc_values_supported: ['A128GCM', 'A256GCM'],
}

/** An SD-JWT as DCQL compares it with a query. */
async function candidate(credential) {
  if (typeof credential !== 'string' || !credential.includes('~')) {
    return { credential_format: 'none' }
  }
  const claims = await new SDJwtVcInstance({ hasher: hash }).getClaims(credential)
  return {
    credential_format: 'dc+sd-jwt',
    vct: claims.vct,
    claims,
    cryptographic_holder_binding: true,
  }
}

/** What is disclosed: true for each claim. */
function frame(shown) {
  return typeof shown === 'object' && shown !== null && !Array.isArray(shown)
    ? Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, frame(value)]))
    : true
}

/** A request must be signed by a key of the DID that the verifier is known by (did:web). */
async function verifyRequest(signer, { compact }) {
  const [did] = (signer.didUrl ?? '').split('#')
  if (!did.startsWith('did:web:')) {
    return { verified: false }
  }
  const [host, ...path] = did.slice('did:web:'.length).split(':').map(decodeURIComponent)
  const scheme = /^(127\.0\.0\.1|localhost)(:|$)/.test(host) ? 'http' : 'https'
  const address = [`${scheme}://${host}`, ...(path.length ? path : ['.well-known']), 'did.json']
  const document = await (await fetch(address.join('/'))).json()
  const method = document.verificationMethod.find((one) => one.id === signer.didUrl)
  try {
    const key = p256Key(method.publicKeyMultibase)
    await jose.compactVerify(compact, key)
    return { verified: true, signerJwk: key.export({ format: 'jwk' }) }
  } catch {
    return { verified: false }
  }
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const MULTICODEC_P256 = '8024'
const SPKI_P256 = '3039301306072a8648ce3d020106082a8648ce3d030107032200'

/** The key of a Multikey on P-256: a compressed point in base58btc. */
function p256Key(multibase) {
  const digits = [...multibase.slice(1)].map((each) => BigInt(BASE58.indexOf(each)))
  const hex = digits.reduce((number, digit) => number * 58n + digit, 0n).toString(16)
  if (!multibase.startsWith('z') || !hex.startsWith(MULTICODEC_P256)) {
    throw new Error('This is no key on P-256.')
  }
  const der = Buffer.from(SPKI_P256 + hex.slice(MULTICODEC_P256.length), 'hex')
  return createPublicKey({ key: der, format: 'der', type: 'spki' })
}
