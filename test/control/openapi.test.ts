/** Contract 4: GET /_sandbox/openapi.json, the documents of the service and of the control plane. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { controlRoutes } from '../../src/control/routes'
import { openApiDocument } from '../../src/openapi/document'
import { makeControl } from '../support/control'
import { setUp } from '../support/set-up'

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

test('an unknown document is 422', async () => {
  const { sandbox } = setUp()
  const { status, body } = await makeControl(sandbox).get('/openapi.json?of=everything')
  expect([status, body.error]).toMatchObject([422, { issues: [{ path: 'of' }] }])
})
