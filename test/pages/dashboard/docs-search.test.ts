/** Contract 10: the search of the documentation. */
import { expect, test } from 'vitest'
import { createSandbox } from '../../../src/index'
import { completedPage, isIncomplete, readPage } from '../../support/dashboard'
import { setUp } from '../../support/set-up'

test('pages show the entries with all words of ?q=, and say where else there are some', async () => {
  const { sandbox } = setUp()
  const { html } = await completedPage(sandbox, '/docs/errors?q=stolen')
  expect(html).toContain('id="stolen_or_lost_card"')
  expect(html).not.toContain('id="invalid_filter"')
  expect(html).toMatch(/href="\/_sandbox\/docs\/test-cards\?q=stolen">Test cards \(\d+\)/)
  const none = await completedPage(sandbox, '/docs/errors?q=zeppelin')
  expect(none.text).toContain('Nothing here has these words.')
  const hostile = await completedPage(sandbox, `/docs/errors?q=${encodeURIComponent('"><script>')}`)
  expect(hostile.html).not.toContain('"><script>')
})

test('pages answer a search at once, and complete themselves when all topics were read', async () => {
  // The topics of an address are kept.
  const { sandbox } = setUp({ baseUrl: 'https://not-read-yet.test' })
  for (const path of ['/docs/errors?q=stolen', '/docs/operations/createCharge?q=stolen']) {
    const first = await readPage(sandbox, path)
    expect(first.text).toContain('Reading the documentation for the search. The page completes itself.')
    expect(first.html).not.toContain('data-still')
    expect([first.status, isIncomplete(first)]).toEqual([200, true])
  }
  expect(isIncomplete(await readPage(sandbox, '/docs/errors'))).toBe(false)
  const page = await completedPage(sandbox, '/docs/errors?q=stolen')
  expect(page.text).not.toContain('Reading')
  expect(page.html).toContain('data-still')
})

test('all topics are read to the end where a reset removes the account of the page meanwhile', async () => {
  // The topics of an address are kept.
  const sandbox = createSandbox({ baseUrl: 'https://removed-account.test' })
  const { id, keys } = sandbox.createAccount()
  const search = (account: string) => `/docs/errors?account=${account}&q=stolen`
  expect(isIncomplete(await readPage(sandbox, search(id)))).toBe(true)
  const pair = { public: keys.public, secret: keys.secret }
  sandbox.reset()
  const again = sandbox.createAccount({ keys: { test: pair } })
  expect((await completedPage(sandbox, search(again.id))).text).not.toContain('Reading')
})
