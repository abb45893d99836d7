import { catalogue } from '../../kernel/error-catalogue'
import { ApiError, fail } from '../../kernel/errors'
import { hash } from '../../kernel/ids'
import type { JsonObject } from '../../kernel/json'
import { checkValue, flawsIn } from '../../kernel/schema'
import { renamed, toCamelCase, toSnakeCase } from '../../kernel/text'
import { errorPageFor } from '../http/addresses'
import { answerError, cut, print, send } from '../http/answer'
import { authenticate } from '../http/authenticate'
import { errorObject } from '../http/errors'
import type { OperationExchange } from '../http/exchange'
import { parametersOf } from '../http/parameters'
import { simulateRateLimit } from '../http/rate-limit'
import type { Route } from '../http/route'
import type { World } from '../world'
import type { Probe } from './probe'
import {
  type FaultEffect,
  type GivenRequestFault,
  keptRequestFault,
  requestEffects,
  requestFault,
} from './request-fault'
import { takeRequestFault } from './take'

interface AppliedFault extends FaultEffect {
  /** The id of an added fault, or `header`. */
  readonly name: string
  readonly cause: string
}

/** Asks for a fault of its request. */
export const faultHeader = 'sandbox-fault'

/** The operation itself, up to its answer. */
type Operate = (exchange: OperationExchange) => Response | Promise<Response>

/** Lets a fault delay, refuse or drop the request: an added one, or that of its header. */
export const applyFaults = (exchange: OperationExchange, operate: Operate): Response | Promise<Response> => {
  const { probe } = exchange.world
  if (probe !== null) return applyProbed(probe, exchange, operate)
  const fault = plannedFault(exchange)
  return fault === null ? operate(exchange) : applyFault(exchange, fault, operate)
}

const applyProbed = (
  probe: Probe,
  exchange: OperationExchange,
  operate: Operate,
): Response | Promise<Response> => {
  const { method, path } = exchange.route
  const isSocket = exchange.incoming.connection !== undefined
  const url = (): string => exchange.req.url
  const input = (): JsonObject | null => readable(exchange)
  const call = { method: method.toUpperCase(), path, url, input, isSocket, exchange }
  return probe.call(call, (effect) => {
    const fault = effect === null ? plannedFault(exchange) : { ...effect, name: 'explore', cause: 'explore' }
    return fault === null ? operate(exchange) : applyFault(exchange, fault, operate)
  })
}

/** The fault that the request asks for in its header, or that was added for it. */
const plannedFault = (exchange: OperationExchange): AppliedFault | null => {
  const asked = exchange.req.header(faultHeader)
  if (asked !== undefined) return askedBy(asked)
  const world = exchange.world
  return world.requestFaults.length === 0 ? null : findFault(exchange, world)
}

/** The answer, after those of its deliveries that arrive early because of faults. */
export const sendEarlyDeliveries = (
  exchange: OperationExchange,
  answer: Response,
): Response | Promise<Response> => {
  const world = exchange.world
  const dispatched = world.latestCommit.insertedIn(world.dispatches)
  if (dispatched.length === 0) return answer
  const arrived = exchange.backend.webhookQueues.sendEarly(world, dispatched)
  if (arrived === null) return answer
  const wait = world.probe === null ? arrived : world.probe.beforeAnswer(dispatched, arrived)
  return wait === null ? answer : wait.then(() => answer)
}

/** A time within the limits: random, and the same in each run. */
const timeIn = ([least, most]: FaultEffect['delayMs'], cause: string): number =>
  least + (hash(cause) % (most - least + 1))

/** The answer to a request that a fault applies to. */
const applyFault = async (
  exchange: OperationExchange,
  { name, cause, delayMs, holdMs = [0, 0], respond, drop }: AppliedFault,
  operate: Operate,
): Promise<Response> => {
  exchange.headers[faultHeader] = name
  exchange.fault = name
  const { lifetime, jobs } = exchange.backend
  const by = name === 'header' ? 'the header Sandbox-Fault' : `the fault ${name}`
  const delay = timeIn(delayMs, cause)
  if (delay > 0) {
    await lifetime.pause(delay)
    jobs.catchUp()
    authenticate(exchange, exchange.route)
  }
  if (drop === 'request') return cut(exchange, `cut before anything happened, by ${by}`)
  if (respond !== null) return answerBy(exchange, respond, by)
  // A refusal is an answer, too.
  const answer = await Promise.resolve(exchange)
    .then(operate)
    .catch((error) => answerError(error, exchange))
  if (holdMs[1] > 0) await lifetime.pause(timeIn(holdMs, `${cause} hold`))
  return drop === 'response' ? cut(exchange, `done, and cut before the answer, by ${by}`) : answer
}

