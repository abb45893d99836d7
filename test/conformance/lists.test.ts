import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../../src/index'
import type { Charge } from '../../src/service/resources/charge/record'
import { listParams, listRefusals } from '../spec/lists'
import { type Answer, type Client, type ListBody, makeClient } from '../support/client'
import type { Params } from '../support/form'
import { expectSuccess, makeSandbox, start } from '../support/set-up'

interface Shop {
  readonly sandbox: Sandbox
  readonly client: Client
  readonly list: (params?: Params) => Promise<ListBody<Charge>>
  /** Ids, oldest first. */
  readonly ids: readonly string[]
}

const hour = 3_600_000
const at = (hours: number): string => new Date(Date.parse(start) + hours * hour).toISOString()

/** Charges an hour apart, the first at `start`. */
const shopWith = async (charges: number): Promise<Shop> => {
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

describe('spec 4.1 rule 1: the parameters of a list', () => {
  test.each(listParams)('$param is $default when it is not given, and the answer says so', async (row) => {
    const { list } = await shopWith(1)
    const page = await list()
    const said = page[row.param]
    if (row.type !== 'datetime') expect(said).toBe(row.default)
    else expect(Date.parse(String(said))).toBe(Date.parse(row.default === 'now' ? at(0) : row.default))
  })

  const given = { limit: 3, offset: 2, from: at(1), to: at(5), order: 'chronological' } as const

  test.each(listParams)('$param is echoed when it is given', async ({ param }) => {
    const { list } = await shopWith(1)
    expect((await list({ [param]: given[param] }))[param]).toBe(given[param])
  })

  test.each(listParams)(
    '$param can also be the only one that is wrong',
    async ({ param, min, max, message }) => {
      const { client } = await shopWith(0)
      const bad = [...(min === null ? [] : [min - 1]), ...(max === null ? [] : [max + 1]), 'x']
      for (const value of bad) {
        const answer: Answer = await client.get('/charges', { [param]: value })
        expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request' } })
        expect(answer.body.validation_errors).toMatchObject([{ field: param }])
        if (message !== null && value === (max ?? 0) + 1) expect(answer.body.message).toBe(message)
      }
    },
  )
})

describe('spec 4.1 rule 3: a list refuses wrong parameters', () => {
  test.each(listRefusals)('$param $given: $status $code', async ({ param, given, status, code, message }) => {
    const { client } = await shopWith(1)
    const answer = await client.get('/charges', { [param]: given })
    expect(answer).toMatchObject({ status, body: { code } })
    if (message !== null) expect(answer.body.message).toBe(message)
  })
})
