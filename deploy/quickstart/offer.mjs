// Offers the credential of a record to its owner's wallet: shows the QR code, and prints the link.
// node offer.mjs <gateway> <type> <id> <the owner's token>
import encodeQR from 'qr'
import { called } from './gateway.mjs'

const [gateway, type, id, token] = process.argv.slice(2)
const { link } = (await called(gateway, '/api/v1/offers', token, { type, id })).result
console.error(encodeQR(link, 'ascii'))
console.log(link)
