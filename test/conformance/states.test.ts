/** The states and flags that section 3 names: each can be reached, and is what the API shows. */
import { expect, test } from 'vitest'
import type { Dispute, Recipient } from '../../src/index'
import { flags, states } from '../spec/transitions'
import type { Client, ListBody } from '../support/client'
import { dispute, disputeThatIs } from '../support/disputes'
import { createRecipient, readRecipient, rich, transferIn, verifyRecipient } from '../support/payouts'
import { expectSuccess, type SetUp, setUp } from '../support/set-up'
import { standings } from '../support/standings'

type Subject = (typeof states)[number]['subject']
type State = (typeof states)[number]['state']

const qr = { amount: 10_000, currency: 'thb', source: { type: 'promptpay' } } as const

const sourceAfter =
  (action: string | null): ((setup: SetUp) => Promise<string | undefined>) =>
  async ({ client, sandbox }) => {
    const { id } = expectSuccess(await client.post('/charges', qr))
    if (action !== null) expectSuccess(await client.post(`/charges/${id}/${action}`))
    const source = sandbox.sources.last()
    return expectSuccess(await client.get<{ id: string; status: string }>(`/sources/${source?.id}`)).status
  }

const disputeIn =
  (state: 'open' | 'pending' | 'won' | 'lost'): ((setup: SetUp) => Promise<string>) =>
  async (setup) =>
    (await disputeThatIs(setup, state)).status

const closedDisputes = async (client: Client): Promise<readonly string[]> =>
  expectSuccess(await client.get<ListBody<Dispute>>('/disputes/closed')).data.map(({ status }) => status)

/** Brings a record into the state, and gives the state that it is shown in. */
const reach: { readonly [subject in Subject]: Partial<Record<State, (setup: SetUp) => Promise<unknown>>> } = {
  dispute: {
    open: disputeIn('open'),
    pending: disputeIn('pending'),
    won: disputeIn('won'),
    lost: disputeIn('lost'),
    // An umbrella: the list of that name has the disputes of both states, and no others.
    closed: async ({ client }) => {
      await dispute(client)
      for (const status of ['won', 'lost'])
        expectSuccess(await client.patch(`/disputes/${(await dispute(client)).id}/close`, { status }))
      expect(new Set(await closedDisputes(client))).toEqual(new Set(['won', 'lost']))
      return 'closed'
    },
  },
  source: {
    pending: sourceAfter(null),
    successful: sourceAfter('mark_as_paid'),
    failed: sourceAfter('mark_as_failed'),
  },
  charge: {
    successful: async (setup) => (await standings['auto-captured'](setup)).status,
    pending: async (setup) => (await standings['authorized, capture=false'](setup)).status,
    failed: async (setup) => (await standings.failed(setup)).status,
  },
}

test.each(states)('spec 3: a $subject can be $state', async ({ subject, state }) => {
  const bring = reach[subject][state]
  if (bring === undefined) expect.fail(`nothing brings a ${subject} into ${state}`)
  expect(await bring(setUp())).toBe(state)
})

type Flag = (typeof flags)[number]

/** The flag before and after what raises it. */
const raised: { readonly [flag in Flag['flag']]: () => Promise<readonly [before: boolean, after: boolean]> } =
  {
    verified: async () => {
      const { client } = setUp()
      const { id, verified } = await createRecipient(client)
      return [verified, (await verifyRecipient(client, id)).verified]
    },
    active: async () => {
      const { client } = setUp()
      const { id, active } = await createRecipient(client)
      await verifyRecipient(client, id)
      return [active, (await readRecipient(client, id)).active]
    },
    deleted: async () => {
      const { client } = setUp()
      const { id, deleted } = await createRecipient(client)
      const gone = expectSuccess(await client.delete<Recipient>(`/recipients/${id}`))
      return [deleted, gone.deleted]
    },
    sent: async () => {
      const { client } = await rich()
      return [(await transferIn.pending(client)).sent, (await transferIn.sent(client)).sent]
    },
    paid: async () => {
      const { client } = await rich()
      return [(await transferIn.sent(client)).paid, (await transferIn.paid(client)).paid]
    },
  }

test.each(flags)('spec 3.3: $subject is $flag once it is, not before', async ({ flag }) => {
  expect(await raised[flag]()).toEqual([false, true])
})
