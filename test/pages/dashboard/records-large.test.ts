/** Contract 10: pages of a large shop: a search finds all that fits, a story shows its start and its end. */
import { expect, test } from 'vitest'
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

test.each(['/records/customers', '/search'])('the page %s finds the words of many records', async (path) => {
  const { sandbox, client } = await withCustomers(many)
  const found = await client.get<SearchBody>('/search', { scope: 'customer', query: 'wholesale' })
  expect(expectSuccess(found).total).toBe(many / 100)
  const page = await readPage(sandbox, `${path}?q=wholesale`)
  expect(idsIn(page)).toHaveLength(25)
  expect(page.text).toContain(`of ${many / 100}`)
})

test('the page of a record of a large shop tells how it began and what is new, and that it did not look at all between', async () => {
  const { sandbox, client } = setUp({ journal: 0 })
  const charge = await client.charge({ amount: 100_000 })
  await sandbox.clock.advance('1m')
  const customer = await client.customer({})
  const headers = { authorization: sandbox.authorization.secret }
  for (let i = 0; i < 10_100; i += 1)
    await sandbox.fetch(`/customers/${customer.id}`, { method: 'PATCH', headers, body: 'description=x' })
  await client.refund(charge.id, { amount: 25_000 })
  const { text } = await readPage(sandbox, `/records/charges/${charge.id}`)
  const story = text.slice(text.indexOf('What happened'))
  expect(story).toMatch(/refund.create.*charge.complete.*charge.create.*only the first and the newest 5,000/)
  const found = (await readPage(sandbox, `/records/customers/${customer.id}`)).text
  expect(found.slice(found.indexOf('What happened'))).not.toContain('5,000')
})
