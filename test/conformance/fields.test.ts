import { beforeAll, describe, expect } from 'vitest'
import { type FieldSpec, fields } from '../spec/fields'
import { prefixes } from '../spec/prefixes'
import { type Client, type ListBody, makeClient } from '../support/client'
import { plainSandbox, test } from '../support/set-up'
import { standings } from '../support/standings'

type Shown = Readonly<Record<string, unknown>>

/** Real answers, by the object they show. */
const samples: Record<string, Shown[]> = {}

const keep = (...shown: Shown[]): void => {
  for (const one of shown) {
    const object = String(one.object)
    samples[object] ??= []
    samples[object].push(one)
    for (const member of Object.values(one)) if (isShown(member)) keep(member)
    if (Array.isArray(one.data)) keep(...one.data)
  }
}

const isShown = (value: unknown): value is Shown =>
  typeof value === 'object' && value !== null && 'object' in value

/** One of everything that can be seen so far, in each state, with and without what is optional. */
const collect = async (client: Client, sandbox: ReturnType<typeof plainSandbox>): Promise<void> => {
  for (const bring of Object.values(standings)) keep(await bring({ sandbox, client }))
  const charge = await client.charge({ description: 'Coffee', metadata: { order: 'A-1' } })
  keep(charge, await client.refund(charge.id, { metadata: { why: 'cold' } }), await client.customer())
  const customer = await client.customer()
  await client.delete(`/customers/${customer.id}`)
  const card = (await client.token('4111111111140011')).id
  const answers = [
    await client.get<ListBody>('/charges'),
    await client.get('/search', { scope: 'charge' }),
    await client.get<ListBody>('/disputes'),
    await client.get('/events', { limit: 100 }),
    await client.get('/refunds', { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }),
    await client.post('/charges', { amount: 10_000, currency: 'thb', card }),
    await client.post('/charges', { currency: 'thb' }),
    await client.post('/webhooks/secrets'),
    await client.get('/webhooks/secrets'),
    await client.patch(`/customers/${customer.id}`, { email: 'a@example.com' }),
  ]
  keep(...answers.map((answer): Shown => ({ ...answer.body })))
}

beforeAll(async () => {
  const sandbox = plainSandbox()
  await collect(makeClient(sandbox), sandbox)
})

const types: Readonly<Record<FieldSpec['type'], (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: (value) => Array.isArray(value),
  datetime: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
}

/** `chrg_` -> `chrg_test_`; a prefix that is the same in both modes stays as it is. */
const testPrefix = (prefix: string): string =>
  prefixes.some((row) => row.live === prefix && row.test === null) ? prefix : `${prefix}test_`

/** Answers for which a row cannot be true, with the reason. */
const exceptions: Readonly<Record<string, { holds: (shown: Shown) => boolean; why: string }>> = {
  'charge.transaction': {
    holds: (charge) => charge.paid === true,
    why: 'the specification shows a paid charge; before the capture there is no transaction to name',
  },
  'refund.charge': {
    holds: (refund) => typeof refund.charge !== 'string',
    why: 'in the list inside of a charge a refund names its charge by id, or it would hold itself',
  },
}

/** `card` means a card that paid; without payment sources there is no charge without one. */
const neverNullYet = ['charge.card']

const where = (row: FieldSpec): Shown[] =>
  (samples[row.object] ?? []).filter(exceptions[`${row.object}.${row.field}`]?.holds ?? (() => true))

const named = fields.map((row) => ({ ...row, name: `${row.object}.${row.field}` }))

describe('spec 2: the fields of every object', () => {
  test.each(named)('$name is $type, nullable $nullable, optional $optional', (row) => {
    const seen = where(row)
    expect(seen.length).toBeGreaterThan(0)
    for (const shown of seen) {
      const value = shown[row.field]
      if (value === undefined)
        expect({ absent: row.field, optional: row.optional }).toMatchObject({ optional: true })
      else if (value === null)
        expect({ isNull: row.field, nullable: row.nullable }).toMatchObject({ nullable: true })
      else {
        expect({ field: row.field, value, fits: types[row.type](value) }).toMatchObject({ fits: true })
        if (row.constant !== undefined) expect(value).toBe(row.constant)
        if (row.values !== undefined) expect(row.values).toContain(value)
        if (row.prefix !== undefined) expect(value).toMatch(new RegExp(`^${testPrefix(row.prefix)}`))
      }
    }
  })

  test.each(named)('$name was seen with a value, and as null if it is nullable', (row) => {
    const values = where(row).map((shown) => shown[row.field])
    expect(values.some((value) => value !== null && value !== undefined)).toBe(true)
    if (row.nullable && !neverNullYet.includes(`${row.object}.${row.field}`)) expect(values).toContain(null)
  })
})

describe('spec 2.1: the prefixes of ids', () => {
  const modes = [
    ['test', false],
    ['live', true],
  ] as const

  test.for(prefixes.flatMap((row) => modes.map(([mode, livemode]) => ({ ...row, mode, livemode }))))(
    '$resource in $mode mode',
    async ({ resource, live, test: inTest, livemode }, { sandbox }) => {
      const account = sandbox.createAccount()
      const { keys } = livemode ? account.live : account.test
      const client = makeClient(sandbox, { keys })
      const token = await client.token()
      const charge = await client.charge({ card: token.id })
      const events = await client.get<ListBody>('/events')
      const ids: Record<string, string | null | undefined> = {
        charge: charge.id,
        token: token.id,
        card: charge.card?.id,
        event: events.body.data[0]?.id,
        transaction: charge.transaction,
        'webhook-secret': (await client.post('/webhooks/secrets')).body.id,
        'public key': keys.public,
        'secret key': keys.secret,
      }
      expect(charge.livemode).toBe(livemode)
      expect(ids[resource]).toMatch(new RegExp(`^${livemode ? live : (inTest ?? live)}[0-9a-z]{19}$`))
    },
  )
})
