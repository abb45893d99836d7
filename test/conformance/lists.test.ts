import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../../src/index'
import type { Charge } from '../../src/service/resources/charge/record'
import { listParams, listRefusals } from '../spec/lists'
import { type Answer, type Client, type ListBody, makeClient } from '../support/client'
import type { Params } from '../support/form'
import { expectSuccess, makeSandbox, start } from '../support/set-up'

interface Stage {
  readonly sandbox: Sandbox
  readonly client: Client
  readonly list: (params?: Params) => Promise<ListBody<Charge>>
  /** Ids, oldest first. */
  readonly ids: readonly string[]
}

const hour = 3_600_000
const at = (hours: number): string => new Date(Date.parse(start) + hours * hour).toISOString()

/** Charges an hour apart, the first at `start`. */
const stage = async (charges: number): Promise<Stage> => {
  const sandbox = makeSandbox()
  const client = makeClient(sandbox)
  const ids: string[] = []
  for (let i = 0; i < charges; i += 1) {
    if (i > 0) await sandbox.clock.advance('1h')
    ids.push((await client.charge()).id)
  }
  const list = async (params: Params = {}): Promise<ListBody<Charge>> =>
    expectSuccess(await client.get<ListBody<Charge>>('/charges', params))
  return { sandbox, client, list, ids }
}

const idsOf = (page: ListBody<Charge>): string[] => page.data.map((charge) => charge.id)

describe('spec 4.1 rule 1: the parameters of a list', () => {
  test.each(listParams)('$param is $default when it is not given, and the answer says so', async (row) => {
    const { list } = await stage(1)
    const page = await list()
    const said = page[row.param]
    if (row.type !== 'datetime') expect(said).toBe(row.default)
    else expect(Date.parse(String(said))).toBe(Date.parse(row.default === 'now' ? at(0) : row.default))
  })

  const given = { limit: 3, offset: 2, from: at(1), to: at(5), order: 'chronological' } as const

  test.each(listParams)('$param is echoed when it is given', async ({ param }) => {
    const { list } = await stage(1)
    expect((await list({ [param]: given[param] }))[param]).toBe(given[param])
  })

  test.each(listParams)(
    '$param can also be the only one that is wrong',
    async ({ param, min, max, message }) => {
      const { client } = await stage(0)
      const bad = [...(min === null ? [] : [min - 1]), ...(max === null ? [] : [max + 1]), 'x']
      for (const value of bad) {
        const answer: Answer = await client.get('/charges', { [param]: value })
        expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request' } })
        expect(answer.body.validation_errors).toMatchObject([{ field: param }])
        if (message !== null && value === (max ?? 0) + 1) expect(answer.body.message).toBe(message)
      }
    },
  )

  test.each([1, 100])('limit may be %i', async (limit) => {
    const { list } = await stage(2)
    const page = await list({ limit })
    expect(page.limit).toBe(limit)
    expect(page.data).toHaveLength(Math.min(limit, 2))
  })

  test('the default order is newest first; a parameter selects oldest first', async () => {
    const { list, ids } = await stage(3)
    expect(idsOf(await list())).toEqual([...ids].reverse())
    expect(idsOf(await list({ order: 'chronological' }))).toEqual(ids)
    expect(idsOf(await list({ order: 'reverse_chronological' }))).toEqual([...ids].reverse())
  })

  test('records created at the same moment keep their order of arrival', async () => {
    const { client, list } = await stage(0)
    const ids: string[] = []
    for (let i = 0; i < 4; i += 1) ids.push((await client.charge()).id)
    expect(idsOf(await list({ order: 'chronological' }))).toEqual(ids)
  })

  const periods = [
    { from: at(1), to: at(3), inside: [1, 2, 3] },
    { from: at(4), inside: [4] },
    { to: at(0), inside: [0] },
    { from: at(0.5), to: at(1.5), inside: [1] },
    { from: '2026-01-15', to: '2026-01-16', inside: [0, 1, 2, 3, 4] },
    { from: '2026-01-15T17:00:00+07:00', to: at(2), inside: [1, 2] },
    { from: at(3), to: at(1), inside: [] },
    { to: '2026-01-15', inside: [] },
  ] as const

  test.each(periods)('a period from $from to $to, both ends included', async (row) => {
    const { list, ids } = await stage(5)
    const { inside, ...period } = row
    const expected = inside.map((i) => ids[i])
    const page = await list({ ...period, order: 'chronological' })
    expect(idsOf(page)).toEqual(expected)
    expect(page.total).toBe(inside.length)
    expect(idsOf(await list(period))).toEqual(expected.reverse())
  })
})

describe('spec 4.1 rule 2: pages', () => {
  const pages = [
    { limit: 2, offset: 0, shown: [4, 3] },
    { limit: 2, offset: 2, shown: [2, 1] },
    { limit: 2, offset: 4, shown: [0] },
    { limit: 2, offset: 5, shown: [] },
    { limit: 2, offset: 1000, shown: [] },
    { limit: 100, offset: 0, shown: [4, 3, 2, 1, 0] },
  ] as const

  test.each(pages)('limit $limit, offset $offset', async ({ limit, offset, shown }) => {
    const { list, ids } = await stage(5)
    const page = await list({ limit, offset })
    expect(idsOf(page)).toEqual(shown.map((i) => ids[i]))
    expect(page).toMatchObject({ limit, offset, total: 5, location: '/charges' })
  })

  test('a filter that matches nothing has a total of 0', async () => {
    const { list } = await stage(2)
    expect(await list({ from: '2030-01-01' })).toMatchObject({ total: 0, data: [] })
  })

  test('a page has 20 records by default, and the total grows with each charge', async () => {
    const { client, list } = await stage(19)
    expect((await list()).data).toHaveLength(19)
    await client.charge()
    await client.charge()
    expect(await list()).toMatchObject({ total: 21, limit: 20 })
    expect((await list()).data).toHaveLength(20)
    expect((await list({ offset: 20 })).data).toHaveLength(1)
  })
})

describe('spec 4.1 rule 3: a list refuses wrong parameters', () => {
  test.each(listRefusals)('$param $given: $status $code', async ({ param, given, status, code, message }) => {
    const { client } = await stage(1)
    const answer = await client.get('/charges', { [param]: given })
    expect(answer).toMatchObject({ status, body: { code } })
    if (message !== null) expect(answer.body.message).toBe(message)
  })
})
