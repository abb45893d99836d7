/** Calls every operation of the API once, so that it succeeds: what documents, proofs and coverage are held against. */
import type { Sandbox } from '../../src/index'
import type { Body, Client, ListBody } from './client'
import { bytesOf, dispute, formWith } from './disputes'
import type { Params } from './form'
import { goodRecipient } from './payouts'
import { expectSuccess } from './set-up'

interface Guide {
  readonly client: Client
  readonly sandbox: Sandbox
  readonly make: (path: string, params?: Params) => Promise<string>
  readonly see: (...paths: string[]) => Promise<void>
  readonly change: (path: string, params?: Params) => Promise<void>
}

const guideOf = (sandbox: Sandbox, client: Client): Guide => ({
  client,
  sandbox,
  make: async (path, params) => expectSuccess(await client.post<Body>(path, params)).id,
  see: async (...paths) => {
    for (const path of paths) expectSuccess(await client.get(path))
  },
  change: async (path, params) => void expectSuccess(await client.patch(path, params)),
})

const remove = async ({ client }: Guide, path: string): Promise<void> =>
  void expectSuccess(await client.delete(path))

const cards = async (guide: Guide): Promise<string> => {
  const { client, see, change } = guide
  const token = await client.token()
  expectSuccess(await client.get(`/tokens/${token.id}`, {}, { host: 'vault' }))
  const customer = await client.customer({ card: token.id })
  const path = `/customers/${customer.id}`
  await change(path, { description: 'A regular', card: (await client.token()).id })
  await change(`${path}/cards/${customer.default_card}`, { name: 'Somchai P', expiration_year: 2031 })
  await see(
    '/customers',
    path,
    `${path}?expand=true`,
    `${path}/cards`,
    `${path}/cards/${customer.default_card}`,
  )
  await remove(guide, `${path}/cards/${customer.default_card}`)
  const gone = await client.customer()
  await remove(guide, `/customers/${gone.id}`)
  return customer.id
}

const charges = async ({ client, see, make, change }: Guide, customer: string): Promise<void> => {
  const { id } = await client.charge({ customer, metadata: { order: 'A-1' }, description: 'Coffee' })
  await change(`/charges/${id}`, { metadata: { order: 'A-2', lines: [{ sku: 'x' }] } })
  const refund = await make(`/charges/${id}/refunds`, { amount: 100, metadata: { why: 'cold' } })
  await see('/charges', '/charges?limit=5&order=chronological', `/charges/${id}?expand=true`)
  await see(`/customers/${customer}/charges`, `/charges/${id}/events`, `/charges/${id}/refunds`)
  await see(`/charges/${id}/refunds/${refund}`, `/refunds/${refund}?expand=true`, '/refunds')
  await make(`/charges/${(await client.authorized()).id}/capture`)
  await make(`/charges/${(await client.authorized()).id}/reverse`)
  await make(`/charges/${(await client.charge({ authentication: '3DS' })).id}/expire`)
  const qr = { amount: 10_000, currency: 'thb', source: { type: 'promptpay' } }
  const waiting = await make('/charges', qr)
  await make(`/charges/${waiting}/mark_as_paid`)
  await see(`/charges/${waiting}`)
  await make(`/charges/${await make('/charges', qr)}/mark_as_failed`, { failure_code: 'payment_cancelled' })
  const source = await make('/sources', { type: 'paynow', amount: 10_000, currency: 'sgd' })
  await see('/sources', `/sources/${source}`)
}

const disputes = async (guide: Guide): Promise<void> => {
  const { client, see, change } = guide
  const { id } = await dispute(client)
  const path = `/disputes/${id}`
  const files = `${path}/documents`
  const body = formWith({ file: new File([bytesOf('photo.png')], 'photo.png'), kind: 'proof_of_receipt' })
  const document = expectSuccess(await client.send('POST', files, { body })).id
  await see(files, `${files}/${document}`)
  await remove(guide, `${files}/${document}`)
  await change(path, { message: 'It was delivered' })
  await see('/disputes', '/disputes/open', '/disputes/pending', `${path}?expand=true`)
  await change(`${path}/close`, { status: 'won' })
  await see('/disputes/closed', path)
  await change(`/disputes/${(await dispute(client)).id}/accept`)
  expectSuccess(await client.post(`/disputes/${(await dispute(client)).id}/accept`, { message: 'Sorry' }))
  expectSuccess(await client.post(`/disputes/${(await dispute(client)).id}/close`))
}

