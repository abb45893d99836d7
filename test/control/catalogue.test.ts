/** The catalogue and the report of coverage over HTTP. */
import { describe, expect, onTestFinished } from 'vitest'
import { makeControl } from '../support/control'
import { readPage } from '../support/dashboard'
import { makeSandbox, setUp, test } from '../support/set-up'

describe('GET /_sandbox/catalogue', () => {
  test('is the catalogue of the library, with names in lower case', async ({ sandbox }) => {
    const { body } = await makeControl(sandbox).get('/catalogue')
    const { testCards, magicValues, eventKeys, errorCodes, ...rest } = sandbox.catalogue
    expect(body).toEqual({
      test_cards: testCards,
      magic_values: magicValues,
      event_keys: eventKeys,
      error_codes: errorCodes,
      ...rest,
    })
  })
})

describe('GET /_sandbox/coverage', () => {
  const types = { json: 'application/json', text: 'text/plain', html: 'text/html' } as const

  test.each([
    ['json', '', undefined],
    ['json', '', '*/*'],
    ['json', '', 'application/json'],
    ['text', '', 'text/plain'],
    ['text', '?format=text', 'text/html'],
    ['html', '?format=html', undefined],
    ['json', '?format=json', 'text/html'],
  ] as const)('is %s for %j and Accept %s, over a socket as well', async (format, query, accept) => {
    const { sandbox, client } = setUp()
    await client.charge()
    const server = await sandbox.listen({ port: 0 })
    onTestFinished(() => server.close())
    const headers: Record<string, string> = accept === undefined ? {} : { accept }
    for (const ask of [sandbox.fetch, fetch]) {
      const answer = await ask(`${server.url}/_sandbox/coverage${query}`, { headers })
      expect(answer.headers.get('content-type')).toMatch(new RegExp(`^${types[format]}`))
      const text = await answer.text()
      if (format === 'json') expect(JSON.parse(text).operations.covered).toBe(2)
      else expect(text).toBe(sandbox.coverage(format))
    }
  })

  test('is a page of the dashboard for a browser, which leads to the other formats', async () => {
    const { sandbox, client } = setUp()
    await client.charge()
    const { html, text } = await readPage(sandbox, '/coverage')
    expect(html).toContain('<a href="/_sandbox/coverage" aria-current="page">Coverage</a>')
    expect(text).toContain(`2 of ${sandbox.catalogue.operations.length}`)
    for (const format of ['html', 'json', 'text'])
      expect(html).toContain(`href="/_sandbox/coverage?format=${format}"`)
    expect((await readPage(sandbox, '/coverage?livemode=true')).html).toContain(
      'format=html&amp;livemode=true',
    )
  })

  test('requests under /_sandbox are not counted', async ({ sandbox, control }) => {
    await control.get('/coverage')
    await control.get('/nowhere')
    expect(sandbox.coverage()).toMatchObject({ operations: { covered: 0 }, errors: { covered: 0 } })
  })

  test('DELETE starts to count from zero', async ({ client, control }) => {
    await client.charge()
    expect((await control.get('/coverage')).body).toMatchObject({ events: { covered: 2 } })
    expect((await control.delete('/coverage')).body).toEqual({})
    expect((await control.get('/coverage')).body).toMatchObject({ events: { covered: 0 } })
  })

  test('an unknown format is refused with the names of the known ones', async () => {
    const { status, body } = await makeControl(makeSandbox()).get('/coverage?format=xml')
    expect(status).toBe(422)
    expect(body).toMatchObject({ error: { message: 'format: must be json, text or html' } })
  })
})
