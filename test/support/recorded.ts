/** An answer of the sandbox under the profile `omise` for each recorded shape. */
import { type Body, type Client, type ListBody, makeClient } from './client'
import { dispute } from './disputes'
import { createRecipient, createTransfer, defaultRecipient } from './payouts'
import { expectSuccess, type SetUp, setUp } from './set-up'

type Make = (setup: SetUp) => Promise<unknown>

const got = async (client: Client, path: string): Promise<Body> => expectSuccess(await client.get(path))

const deleted = async (client: Client, path: string): Promise<Body> =>
  expectSuccess(await client.delete(path))

/** The card of the recordings names no address. */
const charged = (client: Client, params: object = {}) => client.charge({ amount: 100_000, ...params })

const promptpay = async (client: Client, params: object) =>
  expectSuccess(await client.post('/charges', { currency: 'thb', source: { type: 'promptpay' }, ...params }))

/** Every second day from today on: the first charge is made at once. */
const subscription = async ({ client }: SetUp): Promise<Body> => {
  const { id: customer, default_card: card } = await client.customer()
  return expectSuccess(
    await client.post('/schedules', {
      every: 2,
      period: 'day',
      start_on: '2026-01-15',
      end_on: '2026-12-31',
      charge: { customer, card, amount: 100_000, currency: 'thb', description: 'Membership' },
    }),
  )
}

/** By the name of the shape. */
const answersByShape: Readonly<Record<string, Make>> = {
  account: ({ client }) => got(client, '/account'),
  capability: ({ client }) => got(client, '/capability'),
  token: ({ client }) => client.token(),
  customer: ({ client }) => client.customer(),
  card: async ({ client }) => {
    const { id, default_card: card } = await client.customer()
    return got(client, `/customers/${id}/cards/${card}`)
  },
  error: async ({ client }) => (await client.get('/account', {}, { key: 'skey_test_unknown' })).body,
  'authorized charge': async ({ client }) => {
    const { id: customer } = await client.customer()
    return charged(client, { customer, capture: false, description: 'Tea' })
  },
  'charge that waits for its cardholder': ({ client }) =>
    charged(client, { amount: 5000, authentication: '3DS', return_uri: 'https://shop.example.com' }),
  'paid charge': async ({ client }) => {
    await charged(client)
    return (await client.get<ListBody>('/search', { scope: 'charge' })).body.data[0]
  },
  'PromptPay charge': ({ client }) => promptpay(client, { amount: 2000 }),
  'PromptPay charge in live mode': ({ sandbox }) =>
    promptpay(makeClient(sandbox, sandbox.live), { amount: 20_000, return_uri: 'https://shop.example.com' }),
  source: async ({ client }) =>
    expectSuccess(await client.post('/sources', { type: 'alipay_cn', amount: 100_000, currency: 'thb' })),
  dispute: async ({ client }) => dispute(client, (await charged(client)).id),
  'accepted dispute': async ({ client }) => {
    const { id } = await dispute(client, (await charged(client)).id)
    return expectSuccess(await client.patch(`/disputes/${id}/accept`, { message: 'Sorry' }))
  },
  'partial refund': async ({ client }) => {
    const { id } = await charged(client)
    const refund = await client.refund(id, { amount: 10_000 })
    return got(client, `/charges/${id}/refunds/${refund.id}`)
  },
  recipient: ({ client }) => createRecipient(client, { tax_id: '1234567890' }),
  'default recipient': ({ client }) => defaultRecipient(client),
  transfer: async ({ client }) => {
    await client.charge({ amount: 1_000_000 })
    return createTransfer(client, { amount: 100_000 })
  },
  transaction: async ({ client }) => got(client, `/transactions/${(await charged(client)).transaction}`),
  link: async ({ client }) =>
    expectSuccess(
      await client.post('/links', { amount: 10_000, currency: 'thb', title: 'Coffee', description: 'One' }),
    ),
  schedule: subscription,
  occurrence: async (setup) => {
    const { id } = await subscription(setup)
    const { body } = await setup.client.get<ListBody>(`/schedules/${id}/occurrences`)
    return got(setup.client, `/occurrences/${body.data[0]?.id}`)
  },
  event: async ({ sandbox, client }) => {
    sandbox.webhooks.onDelivery(() => 404)
    await client.charge({ amount: 12_345 })
    await sandbox.webhooks.settle()
    const { body } = await client.get<ListBody>('/events')
    const [{ id }] = body.data.filter(({ key }) => key === 'charge.create') as [Body]
    return got(client, `/events/${id}`)
  },
  'list of receipts': ({ client }) => got(client, '/receipts'),
  search: async ({ client }) => {
    await charged(client)
    return got(client, '/search?scope=charge')
  },
  balance: ({ client }) => got(client, '/balance'),
  'exchange rate': ({ client }) => got(client, '/forex/usd'),
  'deleted card': async ({ client }) => {
    const { id, default_card: card } = await client.customer()
    return deleted(client, `/customers/${id}/cards/${card}`)
  },
  'deleted customer': async ({ client }) => {
    const { id, default_card: card } = await client.customer()
    await deleted(client, `/customers/${id}/cards/${card}`)
    return deleted(client, `/customers/${id}`)
  },
  'deleted recipient': async ({ client }) =>
    deleted(client, `/recipients/${(await createRecipient(client)).id}`),
  'deleted transfer': async ({ client }) => {
    await charged(client)
    return deleted(client, `/transfers/${(await createTransfer(client)).id}`)
  },
  'pending dispute': async ({ client }) => {
    const charge = await charged(client)
    await client.refund(charge.id, { amount: 10_000 })
    const { id } = await dispute(client, charge.id)
    return expectSuccess(await client.patch(`/disputes/${id}`, { message: 'It was delivered' }))
  },
  'partly captured charge': async ({ client }) => {
    const { id: customer } = await client.customer()
    const { id } = await charged(client, { customer, capture: false, authorization_type: 'pre_auth' })
    return expectSuccess(await client.post(`/charges/${id}/capture`, { capture_amount: 50_000 }))
  },
  'reversed charge': async ({ client }) => {
    const { id: customer } = await client.customer()
    const { id } = await charged(client, { customer, capture: false })
    return expectSuccess(await client.post(`/charges/${id}/reverse`))
  },
  'expired charge': async ({ client }) => {
    const source = { type: 'alipay_cn' }
    const { id } = await charged(client, { card: undefined, source, return_uri: 'https://shop.example.com' })
    return expectSuccess(await client.post(`/charges/${id}/expire`))
  },
  'PromptPay source': async ({ client }) =>
    expectSuccess(await client.post('/sources', { type: 'promptpay', amount: 20_000, currency: 'thb' })),
}

/** The answer for a shape of this name, in Thailand, as the recorded accounts are. */
export const answerFor = (name: string): Promise<unknown> => {
  const make = answersByShape[name]
  if (make === undefined) throw new Error(`nothing makes a ${name}`)
  return make(setUp({ profile: 'omise' }))
}
