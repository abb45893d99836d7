/** One record of each kind, and how every operation is asked about them so that it succeeds. */
import type { Sandbox } from '../../src/index'
import { routesIn } from '../../src/service/resources/registry'
import {
  type Answer,
  type Asking,
  type Body,
  type Client,
  goodCard,
  type ListBody,
  type Method,
} from './client'
import { bytesOf, dispute, formWith } from './disputes'
import type { Params } from './form'
import { nameOf } from './openapi'
import { actOn, createRecipient, createTransfer, goodRecipient, payee } from './payouts'
import { coffee } from './schedules'
import { expectSuccess } from './set-up'

const order = { amount: 10_000, currency: 'thb' } as const
const promptpay = { ...order, source: { type: 'promptpay' } } as const
const instalments = {
  type: 'installment_bay',
  installment_term: 4,
  amount: 300_000,
  currency: 'thb',
} as const
const checkout = { ...order, redirect_urls: { complete_url: 'https://shop.example/thanks' } } as const
const daily = { every: 1, period: 'day', start_on: '2026-01-15', end_on: '2026-02-15' } as const

/** An open dispute; there is one in each other list. */
const disputes = async (client: Client) => {
  await client.patch(`/disputes/${(await dispute(client)).id}/close`, { status: 'won' })
  await client.patch(`/disputes/${(await dispute(client)).id}`, { message: 'It was delivered' })
  const { id, charge } = await dispute(client)
  const body = formWith({ file: new File([bytesOf('photo.png')], 'photo.png'), kind: 'proof_of_receipt' })
  const document = expectSuccess(await client.send('POST', `/disputes/${id}/documents`, { body })).id
  return { dispute: id, disputed: charge, document }
}

/** Ids: of each kind by its name, and of some in other states. */
export const furnish = async (client: Client) => {
  const make = async (path: string, params: Params): Promise<string> =>
    expectSuccess(await client.post(path, params)).id
  const newest = async (path: string): Promise<string> =>
    (await client.get<ListBody>(path)).body.data[0]?.id ?? ''
  const { id: customer, default_card } = await client.customer({
    metadata: { object: 'charge', created_at: 'never' },
  })
  const charge = await client.charge({ amount: 100_000, customer, description: 'Tea', metadata: { a: '1' } })
  const { id: recipient } = await payee(client)
  const schedule = await make('/schedules', { ...daily, charge: { customer, amount: 10_000 } })
  const later = { ...daily, start_on: '2026-01-20', charge: { customer, amount: 10_000 } }
  const suspended = await make('/schedules', later)
  await client.post(`/schedules/${suspended}/suspend`)
  const exported = { scope: 'charge', export: true, filter_type: 'monthly_created' }
  return {
    charge: charge.id,
    customer,
    card: default_card ?? '',
    transaction: charge.transaction ?? '',
    refund: (await client.refund(charge.id, { amount: 1000, metadata: { why: 'cold' } })).id,
    held: (await client.authorized()).id,
    waiting: (await client.charge({ authentication: '3DS' })).id,
    byCode: await make('/charges', promptpay),
    token: (await client.token()).id,
    source: await make('/sources', instalments),
    ...(await disputes(client)),
    recipient,
    unverified: (await createRecipient(client)).id,
    transfer: (await createTransfer(client, { amount: 5000 })).id,
    sent: (await actOn(client, (await createTransfer(client, { amount: 5000 })).id, 'mark_as_sent')).id,
    schedule,
    suspended,
    occurrence: await newest(`/schedules/${schedule}/occurrences`),
    transferSchedule: await make('/schedules', { ...daily, transfer: { recipient, amount: 5000 } }),
    link: await make('/links', coffee),
    event: await newest('/events'),
    webhook: await newest('/webhooks/secrets'),
    export: expectSuccess(await client.get<{ export: string }>('/search', exported)).export,
    forex: 'usd',
    // Only some profiles have them: `tour` makes one there.
    session: '',
  }
}
export type Records = Awaited<ReturnType<typeof furnish>>

interface Need {
  readonly id?: string
  readonly params?: Params
  readonly body?: FormData
}

