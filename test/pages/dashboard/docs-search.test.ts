/** Contract 10: the search of the documentation. */
import { expect, test } from 'vitest'
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

test('pages show what all topics have with the words, headings of examples too, with links to it', async () => {
  const { sandbox } = setUp()
  const { html } = await readPage(sandbox, '/docs/errors?q=xdist+pytest')
  expect(html).toContain('<a href="/_sandbox/docs/pytest">A shop in Python under pytest</a>')
  expect(html).toContain('<a href="/_sandbox/docs/examples#parallel-suites">Parallel suites</a>')
  expect((await readPage(sandbox, '/docs/examples')).html).toContain('id="parallel-suites"')
})

test('READMEs lead to each other by their pages, and their pictures are left out', async () => {
  const { sandbox } = setUp()
  const { html } = await readPage(sandbox, '/docs/examples')
  expect(html).toContain('<a href="/_sandbox/docs/workers">workers</a>')
  expect(html).not.toMatch(/README\.md|picture/)
  const markdown = await (await sandbox.fetch('/_sandbox/docs/examples.md')).text()
  expect(markdown).toContain('[workers](workers.md)')
})
