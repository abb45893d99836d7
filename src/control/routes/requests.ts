import * as z from 'zod/mini'
import { once } from '../../kernel/json'
import { findRequest, type RequestFilter, type RequestRecord } from '../../sandbox/records/requests'
import { askApi } from '../api'
import { type ControlCall, controlRoute } from '../route'

const text = () => z.nullable(z.string())
const anything = () => z.nullable(z.record(z.string(), z.json()))

const requestBody = once(() =>
  z.strictObject({
    id: z.string(),
    at: z.string(),
    host: z.enum(['api', 'vault']),
    method: z.string(),
    path: z.string(),
    account: text(),
    livemode: z.nullable(z.boolean()),
    key: text(),
    body: anything(),
    status: z.int(),
    duration_ms: z.number(),
    error: text(),
    answer: anything(),
    ignored: z.array(z.string()),
    warnings: z.array(z.string()),
    replayed: z.boolean(),
    fault: text(),
    events: z.array(z.strictObject({ id: z.string(), key: z.string() })),
    transactions: z.array(z.string()),
    transitions: z.array(z.strictObject({ id: z.string(), from: z.string(), to: z.string() })),
    deliveries: z.array(
      z.strictObject({
        id: z.string(),
        event: z.string(),
        uri: z.string(),
        status: z.nullable(z.int()),
        error: text(),
      }),
    ),
  }),
)

const list = once(() => z.strictObject({ data: z.array(requestBody()) }))

export const requestBodyOf = ({ duration: duration_ms, ...request }: RequestRecord) => ({
  ...request,
  duration_ms,
})

const wholeNumber = (error: string) => z.pipe(z.string().check(z.regex(/^\d+$/, error)), z.transform(Number))

/** The filter by the account and the mode of the query. */
const whose = ({
  alone,
  account,
  livemode,
}: Pick<ControlCall<unknown>, 'alone' | 'account' | 'livemode'>) => {
  const mode = livemode()
  return { ...(alone ? { account: account().id } : {}), ...(mode === null ? {} : { livemode: mode }) }
}

export const requestRoutes = [
  controlRoute({
    method: 'get',
    path: '/requests',
    summary: 'The journal: the last requests and their results, oldest first',
    scoped: 'all',
    input: () =>
      z.strictObject({
        method: z.optional(z.string().check(z.toUpperCase())),
        path: z.optional(z.string()),
        status: z.optional(wholeNumber('must be a status such as 402')),
        error: z.optional(z.string()),
        limit: z.optional(wholeNumber('must be a whole number')),
      }),
    returns: list,
    run: (call) => {
      const { limit, ...given } = call.input
      const wanted = Object.entries({ ...given, ...whose(call) }).filter(([, value]) => value !== undefined)
      const found = call.sandbox.requests.list(
        Object.fromEntries(wanted) as RequestFilter,
        limit === undefined ? {} : { last: limit },
      )
      return { data: found.map(requestBodyOf) }
    },
  }),
  controlRoute({
    method: 'get',
    path: '/requests/:id',
    summary: 'One request of the journal; browsers get its story as a page',
    scoped: 'all',
    returns: requestBody,
    run: (call) => requestBodyOf(findRequest(call.sandbox, call.params.id ?? '', whose(call))),
  }),
  controlRoute({
    method: 'delete',
    path: '/requests',
    summary: 'Clear the journal',
    scoped: 'all',
    returns: list,
    run: (call) => {
      call.sandbox.requests.clear(whose(call))
      return { data: [] }
    },
  }),
  controlRoute({
    method: 'post',
    path: '/requests',
    summary:
      'Send a request to the API with the secret key of the account, as its client would; answers with what the API answers',
    scoped: 'one',
    input: () =>
      z.strictObject({
        method: z.enum(['POST', 'PATCH', 'DELETE'], 'must be POST, PATCH or DELETE'),
        path: z
          .string('must be a path such as /account')
          .check(
            z.regex(/^\/(?![/_])[\w/-]*$/, 'must be a path of the API such as /account, without a query'),
            z.maxLength(500, 'must not have more than 500 characters'),
          ),
        body: z.optional(z.record(z.string(), z.json(), 'must be an object of parameters')),
      }),
    example: {
      method: 'PATCH',
      path: '/account',
      body: { webhook_endpoints: ['http://127.0.0.1:3000/webhooks'] },
    },
    returns: () => z.record(z.string(), z.json()),
    run: (call) => askApi(call, { ...call.input, body: call.input.body ?? {} }),
  }),
]
