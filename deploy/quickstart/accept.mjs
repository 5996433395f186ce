// Accepts an offer, and prints what the wallet got as JSON:
// node accept.mjs <link> <configuration> <copies> <transaction code, or -> <dpop, or ->
import { Wallet } from './wallet.mjs'

const [link, configuration, copies, transactionCode, dpop] = process.argv.slice(2)
const accepted = await new Wallet().accept(link, {
  configuration,
  copies: Number(copies),
  transactionCode: transactionCode === '-' ? undefined : transactionCode,
  dpop: dpop !== '-',
})
console.log(JSON.stringify(accepted))
