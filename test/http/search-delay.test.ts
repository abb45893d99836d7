import { describe, expect, test } from 'vitest'
import { makeClient } from '../support/client'
import { expectSuccess } from '../support/expect'
import type { Params } from '../support/form'
import { makeSandbox } from '../support/sandbox'
import type { SearchBody } from '../support/search'

const openSlow = () => {
  const sandbox = makeSandbox({ searchDelay: 1500 })
  const client = makeClient(sandbox)
  const found = async (params: Params) =>
    expectSuccess(await client.get<SearchBody>('/search', params)).data.map(({ id }) => id)
  return { sandbox, client, found }
}

describe('spec 4.10 rule 6, assumption search-delay: with --search-delay 1500', () => {
  test('a new record is found 1.5 seconds later on the virtual clock, not a millisecond before', async () => {
    const { sandbox, client, found } = openSlow()
    const { id } = await client.charge({ description: 'Coffee' })
    expect(await found({ query: 'coffee' })).toEqual([])
    await sandbox.clock.advance(1499)
    expect(await found({ query: 'coffee' })).toEqual([])
    await sandbox.clock.advance(1)
    expect(await found({ query: 'coffee' })).toEqual([id])
  })

  test('a changed record is found by what it was, shows what it is, and is found by that later', async () => {
    const { sandbox, client, found } = openSlow()
    const { id } = await client.charge({ description: 'Coffee' })
    await sandbox.clock.advance(1500)
    expect(await found({ query: 'coffee' })).toEqual([id])
    await client.patch(`/charges/${id}`, { description: 'Tea' })
    await sandbox.clock.advance(1499)
    const { data } = expectSuccess(await client.get<SearchBody>('/search', { query: 'coffee' }))
    expect(data).toMatchObject([{ id, description: 'Tea' }])
    expect(await found({ query: 'tea' })).toEqual([])
    await sandbox.clock.advance(1)
    expect([await found({ query: 'coffee' }), await found({ query: 'tea' })]).toEqual([[], [id]])
  })

  test('what a record that was searched takes from another one waits as well', async () => {
    const { sandbox, client, found } = openSlow()
    const customer = await client.customer()
    const { id } = await client.charge({ customer: customer.id })
    const byName = (name: string) => found({ scope: 'charge', query: `card_name:${name}` })
    await sandbox.clock.advance(1500)
    expect(await byName('somchai')).toEqual([id])
    await client.patch(`/customers/${customer.id}/cards/${customer.default_card}`, { name: 'Malee Suk' })
    expect([await byName('somchai'), await byName('malee')]).toEqual([[id], []])
    await sandbox.clock.advance(1500)
    expect([await byName('somchai'), await byName('malee')]).toEqual([[], [id]])
  })

  test('after a restore all changes are known', async () => {
    const { sandbox, client, found } = openSlow()
    const { id } = await client.charge({ description: 'Coffee' })
    await sandbox.clock.advance(1500)
    await client.patch(`/charges/${id}`, { description: 'Tea' })
    const saved = sandbox.snapshot()
    await client.patch(`/charges/${id}`, { description: 'Juice' })
    sandbox.restore(saved)
    expect([await found({ query: 'tea' }), await found({ query: 'coffee' })]).toEqual([[id], []])
  })
})
