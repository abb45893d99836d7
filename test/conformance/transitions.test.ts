import { describe, expect } from 'vitest'
import { transitions } from '../spec/transitions'
import { makeClient } from '../support/client'
import { dispute } from '../support/disputes'
import { makeSandbox, type SetUp, test } from '../support/set-up'
import { type StandingName, standings } from '../support/standings'

/** The ways in which a charge can be in the state that the specification names. */
const standingsOf: Readonly<Record<string, readonly StandingName[]>> = {
  successful: ['auto-captured', 'captured by hand'],
  pending: ['authorized, capture=false', 'waiting for 3-D Secure'],
  failed: ['failed'],
  captured: ['auto-captured', 'captured by hand', 'refunded in full', 'voided'],
}

/** The request of each cause; a refund of what remains comes after one of a part. */
const causes: Readonly<Record<string, { path: string; before?: number }>> = {
  'full refund': { path: 'refunds' },
  'refund of what remains': { path: 'refunds', before: 2_500 },
  refund: { path: 'refunds' },
  capture: { path: 'capture' },
}

const ofCharges = transitions.filter((row) => row.subject === 'charge')

const cases = ofCharges.flatMap((row) =>
  (standingsOf[row.from ?? ''] ?? []).map((standing) => ({ ...row, standing })),
)

describe('spec 3.3: the state of a charge decides which actions it refuses', () => {
  test.each(cases)('$by of a $from charge ($standing): $refusal.code', async ({ by, standing, refusal }) => {
    const sandbox = makeSandbox()
    const client = makeClient(sandbox)
    const { id } = await standings[standing]({ sandbox, client })
    const cause = causes[by]
    if (cause?.before !== undefined) await client.refund(id, { amount: cause.before })
    const answer = await client.post(`/charges/${id}/${cause?.path}`)
    if (refusal === null) expect(answer.status).toBe(200)
    else expect(answer).toMatchObject({ status: refusal.status, body: { code: refusal.code } })
  })

  test('every row of the table is driven', () => {
    for (const row of ofCharges) {
      expect(Object.keys(standingsOf)).toContain(row.from)
      expect(Object.keys(causes)).toContain(row.by)
    }
  })
})

/** What moves a dispute of the given id; the first makes it. */
const disputeCauses: Readonly<Record<string, (setup: SetUp, id: string) => Promise<unknown>>> = {
  'customer files': ({ client }) => dispute(client),
  'evidence submitted before the deadline': ({ client }, id) =>
    client.patch(`/disputes/${id}`, { message: 'It was delivered' }),
  'bank decides for the merchant': ({ client }, id) =>
    client.patch(`/disputes/${id}/close`, { status: 'won' }),
  'bank decides for the customer': ({ client }, id) =>
    client.patch(`/disputes/${id}/close`, { status: 'lost' }),
  'deadline passes without evidence': ({ sandbox }) => sandbox.clock.advance('21d'),
}

const ofDisputes = transitions.filter((row) => row.subject === 'dispute')
/** What moves a source of the given charge; the first makes it. */
const sourceCauses: Readonly<Record<string, (setup: SetUp, charge: string) => Promise<unknown>>> = {
  creation: ({ client }) => client.post('/sources', { type: 'promptpay', amount: 10_000, currency: 'thb' }),
  'payment completes': ({ client }, charge) => client.post(`/charges/${charge}/mark_as_paid`),
  'payment fails': ({ client }, charge) => client.post(`/charges/${charge}/mark_as_failed`),
}

const ofSources = transitions.filter((row) => row.subject === 'source')

describe('spec 3.2: each cause moves a source to its next state and emits its events', () => {
  test.for(ofSources)('$from, $by: $to', async ({ from, by, to, events }, { setup, client, sandbox }) => {
    const waiting = { amount: 10_000, currency: 'thb', source: { type: 'promptpay' } }
    const { id } = from === null ? { id: '' } : (await client.post('/charges', waiting)).body
    if (from !== null) expect(sandbox.sources.last()?.status).toBe(from)
    const before = new Set(sandbox.events.list().map((event) => event.id))
    await sourceCauses[by]?.(setup, id)
    expect(sandbox.sources.last()?.status).toBe(to ?? 'pending')
    const keys = sandbox.events.list((event) => !before.has(event.id)).map((event) => event.key)
    expect(keys).toEqual(expect.arrayContaining([...events]))
  })

  test('every row of the table is driven', () => {
    expect(Object.keys(sourceCauses)).toEqual(ofSources.map((row) => row.by))
  })
})

describe('spec 3.1: each cause moves a dispute to its next state and emits its events', () => {
  test.for(ofDisputes)('$from, $by: $to', async ({ from, by, to, events }, { setup, client, sandbox }) => {
    const { id } = from === null ? { id: '' } : await dispute(client)
    if (from === 'pending') await client.patch(`/disputes/${id}`, { message: 'It was delivered' })
    const before = new Set(sandbox.events.list().map((event) => event.id))
    await disputeCauses[by]?.(setup, id)
    expect(sandbox.disputes.last()?.status).toBe(to)
    const keys = sandbox.events.list((event) => !before.has(event.id)).map((event) => event.key)
    expect(keys).toEqual(expect.arrayContaining([...events]))
  })

  test('every row of the table is driven', () => {
    expect(Object.keys(disputeCauses).sort()).toEqual(ofDisputes.map((row) => row.by).sort())
  })
})
