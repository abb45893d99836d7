/** Contract 10: the boxes for the search language, over one kind of records and over all. */
import { describe, expect } from 'vitest'
import type { Charge, Sandbox } from '../../../src/index'
import { scopes } from '../../../src/service/resources/registry'
import { idsIn, readPage } from '../../support/dashboard'
import { coffee } from '../../support/schedules'
import { expectSuccess, setUp, setUpToRead, test } from '../../support/set-up'

const shop = setUpToRead((sandbox) => sandbox.seed('busy-shop'))

describe('search', () => {
  const searched = async (sandbox: Sandbox, path: string, q: string) =>
    readPage(sandbox, `${path}?q=${encodeURIComponent(q)}`)

  test('names the words that there are where no record has the one of a filter', async () => {
    const sandbox = await shop()
    const { text } = await searched(sandbox, '/records/charges', 'status:declined created:this_week')
    expect(text).toContain(
      'No status is declined. There are: expired, failed, pending, reversed, successful. No charges fit.',
    )
    expect((await searched(sandbox, '/records/charges', 'status:FAILED amount:9..10')).text).toContain(
      'No charges fit. Show all',
    )
  })

  test('says how metadata is searched that is typed as lists show it', async () => {
    const { sandbox, client } = setUp()
    const { id } = await client.charge({ metadata: { order: 'QA-77' } })
    const { text } = await searched(sandbox, '/search', 'order QA-77')
    expect(text).toContain('order is a name in metadata: metadata.order:QA-77 searches its values.')
    expect((await searched(sandbox, '/search', 'metadata.order:QA-77')).text).toContain(id)
  })

  test.each([
    ['status:failed', ({ status }: Charge) => status === 'failed'],
    [
      'amount:1000..2000',
      ({ amount, currency }: Charge) =>
        (currency === 'jpy' ? amount * 100 : amount) >= 100_000 &&
        (currency === 'jpy' ? amount * 100 : amount) <= 200_000,
    ],
    ['coffee', ({ description }: Charge) => description?.toLowerCase().includes('coffee') === true],
    ['status:successful channel:x metadata.channel:phone', () => false],
    ['metadata.channel:phone refunded:no', ({ metadata }: Charge) => metadata.channel === 'phone'],
    ['description:"coffee beans"', ({ description }: Charge) => description === 'Coffee beans'],
  ])('of charges for %s finds what the API finds', async (q, isWanted) => {
    const sandbox = await shop()
    const wanted = sandbox.charges.list(isWanted).map(({ id }) => id)
    const page = await searched(sandbox, '/records/charges', q)
    expect(idsIn(page).toSorted()).toEqual(wanted.slice(-25).toSorted())
    if (wanted.length > 0) expect(page.text).toContain(`of ${wanted.length}`)
  })

  test.each([
    ['amount:abc', 'filter amount must be an amount such as 100 or 100.50, or a range such as 100..200'],
    ['created:someday', 'filter created'],
    ['colour:red', 'colour is not a queryable attribute'],
    ['status:failed status:successful', 'status is there more than once: the last one counts'],
  ])('for %s says why it is wrong', async (q, message) => {
    const sandbox = await shop()
    for (const path of ['/records/charges', '/search'])
      expect((await searched(sandbox, path, q)).text).toContain(message)
  })

  test('keeps what was typed in the box, in the links to other pages and in those to records', async () => {
    const { html } = await searched(await shop(), '/records/charges', 'status:successful')
    expect(html).toContain('value="status:successful"')
    expect(html).toContain('/_sandbox/records/charges?q=status%3Asuccessful&amp;before=')
    expect(html).toMatch(/\/_sandbox\/records\/charges\/chrg_test_\w+\?q=status%3Asuccessful/)
  })

  test.each(
    scopes()
      .filter(({ object }) => object !== 'receipt')
      .map((scope) => [scope.name, scope] as const),
  )('names every attribute of scope %s', async (_, { object, filters, queries }) => {
    const sandbox = await shop()
    const kind = object === 'schedule' ? 'schedules' : `${object}s`
    const { html } = await readPage(sandbox, `/records/${kind}`)
    for (const name of [...Object.keys(filters), ...Object.keys(queries)])
      expect(html).toContain(`<code>${name}</code>`)
  })

  test('over everything finds records of all kinds, and the one whose id is typed', async () => {
    const { sandbox, client } = setUp()
    const { id } = await client.charge({ description: 'Coffee A-1001' })
    const link = expectSuccess(await client.post('/links', coffee))
    expect(idsIn(await searched(sandbox, '/search', 'coffee')).toSorted()).toEqual([id, link.id].toSorted())
    const event = sandbox.events.last() ?? expect.fail('there is no event')
    expect((await searched(sandbox, '/search', event.id)).text).toContain(`${event.id} ${event.key}`)
  })
})

// Contract 10: what belongs to a record, and the list beside it.

describe('the page of a record', () => {
  test('leads to all records that belong to it, where there are more than it shows', async () => {
    const { sandbox, client } = setUp()
    const customer = await client.customer({ card: (await client.token()).id })
    for (let i = 0; i < 27; i += 1) await client.charge({ customer: customer.id, card: '' })
    const others = await client.charge()
    const all = `/records/charges?of=${customer.id}`
    const { html, text } = await readPage(sandbox, `/records/customers/${customer.id}`)
    expect([html.includes(`href="/_sandbox${all}"`), text.includes('All 27')]).toEqual([true, true])
    const ids = sandbox.charges.list((charge) => charge.customer === customer.id).map(({ id }) => id)
    const older = `${all}&before=${ids.at(-25)}`
    const pages = [await readPage(sandbox, all), await readPage(sandbox, older)]
    expect(pages.flatMap(idsIn)).toEqual(ids.reverse())
    expect(pages[0]?.html).toContain(older.replace('&', '&amp;'))
    expect(idsIn(await readPage(sandbox, `/records/charges/${ids[0]}?of=${customer.id}`))).not.toContain(
      others.id,
    )
    expect((await readPage(sandbox, `/records/charges?of=${others.id}`)).text).toContain('No charges fit')
  })

  test('stays beside what was searched', async ({ sandbox, client }) => {
    const found = await client.charge({ description: 'coffee' })
    const other = await client.charge({ description: 'tea' })
    const page = await readPage(sandbox, `/records/charges/${found.id}?q=coffee`)
    expect([idsIn(page), page.html.includes(`records/charges/${other.id}`)]).toEqual([[found.id], false])
    expect(page.html).toContain('<a class="back" href="/_sandbox/records/charges?q=coffee"')
  })
})
