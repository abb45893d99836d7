/** Contract 10: a search for words over many records answers at once, and is completed when they were read. */
import { expect, it } from 'vitest'
import { completedPage, idsIn, isIncomplete, readPage } from '../../support/dashboard'
import type { SearchBody } from '../../support/search'
import { expectSuccess, setUp } from '../../support/set-up'

/** More records than a page waits for. */
const many = 2600

const withCustomers = async (count: number) => {
  const { sandbox, client } = setUp()
  for (let i = 0; i < count; i += 1)
    await client.post('/customers', { description: i % 100 === 0 ? 'wholesale' : 'retail' })
  return { sandbox, client }
}

it.each(['/records/customers', '/search'])(
  'the page %s says how far the words of many records are read, and then shows what they find',
  async (path) => {
    const { sandbox } = await withCustomers(many)
    const first = await readPage(sandbox, `${path}?q=wholesale`)
    expect(first.text).toContain('records for the search: 0 % so far. The page completes itself.')
    expect(first.html).toContain('<noscript><meta http-equiv="refresh" content="1"/></noscript>')
    expect([first.status, isIncomplete(first), idsIn(first)]).toEqual([200, true, []])
    const page = await completedPage(sandbox, `${path}?q=wholesale`)
    expect(idsIn(page)).toHaveLength(25)
    expect(page.text).toContain(`of ${many / 100}`)
    expect(page.html).not.toContain('http-equiv="refresh"')
  },
)

it('a page shows a record at once whose list waits for words', async () => {
  const { sandbox } = await withCustomers(many)
  const page = await readPage(sandbox, `/records/customers/${sandbox.customers.last()?.id}?q=wholesale`)
  expect(isIncomplete(page)).toBe(true)
  expect(page.html).toContain('<article')
})

it('a page with filters alone waits for no words, and one with words does not wait again for a few new records', async () => {
  const { sandbox, client } = await withCustomers(many)
  expect(isIncomplete(await readPage(sandbox, '/records/customers?q=created:today'))).toBe(false)
  await completedPage(sandbox, '/records/customers?q=wholesale')
  await client.post('/customers', { description: 'Malee' })
  const page = await readPage(sandbox, '/records/customers?q=malee')
  expect([isIncomplete(page), idsIn(page)]).toEqual([false, [sandbox.customers.last()?.id]])
})

it('the search of the API finds all at once while a page still reads', async () => {
  const { sandbox, client } = await withCustomers(many)
  expect(isIncomplete(await readPage(sandbox, '/records/customers?q=wholesale'))).toBe(true)
  const found = await client.get<SearchBody>('/search', { scope: 'customer', query: 'wholesale' })
  expect(expectSuccess(found).total).toBe(many / 100)
})
