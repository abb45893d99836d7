import { rowsOf } from '../kernel/collection'
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

/** A fault of requests that was added, and what it has done so far: `hits` is how many it has spoilt. */
export interface RequestFault extends Omit<RequestFaultRow, 'createdAt' | 'seen' | 'delayMs' | 'card'> {
  readonly kind: 'request'
  /** `…0011`, the last four digits of its number. */
  readonly card: string | null
  /** One number, or the shortest and the longest. */
  readonly delayMs: number | readonly [number, number]
}

/** A fault of deliveries that was added, and what it has done so far: `hits` is how many attempts it has spoilt. */
export interface WebhookFault extends Omit<WebhookFaultRow, 'createdAt' | 'seen'> {
  readonly kind: 'webhook'
}

/** Faults of one account in one mode. They are part of the state: a reset takes them away. */
export interface Faults {
  /**
   * For requests with a key of this account and mode. The header `Sandbox-Fault: drop=response` (or `delay_ms=200;
   * status=503`) does the same for the one call that carries it.
   * @example sandbox.faults.add({ method: 'POST', path: '/charges', drop: 'response' })
   * @throws SandboxError `invalid_fault`, naming each field that is wrong
   */
  add(fault: RequestFaultOptions): RequestFault
  /**
   * @example sandbox.faults.addWebhook({ event: 'charge.*', times: 2, signature: 'stale' })
   * @throws SandboxError `invalid_fault`, naming each field that is wrong
   */
  addWebhook(fault: WebhookFaultOptions): WebhookFault
  /** All of them, with their `hits`: one without any was of no use. Those of requests come first. */
  list(): readonly (RequestFault | WebhookFault)[]
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

/** Those of the options, of either kind. */
export const addFaults = (world: World, faults: readonly FaultOptions[]): void => {
  for (const fault of faults)
    if ('event' in fault) addWebhooks(world, fault)
    else addRequests(world, fault)
}

/** @param commit runs as one step at one moment */
export const faultsOf = (world: World, commit: <T>(work: () => T) => T): Faults => ({
  add: (fault) => shownRequest(commit(() => addRequests(world, fault))),
  addWebhook: (fault) => shownWebhook(commit(() => addWebhooks(world, fault))),
  list: () => [
    ...rowsOf(world.requestFaults).map(shownRequest),
    ...rowsOf(world.webhookFaults).map(shownWebhook),
  ],
  clear: () =>
    commit(() => {
      world.requestFaults.clear()
      world.webhookFaults.clear()
    }),
})
