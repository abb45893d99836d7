/** A shop whose charges are searched, and how to ask. */
import type { Charge } from '../../src/index'
import type { Params } from './form'
import { expectSuccess, setUpWith } from './set-up'

export interface SearchBody<T = Charge> {
  readonly data: readonly T[]
  readonly total: number
  readonly total_pages: number
  readonly [field: string]: unknown
}

const hour = 3_600_000

/** Charges by one letter each, an hour apart, oldest first; `start` is Thursday 2026-01-15, 09:00. */
const shop: readonly [letter: string, params: Params][] = [
  ['a', { description: 'Coffee', metadata: { order: 'A-1001', size: 'large' } }],
  ['b', { description: 'Coffee beans, dark roast', amount: 25_050, metadata: { order: 'A-1002' } }],
  ['c', { description: 'dark coffee', metadata: { size: 'small', gift: { wrap: true, from: 'Malee S.' } } }],
  ['d', { description: 'Tea', amount: 500, currency: 'jpy', metadata: { note: 'no coffee today' } }],
  ['e', { description: 'COFFEE BEANS', amount: 100_00, metadata: { order: 1003, tags: ['hot', 'to go'] } }],
  ['f', { description: 'ร้านกาแฟ สาขา 2', metadata: { Crème: 'Brûlée' } }],
  ['g', { description: 'roast_beef at https://example.com/menu', capture: false }],
  ['h', { description: null, metadata: {} }],
]

const open = setUpWith(async (client, sandbox) => {
  const letters = new Map<string, string>()
  for (const [letter, params] of shop) {
    const { description, ...rest } = params
    const { id } = await client.charge(description === null ? rest : params)
    letters.set(id, letter)
    await sandbox.clock.advance(hour)
  }
  return letters
})

export const openSearch = async () => {
  const { client, sandbox, made: letters } = await open()
  const search = async (params: Params, path = '/search') =>
    expectSuccess(await client.get<SearchBody>(path, params))
  /** The letters of the charges that were found, in their order. */
  const found = async (params: Params) =>
    (await search({ scope: 'charge', ...params })).data.map(({ id }) => letters.get(id)).join('')
  const idOf = (letter: string) => [...letters].find(([, other]) => other === letter)?.[0] ?? ''
  return { client, sandbox, search, found, idOf }
}
