/** Contract 10: what belongs to a record, and the list beside it. */
import { describe, expect } from 'vitest'
import { idsIn, readPage } from '../../support/dashboard'
import { setUp, test } from '../../support/set-up'

describe('the page of a record', () => {
  test('leads to all records that belong to it, where there are more than it shows', async () => {
    const { sandbox, client } = setUp()
    const customer = await client.customer({ card: (await client.token()).id })
    for (let i = 0; i < 27; i += 1) await client.charge({ customer: customer.id, card: '' })
    const others = await client.charge()
    const all = `/records/charges?of=${customer.id}`
    const { html, text } = await readPage(sandbox, `/records/customers/${customer.id}`)
    expect([html.includes(`href="/_sandbox${all}"`), text.includes('All 27')]).toEqual([true, true])
    const pages = [await readPage(sandbox, all), await readPage(sandbox, `${all}&page=2`)]
    const ids = sandbox.charges.list((charge) => charge.customer === customer.id).map(({ id }) => id)
    expect(pages.flatMap(idsIn)).toEqual(ids.reverse())
    expect(pages[0]?.html).toContain(`${all}&amp;page=2`)
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
