import Ajv2020 from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, test } from 'vitest'
import { decodeForm } from '../../../src/service/http/form'
import type { Route } from '../../../src/service/http/route'
import { pathOf } from '../../../src/service/openapi/names'
import { routesIn } from '../../../src/service/resources/registry'
import { type Method, makeClient, print } from '../../support/client'
import { document, nameOf, operationOf, resolved } from '../../support/openapi'
import { routeOf } from '../../support/routing'
import { plainSandbox, setUpWith } from '../../support/set-up'
import { furnish, pathIn, tour, withoutSuccess } from '../../support/tour'

const routes = routesIn('spec')
const rows = routes.map((route) => ({ name: nameOf(route), route }))

const ajv = new Ajv2020({ strict: false, coerceTypes: true, allErrors: true })
addFormats(ajv)
ajv.addSchema({ ...document, $id: 'document' })

const pointer = (parts: readonly string[]): string =>
  parts
    .map((part) =>
      part.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D'),
    )
    .join('/')

/** Fails unless the value has the form at this place of the document. */
const holds = (value: unknown, at: readonly string[], what: string): void => {
  const check = ajv.getSchema(`document#/${pointer(at)}`)
  if (check === undefined) expect.fail(`${what}: the document has nothing at ${at.join(' ')}`)
  // Coercing writes into what it checks.
  if (!check(structuredClone(value))) expect.fail(`${what}: ${print(check.errors)}\n${print(value)}`)
}

interface Exchanged {
  readonly method: Method
  readonly path: string
  readonly query: object
  readonly sent: object | null
  readonly status: number
  readonly body: unknown
}

/** Everything that was asked and answered on a tour of all operations. */
const exchanges: Exchanged[] = []

beforeAll(async () => {
  const sandbox = plainSandbox()
  const fetch = async (input: string, init: RequestInit): Promise<Response> => {
    const answer = await sandbox.fetch(input, init)
    const url = new URL(input)
    exchanges.push({
      method: init.method as Method,
      path: url.pathname,
      query: JSON.parse(JSON.stringify(decodeForm(url.search.slice(1)))),
      sent: typeof init.body === 'string' ? sentAs(init.body, new Headers(init.headers)) : null,
      status: answer.status,
      body: await answer.clone().json(),
    })
    return answer
  }
  const { url, vaultUrl, keys } = sandbox
  await tour(sandbox, makeClient({ fetch, url, vaultUrl, keys }))
})

const sentAs = (body: string, headers: Headers): object =>
  headers.get('content-type') === 'application/json'
    ? JSON.parse(body)
    : JSON.parse(JSON.stringify(decodeForm(body)))

/** Where the document describes a parameter of the query. */
const placeOf = (route: Route, name: string): readonly string[] => {
  const { parameters } = operationOf(route)
  const index = parameters.map((parameter) => resolved(parameter)).findIndex((one) => one.name === name)
  const place = parameters[index]?.$ref?.slice(2).split('/')
  return place ?? ['paths', pathOf(route.path), route.method, 'parameters', String(index)]
}

const seenOf = (route: Route): readonly Exchanged[] =>
  exchanges.filter(({ method, path }) => routeOf(method, path) === route)

describe('the sandbox answers as the document says', () => {
  const answered = rows.filter(({ name }) => !(name in withoutSuccess))

  test.each(answered)(
    '$name: every parameter that was taken and every answer has its documented form',
    ({ route }) => {
      const seen = seenOf(route)
      const statuses = seen.map(({ status }) => status)
      expect(statuses, 'the tour (test/support/tour.ts) must call every operation').toContain(200)
      const at = ['paths', pathOf(route.path), route.method]
      const { requestBody } = operationOf(route)
      for (const { sent, query, body, status } of seen) {
        expect(status).toBe(200)
        holds(body, [...at, 'responses', '200', 'content', 'application/json', 'schema'], 'answer')
        const type = 'application/x-www-form-urlencoded'
        if (sent !== null && requestBody !== undefined)
          holds(sent, [...at, 'requestBody', 'content', type, 'schema'], 'body')
        for (const [name, value] of Object.entries(query))
          holds(value, [...placeOf(route, name), 'schema'], name)
      }
    },
  )

  test('an error has its documented form, also with all that can be added', () => {
    const error = { object: 'error', location: 'https://a.test/#x', code: 'invalid_charge', message: 'x' }
    const problem = { field: 'amount', code: 'required', message: 'amount is not a number' }
    const at = ['components', 'schemas', 'Error']
    holds(
      { ...error, charge_id: 'chrg_test_1', customer_id: 'cust_test_1', validation_errors: [problem] },
      at,
      'error',
    )
    for (const { value } of Object.values(document.components.examples ?? {}) as { value: unknown }[])
      holds(value, at, 'example')
    expect(() => holds({ ...error, code: undefined }, at, 'error without a code')).toThrow('code')
  })
})

const open = setUpWith(furnish)

describe('an example of the document', () => {
  const shown = routes.flatMap(({ method, path, examples = {} }) =>
    Object.entries(examples).map(([name, { value }]) => ({ operation: `${method} ${path}`, name, value })),
  )

  test.each(shown)(
    '$operation, $name: has the documented form and is accepted unchanged',
    async ({ operation, value }) => {
      const [method = '', path = ''] = operation.split(' ')
      const schema = ['requestBody', 'content', 'application/json', 'schema']
      holds(value, ['paths', pathOf(path), method, ...schema], operation)
      const { client, made } = await open()
      const ids: Readonly<Record<string, string>> = { tokn: made.token, cust: made.customer }
      const text = JSON.stringify(value).replace(/"(\w+?)_test_example"/g, (_, prefix: string) =>
        JSON.stringify(ids[prefix]),
      )
      const answer = await client.send(method.toUpperCase() as Method, pathIn(made, path), {
        body: text,
        contentType: 'application/json',
        host: path === '/tokens' ? 'vault' : 'api',
      })
      expect(answer.status, print(answer.body)).toBe(200)
      expect(answer.headers.get('sandbox-ignored-params')).toBeNull()
    },
  )
})
