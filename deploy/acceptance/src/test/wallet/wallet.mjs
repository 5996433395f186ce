// Accepts an offer as a wallet does, with one new key for each copy, and prints what it got as JSON:
// node wallet.mjs <link> <configuration> <copies> <transaction code, or -> <dpop, or ->
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { clientAuthenticationAnonymous, setGlobalConfig } from '@openid4vc/oauth2'
import { Openid4vciClient } from '@openid4vc/openid4vci'

const [link, configuration, copies, transactionCode, dpopWanted] = process.argv.slice(2)
setGlobalConfig({ allowInsecureUrls: true })

const keys = new Map()
const encoded = (json) => Buffer.from(JSON.stringify(json)).toString('base64url')

function newKey() {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicJwk = pair.publicKey.export({ format: 'jwk' })
  keys.set(publicJwk.x, pair.privateKey)
  return { method: 'jwk', alg: 'ES256', publicJwk }
}

const client = new Openid4vciClient({
  callbacks: {
    hash: (data, algorithm) =>
      createHash(algorithm.replace('-', '')).update(data).digest(),
    generateRandom: (length) => randomBytes(length),
    signJwt: (signer, { header, payload }) => {
      const input = `${encoded(header)}.${encoded(payload)}`
      const key = { key: keys.get(signer.publicJwk.x), dsaEncoding: 'ieee-p1363' }
      const signature = sign('sha256', Buffer.from(input), key)
      return { jwt: `${input}.${signature.toString('base64url')}`, signerJwk: signer.publicJwk }
    },
    verifyJwt: () => { throw new Error('nothing is verified here') },
    decryptJwe: () => { throw new Error('nothing is encrypted here') },
    encryptJwe: () => { throw new Error('nothing is encrypted here') },
    clientAuthentication: clientAuthenticationAnonymous(),
  },
})

const credentialOffer = await client.resolveCredentialOffer(link)
const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer)
const granted = await client.retrievePreAuthorizedCodeAccessTokenFromOffer({
  credentialOffer,
  issuerMetadata,
  txCode: transactionCode === '-' ? undefined : transactionCode,
  dpop: dpopWanted === '-' ? undefined : { signer: newKey() },
})
const access = { accessToken: granted.accessTokenResponse.access_token, dpop: granted.dpop }
const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata })
const jwt = []
for (let i = 0; i < Number(copies); i++) {
  const proof = await client.createCredentialRequestJwtProof({
    issuerMetadata,
    credentialConfigurationId: configuration,
    signer: newKey(),
    nonce,
  })
  jwt.push(proof.jwt)
}
const { credentialResponse } = await client.retrieveCredentials({
  issuerMetadata,
  credentialConfigurationId: configuration,
  proofs: { jwt },
  ...access,
})
await client.sendNotification({
  issuerMetadata,
  notification: { notificationId: credentialResponse.notification_id, event: 'credential_accepted' },
  ...access,
})
console.log(
  JSON.stringify({
    tokenType: granted.accessTokenResponse.token_type,
    credentials: credentialResponse.credentials.map((each) => each.credential),
  })
)
