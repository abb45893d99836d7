import type * as z from 'zod/mini'
import { type Collection, type Row, rowsOf } from '../kernel/collection'
import { deepFreeze } from '../kernel/json'
import { checkObject, SandboxError } from '../kernel/sandbox-error'
import { checkValue, flawsIn } from '../kernel/schema'
import { cutName, fits, nearest, thereAre } from '../kernel/text'
import { shownDelay } from '../service/faults/delay'
import type { RequestFaultRow, WebhookFaultRow } from '../service/faults/model'
import type { FaultOptions, RequestFaultOptions, WebhookFaultOptions } from '../service/faults/options'
import { keptRequestFault, type RequestFaultInput, requestFault } from '../service/faults/request-fault'
import { addRequestFault, addWebhookFault } from '../service/faults/take'
import { webhookFault, whyNoDelivery } from '../service/faults/webhook-fault'
import { routes } from '../service/resources/registry'
import type { World } from '../service/world'
import type { ActionContext } from './actions/api-call'

export type { FaultOptions, RequestFaultOptions, WebhookFaultOptions }

/** An added fault of requests. `hits` is the number of requests that it was applied to. */
export interface RequestFault
  extends Omit<RequestFaultRow, 'createdAt' | 'seen' | 'delayMs' | 'holdMs' | 'card'> {
  readonly kind: 'request'
  /** `…0011`, the last four digits of its number. */
  readonly card: string | null
  /** In ms: one number, or the shortest and the longest delay. */
  readonly delayMs: number | readonly [number, number]
  readonly holdMs: number | readonly [number, number]
}

/** An added fault of deliveries. `hits` is the number of attempts that it was applied to. */
export interface WebhookFault extends Omit<WebhookFaultRow, 'createdAt' | 'seen'> {
  readonly kind: 'webhook'
}

/** The faults of one account in one mode. They are part of the state: a reset removes them. */
export interface Faults {
  /**
   * Adds a fault of requests with a key of this account and mode. For a single call the header
   * `Sandbox-Fault: drop=response` (or `delay_ms=200; status=503`) does the same. Without a socket, a call whose connection
   * is cut rejects with a TypeError, as `fetch` does.
   * @example sandbox.faults.add({ method: 'POST', path: '/charges', drop: 'response' })
   * @throws SandboxError `invalid_fault`, which names each invalid field
   */
  add(fault: RequestFaultOptions): RequestFault
  /**
   * @example sandbox.faults.addWebhook({ event: 'charge.*', times: 2, signature: 'stale' })
   * @throws SandboxError `invalid_fault`, which names each invalid field
   */
  addWebhook(fault: WebhookFaultOptions): WebhookFault
  /** All faults with their `hits`, those of requests first. A fault with 0 hits has had no effect. */
  list(): readonly (RequestFault | WebhookFault)[]
  /** @throws SandboxError `not_found` */
  remove(id: string): void
  clear(): void
}

const shownWebhook = ({ createdAt: _, seen: __, ...fault }: WebhookFaultRow): WebhookFault =>
  deepFreeze({ kind: 'webhook', ...fault })

const shownRequest = ({ createdAt: _, seen: __, ...fault }: RequestFaultRow): RequestFault =>
  deepFreeze({
    kind: 'request',
    ...fault,
    card: fault.card === null ? null : `…${fault.card.lastDigits}`,
    delayMs: shownDelay(fault.delayMs),
    holdMs: shownDelay(fault.holdMs),
  })

