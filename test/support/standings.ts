/** Brings a charge over HTTP into each of its standings. */
import type { Charge } from '../../src/service/resources/charge/record'
import type { chargeFlags } from '../spec/charge-flags'
import type { Client } from './client'
import { dispute } from './disputes'
import { expectSuccess, type SetUp } from './set-up'

export type StandingName = (typeof chargeFlags)[number]['standing']

const read = async (client: Client, id: string): Promise<Charge> =>
  expectSuccess(await client.get<Charge>(`/charges/${id}`))

const act = async (client: Client, charge: Charge, action: string): Promise<Charge> =>
  expectSuccess(await client.post<Charge>(`/charges/${charge.id}/${action}`))

const waiting = (client: Client): Promise<Charge> => client.charge({ authentication: '3DS' })

const declined = async (client: Client): Promise<Charge> => {
  const { id: card } = await client.token('4111111111140011')
  const { body } = await client.post<{ charge_id: string }>('/charges', {
    amount: 10_000,
    currency: 'thb',
    card,
  })
  return read(client, body.charge_id)
}

const disputed = async (client: Client, status?: 'won' | 'lost'): Promise<Charge> => {
  const { id, charge } = await dispute(client)
  if (status !== undefined) expectSuccess(await client.patch(`/disputes/${id}/close`, { status }))
  return read(client, charge)
}

export const standings: Readonly<Record<StandingName, (setup: SetUp) => Promise<Charge>>> = {
  'auto-captured': ({ client }) => client.charge(),
  'authorized, capture=false': ({ client }) => client.authorized(),
  'captured by hand': async ({ client }) => act(client, await client.authorized(), 'capture'),
  'waiting for 3-D Secure': ({ client }) => waiting(client),
  failed: ({ client }) => declined(client),
  reversed: async ({ client }) => act(client, await client.authorized(), 'reverse'),
  'expired before it was authorized': async ({ client }) => act(client, await waiting(client), 'expire'),
  'expired after it was authorized': async ({ client, sandbox }) => {
    const { id } = await client.authorized()
    await sandbox.clock.advance('7d')
    return read(client, id)
  },
  // On the day of the capture a full refund is a void; in two parts, or later, it is not.
  'refunded in full': async ({ client, sandbox }) => {
    const { id } = await client.charge()
    await sandbox.clock.advance('1d')
    await client.refund(id)
    return read(client, id)
  },
  voided: async ({ client }) => {
    const { id } = await client.charge()
    await client.refund(id)
    return read(client, id)
  },
  disputed: ({ client }) => disputed(client),
  'dispute won': ({ client }) => disputed(client, 'won'),
  'dispute lost': ({ client }) => disputed(client, 'lost'),
}
