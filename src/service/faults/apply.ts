import { catalogue } from '../../kernel/error-catalogue'
import { ApiError, fail } from '../../kernel/errors'
import { hash } from '../../kernel/ids'
import type { JsonObject } from '../../kernel/json'
import { checkValue, flawsIn } from '../../kernel/schema'
import { renamed, toCamelCase, toSnakeCase } from '../../kernel/text'
import { errorPageFor } from '../http/addresses'
import { answerError, cut, print, send, setHeader } from '../http/answer'
import { authenticate } from '../http/authenticate'
import type { AppContext } from '../http/env'
import { errorObject } from '../http/errors'
import { simulateRateLimit } from '../http/rate-limit'
import { inputOf } from '../http/read-body'
import type { Route } from '../http/route'
import type { World } from '../world'
import type { Probe } from './probe'
import {
  type FaultEffect,
  type GivenRequestFault,
  keptRequestFault,
  playRequestFault,
  requestEffects,
  requestFault,
} from './request-fault'
import { takeRequestFault } from './take'

/** Applies faults to requests: delay, error, closed connection (contract of the sandbox, sections 3 and 6). */
interface AppliedFault extends FaultEffect {
  /** The id of an added fault, or `header`. */
  readonly name: string
  readonly cause: string
}

/** Asks for a fault of its request. */
export const faultHeader = 'sandbox-fault'

/** The operation itself, up to its answer. */
type Operate = (context: AppContext) => Response | Promise<Response>

/** Lets a fault delay, refuse or drop the request. */
export const applyFaults = (context: AppContext, operate: Operate): Response | Promise<Response> => {
  const { probe } = context.get('world')
  if (probe !== null) return applyProbed(probe, context, operate)
  const fault = plannedFault(context)
  return fault === null ? operate(context) : applyFault(context, fault, operate)
}

const applyProbed = (probe: Probe, context: AppContext, operate: Operate): Response | Promise<Response> => {
  const { method, path } = context.get('route')
  const isSocket = context.env.connection !== undefined
  const url = (): string => context.req.url
  const input = (): JsonObject | null => readable(context)
  const call = { method: method.toUpperCase(), path, url, input, isSocket, trace: context.get('trace') }
  return probe.call(call, (effect) => {
    const fault = effect === null ? plannedFault(context) : { ...effect, name: 'explore', cause: 'explore' }
    return fault === null ? operate(context) : applyFault(context, fault, operate)
  })
}

/** The fault that the request asks for in its header, or that was added for it. */
const plannedFault = (context: AppContext): AppliedFault | null => {
  const asked = context.req.header(faultHeader)
  if (asked !== undefined) return askedBy(asked)
  const world = context.get('world')
  return world.requestFaults.length === 0 ? null : findFault(context, world)
}

/** The answer, after those of its deliveries that arrive early because of faults. */
export const afterEarly = (context: AppContext, answer: Response): Response | Promise<Response> => {
  const world = context.get('world')
  const dispatched = world.latestCommit.insertedIn(world.dispatches)
  if (dispatched.length === 0) return answer
  const arrived = context.env.backend.courier.sendEarly(world, dispatched)
  if (arrived === null) return answer
  const wait = world.probe === null ? arrived : world.probe.beforeAnswer(dispatched, arrived)
  return wait === null ? answer : wait.then(() => answer)
}

/** A time within the limits: random, and the same in each run. */
const timeIn = ([least, most]: FaultEffect['delayMs'], cause: string): number =>
  least + (hash(cause) % (most - least + 1))

const applyFault = (context: AppContext, fault: AppliedFault, operate: Operate): Promise<Response> => {
  const { name, cause } = fault
  const trace = context.get('trace')
  setHeader(context, faultHeader, name)
  trace.fault = name
  const { lifetime } = context.env.backend
  const by = name === 'header' ? 'the header Sandbox-Fault' : `the fault ${name}`
  return playRequestFault(fault, {
    wait: async (when, time) => {
      if (when === 'after') return lifetime.pause(timeIn(time, `${cause} hold`))
      const ms = timeIn(time, cause)
      if (ms === 0) return
      await lifetime.pause(ms)
      authenticate(context)
    },
    answer: (given) => answerBy(context, given, by),
    run: async () => {
      try {
        return await operate(context)
      } catch (error) {
        return answerError(error, context)
      }
    },
    cut: (when) => {
      if (fault.drop === 'request') trace.status = 0
      trace.hint = `${when}, by ${by}`
      return cut(context)
    },
  })
}

const findFault = (context: AppContext, world: World): AppliedFault | null => {
  const request = {
    method: context.req.method,
    path: context.req.path.replace(/(?<=.)\/$/, ''),
    input: () => readable(context),
  }
  const row = world.commit(() => takeRequestFault(world, request))
  return row === null ? null : { ...row, name: row.id, cause: `${row.id} ${row.hits}` }
}

/** An unreadable body has no parameters for a fault to match; the request is refused later. */
const readable = (context: AppContext): JsonObject | null => {
  try {
    return inputOf(context) as JsonObject
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

const answerBy = (context: AppContext, answer: NonNullable<FaultEffect['respond']>, by: string): Response => {
  const { status } = answer
  if (status === 429) simulateRateLimit(context)
  if (answer.body !== null) setHeader(context, 'content-type', 'text/plain; charset=utf-8')
  for (const [name, value] of Object.entries(answer.headers)) setHeader(context, name.toLowerCase(), value)
  const code = answer.code ?? codeOf(status, context.get('route'))
  const page = errorPageFor(context)
  const body =
    answer.body ?? print(context, errorObject(code, answer.message ?? catalogueMessage(code), page))
  return send(context, status, body, { code, hint: `answered by ${by}` })
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