interface FaultProblem {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

const invalid = (problems: readonly FaultProblem[]): SandboxError => {
  const issues = problems.map(({ path, message }) => ({ path: path.join('.'), message }))
  const lines = issues.map(({ path, message }) => `${path || 'fault'}: ${message}`)
  return new SandboxError('invalid_fault', lines.join('; '), { issues })
}

/** @throws SandboxError `invalid_fault` */
const checked = <F>(form: z.core.$ZodType<F>, fault: object): F => {
  checkObject(fault, 'fault', true)
  const result = checkValue(form, fault)
  if (result.success) return result.data
  throw invalid(flawsIn(result.error))
}

/** Why no request can meet a fault, with the nearest operation; `null` when an operation fits it. */
const missOf = ({ method, path }: RequestFaultInput): FaultProblem | null => {
  if (path === null) return null
  const parts = path.split('/')
  // An id in the path of the fault takes the place of a variable.
  const like = (pattern: string): string =>
    pattern
      .split('/')
      .map((part, i) => (part.startsWith(':') && /^[^*]+$/.test(parts[i] ?? '') ? parts[i] : part))
      .join('/')
  const here = routes.filter((route) => fits(path, like(route.path)))
  const methods = [...new Set(here.map((route) => route.method.toUpperCase()))].sort()
  if (method === null ? methods.length > 0 : methods.includes(method)) return null
  if (methods.length > 0)
    return { path: ['method'], message: `${path} takes ${methods.join(' and ')}, not ${method}` }
  const known = new Set(routes.map((route) => route.path.replace(/:\w+/g, '*')))
  const [near] = nearest(path.replace(/\w+_test_\w+/g, '*'), [...known], 1)
  const hint = near === undefined ? 'payment-sandbox docs api lists them' : `did you mean ${near}?`
  return { path: ['path'], message: `fits no operation: ${hint}` }
}

const addRequests = (world: World, fault: RequestFaultOptions): RequestFaultRow => {
  const input = keptRequestFault(checked(requestFault.library(), fault))
  const miss = missOf(input)
  if (miss !== null) throw invalid([miss])
  return addRequestFault(world, input)
}

const addWebhooks = (world: World, fault: WebhookFaultOptions): WebhookFaultRow => {
  const input = checked(webhookFault.library(), fault)
  const message = whyNoDelivery(input.event, world.profile.eventKeys)
  if (message !== null) throw invalid([{ path: ['event'], message }])
  return addWebhookFault(world, input)
}

/** Returns `false` if none of the faults has this id. */
const removeFrom = <R extends Row>(faults: Collection<R>, id: string): boolean => {
  const others = rowsOf(faults).filter((fault) => fault.id !== id)
  if (others.length === faults.length) return false
  faults.clear()
  for (const fault of others) faults.insert(fault)
  return true
}

/**
 * Adds the faults of the options, of both kinds.
 * @throws SandboxError `invalid_option` for one that fits no operation: the check of the options does not know them
 */
export const addFaults = (world: World, faults: readonly FaultOptions[]): void => {
  for (const [i, fault] of faults.entries())
    try {
      if ('event' in fault) addWebhooks(world, fault)
      else addRequests(world, fault)
    } catch (error) {
      throw error instanceof SandboxError
        ? new SandboxError('invalid_option', `faults.${i}.${error.message}`)
        : error
    }
}

export const faultsOf = (context: ActionContext): Faults => {
  const change = <T>(work: (world: World) => T): T => {
    const { world } = context
    return context.change(() => work(world))
  }
  return {
    add: (fault) => shownRequest(change((world) => addRequests(world, fault))),
    addWebhook: (fault) => shownWebhook(change((world) => addWebhooks(world, fault))),
    list: () => {
      const { requestFaults, webhookFaults } = context.world
      return [...rowsOf(requestFaults).map(shownRequest), ...rowsOf(webhookFaults).map(shownWebhook)]
    },
    remove: (id) =>
      change(({ requestFaults, webhookFaults }) => {
        if (removeFrom(requestFaults, id) || removeFrom(webhookFaults, id)) return
        const ids = [...rowsOf(requestFaults), ...rowsOf(webhookFaults)].map((fault) => fault.id)
        throw new SandboxError('not_found', `there is no fault ${cutName(id)}${thereAre(ids)}`)
      }),
    clear: () =>
      change(({ requestFaults, webhookFaults }) => {
        requestFaults.clear()
        webhookFaults.clear()
      }),
  }
}
