import { type Collection, type Row, rowsOf } from '../kernel/collection'
import { deepFreeze } from '../kernel/json'
import { SandboxError } from '../kernel/sandbox-error'
import type { World } from '../world'
import { addWebhookFault } from './deliveries'
import {
  type FaultOptions,
  type FaultProblem,
  type RequestFaultOptions,
  readRequestFault,
  readWebhookFault,
  type WebhookFaultOptions,
} from './options'
import type { RequestFaultRow } from './request-fault'
import { shownDelay } from './request-fault-schema'
import { addRequestFault } from './requests'
import type { WebhookFaultRow } from './webhook-fault'

export type { FaultOptions, RequestFaultOptions, WebhookFaultOptions } from './options'

/** An added fault of requests. `hits` is the number of requests that it was applied to. */
export interface RequestFault extends Omit<RequestFaultRow, 'createdAt' | 'seen' | 'delayMs' | 'card'> {
  readonly kind: 'request'
  /** `…0011`, the last four digits of its number. */
  readonly card: string | null
  /** In ms: one number, or the shortest and the longest delay. */
  readonly delayMs: number | readonly [number, number]
}

/** An added fault of deliveries. `hits` is the number of attempts that it was applied to. */
export interface WebhookFault extends Omit<WebhookFaultRow, 'createdAt' | 'seen'> {
  readonly kind: 'webhook'
}

/** The faults of one account in one mode. They are part of the state: a reset removes them. */
export interface Faults {
  /**
   * Adds a fault of requests with a key of this account and mode. For a single call the header
   * `Sandbox-Fault: drop=response` (or `delay_ms=200; status=503`) does the same.
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
  // State files of before have no answer.
  deepFreeze({ kind: 'webhook', ...fault, respond: fault.respond ?? null })

const shownRequest = ({ createdAt: _, seen: __, ...fault }: RequestFaultRow): RequestFault =>
  deepFreeze({
    kind: 'request',
    ...fault,
    card: fault.card === null ? null : `…${fault.card.lastDigits}`,
    delayMs: shownDelay(fault.delayMs),
  })

const sound = <T>(result: { readonly value: T } | readonly FaultProblem[]): T => {
  if ('value' in result) return result.value
  throw new SandboxError('invalid_fault', result.map(lineOf).join('; '))
}

const lineOf = ({ path, message }: FaultProblem): string => `${path.join('.') || 'fault'}: ${message}`

const addRequests = (world: World, fault: RequestFaultOptions): RequestFaultRow =>
  addRequestFault(world, sound(readRequestFault(fault, 'own')))

const addWebhooks = (world: World, fault: WebhookFaultOptions): WebhookFaultRow =>
  addWebhookFault(world, sound(readWebhookFault({ event: '*', ...fault }, 'own')))

/** Returns `false` if none of the faults has this id. */
const removeFrom = <R extends Row>(faults: Collection<R>, id: string): boolean => {
  const others = rowsOf(faults).filter((fault) => fault.id !== id)
  if (others.length === faults.length) return false
  faults.clear()
  for (const fault of others) faults.insert(fault)
  return true
}

/** Adds the faults of the options, of both kinds. */
export const addFaults = (world: World, faults: readonly FaultOptions[]): void => {
  for (const fault of faults)
    if ('event' in fault) addWebhooks(world, fault)
    else addRequests(world, fault)
}

/** @param commit runs its argument as one step, at one time */
export const faultsOf = (world: World, commit: <T>(work: () => T) => T): Faults => ({
  add: (fault) => shownRequest(commit(() => addRequests(world, fault))),
  addWebhook: (fault) => shownWebhook(commit(() => addWebhooks(world, fault))),
  list: () => [
    ...rowsOf(world.requestFaults).map(shownRequest),
    ...rowsOf(world.webhookFaults).map(shownWebhook),
  ],
  remove: (id) =>
    commit(() => {
      if (!removeFrom(world.requestFaults, id) && !removeFrom(world.webhookFaults, id))
        throw new SandboxError('not_found', `there is no fault ${id.slice(0, 60)}`)
    }),
  clear: () =>
    commit(() => {
      world.requestFaults.clear()
      world.webhookFaults.clear()
    }),
})
