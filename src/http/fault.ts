import { ApiError, catalogue, fail } from '../kernel/errors'
import type { JsonObject } from '../kernel/json'
import { afterMs } from '../kernel/real-time'
import type { FaultAnswer, FaultEffect } from '../resources/request-fault/model'
import { requestFaultCreate, requestFaultFields } from '../resources/request-fault/schema'
import { delayOf, strikeRequest } from '../simulation/faults'
import type { World } from '../world'
import type { Parameters } from './body'
import type { Exchange } from './exchange'
import { errorObject } from './render'

/** What was scripted to go wrong with a request: late, refused, cut off (contract of the sandbox, sections 3 and 6). */
interface Fault extends FaultEffect {
  /** The id of a scripted one, else `header`. */
  readonly name: string
  readonly cause: string
}

const header = 'sandbox-fault'

/** Runs the request, or what a fault makes of it. Without faults this costs one look. */
export const underFaults = (
  exchange: Exchange,
  world: World,
  input: () => Parameters,
  run: () => Response | Promise<Response>,
): Response | Promise<Response> => {
  const asked = exchange.header(header)
  if (asked === undefined && world.requestFaults.length === 0) return run()
  const fault = asked === undefined ? struckBy(exchange, world, input) : askedBy(asked)
  if (fault === null) return run()
  exchange.setHeader(header, fault.name)
  exchange.trace.fault = fault.name
  const wait = delayOf(fault, fault.cause)
  if (wait === 0) return spoil(exchange, fault, run)
  return new Promise((resolve) => afterMs(wait, () => resolve(null))).then(() => {
    exchange.backend.catchUp()
    return spoil(exchange, fault, run)
  })
}

const spoil = (
  exchange: Exchange,
  { name, respond, drop }: Fault,
  run: () => Response | Promise<Response>,
): Response | Promise<Response> => {
  const by = name === 'header' ? 'the header Sandbox-Fault' : `the fault ${name}`
  if (drop === 'request') return exchange.drop(`cut before anything happened, by ${by}`)
  if (respond !== null) return answerBy(exchange, respond, by)
  if (drop === 'response') exchange.loseAnswer(`done, and cut before the answer, by ${by}`)
  return run()
}

const struckBy = (exchange: Exchange, world: World, input: () => Parameters): Fault | null => {
  const request = {
    method: exchange.method,
    path: exchange.path.replace(/(?<=.)\/$/, ''),
    input: () => readable(input),
  }
  const row = world.commit(() => strikeRequest(world, request))
  return row === null ? null : { ...row, name: row.id, cause: `${row.id} ${row.hits}` }
}

/** A body that nobody can read has none of the parameters that a fault looks for; its refusal comes later. */
const readable = (input: () => Parameters): JsonObject | null => {
  try {
    return input() as JsonObject
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

const answerBy = (exchange: Exchange, answer: FaultAnswer, by: string): Response => {
  const { status } = answer
  if (status === 429) exhausted(exchange)
  if (answer.body !== null) exchange.setHeader('content-type', 'text/plain; charset=utf-8')
  for (const [name, value] of Object.entries(answer.headers)) exchange.setHeader(name.toLowerCase(), value)
  const code = answer.code ?? codes[status] ?? (status < 500 ? 'bad_request' : 'internal_error')
  const body = answer.body ?? exchange.print(errorObject(code, answer.message ?? messageOf(code)))
  return exchange.send(status, body, { code, hint: `answered by ${by}` })
}

/** The code that an answer of this status has where it could have several (spec 7, 7.1). */
const codes: { readonly [status: number]: string } = {
  401: 'authentication_failure',
  402: 'payment_declined',
  403: 'not_authorized',
  404: 'not_found',
  422: 'invalid_charge',
  429: 'too_many_requests',
  503: 'service_unavailable',
}

const messageOf = (code: string): string =>
  Object.values(catalogue).find((rule) => rule.code === code)?.message ?? code.replaceAll('_', ' ')

/** What a client that was too fast is told (spec 7). */
const exhausted = (exchange: Exchange): void => {
  exchange.setHeader('x-ratelimit-limit', '1000')
  exchange.setHeader('x-ratelimit-remaining', '0')
  exchange.setHeader('x-ratelimit-reset', String(Math.floor(exchange.backend.now() / 1000) + 1))
  exchange.setHeader('retry-after', '1')
}

/** `drop=response`; `delay_ms=200; status=503`: a fault for the one call that carries it. */
const askedBy = (text: string): Fault => {
  const given = Object.fromEntries(text.split(';').flatMap(partOf))
  const { delay_ms, drop, ...respond } = given
  const result = requestFaultCreate().safeParse({
    ...(delay_ms === undefined ? {} : { delay_ms }),
    ...(drop === undefined ? {} : { drop }),
    ...(Object.keys(respond).length === 0 ? {} : { respond }),
  })
  if (!result.success) {
    const lines = result.error.issues.map(
      ({ path, message }) => `${String(path[path.length - 1] ?? 'it')}: ${message}`,
    )
    throw fail('bad_request', {}, `the header Sandbox-Fault cannot be read: ${lines.join('; ')}`)
  }
  return { ...requestFaultFields(result.data), name: 'header', cause: 'header' }
}

const numbers = new Set(['delay_ms', 'status'])

/** One `name=value`; what is a number there is one. */
const partOf = (text: string): [string, unknown][] => {
  const [, name = '', value = ''] = /^\s*([a-z_]+)\s*=\s*(.*?)\s*$/i.exec(text) ?? []
  if (name !== '') return [[name, numbers.has(name) ? Number(value) : value]]
  if (text.trim() === '') return []
  throw fail(
    'bad_request',
    {},
    'the header Sandbox-Fault must be written as in drop=response or delay_ms=200; status=503',
  )
}

/** Without a socket, a connection that was cut is what `fetch` makes of one: a TypeError. */
export const arrived = (response: Response): Response => {
  if (response.type !== 'error') return response
  const cause = Object.assign(new Error('the connection was cut by a fault'), { code: 'ECONNRESET' })
  throw new TypeError('fetch failed', { cause })
}