const payouts = async (guide: Guide): Promise<string> => {
  const { client, see, make, change } = guide
  const recipient = await make('/recipients', { ...goodRecipient })
  const path = `/recipients/${recipient}`
  await make(`${path}/verify`)
  await change(`${path}/verify`)
  await change(path, { email: 'shop@example.com' })
  await see('/recipients', path, `${path}/schedules`)
  await client.charge({ amount: 1_000_000 })
  const transfer = await make('/transfers', { amount: 10_000, recipient })
  await change(`/transfers/${transfer}`, { amount: 9_000, metadata: { month: '01' } })
  await make(`/transfers/${transfer}/mark_as_sent`)
  await make(`/transfers/${transfer}/mark_as_paid`)
  await see('/transfers', `/transfers/${transfer}?expand=true`)
  await remove(guide, `/transfers/${await make('/transfers')}`)
  await remove(guide, `/recipients/${await make('/recipients', { ...goodRecipient })}`)
  const { data } = (await client.get<ListBody>('/transactions')).body
  await see(`/transactions/${data[0]?.id}?expand=true`, '/balance')
  return recipient
}

const plans = async (guide: Guide, customer: string, recipient: string): Promise<void> => {
  const { client, see, make } = guide
  const daily = { every: 1, period: 'day', start_on: '2026-01-15', end_on: '2026-02-15' }
  const schedule = await make('/schedules', { ...daily, charge: { customer, amount: 10_000 } })
  await make('/schedules', { ...daily, transfer: { recipient, percentage_of_balance: 10 } })
  const path = `/schedules/${schedule}`
  const { data } = (await client.get<ListBody>(`${path}/occurrences`)).body
  await see(
    '/schedules',
    path,
    '/charges/schedules',
    '/transfers/schedules',
    `/customers/${customer}/schedules`,
  )
  await see(`/occurrences/${data[0]?.id}?expand=true`)
  await make(`${path}/suspend`)
  await make(`${path}/activate`)
  await remove(guide, path)
  const link = await make('/links', { amount: 10_000, currency: 'thb', title: 'Tea', description: 'Green' })
  await see('/search?query=tea&filters[amount]=100..&expand=true', '/search?scope=charge&limit=5&page=2')
  const search = { scope: 'charge', export: true, filter_type: 'monthly_created' }
  const { export: file } = expectSuccess(await client.get<{ export: string }>('/search', search))
  await see(`/exports/${file}`)
  for (const scope of ['charges', 'customers', 'disputes', 'links', 'recipients', 'refunds', 'transfers'])
    await see(`/${scope}/search?per_page=3`)
  await see('/charges/schedules/search', '/transfers/schedules/search')
  await see('/links', `/links/${link}`, `/links/${link}/charges`)
  await remove(guide, `/links/${link}`)
}

const account = async (guide: Guide): Promise<void> => {
  const { client, see, make, change } = guide
  await change('/account', { webhook_uri: 'https://shop.example.com/hooks', auto_activate_recipients: true })
  await change('/account', { webhook_uri: '' })
  await see(
    '/',
    '/account',
    '/capability',
    '/forex/usd',
    '/receipts',
    '/chains',
    '/webhooks/secrets',
    '/events',
  )
  await remove(guide, `/webhooks/secrets/${await make('/webhooks/secrets', { metadata: { for: 'shop' } })}`)
  const { data } = (await client.get<ListBody>('/events')).body
  await see(`/events/${data[0]?.id}`)
}

/** Operations that can never succeed, and the reason. */
export const withoutSuccess: Readonly<Record<string, string>> = {
  'GET /chains/:id': 'no account is chained to another (assumption chains)',
  'POST /chains/:id/revoke': 'no account is chained to another (assumption chains)',
  'GET /receipts/:id': 'nothing is billed, so there is no receipt (assumption receipts)',
}

export const tour = async (sandbox: Sandbox, client: Client): Promise<void> => {
  const guide = guideOf(sandbox, client)
  const customer = await cards(guide)
  await charges(guide, customer)
  await disputes(guide)
  const recipient = await payouts(guide)
  await plans(guide, customer, recipient)
  await account(guide)
}
