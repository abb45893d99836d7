import { describe, expect } from 'vitest'
import type { Sandbox } from '../../src/index'
import { chargeFlags } from '../spec/charge-flags'
import { flags, states, transitions } from '../spec/transitions'
import { type Client, makeClient } from '../support/client'
import { dispute } from '../support/disputes'
import { createRecipient, rich, transferIn, verifyRecipient } from '../support/payouts'
import { expectSuccess, makeSandbox, type SetUp, test } from '../support/set-up'
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

/** What moves a record of the given id; the first of each kind makes one. */
const moves: Readonly<Record<string, (setup: SetUp, id: string) => Promise<unknown>>> = {
  'customer files': ({ client }) => dispute(client),
  'evidence submitted before the deadline': ({ client }, id) =>
    client.patch(`/disputes/${id}`, { message: 'It was delivered' }),
  'bank decides for the merchant': ({ client }, id) =>
    client.patch(`/disputes/${id}/close`, { status: 'won' }),
  'bank decides for the customer': ({ client }, id) =>
    client.patch(`/disputes/${id}/close`, { status: 'lost' }),
  'deadline passes without evidence': ({ sandbox }) => sandbox.clock.advance('21d'),
  creation: ({ client }) => client.post('/sources', { type: 'promptpay', amount: 10_000, currency: 'thb' }),
  // A source is moved by its charge.
  'payment completes': ({ client }, charge) => client.post(`/charges/${charge}/mark_as_paid`),
  'payment fails': ({ client }, charge) => client.post(`/charges/${charge}/mark_as_failed`),
}

/** The id by which the record that is to be moved is known. */
const begin = {
  dispute: async (client: Client, from: string) => {
    const { id } = await dispute(client)
    if (from === 'pending') await client.patch(`/disputes/${id}`, { message: 'It was delivered' })
    return id
  },
  source: async (client: Client) =>
    (await client.charge({ card: undefined, source: { type: 'promptpay' } })).id,
}

const ofOthers = transitions.flatMap((row) =>
  row.subject === 'charge' ? [] : [{ ...row, subject: row.subject }],
)
const statusOf = ({ disputes, sources }: Sandbox, subject: 'dispute' | 'source') =>
  (subject === 'dispute' ? disputes : sources).last()?.status

describe('spec 3.1, 3.2: each cause moves a record to its next state and emits its events', () => {
  test.for(ofOthers)('$subject $from, $by: $to', async (row, { setup, client, sandbox }) => {
    const { subject, from, by, to, events } = row
    const id = from === null ? '' : await begin[subject](client, from)
    if (from !== null) expect(statusOf(sandbox, subject)).toBe(from)
    const before = sandbox.events.count()
    await moves[by]?.(setup, id)
    // No state is named for a source that was just made.
    expect(statusOf(sandbox, subject)).toBe(to ?? 'pending')
    const keys = sandbox.events
      .list()
      .slice(before)
      .map(({ key }) => key)
    expect(keys).toEqual(expect.arrayContaining([...events]))
  })

  test('every row of the table is driven', () => {
    expect(Object.keys(moves).sort()).toEqual(ofOthers.map(({ by }) => by).sort())
  })
})

describe('spec 3: the states and flags by name', () => {
  /** Where the rows above bring a dispute and a source, and those of the table of flags a charge. */
  const reached = {
    dispute: ofOthers.filter(({ subject }) => subject === 'dispute').map(({ to }) => to),
    source: ofOthers.filter(({ subject }) => subject === 'source').map(({ to }) => to ?? 'pending'),
    charge: chargeFlags.map(({ status }) => status),
  }
  test.each(states)('a row of a table brings a $subject into $state', ({ subject, state, ...row }) => {
    const names = 'covers' in row ? row.covers : [state]
    expect(reached[subject]).toEqual(expect.arrayContaining([...names]))
  })

  /** A record in each of its states, from the first on. */
  const courses = {
    recipient: async (client: Client) => {
      const made = await createRecipient(client)
      const verified = await verifyRecipient(client, made.id)
      return [made, verified, expectSuccess(await client.delete(`/recipients/${made.id}`))]
    },
    transfer: async (client: Client) => [
      await transferIn.pending(client),
      await transferIn.sent(client),
      await transferIn.paid(client),
    ],
  }
  test.each(flags)('a $subject is $flag once it is, not before', async ({ subject, flag }) => {
    const shown: readonly Record<string, unknown>[] = await courses[subject]((await rich()).client)
    const [first, ...later] = shown.map((record) => record[flag])
    expect([first, later.includes(true)]).toEqual([false, true])
  })
})
