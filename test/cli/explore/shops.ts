/** Shops for `explore`: programs that call the sandbox of their environment, each with a mistake or none. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The client of such a program, as text: it asks until there is an answer. Without `fetch` it starts in half the time. */
export const asking = `
const { request } = await import('node:http')
const send = (address, { body, ...init }) => new Promise((resolve, reject) => {
  const hear = (answer) => answer.toArray().then((parts) => resolve([answer.statusCode, parts.join('')]), reject)
  request(address, init, hear).on('error', reject).end(body)
})
const ask = async (path, body, key) => {
  const headers = { authorization: 'Basic ' + btoa(secret + ':'), 'content-type': 'application/json' }
  if (key !== undefined && MISTAKE !== 'no-key') headers['idempotency-key'] = key
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  for (let i = 0; i < 5; i += 1) {
    const [status, text] = await send(url + path, init).catch(() => [500])
    if (status < 500 && status !== 429) return JSON.parse(text)
  }
  throw new Error('no answer to ' + path)
}
`

const program = `
import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
const { env, argv } = process
const { PAYMENT_SANDBOX_URL: url, PAYMENT_SANDBOX_SECRET_KEY: secret, PAYMENT_SANDBOX_FOLDER: folder, MISTAKE } = env

${asking}
/** The book of orders, which outlives a crash. */
const book = {
  read: () => existsSync(join(folder, 'paid')) ? readFileSync(join(folder, 'paid'), 'utf8') : null,
  write: (id) => writeFileSync(join(folder, 'paid'), id),
}

const pay = async () => {
  const { data: [customer] } = await ask('/customers')
  const order = { amount: 100000, currency: 'thb', customer: customer.id, metadata: { order: 'A-1' } }
  const charge = await ask('/charges', order, 'order-A-1')
  if (charge.object === 'charge') book.write(charge.id)
}

const lookUp = async () => {
  const { data } = await ask('/search?scope=charge&query=metadata.order:A-1')
  if (data[0]?.paid && MISTAKE !== 'no-look-up') book.write(data[0].id)
  const known = book.read() !== null
  if (known !== Boolean(data[0]?.paid)) throw new Error('the charge of A-1 is not in the book')
}

const acts = {
  pay,
  lookUp,
  /** Receives webhooks at a port until a charge is complete; it may have heard so before. */
  hear: () => existsSync(join(folder, 'heard')) || new Promise((resolve) => {
    const server = createServer(async (request, answer) => {
      const { key } = JSON.parse((await request.toArray()).join(''))
      answer.writeHead(204, { connection: 'close' }).end()
      if (key !== 'charge.complete') return
      writeFileSync(join(folder, 'heard'), '')
      server.close(resolve)
    }).listen(Number(argv[3]), '127.0.0.1')
  }),
  payAndHear: () => Promise.all([acts.hear(), pay()]),
  fail: () => { console.log('one line'); console.error('the shop is closed'); process.exit(3) },
  callAsOther: () => fetch(url + '/account', { headers: { authorization: 'Basic ' + btoa('skey_test_other:') } }),
  hang: () => setInterval(() => {}, 1000),
  nothing: () => {},
  /** Starts a child that starts one of its own, says who they are, and pays. */
  family: async () => {
    const child = spawn('sh', ['-c', 'sleep 1000 & echo $!; wait'], { stdio: ['ignore', 'pipe', 'ignore'] })
    const grandchild = await new Promise((resolve) => child.stdout.once('data', (text) => resolve(Number(text))))
    appendFileSync(argv[3], [process.pid, child.pid, grandchild].join('\\n') + '\\n')
    await pay()
    child.stdout.destroy()
    child.unref()
  },
}
await acts[argv[2]]()
`

/** The path of a program that does what its first word says. */
export const shopIn = (folder: string): string => {
  const file = join(folder, 'shop.mjs')
  writeFileSync(file, program)
  return file
}
