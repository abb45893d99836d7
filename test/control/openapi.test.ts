/** Contract 4: GET /_sandbox/openapi.json, the documents of the service and of the control plane. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect } from 'vitest'
import { bodyName, operationsOf } from '../../src/pages/docs/operations'
import { controlRoutes } from '../../src/pages/routes'
import { openApiDocument } from '../../src/service/openapi/document'
import { makeControl } from '../support/control'
import { setUp, test } from '../support/set-up'

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
