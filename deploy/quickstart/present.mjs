// A wallet accepts an offer, and presents the credential to a verifier, whose result is printed:
// node present.mjs <gateway> <link of the offer> <type> <claims, with commas> <a verifier's token>
import { called } from './gateway.mjs'
import { Wallet } from './wallet.mjs'

const [gateway, link, type, claims, verifier] = process.argv.slice(2)
const wallet = new Wallet()
await wallet.accept(link)

const wanted = { type, claims: claims.split(',') }
const { requestId, link: request } =
  (await called(gateway, '/api/v1/presentations/requests', verifier, wanted)).result
await wallet.present(request)

const result = await called(gateway, `/api/v1/presentations/requests/${requestId}`, verifier)
console.log(JSON.stringify({ verified: result.verified, claims: result.credentials[0].claims }))
