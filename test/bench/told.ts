/** Our server in its own process, with receivers of all events, or without any. */
import type { Snapshot } from '../../src/index'
import { collectGarbage, serve } from './program'
import { formType, openShop, type Shop } from './shop'

export type ToldQuestion =
  | { readonly do: 'listen'; readonly webhook: readonly string[] }
  /** The state of the start, without pending deliveries. */
  | { readonly do: 'reset' }
  /** Creates N charges without a socket, one after the other. */
  | { readonly do: 'charge'; readonly times: number }
  /** Creates N events without a socket, and measures its memory from then on. */
  | { readonly do: 'flood'; readonly events: number }
  | { readonly do: 'ask' }

export interface ToldAnswer {
  readonly port: number
  readonly authorization: string
  readonly customer: string
  /** How long the question took, in ms. */
  readonly ms: number
  /** By how much the process has grown at most since before the flood, in bytes. */
  readonly grown: number
  /** Microseconds of processor time so far. */
  readonly cpu: number
}

interface Stage {
  readonly shop: Shop
  readonly port: number
  readonly fresh: Snapshot
}

let stage: Stage | null = null
let grown = 0

const open = async (webhook: readonly string[]): Promise<Stage> => {
  const shop = await openShop({ webhook: [...webhook] })
  await shop.sandbox.webhooks.settle({ timeoutMs: 1000 }).catch(() => undefined)
  const { url } = await shop.sandbox.listen({ port: 0 })
  return { shop, port: Number(new URL(url).port), fresh: shop.sandbox.snapshot() }
}

const flood = async ({ sandbox }: Shop, events: number): Promise<void> => {
  collectGarbage()
  const before = process.memoryUsage().rss
  setInterval(() => {
    grown = Math.max(grown, process.memoryUsage().rss - before)
  }, 100).unref()
  const headers = { authorization: sandbox.authorization.secret, 'content-type': formType }
  for (let i = 0; i < events; i += 1)
    await sandbox.fetch(`${sandbox.url}/customers`, { method: 'POST', headers, body: `description=${i}` })
}

serve(async (question: ToldQuestion): Promise<ToldAnswer> => {
  if (question.do === 'listen') stage = await open(question.webhook)
  if (stage === null) throw new Error('listen comes first')
  const { shop, port, fresh } = stage
  const start = performance.now()
  if (question.do === 'reset') shop.sandbox.restore(fresh)
  if (question.do === 'charge') await shop.fill(question.times)
  if (question.do === 'flood') await flood(shop, question.events)
  const ms = performance.now() - start
  const { user, system } = process.cpuUsage()
  const authorization = shop.sandbox.authorization.secret
  return { port, authorization, customer: shop.customer, ms, grown, cpu: user + system }
})
