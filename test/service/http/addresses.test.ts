/** Addresses that need no key, since each is a secret: pages for payers, and files. */
import { describe, expect, test } from 'vitest'
import type { Account, Charge, Sandbox } from '../../../src/index'
import type { Export } from '../../../src/service/resources/export/index'
import { type Client, makeClient } from '../../support/client'
import { dispute, upload } from '../../support/disputes'
import { createLink } from '../../support/schedules'
import type { SearchBody } from '../../support/search'
import { expectSuccess, plainSandbox } from '../../support/set-up'

const byCode = async (client: Client): Promise<Charge> =>
  expectSuccess(
    await client.post<Charge>('/charges', { amount: 10_000, currency: 'thb', source: { type: 'promptpay' } }),
  )

const addresses: readonly (readonly [
  string,
  (client: Client, sandbox: Sandbox) => Promise<string | null | undefined>,
])[] = [
  ['a payment link', async (client) => (await createLink(client)).payment_uri],
  [
    'the page of a charge',
    async (client, { url }) =>
      `${url}/payments/${(await byCode(client)).id.replace('chrg', 'paym')}/authorize`,
  ],
  [
    'the code of a charge',
    async (client) => (await byCode(client)).source?.scannable_code?.image?.download_uri,
  ],
  [
    'a document of a dispute',
    async (client) => expectSuccess(await upload(client, (await dispute(client)).id)).download_uri,
  ],
  [
    'an export',
    async (client) => {
      const asked = { scope: 'charge', export: true, filter_type: 'monthly_created' }
      const found = expectSuccess(await client.get<SearchBody>('/search', asked))
      return expectSuccess(await client.get<Export>(`/exports/${found.export}`)).download_uri
    },
  ],
]

describe.each(addresses)('%s', (_, make) => {
  const open = () => {
    const sandbox = plainSandbox({ accounts: [{}, {}] })
    const addressOf = async ({ keys }: Account): Promise<string> =>
      (await make(makeClient(sandbox, { keys }), sandbox)) ?? expect.fail('it has no address')
    const statusOf = async (address: string): Promise<number> => (await sandbox.fetch(address)).status
    return { sandbox, addressOf, statusOf }
  }

  test('is found in each account', async () => {
    const { sandbox, addressOf, statusOf } = open()
    for (const account of sandbox.accounts) {
      const address = await addressOf(account)
      expect(await statusOf(address)).toBe(200)
      expect(await statusOf(address.replace(/(?=(\/authorize)?$)/, 'x'))).toBe(404)
    }
  })

  test('is gone after a reset, and back with the snapshot that has it', async () => {
    const { sandbox, addressOf, statusOf } = open()
    const [, account] = sandbox.accounts
    const address = await addressOf(account ?? expect.fail('there is one account'))
    expect(await statusOf(address)).toBe(200)
    const kept = sandbox.snapshot()
    sandbox.reset()
    expect(await statusOf(address)).toBe(404)
    sandbox.restore(kept)
    expect(await statusOf(address)).toBe(200)
  })
})
