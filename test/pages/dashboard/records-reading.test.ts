/** Contract 10: a search for words over many records waits until they were read, and others have their turn meanwhile. */
import { expect, it } from 'vitest'
import { idsIn, readPage } from '../../support/dashboard'
import type { SearchBody } from '../../support/search'
import { expectSuccess, setUp } from '../../support/set-up'

const many = 2600

const withCustomers = async (count: number) => {
  const { sandbox, client } = setUp()
  for (let i = 0; i < count; i += 1)
    await client.post('/customers', { description: i % 100 === 0 ? 'wholesale' : 'retail' })
  return { sandbox, client }
}

it.each(['/records/customers', '/search'])('the page %s finds the words of many records', async (path) => {
  const { sandbox, client } = await withCustomers(many)
  const order: string[] = []
  const searched = readPage(sandbox, `${path}?q=wholesale`).finally(() => order.push('search'))
  await readPage(sandbox, `${path}?q=created:today`).finally(() => order.push('filter'))
  const found = await client.get<SearchBody>('/search', { scope: 'customer', query: 'wholesale' })
  order.push('API')
  expect(expectSuccess(found).total).toBe(many / 100)
  const page = await searched
  expect(order).toEqual(['filter', 'API', 'search'])
  expect(idsIn(page)).toHaveLength(25)
  expect(page.text).toContain(`of ${many / 100}`)
})