const findFault = (exchange: OperationExchange, world: World): AppliedFault | null => {
  const request = {
    method: exchange.req.method,
    path: exchange.req.path,
    input: () => readable(exchange),
  }
  const row = world.commit(() => takeRequestFault(world, request))
  return row === null ? null : { ...row, name: row.id, cause: `${row.id} ${row.hits}` }
}

/** An unreadable body has no parameters for a fault to match; the request is refused later. */
const readable = (exchange: OperationExchange): JsonObject | null => {
  try {
    return parametersOf(exchange) as JsonObject
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

const answerBy = (
  exchange: OperationExchange,
  answer: NonNullable<FaultEffect['respond']>,
  by: string,
): Response => {
  const { status } = answer
  if (status === 429) simulateRateLimit(exchange)
  if (answer.body !== null) exchange.headers['content-type'] = 'text/plain; charset=utf-8'
  for (const [name, value] of Object.entries(answer.headers)) exchange.headers[name.toLowerCase()] = value
  const code = answer.code ?? codeOf(status, exchange.route)
  const page = errorPageFor(exchange)
  const body =
    answer.body ?? print(exchange, errorObject(code, answer.message ?? catalogueMessage(code), page))
  return send(exchange, status, body, { code, hint: `answered by ${by}` })
}

/** The codes that every operation can answer (spec 7). */
const common: { readonly [status: number]: string } = {
  400: 'bad_request',
  401: 'authentication_failure',
  403: 'not_authorized',
  413: 'bad_request',
  429: 'too_many_requests',
  500: 'internal_error',
}

/** The most usual code of a status for which operations differ (spec 7.1). */
const usual: { readonly [status: number]: string } = {
  402: 'payment_declined',
  404: 'not_found',
  422: 'invalid_charge',
  503: 'service_unavailable',
}

/** The code for an answer with this status, preferably one that the operation itself can answer. */
const codeOf = (status: number, { errors }: Route): string => {
  const own = errors.map((name) => catalogue[name]).filter((rule) => rule.status === status)
  const usually = usual[status]
  if (common[status] !== undefined) return common[status]
  if (usually !== undefined && own.some(({ code }) => code === usually)) return usually
  return own[0]?.code ?? usually ?? (status < 500 ? 'bad_request' : 'internal_error')
}

const catalogueMessage = (code: string): string =>
  Object.values(catalogue).find((rule) => rule.code === code)?.message ?? code.replaceAll('_', ' ')

/** Reads a header such as `drop=response` or `delay_ms=200; status=503`: a fault for this call only. */
const askedBy = (text: string): AppliedFault => {
  const effects = Object.keys(requestEffects()).map(toSnakeCase)
  const parts = text.split(';').flatMap(partOf)
  const result = checkValue(requestFault.wire(), {
    ...Object.fromEntries(parts.filter(([name]) => effects.includes(name))),
    ...respondOf(parts.filter(([name]) => !effects.includes(name) || name === 'respond')),
  })
  if (result.success) {
    const fault = keptRequestFault(renamed(result.data, toCamelCase) as GivenRequestFault)
    return { ...fault, name: 'header', cause: 'header' }
  }
  const lines = flawsIn(result.error).map(({ path, message }) => `${String(path.at(-1) ?? 'it')}: ${message}`)
  throw fail('bad_request', {}, `the header Sandbox-Fault cannot be read: ${lines.join('; ')}`)
}

/** Everything that is no effect of its own is a part of the answer. */
const respondOf = (parts: readonly HeaderPart[]): object =>
  parts.length === 0 ? {} : { respond: Object.fromEntries(parts) }

type HeaderPart = readonly [name: string, value: unknown]

const texts = new Set(['code', 'message', 'body'])

const valueIn = (text: string): unknown => {
  if (/^-?\d+$/.test(text)) return Number(text)
  return text === 'true' ? true : text
}

/** Reads one `name=value`. */
const partOf = (text: string): readonly HeaderPart[] => {
  const [, name = '', value = ''] = /^\s*([a-z_]+)\s*=\s*(.*?)\s*$/i.exec(text) ?? []
  if (name !== '') return [[name, texts.has(name) ? value : valueIn(value)]]
  if (text.trim() === '') return []
  throw fail(
    'bad_request',
    {},
    'the header Sandbox-Fault must be written as in drop=response or delay_ms=200; status=503',
  )
}
