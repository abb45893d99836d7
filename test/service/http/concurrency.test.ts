import { describe, expect } from 'vitest'
import type { Sandbox } from '../../../src/index'
import { type Client, type ClientTarget, makeClient } from '../../support/client'
import { makeSandbox, start, test } from '../../support/set-up'

/** How a client reaches the sandbox. The server stops with the sandbox, at the end of the test. */
const transports = [
  ['in process', async (sandbox: Sandbox): Promise<ClientTarget> => sandbox],
  [
    'over sockets',
    async (sandbox: Sandbox): Promise<ClientTarget> => {
      const { url, vaultUrl } = await sandbox.listen({ port: 0 })
      return { url, vaultUrl, fetch }
    },
  ],
] as const

const clientOver = async (sandbox: Sandbox, reach: (typeof transports)[number][1]): Promise<Client> => {
  const { fetch, url, vaultUrl } = await reach(sandbox)
  return makeClient({ keys: sandbox.keys, fetch, url, vaultUrl })
}

const times = <T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)))

const statusesOf = (answers: readonly { status: number }[]): Record<number, number> => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe.each(transports)('requests at the same time, %s', (_, reach) => {
  test('spec 4.2 rule 1: of 50 refunds of 100 from a charge of 2,000 exactly 20 succeed', async () => {
    const sandbox = makeSandbox()
    const client = await clientOver(sandbox, reach)
    const { id } = await client.charge({ amount: 2000 })
    const answers = await times(50, () => client.post(`/charges/${id}/refunds`, { amount: 100 }))
    expect(statusesOf(answers)).toEqual({ 200: 20, 422: 30 })
    const refusals = answers.filter((answer) => answer.status === 422).map((answer) => answer.body.code)
    expect(new Set(refusals)).toEqual(new Set(['not_refundable']))
    expect(sandbox.charges.get(id)).toMatchObject({ refunded_amount: 2000, refundable: false })
    expect(sandbox.refunds.count()).toBe(20)
    expect(sandbox.events.count({ key: 'refund.create' })).toBe(20)
  })

  test('spec 4.1 rule 4: 20 requests with one idempotency key make one charge and get one answer', async () => {
    const sandbox = makeSandbox()
    const client = await clientOver(sandbox, reach)
    const { id: card } = await client.token()
    const headers = { 'idempotency-key': 'order-1' }
    const answers = await times(20, () =>
      client.post('/charges', { amount: 10_000, currency: 'thb', card }, { headers }),
    )
    expect(statusesOf(answers)).toEqual({ 200: 20 })
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    expect(answers.filter((answer) => answer.headers.has('idempotent-replayed'))).toHaveLength(19)
    expect(sandbox.charges.count()).toBe(1)
    expect(sandbox.transactions.count()).toBe(1)
  })

  test('spec 2.3: of 20 charges with one token one succeeds', async ({ sandbox }) => {
    const client = await clientOver(sandbox, reach)
    const { id: card } = await client.token()
    const answers = await times(20, () => client.post('/charges', { amount: 10_000, currency: 'thb', card }))
    expect(statusesOf(answers)).toEqual({ 200: 1, 400: 19 })
    expect(
      answers.filter((answer) => answer.status === 400).every(({ body }) => body.code === 'used_token'),
    ).toBe(true)
  })

  test('spec 3.3: of a capture and a reversal at the same time one happens', async ({ sandbox }) => {
    const client = await clientOver(sandbox, reach)
    const { id } = await client.authorized()
    const answers = await times(10, (i) =>
      client.post(`/charges/${id}/${i % 2 === 0 ? 'capture' : 'reverse'}`),
    )
    expect(statusesOf(answers)[200]).toBe(1)
    expect(sandbox.charges.get(id)?.status).toMatch(/^(successful|reversed)$/)
  })

  test('100 charges at the same time have 100 ids, and the events of each keep their order', async () => {
    const sandbox = makeSandbox()
    const client = await clientOver(sandbox, reach)
    const charges = await times(100, () => client.charge())
    expect(new Set(charges.map((charge) => charge.id)).size).toBe(100)
    const events = sandbox.events.list()
    expect(new Set(events.map(({ id }) => id)).size).toBe(200)
    expect(new Set(events.map((event) => event.created_at))).toEqual(new Set([start]))
    for (const { id } of charges)
      expect(events.filter(({ data }) => data.id === id).map(({ key }) => key)).toEqual([
        'charge.create',
        'charge.complete',
      ])
  })
})
