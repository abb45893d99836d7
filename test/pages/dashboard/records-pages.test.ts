/** Contract 10: the pages of tables: they stay while records come, and leave out events about deliveries. */
import { describe, expect } from 'vitest'
import type { Sandbox } from '../../../src/index'
import { idsIn, type ReadPage, readPage } from '../../support/dashboard'
import { setUp, setUpWith, test } from '../../support/set-up'

const withShop = setUpWith((_, sandbox) => Promise.resolve(sandbox.seed('busy-shop')))

/** The address behind a link among the pages, such as `Older`. */
const linkTo = ({ html }: ReadPage, name: string): string => {
  const found = new RegExp(`href="/_sandbox([^"]*)">(?:\\d+ )?${name}</a>`).exec(html)?.[1]
  return found?.replaceAll('&amp;', '&') ?? expect.fail(`there is no link ${name}`)
}

const idsAt = async (sandbox: Sandbox, path: string) => idsIn(await readPage(sandbox, path))

describe('while someone pages', () => {
  test.each(['/records/charges', '/records/charges?q=status:successful', '/search?q=status:successful'])(
    '%s shows no record twice, and none is left out, although others come',
    async (path) => {
      const { sandbox, client } = await withShop()
      const all = (await readPage(sandbox, path)).text
      const total = Number(/1 to 25 of (\d+)/.exec(all)?.[1])
      const seen: string[] = []
      let page = await readPage(sandbox, path)
      for (let number = 1; number <= Math.ceil(total / 25); number += 1) {
        seen.push(...idsIn(page))
        if (seen.length < total) page = await readPage(sandbox, linkTo(page, 'Older'))
        await sandbox.clock.advance('1s')
        for (let i = 0; i < 3; i += 1) await client.charge()
      }
      expect(seen).toHaveLength(total)
      expect(new Set(seen).size).toBe(total)
    },
  )

  test('a page says how many came since, and leads to them; the first page has them', async () => {
    const { sandbox, client } = await withShop()
    const second = linkTo(await readPage(sandbox, '/records/charges'), 'Older')
    const ids = await idsAt(sandbox, second)
    await client.charge()
    const { id } = await client.charge()
    const page = await readPage(sandbox, second)
    expect(idsIn(page)).toEqual(ids)
    expect(page.text).toContain('2 newer')
    expect((await idsAt(sandbox, linkTo(page, 'newer')))[0]).toBe(id)
    expect(linkTo(page, 'First')).toBe('/records/charges')
  })

  test('records of the same moment stay in their order', async ({ sandbox, client }) => {
    for (let i = 0; i < 60; i += 1) await client.charge()
    const first = await readPage(sandbox, '/records/charges')
    const second = linkTo(first, 'Older')
    for (let i = 0; i < 30; i += 1) await client.charge()
    const third = linkTo(await readPage(sandbox, second), 'Older')
    const seen = [...idsIn(first), ...(await idsAt(sandbox, second)), ...(await idsAt(sandbox, third))]
    expect(seen).toEqual(
      sandbox.charges
        .list()
        .slice(0, 60)
        .map(({ id }) => id)
        .reverse(),
    )
  })

  test('records of another kind that come in the moment of the newest one move no page of a search', async () => {
    const { sandbox, client } = setUp()
    for (let i = 0; i < 30; i += 1) await client.customer({ description: 'Tea' })
    for (let i = 0; i < 30; i += 1) await client.charge({ description: 'Tea' })
    const seen: string[] = []
    let page = await readPage(sandbox, '/search?q=tea')
    for (let number = 1; number <= 3; number += 1) {
      seen.push(...idsIn(page))
      // The clock is frozen: all of this happens in one moment.
      await client.customer({ description: 'Tea' })
      await client.charge({ description: 'Tea' })
      await client.post('/links', { amount: 10_000, currency: 'thb', title: 'Tea', description: 'Tea' })
      if (number < 3) page = await readPage(sandbox, linkTo(page, 'Older'))
    }
    expect(page.text).toContain('51 to 60 of 60')
    expect(new Set(seen).size).toBe(60)
  })

  test.for(['/records/charges', '/search'])(
    '%s says how many left a search by their change, and leads to the first page; pages without such say nothing',
    async (path, { sandbox, client }) => {
      const held = []
      for (let i = 0; i < 60; i += 1) held.push(await client.charge({ capture: false }))
      const second = linkTo(await readPage(sandbox, `${path}?q=status:pending`), 'Older')
      await sandbox.clock.advance('1s')
      await client.charge({ capture: false })
      expect((await readPage(sandbox, second)).text).not.toContain('no longer')
      for (const { id } of held.slice(-3)) await client.post(`/charges/${id}/capture`)
      const page = await readPage(sandbox, second)
      expect(page.text).toContain('26 to 50 of 57')
      expect(page.text).toContain('At least 3 records no longer fit, and those after them moved up.')
      const third = await readPage(sandbox, linkTo(page, 'Older'))
      expect(third.text).toContain('At least 3 records no longer fit')
      expect(linkTo(third, 'Start again')).toBe(`${path}?q=status%3Apending`)
      expect((await readPage(sandbox, linkTo(third, 'Start again'))).text).not.toContain('no longer')
    },
  )

  test.each(['chrg_test_none', 'nonsense', '__proto__'])(
    'a page until %s is as without it',
    async (until) => {
      const { sandbox } = await withShop()
      expect(await idsAt(sandbox, `/records/charges?page=2&until=${until}`)).toEqual(
        await idsAt(sandbox, '/records/charges?page=2'),
      )
    },
  )
})

