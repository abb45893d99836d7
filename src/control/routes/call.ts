import * as z from 'zod/mini'
import { flag, int, textOrNull } from '../../kernel/answers'
import { isObject, jsonIn } from '../../kernel/json'
import { about, optional } from '../../kernel/wire'
import { toolHeader } from '../../service/http/log'
import { fits } from '../../service/http/route'
import { routes } from '../../service/resources/registry'
import { fetchFrom } from '../api'
import { controlRoute } from '../route'

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const

const input = () =>
  z.strictObject({
    method: about(
      '`GET`, `POST`, `PATCH` or `DELETE`',
      z.enum(methods, `must be one of ${methods.join(', ')}`),
    ),
    path: about(
      'Path such as `/charges`, which may have a query. The vault answers `POST /tokens`, the API all others',
      z
        .string('must be a path such as /charges')
        .check(
          z.regex(/^\/(?![/_])[\w/.-]*(?:\?\S*)?$/, 'must be a path of the API such as /charges'),
          z.maxLength(2000, 'must not have more than 2000 characters'),
        ),
    ),
    parameters: optional(
      'Parameters: in the query of a GET, otherwise in the body. Default: none',
      z.record(z.string(), z.json(), 'must be an object of parameters'),
    ),
    idempotency_key: optional(
      'The header `Idempotency-Key`: the same key again gives the first answer again. Default: none',
      z.string('must be a text').check(z.regex(/^[ -~]{1,255}$/, 'must be 1 to 255 characters of ASCII')),
    ),
    version: optional(
      'The version of the API, such as `2019-05-29`. Default: that of the account',
      z.string('must be a text').check(z.regex(/^[\w-]{1,20}$/, 'must be a date such as 2019-05-29')),
    ),
    key: optional(
      'The key to send it with: `secret` or `public`. Default: the one that the operation takes',
      z.enum(['secret', 'public'], 'must be secret or public'),
    ),
    tool: optional(
      'Name of the agent tool that makes the call, for the journal. Default: none',
      z.string('must be a text').check(z.regex(/^\w{1,40}$/, 'must be a name such as call_api')),
    ),
  })

/** The server and the key of an operation. */
const serverAndKey = (method: string, path: string) => {
  const route = routes.find(
    (one) => one.method === method.toLowerCase() && fits(one.path, path.replace(/\?.*/, '')),
  )
  return {
    server: route?.host === 'vault' ? ('vault' as const) : ('api' as const),
    key: route?.key === 'public' ? ('public' as const) : ('secret' as const),
  }
}

/** `filters[status]=successful` */
const pairsOf = (value: unknown, name: string): readonly (readonly [string, string])[] => {
  if (Array.isArray(value)) return value.flatMap((one) => pairsOf(one, `${name}[]`))
  if (isObject(value)) return Object.entries(value).flatMap(([own, one]) => pairsOf(one, `${name}[${own}]`))
  return value === null ? [] : [[name, String(value)]]
}

const withQuery = (path: string, parameters: object): string => {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => pairsOf(value, name))
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, value]))
  return query.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
}

const listIn = (header: string | null, separator: string): readonly string[] =>
  header === null ? [] : header.split(separator)

const parsed = (text: string): unknown => {
  const value = jsonIn(text)
  return value === undefined ? text : value
}

export const callRoutes = [
  controlRoute('POST /call', {
    summary:
      'Send a request to the API or the vault with a key of the account; answers with its status and body, also for errors',
    scoped: 'one',
    input,
    example: {
      method: 'POST',
      path: '/charges',
      parameters: { amount: 10000, currency: 'thb', card: 'tokn_test_example' },
    },
    returns: () =>
      z.strictObject({
        status: int('HTTP status of the answer'),
        request: textOrNull('Id of the request in the journal; null for none'),
        replayed: flag('Whether it is the stored answer of its idempotency key'),
        warnings: about('What may be a mistake', z.array(z.string())),
        ignored: about('Parameters that the operation does not have', z.array(z.string())),
        body: about('The answer; text where it is not JSON', z.unknown()),
      }),
    run: async ({ sandbox, parts, mode, input: given }) => {
      const { method, parameters = {}, idempotency_key: idempotencyKey, version } = given
      const { server, key } = serverAndKey(method, given.path)
      const { authorization } = mode()
      const path = method === 'GET' ? withQuery(given.path, parameters) : given.path
      const headers: Record<string, string> = { authorization: authorization[given.key ?? key] }
      if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
      if (version !== undefined) headers[parts.settings.versionHeader] = version
      if (given.tool !== undefined) headers[toolHeader] = given.tool
      if (method !== 'GET') headers['content-type'] = 'application/json'
      const body = method === 'GET' ? {} : { body: JSON.stringify(parameters) }
      const answer = await fetchFrom(sandbox, server, path, { method, headers, ...body })
      return {
        status: answer.status,
        request: answer.headers.get('x-request-id'),
        replayed: answer.headers.get('idempotent-replayed') === 'true',
        warnings: listIn(answer.headers.get('sandbox-warning'), '; '),
        ignored: listIn(answer.headers.get('sandbox-ignored-params'), ', '),
        body: parsed(await answer.text()),
      }
    },
  }),
]
