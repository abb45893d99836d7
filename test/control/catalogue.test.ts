/** The catalogue and the report of coverage over HTTP. */

import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, onTestFinished } from 'vitest'
import { bodyName, operationsOf } from '../../src/pages/docs/operations'
import { controlRoutes } from '../../src/pages/routes'
import { openApiDocument } from '../../src/service/openapi/document'
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

  test('has every effect of a fault, as the control plane takes it', async ({ sandbox, control }) => {
    const issues = await Promise.all(
      sandbox.catalogue.faults.map(async ({ of, option }) => {
        const name = option.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
        const body = { ...(of === 'webhook' ? { webhook: '*' } : {}), [name]: [] }
        return (await control.post('/faults', body)).body.error
      }),
    )
    expect(issues).toHaveLength(12)
    expect(JSON.stringify(issues)).not.toContain('has no meaning here')
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

// Contract 4: GET /_sandbox/openapi.json, the documents of the service and of the control plane.

test('the document of the service is the one that the sandbox serves', async () => {
  const { sandbox } = setUp({ headerPrefix: 'Shop', baseUrl: 'https://pay.example.com' })
  const { body } = await makeControl(sandbox).get('/openapi.json')
  const { url: baseUrl, vaultUrl } = sandbox
  expect(body).toEqual(openApiDocument({ baseUrl, vaultUrl, headerPrefix: 'Shop' }))
})

test('the document of the control plane is valid and has exactly the operations of its table', async () => {
  const { sandbox } = setUp()
  const { body } = await makeControl(sandbox).get('/openapi.json?of=control')
  const result = await new Validator().validate(structuredClone(body) as never)
  expect(result.errors ?? []).toEqual([])
  const operations = Object.entries(body.paths as object).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  )
  const listed = controlRoutes().map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  // A page may share its path with the operation whose data it shows.
  const wanted = [...new Set(listed)]
  expect(operations.sort()).toEqual(wanted.sort())
  const ids = [...JSON.stringify(body).matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id)
  expect([ids.length, new Set(ids).size]).toEqual([wanted.length, wanted.length])
  expect(body).toMatchObject({
    servers: [{ url: `${sandbox.url}/_sandbox` }],
    paths: {
      '/clock': {
        post: { requestBody: { content: { 'application/json': { schema: { type: 'object' } } } } },
      },
      '/requests': {
        get: { parameters: expect.arrayContaining([expect.objectContaining({ name: 'status' })]) },
      },
    },
  })
})

test('every parameter of a fault has a text, and both kinds of faults are forms of their own', async () => {
  const { body } = await makeControl(setUp().sandbox).get('/openapi.json?of=control')
  const post = operationsOf(body).find(({ id }) => id === 'postFaults')
  expect(post?.bodies.map(bodyName)).toEqual(['Body, a fault of requests', 'Body, a fault of deliveries'])
  const fields = [...(post?.parameters ?? []), ...(post?.bodies ?? []).flatMap((form) => form.fields)]
  expect(fields.filter(({ text }) => text === '').map(({ name }) => name)).toEqual([])
  expect(fields.find(({ name }) => name === 'delay_ms')).toMatchObject({
    type: 'whole number, 0 to 600000 or [least, most]',
    text: expect.stringMatching(/milliseconds of real time.*Default: 0/),
  })
})

test('an unknown document is 422', async ({ sandbox }) => {
  const { status, body } = await makeControl(sandbox).get('/openapi.json?of=everything')
  expect([status, body.error]).toMatchObject([422, { issues: [{ path: 'of' }] }])
})