/** Which record a path means where it is not the first of its kind, and what has to be sent along. */
const needs: Readonly<Record<string, (records: Records) => Need>> = {
  'PATCH /account': () => ({ params: { webhook_uri: '', auto_activate_recipients: true } }),
  'POST /api/sessions': () => ({ params: checkout }),
  'GET /api/sessions/:id': ({ session }) => ({ id: session }),
  'POST /charges': ({ token }) => ({ params: { ...order, card: token, description: 'Coffee' } }),
  'PATCH /charges/:id': () => ({ params: { metadata: { order: 'A-2', lines: [{ sku: 'x' }] } } }),
  'POST /charges/:id/capture': ({ held }) => ({ id: held }),
  'POST /charges/:id/reverse': ({ held }) => ({ id: held }),
  'POST /charges/:id/expire': ({ waiting }) => ({ id: waiting }),
  'POST /charges/:id/mark_as_paid': ({ byCode }) => ({ id: byCode }),
  'POST /charges/:id/mark_as_failed': ({ byCode }) => ({
    id: byCode,
    params: { failure_code: 'payment_cancelled' },
  }),
  'POST /charges/:id/refunds': () => ({ params: { amount: 100, metadata: { why: 'cold' } } }),
  'PATCH /customers/:id': ({ token }) => ({ params: { description: 'A regular', card: token } }),
  'PATCH /customers/:id/cards/:sub_id': () => ({ params: { name: 'Somchai P', expiration_year: 2031 } }),
  'PATCH /disputes/:id': () => ({ params: { message: 'It was delivered' } }),
  'PATCH /disputes/:id/close': () => ({ params: { status: 'won' } }),
  'POST /disputes/:id/accept': () => ({ params: { message: 'Sorry' } }),
  'POST /disputes/:id/documents': () => ({
    body: formWith({ file: new File([bytesOf('photo.png')], 'photo.png'), kind: 'proof_of_receipt' }),
  }),
  'POST /links': () => ({ params: coffee }),
  'POST /recipients': () => ({ params: goodRecipient }),
  'PATCH /recipients/:id': () => ({ params: { email: 'shop@example.com' } }),
  'DELETE /recipients/:id': ({ unverified }) => ({ id: unverified }),
  'POST /recipients/:id/verify': ({ unverified }) => ({ id: unverified }),
  'PATCH /recipients/:id/verify': ({ unverified }) => ({ id: unverified }),
  'POST /transfers': ({ recipient }) => ({ params: { amount: 4000, recipient } }),
  'PATCH /transfers/:id': () => ({ params: { amount: 4000, metadata: { month: '01' } } }),
  'POST /transfers/:id/mark_as_paid': ({ sent }) => ({ id: sent }),
  'POST /schedules': ({ recipient }) => ({
    params: { ...daily, transfer: { recipient, percentage_of_balance: 10 } },
  }),
  'POST /schedules/:id/activate': ({ suspended }) => ({ id: suspended }),
  'POST /sources': () => ({ params: { type: 'paynow', amount: 10_000, currency: 'sgd' } }),
  'POST /tokens': () => ({ params: { card: goodCard } }),
  'POST /webhooks/secrets': () => ({ params: { metadata: { for: 'shop' } } }),
}

/** `/customers/:id/cards/:sub_id` with the ids of the records that its folders name. */
export const pathIn = (records: Records, path: string, id?: string): string => {
  const [, folder = '', , below = ''] = path.split('/').map((name) => name.replace(/s$/, ''))
  const idOf = (kind: string): string => records[kind as keyof Records] ?? ''
  return path.replace(':id', id ?? idOf(folder)).replace(':sub_id', idOf(below))
}

/** Asks an operation so that it succeeds, but for what `asking` changes. */
export const askOperation = (
  client: Client,
  records: Records,
  [method, path]: readonly [Method, string],
  asking: Asking,
): Promise<Answer> => {
  const { id, params, body } = needs[`${method} ${path}`]?.(records) ?? {}
  const at = pathIn(records, path, id)
  if (body !== undefined) return client.send(method, at, { ...asking, body })
  return client[method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete']<Body>(at, params, asking)
}

/** What can be asked besides. */
const queries = [
  '/charges?limit=5&order=chronological',
  '/search?query=tea&filters[amount]=100..&expand=true',
  '/search?scope=charge&limit=5&page=2',
  ...['charges', 'customers', 'disputes', 'links', 'recipients', 'refunds', 'transfers'].map(
    (scope) => `/${scope}/search?per_page=3`,
  ),
  ...['charges', 'customers', 'disputes', 'occurrences', 'refunds', 'transactions', 'transfers'].map(
    (folder) => `/${folder}/:id?expand=true`,
  ),
]

/** Operations that can never succeed, and the reason. */
export const withoutSuccess: Readonly<Record<string, string>> = {
  'GET /chains/:id': 'no account is chained to another (assumption chains)',
  'POST /chains/:id/revoke': 'no account is chained to another (assumption chains)',
  'GET /receipts/:id': 'nothing is billed, so there is no receipt (assumption receipts)',
}

/** Calls every operation of the API once, so that it succeeds. */
export const tour = async (sandbox: Sandbox, client: Client): Promise<void> => {
  const furnished = await furnish(client)
  const isThere = sandbox.profile === 'omise'
  const session = isThere ? expectSuccess(await client.post('/api/sessions', checkout)).id : ''
  const records = { ...furnished, session }
  const state = sandbox.snapshot()
  for (const route of routesIn(sandbox.profile).filter((one) => !(nameOf(one) in withoutSuccess))) {
    sandbox.restore(state)
    const host = route.host === 'vault' ? 'vault' : 'api'
    const method = route.method.toUpperCase() as Method
    expectSuccess(await askOperation(client, records, [method, route.path], { host }))
  }
  sandbox.restore(state)
  for (const query of queries) expectSuccess(await client.get(pathIn(records, query)))
}
