/** What tests of schedules and payment links begin with. */
import type { Charge, Link, Occurrence, Sandbox, Schedule } from '../../src/index'
import type { SandboxOptions } from '../../src/options/config'
import type { Answer, Client, ListBody } from './client'
import type { Params } from './form'
import { test as base, expectSuccess, type SetUp, setUp } from './set-up'

export interface Subscription extends SetUp {
  readonly customer: string
}

/** A customer with a card, at 09:00 on Thursday, 15 January 2026. */
export const withCustomer = async (number?: string, options: SandboxOptions = {}): Promise<Subscription> => {
  const setup = setUp(options)
  const card = number === undefined ? {} : { card: (await setup.client.token(number)).id }
  return { ...setup, customer: (await setup.client.customer(card)).id }
}

/** A test at that time, with such a customer. */
export const test = base
  .extend('setup', () => withCustomer())
  .extend('customer', ({ setup }) => setup.customer)

/** Every day from tomorrow on, 100.00 THB; `params` override. */
export const askSchedule = (
  { client, customer }: Subscription,
  params: Params = {},
): Promise<Answer<Schedule>> =>
  client.post<Schedule>('/schedules', {
    every: 1,
    period: 'day',
    start_on: '2026-01-16',
    charge: { customer, amount: 10_000 },
    ...params,
  })

export const createSchedule = async (setup: Subscription, params: Params = {}): Promise<Schedule> =>
  expectSuccess(await askSchedule(setup, params))

export const readSchedule = async (client: Client, id: string): Promise<Schedule> =>
  expectSuccess(await client.get<Schedule>(`/schedules/${id}`))

/** Oldest first. */
export const occurrencesOf = async (client: Client, id: string): Promise<readonly Occurrence[]> => {
  const path = `/schedules/${id}/occurrences`
  return expectSuccess(await client.get<ListBody<Occurrence>>(path, { order: 'chronological', limit: 100 }))
    .data
}

/** `01-16 successful, 01-17 scheduled`. */
export const courseOf = async (client: Client, id: string): Promise<string> =>
  (await occurrencesOf(client, id)).map((one) => `${one.scheduled_on.slice(5)} ${one.status}`).join(', ')

/** A card whose charges fail. */
export const declining = '4111111111140011'

/** The events that there were, oldest first. */
export const keysOf = (sandbox: Sandbox, about = /./): readonly string[] =>
  sandbox.events
    .list()
    .map((event) => event.key)
    .filter((key) => about.test(key))

export const coffee = {
  amount: 20_000,
  currency: 'thb',
  title: 'Coffee',
  description: 'One cup, black',
} as const

export const createLink = async (client: Client, params: Params = {}): Promise<Link> =>
  expectSuccess(await client.post<Link>('/links', { ...coffee, ...params }))

/** A link of a new sandbox, and who pays it. */
export const openLink = async (params: Params = {}) => {
  const setup = setUp()
  const link = await createLink(setup.client, params)
  const pay = (body: Record<string, string>, browser = false) =>
    visit(setup.sandbox, link.payment_uri, { body, browser })
  return { ...setup, link, pay }
}

export interface PageAnswer {
  readonly status: number
  readonly body: Charge & { readonly code: string; readonly message: string }
  readonly text: string
  readonly location: string | null
}

/** What a payer, who has no key, sends to an address; `browser` asks for pages. */
export const visit = async (
  sandbox: Sandbox,
  url: string,
  { body, browser = false }: { body?: Record<string, string>; browser?: boolean } = {},
): Promise<PageAnswer> => {
  const response = await sandbox.fetch(url, {
    headers: browser ? { accept: 'text/html,application/xhtml+xml' } : {},
    ...(body === undefined ? {} : { method: 'POST', body: new URLSearchParams(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return {
    status: response.status,
    body: isJson ? JSON.parse(text) : {},
    text,
    location: response.headers.get('location'),
  }
}

export const cardForm = (number = '4242424242424242'): Record<string, string> => ({
  'card[name]': 'Somchai Prasert',
  'card[number]': number,
  'card[expiration_month]': '12',
  'card[expiration_year]': '2030',
  'card[security_code]': '123',
})
