/** What tests of recipients and transfers begin with. */
import { expect } from 'vitest'
import type { Recipient, Transfer } from '../../src/index'
import type { Client, ListBody } from './client'
import type { Params } from './form'
import { test as base, expectSuccess, type SetUp, setUp } from './set-up'

export const goodAccount = { brand: 'bbl', number: '1234567890', name: 'Shop Ltd' } as const
export const goodRecipient = { name: 'Shop Ltd', type: 'corporation', bank_account: goodAccount } as const

export const createRecipient = async (client: Client, params: Params = {}): Promise<Recipient> =>
  expectSuccess(await client.post<Recipient>('/recipients', { ...goodRecipient, ...params }))

export const verifyRecipient = async (client: Client, id: string): Promise<Recipient> =>
  expectSuccess(await client.post<Recipient>(`/recipients/${id}/verify`))

export const readRecipient = async (client: Client, id: string): Promise<Recipient> =>
  expectSuccess(await client.get<Recipient>(`/recipients/${id}`))

/** A verified recipient whose bank account has this number. */
export const payee = async (client: Client, number: string = goodAccount.number): Promise<Recipient> => {
  const { id } = await createRecipient(client, { bank_account: { ...goodAccount, number } })
  return verifyRecipient(client, id)
}

export const listRecipients = async (client: Client): Promise<ListBody<Recipient>> =>
  expectSuccess(await client.get<ListBody<Recipient>>('/recipients'))

export const defaultRecipient = async (client: Client): Promise<Recipient> => {
  const found = (await listRecipients(client)).data.find((one) => one.default)
  if (found === undefined) expect.fail('there is no default recipient')
  return found
}

/** Its total, and what of it can be transferred. */
export const balanceOf = async (
  client: Client,
): Promise<readonly [total: unknown, transferable: unknown]> => {
  const { total, transferable } = expectSuccess(await client.get('/balance'))
  return [total, transferable]
}

/** An account with 96,094 satang to transfer. */
export const rich = async (): Promise<SetUp> => {
  const setup = setUp()
  await setup.client.charge({ amount: 100_000 })
  return setup
}

/** A test whose account has that to transfer. */
export const test = base.extend('setup', () => rich())

export const createTransfer = async (client: Client, params: Params = {}): Promise<Transfer> =>
  expectSuccess(await client.post<Transfer>('/transfers', { amount: 10_000, ...params }))

export const readTransfer = async (client: Client, id: string): Promise<Transfer> =>
  expectSuccess(await client.get<Transfer>(`/transfers/${id}`))

export const actOn = async (client: Client, id: string, action: string): Promise<Transfer> =>
  expectSuccess(await client.post<Transfer>(`/transfers/${id}/${action}`))

const created = async (client: Client): Promise<string> => (await createTransfer(client)).id

/** A transfer in each state. */
export const transferIn = {
  pending: (client: Client) => createTransfer(client),
  sent: async (client: Client) => actOn(client, await created(client), 'mark_as_sent'),
  paid: async (client: Client) => actOn(client, (await transferIn.sent(client)).id, 'mark_as_paid'),
  failed: async (client: Client) => {
    const outcome = { success: false, failure_code: 'transfer_failed' }
    return expectSuccess(await client.patch<Transfer>(`/transfers/${await created(client)}`, outcome))
  },
  deleted: async (client: Client) =>
    expectSuccess(await client.delete<Transfer>(`/transfers/${await created(client)}`)),
} as const
export type TransferStanding = keyof typeof transferIn
