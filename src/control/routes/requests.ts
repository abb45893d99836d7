import * as z from 'zod'
import { once } from '../../kernel/json'
import type { RequestFilter, RequestRecord } from '../../library/requests'
import { controlRoute } from '../route'
import { nothing } from './clock'

const text = () => z.string().nullable()
const anything = () => z.record(z.string(), z.json()).nullable()

const requestBody = once(() =>
  z.strictObject({
    id: z.string(),
    at: z.string(),
    host: z.enum(['api', 'vault']),
    method: z.string(),
    path: z.string(),
    account: text(),
    livemode: z.boolean().nullable(),
    key: text(),
    body: anything(),
    status: z.int(),
    duration_ms: z.number(),
    error: text(),
    answer: anything(),
    ignored: z.array(z.string()),
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
        status: z.int().nullable(),
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

const wholeNumber = (error: string) => z.string().regex(/^\d+$/, error).transform(Number)

export const requestRoutes = [
  controlRoute({
    method: 'get',
    path: '/requests',
    summary: 'The journal: the last requests and what came of them, oldest first',
    scoped: 'all',
    input: () =>
      z.strictObject({
        method: z.string().toUpperCase().optional(),
        path: z.string().optional(),
        status: wholeNumber('must be a status such as 402').optional(),
        error: z.string().optional(),
        limit: wholeNumber('must be a whole number').optional(),
      }),
    returns: list,
    run: ({ sandbox, input: { limit, ...given }, alone, account, livemode }) => {
      const mode = livemode()
      const filter = {
        ...given,
        ...(alone ? { account: account().id } : {}),
        ...(mode === null ? {} : { livemode: mode }),
      }
      const wanted = Object.entries(filter).filter(([, value]) => value !== undefined)
      const found = sandbox.requests.list(
        Object.fromEntries(wanted) as RequestFilter,
        limit === undefined ? {} : { last: limit },
      )
      return { data: found.map(requestBodyOf) }
    },
  }),
  controlRoute({
    method: 'delete',
    path: '/requests',
    summary: 'Clear the journal; `?account=` for one account',
    input: nothing,
    returns: list,
    run: ({ sandbox, alone, account }) => {
      if (alone) sandbox.requests.clear({ account: account().id })
      else sandbox.requests.clear()
      return { data: [] }
    },
  }),
]
