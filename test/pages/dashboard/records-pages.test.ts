/** Contract 10: the pages of tables: they stay while records come, and leave out events about deliveries. */
import { describe, expect } from 'vitest'
import type { Sandbox } from '../../../src/index'
import { idsIn, type ReadPage, readPage, shopWithReceiver } from '../../support/dashboard'
import { setUpWith, test } from '../../support/set-up'

const withShop = setUpWith((_, sandbox) => Promise.resolve(sandbox.seed('busy-shop')))

/** The address behind a link among the pages, such as `Older`. */
const linkTo = ({ html }: ReadPage, name: string): string => {
  const found = new RegExp(`href="/_sandbox([^"]*)">${name}</a>`).exec(html)?.[1]
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

  test('records of the same moment stay in their order, and the pages lead back and to both ends', async ({
    sandbox,
    client,
  }) => {
    for (let i = 0; i < 60; i += 1) await client.charge()
    const ids = sandbox.charges
      .list()
      .map(({ id }) => id)
      .reverse()
    const [first, second, third] = [ids.slice(0, 25), ids.slice(25, 50), ids.slice(50)]
    const start = await readPage(sandbox, '/records/charges')
    expect([idsIn(start), start.text.includes('1 to 25 of 60')]).toEqual([first, true])
    const middle = await readPage(sandbox, linkTo(start, 'Older'))
    const end = await readPage(sandbox, linkTo(start, 'Last'))
    expect([idsIn(middle), idsIn(end), end.text.includes('51 to 60 of 60')]).toEqual([second, third, true])
    expect(linkTo(middle, 'Newer')).toBe('/records/charges')
    expect(linkTo(end, 'First')).toBe('/records/charges')
    for (let i = 0; i < 30; i += 1) await client.charge()
    expect(await idsAt(sandbox, linkTo(end, 'Newer'))).toEqual(second)
    expect(await idsAt(sandbox, linkTo(middle, 'Older'))).toEqual(third)
  })

  test.for(['/records/charges', '/search'])(
    'the first page of %s says that the record where a page began has left a search',
    async (path, { sandbox, client }) => {
      for (let i = 0; i < 30; i += 1) await client.charge({ capture: false })
      const first = await readPage(sandbox, `${path}?q=status:pending`)
      const second = linkTo(first, 'Older')
      expect((await readPage(sandbox, second)).text).not.toContain('no longer')
      await client.post(`/charges/${idsIn(first).at(-1)}/capture`)
      const { text } = await readPage(sandbox, second)
      expect(text).toContain('1 to 25 of 29')
      expect(text).toContain('The entry where that page began is no longer in this list')
    },
  )

  test.each(['chrg_test_none', 'nonsense', '__proto__'])('a page before %s is the first', async (before) => {
    const { sandbox } = await withShop()
    expect(await idsAt(sandbox, `/records/charges?before=${before}`)).toEqual(
      await idsAt(sandbox, '/records/charges'),
    )
  })
})

describe('the table of events', () => {
  const failing = async () => {
    const { sandbox, client } = shopWithReceiver(() => 500)
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
