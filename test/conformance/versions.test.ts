import { describe, expect, test } from 'vitest'
import { currentVersion, type Version, versions } from '../../src/service/versions/history'
import {
  renamedFields,
  retypedFields,
  unknownIn2014,
  versionForms,
  versionsWithOldNames,
  withoutOperationsIn2015,
} from '../spec/version-forms'
import { type Body, type Client, type ListBody, print } from '../support/client'
import { defaultRecipient } from '../support/payouts'
import { expectError, expectSuccess, setUpWith } from '../support/set-up'
import { furnish } from '../support/tour'

const asOf = (version: string) => ({ headers: { 'Service-Version': version } })

const tables = 'test/spec/version-forms.ts names each field that another version shows in another way'

type Ids = Readonly<Record<string, string>>

/** The path of one record of each kind. */
const pathsOf = async (client: Client): Promise<Ids> => {
  const made = await furnish(client)
  const bought = {
    amount: 300_000,
    currency: 'thb',
    source: made.source,
    return_uri: 'https://a.example.com',
  }
  const { id: instalments } = expectSuccess(await client.post('/charges', bought))
  const { body } = await client.get<ListBody>('/events', { order: 'chronological' })
  return {
    charge: `/charges/${made.charge}`,
    'charge by token': `/charges/${made.disputed}`,
    'charge by instalments': `/charges/${instalments}`,
    'charge by code': `/charges/${made.byCode}`,
    'charge in dispute': `/charges/${made.disputed}`,
    charges: '/charges',
    'charges, expanded': '/charges?expand=true',
    'charges, searched': '/search?scope=charge',
    refund: `/refunds/${made.refund}`,
    customer: `/customers/${made.customer}`,
    card: `/customers/${made.customer}/cards/${made.card}`,
    token: `/tokens/${made.token}`,
    source: `/sources/${made.source}`,
    transaction: `/transactions/${made.transaction}`,
    'transaction, expanded': `/transactions/${made.transaction}?expand=true`,
    balance: '/balance',
    recipient: `/recipients/${(await defaultRecipient(client)).id}`,
    transfer: `/transfers/${made.sent}`,
    'unsent transfer': `/transfers/${made.transfer}`,
    dispute: `/disputes/${made.dispute}`,
    schedule: `/schedules/${made.schedule}`,
    'transfer schedule': `/schedules/${made.transferSchedule}`,
    occurrence: `/occurrences/${made.occurrence}`,
    link: `/links/${made.link}`,
    account: '/account',
    forex: '/forex/usd',
    receipts: '/receipts',
    capability: '/capability',
    event: `/events/${body.data[0]?.id}`,
    'webhook secrets': '/webhooks/secrets',
  }
}

const open = setUpWith(pathsOf)

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
  // An event has the version that the account had when it happened.
  if (object === 'event') return JSON.stringify(newest) === JSON.stringify(shown) ? [] : [`${path} differs`]
  return Object.entries(newest).flatMap(([field, value]) => {
    const name = nameIn(version, newest.object, field)
    if (name !== undefined && field in shown) return [`${path}.${field} is still there`]
    if (retypedFields[object]?.includes(name ?? field)) return []
    // The merchant's own data are the same in all versions.
    if (field === 'metadata')
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
        const isYounger =
          (version === '2014-07-27' && unknownIn2014.some((object) => name.includes(object))) ||
          (version < '2017-11-02' && withoutOperationsIn2015.some((object) => name === object))
        if (isYounger) expectError(answer, 'service_not_found', { message: /came with 201[57]/ })
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