describe('the table of events', () => {
  const failing = async () => {
    const receiver = 'http://127.0.0.1:9/hooks'
    const { sandbox, client } = setUp({ webhooks: { endpoints: [receiver] } })
    sandbox.webhooks.onDelivery(() => 500, { url: receiver })
    for (let i = 0; i < 20; i += 1) await client.charge()
    await sandbox.clock.advance('2h')
    return sandbox
  }

  test('leaves out those about deliveries, on every page, and leads to all', async () => {
    const sandbox = await failing()
    const first = await readPage(sandbox, '/records/events')
    const second = await readPage(sandbox, linkTo(first, 'Older'))
    const wanted = sandbox.events.list(({ key }) => !key.startsWith('webhooks.'))
    expect([...idsIn(first), ...idsIn(second)]).toEqual(wanted.map(({ id }) => id).reverse())
    const count = sandbox.webhooks.deliveries().length
    expect(first.text).toContain(`Without the ${count} events about deliveries`)
    expect(first.text).toContain(`Events ${wanted.length}`)
  })

  test('leaves them out while events come, and when a restore took some back', async () => {
    const sandbox = await failing()
    const isShown = async () => {
      const own = sandbox.events.list(({ key }) => !key.startsWith('webhooks.')).map(({ id }) => id)
      expect(await idsAt(sandbox, '/records/events')).toEqual(own.slice(-25).reverse())
      const last = await readPage(sandbox, `/records/events?page=${Math.ceil(own.length / 25)}`)
      expect(idsIn(last).at(-1)).toBe(own[0])
    }
    const few = sandbox.snapshot()
    for (const next of ['more', 'others', 'fewer']) {
      if (next === 'fewer') sandbox.restore(few)
      else for (let i = 0; i < 300; i += 1) await sandbox.trigger('customer.create')
      await isShown()
    }
  })

  test('shows them on demand, and keeps to that from page to page', async () => {
    const sandbox = await failing()
    const first = await readPage(sandbox, linkTo(await readPage(sandbox, '/records/events'), 'Show them'))
    expect(first.text).toContain(`1 to 25 of ${sandbox.events.count()}`)
    const second = await readPage(sandbox, linkTo(first, 'Older'))
    expect(second.text).toContain('26 to 50')
    expect(second.text).toContain('webhooks.retry')
    expect(linkTo(second, 'Hide them')).toBe('/records/events')
  })

  test('says nothing of deliveries where there are none', async ({ sandbox, client }) => {
    await client.charge()
    expect((await readPage(sandbox, '/records/events')).text).not.toContain('deliveries')
  })
})
