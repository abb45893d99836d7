import { describe, expect, test } from 'vitest'
import type { Params } from '../../../support/form'
import type { SearchBody } from '../../../support/search'
import { expectSuccess, setUp } from '../../../support/set-up'

const openSlow = () => {
  const { sandbox, client } = setUp({ searchDelay: 1500 })
  const found = async (params: Params) =>
    expectSuccess(await client.get<SearchBody>('/search', params)).data.map(({ id }) => id)
  return { sandbox, client, found }
}

describe('spec 4.10 rule 6, assumption search-delay: with --search-delay 1500', () => {
  test('a changed record shows its new values at once, but is found by its old values until the delay is over', async () => {
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

  test('a filter that is asked for during the delay knows the old value', async () => {
    const { sandbox, client, found } = openSlow()
    const { id } = await client.charge({ capture: false })
    await sandbox.clock.advance(1500)
    const by = (filters: Params) => found({ scope: 'charge', filters })
    expect(await by({ authorized: 'true' })).toEqual([id])
    await client.post(`/charges/${id}/capture`)
    expect([await by({ status: 'pending' }), await by({ status: 'successful' })]).toEqual([[id], []])
    await sandbox.clock.advance(1500)
    expect([await by({ status: 'pending' }), await by({ status: 'successful' })]).toEqual([[], [id]])
  })

  test('what a record takes from another one does not wait', async () => {
    const { sandbox, client, found } = openSlow()
    const customer = await client.customer()
    const { id } = await client.charge({ customer: customer.id })
    const byName = (name: string) => found({ scope: 'charge', query: `card_name:${name}` })
    await sandbox.clock.advance(1500)
    expect(await byName('somchai')).toEqual([id])
    await client.patch(`/customers/${customer.id}/cards/${customer.default_card}`, { name: 'Malee Suk' })
    expect([await byName('somchai'), await byName('malee')]).toEqual([[], [id]])
  })

  test.each([
    ['a record', 'description'],
    ['what a record takes from another one', 'card_name'],
  ])('after a restore all changes are known: of %s', async (_, field) => {
    const { sandbox, client, found } = openSlow()
    const customer = await client.customer()
    const { id } = await client.charge({ customer: customer.id, description: 'Coffee' })
    await sandbox.clock.advance(1500)
    expect(await found({ query: 'coffee' })).toEqual([id])
    const change = (text: string) =>
      field === 'description'
        ? client.patch(`/charges/${id}`, { description: text })
        : client.patch(`/customers/${customer.id}/cards/${customer.default_card}`, { name: text })
    await change('Tea')
    const saved = sandbox.snapshot()
    await change('Juice')
    sandbox.restore(saved)
    const byField = (word: string) => found({ scope: 'charge', query: `${field}:${word}` })
    expect([await byField('tea'), await byField('juice')]).toEqual([[id], []])
  })
})
