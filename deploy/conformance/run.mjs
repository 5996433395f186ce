// Runs a plan of the OpenID Foundation's conformance suite against a running Attestry, and prints a
// table of its modules: node run.mjs <configuration file> [module]
// docs/conformance.md says what the file and the environment have. Node.js 20 or newer.
import { readFileSync } from 'node:fs'

const [file, only] = process.argv.slice(2)
const { plan, variant, configuration, offer, query } = JSON.parse(readFileSync(file, 'utf8'))
const { SUITE = 'https://localhost:8443', GATEWAY, TOKEN_URL, ADMIN_API_SECRET } = process.env

const POLL_MILLIS = 500
const MOST_POLLS = 240
const ENDED = ['FINISHED', 'INTERRUPTED']

async function read(address, options) {
  const response = await fetch(address, options)
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${address}: ${text.slice(0, 500)}`)
  return text && JSON.parse(text)
}

function suite(path, parameters = {}, options = {}) {
  const address = new URL(`/api/${path}`, SUITE)
  Object.entries(parameters).forEach(([name, value]) => address.searchParams.set(name, value))
  return read(address, { headers: { 'content-type': 'application/json' }, ...options })
}

async function attestry(path, body) {
  const form = { grant_type: 'client_credentials', client_id: 'admin-api', client_secret: ADMIN_API_SECRET }
  const token = await read(TOKEN_URL, { method: 'POST', body: new URLSearchParams(form) })
  const headers = { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' }
  const reply = await read(`${GATEWAY}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return reply.result
}

/** Gives the module what it waits for: an offer, its transaction code, or a request. */
class Deliveries {
  #code
  #requested = false

  async next(exposed) {
    if (exposed.tx_code_endpoint) {
      await this.#sendCode(exposed.tx_code_endpoint)
    } else if (exposed.credential_offer_endpoint) {
      await this.#offer(exposed.credential_offer_endpoint)
    } else if (exposed.authorization_endpoint && query && !this.#requested) {
      this.#requested = true
      const { link } = await attestry('presentations/requests', query)
      await visit(exposed.authorization_endpoint + link.slice(link.indexOf('?')))
    }
  }

  async #sendCode(endpoint) {
    if (!this.#code) return
    const code = this.#code
    this.#code = null
    await visit(`${endpoint}?${new URLSearchParams({ code })}`)
  }

  async #offer(endpoint) {
    if (this.#code) return
    const { link, transactionCode } = await attestry('offers', offer)
    this.#code = transactionCode
    await visit(endpoint + link.slice(link.indexOf('?')))
  }
}

async function visit(address) {
  const response = await fetch(address, { redirect: 'manual' })
  await response.text()
}

async function run(id, { testModule, variant: ofModule }) {
  const started = await suite('runner', { test: testModule, plan: id, variant: JSON.stringify(ofModule ?? {}) }, { method: 'POST' })
  const deliveries = new Deliveries()
  for (let i = 0; i < MOST_POLLS; i++) {
    const info = await suite(`info/${started.id}`)
    if (ENDED.includes(info.status)) return { id: started.id, ...info }
    if (info.status === 'CONFIGURED') await suite(`runner/${started.id}`, {}, { method: 'POST' })
    if (info.status === 'WAITING') {
      const placeholders = await placeholdersOf(started.id)
      if (placeholders.length) return { id: started.id, status: 'WAITING', result: 'REVIEW' }
      const { exposed } = await suite(`runner/${started.id}`)
      await deliveries.next(exposed ?? {})
    }
    await new Promise((done) => setTimeout(done, POLL_MILLIS))
  }
  return { id: started.id, status: 'TIMEOUT', result: 'TIMEOUT' }
}

/** A module that waits for a picture has nothing left to do but to be reviewed. */
async function placeholdersOf(id) {
  const images = await suite(`log/${id}/images`)
  return images.filter((image) => image.upload)
}

async function reasons(id) {
  const log = await suite(`log/${id}`)
  return log
    .filter((line) => ['FAILURE', 'WARNING'].includes(line.result))
    .map((line) => `${line.result}: ${line.src}: ${line.msg}`)
}

const created = await suite('plan', { planName: plan, variant: JSON.stringify(variant) }, { method: 'POST', body: JSON.stringify(configuration) })
console.log(`| Module of ${plan} | Result |\n| --- | --- |`)
let failed = 0
for (const module of created.modules.filter((one) => !only || one.testModule === only)) {
  const { id, status, result } = await run(created.id, module)
  failed += ['PASSED', 'SKIPPED', 'REVIEW', 'WARNING'].includes(result) ? 0 : 1
  console.log(`| \`${module.testModule}\` | ${result ?? status} |`)
  for (const reason of await reasons(id)) console.error(`  ${module.testModule} ${id}: ${reason}`)
}
process.exit(failed ? 1 : 0)
