import * as z from 'zod/mini'
import { listOf } from '../../kernel/answers'
import { renamed } from '../../kernel/text'
import { about, optional } from '../../kernel/wire'
import {
  findRequest,
  type RequestFilter,
  type RequestRecord,
  requestSchema,
} from '../../sandbox/records/requests'
import { askApi } from '../api'
import { type ControlCall, controlRoute } from '../route'

/** Names of the library that say their unit on the wire. */
const wireName = (name: string): string => (name === 'duration' ? 'duration_ms' : name)

const requestBody = () => z.strictObject(renamed<z.core.$ZodType>(requestSchema().shape, wireName))
const requests = () => listOf('The requests, oldest first', requestBody())

export const requestBodyOf = (request: RequestRecord) => renamed(request, wireName)

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
  controlRoute('GET /requests', {
    summary: 'The journal: the last requests and their results, oldest first',
    scoped: 'all',
    input: () =>
      z.strictObject({
        method: optional('Method, such as `POST`. Default: all methods', z.string().check(z.toUpperCase())),
        path: optional(
          'Path, such as `/charges`, or a pattern such as `/charges/*`. Default: all paths',
          z.string(),
        ),
        status: optional(
          'HTTP status of the answer, such as `402`. Default: all answers',
          wholeNumber('must be a status such as 402'),
        ),
        error: optional('Code of the error that was answered. Default: all answers', z.string()),
        limit: optional(
          'How many of the latest requests that fit. Default: all',
          wholeNumber('must be a whole number'),
        ),
      }),
    returns: requests,
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
  controlRoute('GET /requests/:id', {
    params: { id: 'Id of the request' },
    summary: 'One request of the journal; browsers get its story as a page',
    scoped: 'all',
    returns: requestBody,
    run: (call) => requestBodyOf(findRequest(call.sandbox, call.params.id ?? '', whose(call))),
  }),
  controlRoute('DELETE /requests', {
    summary: 'Clear the journal',
    scoped: 'all',
    returns: requests,
    run: (call) => {
      call.sandbox.requests.clear(whose(call))
      return { data: [] }
    },
  }),
  controlRoute('POST /requests', {
    summary: 'Send a request to the API with the secret key of the account; answers what the API answers',
    scoped: 'one',
    input: () =>
      z.strictObject({
        method: about(
          '`POST`, `PATCH` or `DELETE`',
          z.enum(['POST', 'PATCH', 'DELETE'], 'must be POST, PATCH or DELETE'),
        ),
        path: about(
          'Path in the API without a query, such as `/account`, at most 500 characters',
          z
            .string('must be a path such as /account')
            .check(
              z.regex(/^\/(?![/_])[\w/-]*$/, 'must be a path of the API such as /account, without a query'),
              z.maxLength(500, 'must not have more than 500 characters'),
            ),
        ),
        body: optional(
          'The parameters. Default: none',
          z.record(z.string(), z.json(), 'must be an object of parameters'),
        ),
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
