/** Contract 10: the search of the documentation. */
import { expect, test } from 'vitest'
import { createSandbox } from '../../../src/index'
import { readPage } from '../../support/dashboard'
import { setUp } from '../../support/set-up'

test('pages show the entries with all words of ?q=, and say where else there are some', async () => {
  const { sandbox } = setUp()
  const { html } = await readPage(sandbox, '/docs/errors?q=stolen')
  expect(html).toContain('id="stolen_or_lost_card"')
  expect(html).not.toContain('id="invalid_filter"')
  expect(html).toMatch(/href="\/_sandbox\/docs\/test-cards\?q=stolen">Test cards \(\d+\)/)
  const none = await readPage(sandbox, '/docs/errors?q=zeppelin')
  expect(none.text).toContain('Nothing on this page has these words.')
  const hostile = await readPage(sandbox, `/docs/errors?q=${encodeURIComponent('"><script>')}`)
  expect(hostile.html).not.toContain('"><script>')
})

test('pages wait for a search until all topics were read, and let others have their turn meanwhile', async () => {
  // The topics of an address are kept.
  const { sandbox } = setUp({ baseUrl: 'https://not-read-yet.test' })
  const order: string[] = []
  const searched = readPage(sandbox, '/docs/errors?q=stolen').then(() => order.push('search'))
  await readPage(sandbox, '/docs/errors').then(() => order.push('page'))
  await searched
  expect(order).toEqual(['page', 'search'])
})

test('a search is answered where a reset removes the account of the page meanwhile', async () => {
  // The topics of an address are kept.
  const sandbox = createSandbox({ baseUrl: 'https://removed-account.test' })
  const { id, keys } = sandbox.createAccount()
  const search = (account: string) =>
    sandbox.fetch(`${sandbox.url}/_sandbox/docs/errors?account=${account}&q=stolen`)
  const searched = search(id)
  await readPage(sandbox, '/docs/errors')
  const pair = { public: keys.public, secret: keys.secret }
  sandbox.reset()
  const again = sandbox.createAccount({ keys: { test: pair } })
  expect((await searched).status).toBe(404)
  expect((await search(again.id)).status).toBe(200)
})
