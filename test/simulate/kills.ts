/** A server of its own is killed with requests on their way; after the next start each was done once. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { refundCharge } from './model/after'
import { balanceOf } from './model/balance'
import { captureCharge, createCharge } from './model/charges'
import { createCustomer } from './model/customers'
import { accountFacts } from './model/money'
import { shown } from './model/shown'
import { type Charge, type Customer, newWorld, type Rec, type World } from './model/world'
import type { Random } from './random'
import { beginning, Difference } from './stage'
import { type Body, differences } from './turn'

interface Server {
  readonly child: ChildProcess
  readonly url: string
  readonly vaultUrl: string
}

/** @param root of the project, with its program built */
const start = async (root: string, file: string): Promise<Server> => {
  const now = new Date(beginning).toISOString()
  const options = ['--port', '0', '--state', file, '--now', now, '--freeze', '--log', 'json']
  const child = spawn(process.execPath, [join(root, 'dist', 'cli.cjs'), 'serve', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const entry: { readonly event?: string; readonly url?: string; readonly vaultUrl?: string } =
      JSON.parse(line)
    const { url, vaultUrl } = entry
    if (entry.event === 'ready' && url !== undefined && vaultUrl !== undefined) {
      child.stdout.resume()
      return { child, url, vaultUrl }
    }
  }
  throw new Difference('the server ended before it was ready')
}

interface Wish {
  readonly path: string
  readonly params: object
  readonly key: string
  /** What the model makes of it, once it is done. */
  readonly done: () => Rec
  answer: { readonly status: number; readonly text: string } | null
}

const post = async (address: string, params: object, key: string | null, auth: string) => {
  const authorization = `Basic ${btoa(`${auth}:`)}`
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'application/json',
      ...(key === null ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(params),
  })
  return { status: response.status, text: await response.text() }
}

const secret = 'skey_test_sandbox'

const read = async ({ url }: Server, path: string): Promise<Body> => {
  const authorization = `Basic ${btoa(`${secret}:`)}`
  return (await fetch(`${url}${path}`, { headers: { authorization } })).json()
}

/** A customer with a card, to be charged again and again. */
const openShop = async ({ url, vaultUrl }: Server, world: World): Promise<Customer> => {
  const number = '4242424242424242'
  const card = { name: 'Somchai Prasert', number, expiration_month: 12, expiration_year: 2099 }
  const token = JSON.parse((await post(`${vaultUrl}/tokens`, { card }, null, 'pkey_test_sandbox')).text)
  const email = 'payer@example.com'
  const made = JSON.parse((await post(`${url}/customers`, { email, card: token.id }, null, secret)).text)
  const own = { kind: 'card', id: token.card.id, at: beginning, number, deleted: false } as const
  const customer = createCustomer(world, email, { id: token.id, card: own, used: false })
  customer.id = made.id
  return customer
}

/** Each is about a charge of its own, so that their order does not matter. */
const wishesOf = (random: Random, world: World, customer: Customer): readonly Wish[] => {
  const key = (): string => `kill ${random.next()}`
  const later = world.charges.flatMap((charge): Wish[] => {
    if (random.chance(50)) return []
    const path = `/charges/${charge.id}`
    if (charge.state === 'held')
      return [
        {
          path: `${path}/capture`,
          params: {},
          key: key(),
          answer: null,
          done: () => kept(captureCharge(world, charge, null)),
        },
      ]
    const amount = random.between(1, 500)
    if (charge.captured - charge.refunded < amount) return []
    const done = (): Rec => kept(refundCharge(world, charge, { amount, onlyVoid: false }))
    return [{ path: `${path}/refunds`, params: { amount }, key: key(), answer: null, done }]
  })
  const card = customer.standard
  if (card === null) throw new Error('the customer has a card')
  const charges = Array.from({ length: 25 }, (): Wish => {
    const amount = random.between(2000, 90_000)
    const capture = random.chance(60)
    const params = { amount, currency: 'thb', customer: customer.id, capture }
    const done = (): Charge => createCharge(world, { amount, currency: 'thb', customer, card, capture })
    return { path: '/charges', params, key: key(), answer: null, done }
  })
  return [...later, ...charges]
}

const kept = <T extends Rec>(verdict: T | { readonly code: string }): T => {
  if ('code' in verdict) throw new Error(`the model refuses ${verdict.code}`)
  return verdict
}

/** Sends them all at once; what gets no answer stays without one. */
const sendAll = async ({ url }: Server, wishes: readonly Wish[]): Promise<void> => {
  await Promise.all(
    wishes.map(async (wish) => {
      try {
        wish.answer = await post(`${url}${wish.path}`, wish.params, wish.key, secret)
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
      }
    }),
  )
}

/** Repeats everything with its key: what was answered before the kill must be answered alike. */
const settleAll = async (server: Server, world: World, wishes: readonly Wish[]): Promise<void> => {
  for (const wish of wishes) {
    const { status, text } = await post(`${server.url}${wish.path}`, wish.params, wish.key, secret)
    if (status !== 200) throw new Difference(`${wish.path} answered ${status} ${text}`)
    if (wish.answer !== null && wish.answer.text !== text)
      throw new Difference(`${wish.path} was answered ${wish.answer.text}, and after the kill ${text}`)
    const record = wish.done()
    const body: Body = JSON.parse(text)
    record.id = body.id
  }
  const page = await read(server, '/charges?limit=1')
  if (page.total !== world.charges.length)
    throw new Difference(`${page.total} charges are there, and should be ${world.charges.length}`)
  for (const charge of world.charges) {
    if (charge.transaction !== null) charge.transaction.id = ''
    const found = differences(shown(charge, world), await read(server, `/charges/${charge.id}`))
    if (found.length > 0) throw new Difference(`charge ${charge.id}: ${found.join('; ')}`)
  }
  const balance = await read(server, '/balance')
  const { total } = balanceOf(world)
  if (balance.total !== total) throw new Difference(`the balance is ${balance.total}, and should be ${total}`)
}

/** @returns how many requests were cut off */
export const killServers = async (
  random: Random,
  { root, file, times }: { readonly root: string; readonly file: string; readonly times: number },
): Promise<number> => {
  const account = accountFacts.TH
  if (account === undefined) throw new Error('the model knows an account in Thailand')
  const clock = { now: beginning, planned: 0, jobs: [] }
  const world = newWorld(account, { accountId: '', live: false, clock, listens: false })
  let server = await start(root, file)
  let cutOff = 0
  try {
    const customer = await openShop(server, world)
    for (let time = 0; time < times; time += 1) {
      const wishes = wishesOf(random, world, customer)
      const sent = sendAll(server, wishes)
      await new Promise((resolve) => setTimeout(resolve, random.below(300)))
      server.child.kill('SIGKILL')
      await Promise.all([once(server.child, 'exit'), sent])
      cutOff += wishes.filter(({ answer }) => answer === null).length
      server = await start(root, file)
      await settleAll(server, world, wishes)
    }
  } finally {
    server.child.kill('SIGKILL')
  }
  return cutOff
}
