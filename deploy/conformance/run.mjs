// Runs a plan of the OpenID Foundation's conformance suite against a running Attestry, and prints a
// table of its modules: node run.mjs <configuration file> [module]
// docs/conformance.md says what the file and the environment have. Node.js 20 or newer.
import { readFileSync } from 'node:fs'

const [file, only] = process.argv.slice(2)
const { plan, variant, configuration, offer, query } = JSON.parse(readFileSync(file, 'utf8'))
const { SUITE = 'https://localhost:8443', GATEWAY, TOKEN_URL, ADMIN_API_SECRET } = process.env

const POLL_MILLIS = 500
const MOST_POLLS = 240
const POLLS_FOR_PICTURE = 10
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
  const options = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
  return read(`${GATEWAY}/api/v1/${path}`, options)
}

/** Gives the module what it waits for: an offer, its transaction code, or a request. */
class Deliveries {
  #code
  #requestId

  async next(exposed) {
    if (exposed.tx_code_endpoint) {
      await this.#sendCode(exposed.tx_code_endpoint)
    } else if (exposed.credential_offer_endpoint) {
      await this.#offer(exposed.credential_offer_endpoint)
    } else if (exposed.authorization_endpoint && query && !this.#requestId) {
      const { requestId, link } = (await attestry('presentations/requests', query)).result
      this.#requestId = requestId
      await visit(exposed.authorization_endpoint + link.slice(link.indexOf('?')))
    }
  }

  /** What Attestry says of the presentation. */
  async outcome() {
    if (!this.#requestId) return ''
    const { state, verified } = await attestry(`presentations/requests/${this.#requestId}`)
    return verified === undefined ? state : `${state}, ${verified ? 'verified' : 'not verified'}`
  }

  async #sendCode(endpoint) {
    if (!this.#code) return
    const address = new URL(endpoint)
    address.searchParams.set('code', this.#code)
    this.#code = null
    await visit(address)
  }

  async #offer(endpoint) {
    const { link, transactionCode } = (await attestry('offers', offer)).result
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
  let withoutPicture = 0
  for (let i = 0; i < MOST_POLLS; i++) {
    const info = await suite(`info/${started.id}`)
    if (ENDED.includes(info.status)) return { id: started.id, result: info.result ?? info.status, outcome: await deliveries.outcome() }
    if (info.status === 'WAITING') {
      withoutPicture += await waitsForPicture(started.id)
      if (withoutPicture > POLLS_FOR_PICTURE) return { id: started.id, result: 'REVIEW', outcome: await deliveries.outcome() }
      const { exposed } = await suite(`runner/${started.id}`)
      await deliveries.next(exposed ?? {})
    }
    await new Promise((done) => setTimeout(done, POLL_MILLIS))
  }
  return { id: started.id, result: 'TIMEOUT', outcome: '' }
}

/** Such a module has nothing left to do but to be reviewed, unless its configuration makes the picture. */
async function waitsForPicture(id) {
  return (await suite(`log/${id}/images`)).some((image) => image.upload)
}

async function reasons(id) {
  const log = await suite(`log/${id}`)
  return log
    .filter((line) => ['FAILURE', 'WARNING'].includes(line.result))
    .map((line) => `${line.result}: ${line.src}: ${line.msg}`)
}

const created = await suite('plan', { planName: plan, variant: JSON.stringify(variant) }, { method: 'POST', body: JSON.stringify(configuration) })
console.log(`| Module of ${plan} | Result |${query ? ' Attestry |' : ''}\n| --- | --- |${query ? ' --- |' : ''}`)
let failed = 0
for (const module of created.modules.filter((one) => !only || one.testModule === only)) {
  const { id, result, outcome } = await run(created.id, module)
  failed += ['PASSED', 'SKIPPED', 'REVIEW', 'WARNING'].includes(result) ? 0 : 1
  console.log(`| \`${module.testModule}\` | ${result} |${query ? ` ${outcome} |` : ''}`)
  for (const reason of await reasons(id)) console.error(`  ${module.testModule} ${id}: ${reason}`)
}
process.exit(failed ? 1 : 0)
