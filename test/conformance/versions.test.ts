import { describe, expect, test } from 'vitest'
import { currentVersion, type Version, versions } from '../../src/service/versions/history'
import {
  renamedFields,
  retypedFields,
  unknownIn2014,
  versionForms,
  versionsWithOldNames,
} from '../spec/version-forms'
import { type Body, type Client, print } from '../support/client'
import { expectError, expectSuccess, setUpWith, start } from '../support/set-up'

const asOf = (version: string) => ({ headers: { 'Service-Version': version } })

const tables = 'test/spec/version-forms.ts names each field that another version shows in another way'

type Ids = Readonly<Record<string, string>>

/** One record of each kind, and the path at which it can be read. */
const furnish = async (client: Client): Promise<Ids> => {
  const customer = await client.customer({ metadata: { object: 'charge', created_at: 'never' } })
  const charge = await client.charge({ customer: customer.id })
  const refund = await client.refund(charge.id, { amount: 1_000 })
  const make = async (path: string, params = {}): Promise<string> =>
    String(expectSuccess(await client.post(path, params)).id)
  const source = await make('/sources', {
    amount: 300_000,
    currency: 'thb',
    type: 'installment_bay',
    installment_term: 4,
  })
  const qr = { amount: 10_000, currency: 'thb', source: { type: 'promptpay' } }
  const recipient = (await client.get<{ data: Body[] }>('/recipients')).body.data[0]?.id ?? ''
  const transfer = await make('/transfers', { amount: 5_000 })
  await make(`/transfers/${transfer}/mark_as_sent`)
  const disputed = await client.charge()
  const dispute = await make(`/charges/${disputed.id}/disputes`)
  const every = { every: 1, period: 'day', start_date: start.slice(0, 10), end_date: '2026-02-15' }
  const schedule = await make('/schedules', { ...every, charge: { customer: customer.id, amount: 10_000 } })
  const transferSchedule = await make('/schedules', { ...every, transfer: { recipient, amount: 5_000 } })
  const occurrences = (await client.get<{ data: Body[] }>(`/schedules/${schedule}/occurrences`)).body
  const secondTransfer = await make('/transfers', { amount: 5_000 })
  const link = await make('/links', { amount: 10_000, currency: 'thb', title: 'Tea', description: 'Green' })
  return {
    charge: `/charges/${charge.id}`,
    'charge by token': `/charges/${disputed.id}`,
    'charge by instalments': `/charges/${await make('/charges', { amount: 300_000, currency: 'thb', source, return_uri: 'https://a.example.com' })}`,
    'charge by code': `/charges/${await make('/charges', qr)}`,
    'charge in dispute': `/charges/${disputed.id}`,
    charges: '/charges',
    'charges, expanded': '/charges?expand=true',
    'charges, searched': '/search?scope=charge',
    refund: `/refunds/${refund.id}`,
    customer: `/customers/${customer.id}`,
    card: `/customers/${customer.id}/cards/${customer.default_card}`,
    token: `/tokens/${(await client.token()).id}`,
    source: `/sources/${source}`,
    transaction: `/transactions/${charge.transaction}`,
    'transaction, expanded': `/transactions/${charge.transaction}?expand=true`,
    balance: '/balance',
    recipient: `/recipients/${recipient}`,
    transfer: `/transfers/${transfer}`,
    'unsent transfer': `/transfers/${secondTransfer}`,
    dispute: `/disputes/${dispute}`,
    schedule: `/schedules/${schedule}`,
    'transfer schedule': `/schedules/${transferSchedule}`,
    occurrence: `/occurrences/${occurrences.data[0]?.id}`,
    link: `/links/${link}`,
    account: '/account',
    forex: '/forex/usd',
    receipts: '/receipts',
    capability: '/capability',
    event: `/events/${(await client.get<{ data: Body[] }>('/events', { order: 'chronological' })).body.data[0]?.id}`,
    'webhook secrets': '/webhooks/secrets',
  }
}

const open = setUpWith(furnish)

type Json = Readonly<Record<string, unknown>>
const unknown: ReadonlySet<unknown> = new Set(unknownIn2014)
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** The older name of a field in a version. */
const nameIn = (version: Version, object: unknown, field: string): string | undefined =>
  versionsWithOldNames.includes(version)
    ? (renamedFields[String(object)]?.[field] ?? (object ? renamedFields['*']?.[field] : undefined))
    : undefined

