import * as z from 'zod/mini'
import { about, optional } from '../../kernel/wire'
import { findRequest, type RequestFilter, type RequestRecord } from '../../sandbox/records/requests'
import { askApi } from '../api'
import { type ControlCall, controlRoute, flag, int, listOf, text, textOrNull } from '../route'

const anything = (what: string) => about(what, z.nullable(z.record(z.string(), z.json())))
const list = <S extends z.core.$ZodType>(what: string, items: S) => about(what, z.array(items))

const requestBody = () =>
  z.strictObject({
    id: text('Id of the request, as in the header `X-Request-Id`'),
    at: text('Time of the answer on the virtual clock, ISO 8601 in UTC'),
    host: about('The server that was asked: `api` or `vault`', z.enum(['api', 'vault'])),
    method: text('Method of the request, in upper case'),
    path: text('Path without the query, whose parameters are in `body`'),
    account: textOrNull('Id of the account of the key; null for an unknown key'),
    livemode: about('Whether the key is of live mode; null for an unknown key', z.nullable(z.boolean())),
    key: textOrNull('Kind of the key: `public` or `secret`; null for an unknown key'),
    body: anything(
      'Parameters of query and body, with card data masked; null when they cannot be read or are too long to keep',
    ),
    status: int('HTTP status of the answer; 0 when a fault cut the connection first'),
    duration_ms: about('Time until the answer, in milliseconds of real time', z.number()),
    error: textOrNull('Code of the error that was answered; null for none'),
    answer: anything(
      'The answer, with secrets masked; null when it is not JSON, is too long, or is an older success',
    ),
    ignored: list('Parameters that the operation does not have, as in `Sandbox-Ignored-Params`', z.string()),
    warnings: list('Details that may be a mistake, as in `Sandbox-Warning`', z.string()),
    replayed: flag('Whether it got the stored answer of its idempotency key'),
    fault: textOrNull('Id of the fault that was applied to it, or `header`; null for none'),
    events: list(
      'The events that it caused, in their order',
      z.strictObject({
        id: text('Id of the event'),
        key: text('Key of the event, such as `charge.complete`'),
      }),
    ),
    transactions: list('Ids of the transactions that it booked', z.string()),
    transitions: list(
      'States of records that it changed, in their order',
      z.strictObject({
        id: text('Id of the record'),
        from: text('State before; `new` for a new record'),
        to: text('State after'),
      }),
    ),
    deliveries: list(
      'The attempts so far to deliver its events',
      z.strictObject({
        id: text('Id of the attempt'),
        event: text('Id of the event'),
        uri: text('Address of the receiver'),
        status: about('HTTP status of the answer; null when nothing answered', z.nullable(z.int())),
        error: textOrNull('Why the attempt failed; null when it did not'),
        hint: textOrNull('How it was signed, where the receiver may have refused that; null otherwise'),
      }),
    ),
  })

const requests = () => listOf('The requests, oldest first', requestBody())

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
    summary:
      'Send a request to the API with the secret key of the account, as its client would; answers with what the API answers',
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
