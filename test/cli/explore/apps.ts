/** An application for `explore --app`, and its flow: a shop whose server charges a saved card. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asking } from './shops'

const program = `
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
const { env, argv } = process
const { PAYMENT_SANDBOX_URL: url, PAYMENT_SANDBOX_SECRET_KEY: secret, PAYMENT_SANDBOX_SCENARIO: scenario } = env
const { PORT, DIARY, MISTAKE } = env
const orders = env.PAYMENT_SANDBOX_FOLDER + '/orders'
const note = (text) => appendFileSync(DIARY, text + '\\n')

${asking.replace(/throw .*/, 'return {}')}
/** The charge of the run before: what a worker may still ask about. */
let before
const pay = async () => {
  const { data: [customer] } = await ask('/customers')
  const late = before
  if (late !== undefined) await ask('/charges/' + late)
  if (late !== undefined) await ask('/charges', { amount: 5000, currency: 'thb', card: late })
  const order = { amount: 100000, currency: 'thb', customer: customer.id, metadata: { order: 'A-1' } }
  const charge = await ask('/charges', order, 'order-A-1')
  before = charge.id
  appendFileSync(orders, charge.id + '\\n')
}

const broken = () => {
  console.error('Error: the shop is broken')
  return 1
}

const hear = async ({ key }) => {
  note('hears ' + key)
  if (MISTAKE === 'slow') await new Promise((resolve) => setTimeout(resolve, 200))
  if (MISTAKE === 'tells' && key === 'charge.complete') await ask('/customers', { email: 'a@example.com' })
  note('heard ' + key)
}

const serve = () => {
  note('start')
  if (MISTAKE === 'throws-at-start') throw new Error('no database')
  createServer(async (request, answer) => {
    const body = (await request.toArray()).join('')
    if (request.url === '/pay' && MISTAKE === 'dies' && before !== undefined) process.exit(broken())
    if (request.url === '/pay') await pay()
    if (request.url === '/hang') return
    if (request.url === '/webhooks') await hear(JSON.parse(body))
    if (request.url === '/fail') console.error('Error: no such table')
    answer.writeHead(request.url === '/fail' ? 500 : 204).end()
  }).listen(Number(PORT), '127.0.0.1', () => console.log('listening'))
}

const visit = async (path) => {
  const [status] = await send('http://127.0.0.1:' + PORT + path, { method: 'POST' })
  console.log('the shop answered ' + status)
  if (status >= 400) throw new Error('the shop answered ' + status)
}

const acts = {
  serve,
  buy: async () => {
    const { total } = await ask('/charges')
    note('flow ' + url + ' ' + (scenario || 'first') + ', ' + total + ' charges, ' + existsSync(orders))
    await visit('/pay')
  },
  hang: () => (scenario === '' ? visit('/pay') : visit('/hang')),
  fail: () => (scenario === '' ? visit('/pay') : visit('/fail')),
  reset: () => {
    note('reset ' + (scenario || 'first'))
    rmSync(orders, { force: true })
    if (MISTAKE === 'reset-fails' && scenario !== '') { console.error('the database is locked'); process.exit(3) }
    if (MISTAKE === 'reset-hangs') setInterval(() => {}, 1000)
  },
  recover: async () => {
    note('recover')
    await visit('/')
    const known = existsSync(orders) ? readFileSync(orders, 'utf8').trim().split('\\n') : []
    const { data } = await ask('/search?scope=charge&query=metadata.order:A-1')
    if (data.length !== known.length) throw new Error(data.length + ' charges, ' + known.length + ' in the book')
  },
}
await acts[argv[2]]()
`

/** The command that does one of these acts. */
export const applicationIn = (folder: string): ((act: string) => string) => {
  const file = join(folder, 'application.mjs')
  writeFileSync(file, program)
  return (act) => `"${process.execPath}" "${file}" ${act}`
}