/** Where the form of a version breaks the rules: what is renamed has its old name only, the rest is the same. */
const differences = (version: Version, newest: unknown, shown: unknown, path: string): readonly string[] => {
  if (isJson(newest) && shown === newest.id && unknown.has(newest.object)) return []
  if (!isJson(newest)) return newest === shown ? [] : [`${path} is ${shown}, not ${newest}`]
  if (!isJson(shown)) return [`${path} is ${shown}`]
  const object = String(newest.object)
  return Object.entries(newest).flatMap(([field, value]) => {
    const name = nameIn(version, newest.object, field)
    if (name !== undefined && field in shown) return [`${path}.${field} is still there`]
    if (retypedFields[object]?.includes(name ?? field)) return []
    // The merchant's own data, and the data of an event, are the same in all versions.
    if (field === 'metadata' || (field === 'data' && object === 'event'))
      return JSON.stringify(value) === JSON.stringify(shown[field]) ? [] : [`${path}.${field} differs`]
    return differences(version, value, shown[name ?? field], `${path}.${name ?? field}`)
  })
}

describe('wire 23: each version renders its own forms', () => {
  test.each(versionForms)('$version: $of', async ({ of, version, has, lacks }) => {
    const { client, made } = await open()
    const answer = await client.get(made[of] ?? '', {}, asOf(version))
    const body = expectSuccess(answer)
    expect(answer.headers.get('service-version')).toBe(version)
    expect(answer.headers.get('sandbox-warning')).toBeNull()
    expect(body).toMatchObject(has)
    const there = lacks.filter((field) => field in body)
    expect(there, print(body)).toEqual([])
  })

  test.each(versions)(
    'every record can be read in %s with all its fields, or is younger',
    async (version) => {
      const { client, made } = await open()
      for (const [name, path] of Object.entries(made)) {
        const answer = await client.get(path, {}, asOf(version))
        const isYounger = version === '2014-07-27' && unknownIn2014.some((object) => name.includes(object))
        if (isYounger) expectError(answer, 'service_not_found', { message: /came with 2015-11-17/ })
        else {
          const newest = expectSuccess(await client.get(path))
          const shown = expectSuccess(answer)
          if (version === currentVersion) expect(shown).toEqual(newest)
          else expect(differences(version, newest, shown, name), tables).toEqual([])
        }
      }
    },
  )

  test.each(['2017-11-02', '2015-11-17'])(
    'in %s a card that no customer has lacks `location`',
    async (version) => {
      const { client, made } = await open()
      for (const of of ['token', 'charge by token']) {
        const { card } = (await client.get<{ card: object }>(made[of] ?? '', {}, asOf(version))).body
        expect(card).toMatchObject({ object: 'card', street1: null })
        expect(card).not.toHaveProperty('location')
      }
    },
  )

  test('in older versions a bank account without a branch lacks `branch_code`', async () => {
    const { client, made } = await open()
    const { body } = await client.get<{ bank_account: object }>(made.recipient ?? '', {}, asOf('2015-11-17'))
    expect(body.bank_account).not.toHaveProperty('branch_code')
  })

  test.each([
    ['2017-11-02', 1],
    ['2015-11-17', 1],
    [currentVersion, 2],
  ] as const)('in %s the lists of occurrences show %i: the one that waits is new', async (version, count) => {
    const { client, made } = await open()
    const list = (
      await client.get<{ data: Body[]; total: number }>(`${made.schedule}/occurrences`, {}, asOf(version))
    ).body
    expect([list.data.length, list.total]).toEqual([count, count])
    const { occurrences } = (
      await client.get<{ occurrences: typeof list }>(made.schedule ?? '', {}, asOf(version))
    ).body
    expect([occurrences.data.length, occurrences.total]).toEqual([count, count])
  })

  test('2014-07-27 shows the id of an object that it does not know', async () => {
    const { client, made } = await open()
    const scheduled = async (version: Version) =>
      (
        await client.get<{ data: { schedule: unknown }[] }>('/charges?expand=true', {}, asOf(version))
      ).body.data
        .map(({ schedule }) => schedule)
        .filter((schedule) => schedule !== null)
    expect(await scheduled('2015-11-17')).toEqual([expect.objectContaining({ object: 'schedule' })])
    expect(await scheduled('2014-07-27')).toEqual([made.schedule?.replace('/schedules/', '')])
  })
})
