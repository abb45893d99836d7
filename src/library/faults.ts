import { deepFreeze, type JsonObject } from '../kernel/json'
import { SandboxError } from '../kernel/sandbox-error'
import type { FaultAnswer, RequestDrop, RequestFaultRow } from '../resources/request-fault/model'
import { requestFaultCreate, requestFaultFields, shownDelay } from '../resources/request-fault/schema'
import type { SignatureFault } from '../resources/webhook-delivery/model'
import type { WebhookFaultRow } from '../resources/webhook-fault/model'
import { webhookFaultCreate, webhookFaultFields } from '../resources/webhook-fault/schema'
import { addRequestFault, clearRequestFaults, requestFaultsOf } from '../simulation/faults'
import { addWebhookFault, clearWebhookFaults, webhookFaultsOf } from '../webhooks/faults'
import type { World } from '../world'
import type { EventPattern } from './webhooks'

/** What shall go wrong with which deliveries. It has to do something; several things can go wrong at once. */
export interface WebhookFaultOptions {
  /** `charge.complete`, `charge.*`; every event unless said. */
  readonly event?: EventPattern
  /** Only for the receiver there: an address, or a pattern such as `http://localhost:3000/*`. */
  readonly url?: string
  /** How many attempts it spoils: 1 unless said. */
  readonly times?: number
  /** How many that fit it lets pass first: none unless said. */
  readonly after?: number
  /** Holds the delivery back for so long, on the virtual clock. */
  readonly delayMs?: number
  /** It never arrives; the attempt has failed, with the status null, and is tried again. */
  readonly drop?: boolean
  /** It is sent so many times more. */
  readonly duplicate?: number
  /** The next one overtakes it: where none waits, whatever comes within a second of the virtual clock. */
  readonly reorder?: boolean
  /**
   * `invalid`: of another body. `stale`: made 301 seconds ago. `missing`: no signature at all. `old-secret`: made
   * with the older secret alone during a rotation, with a deleted one after it.
   */
  readonly signature?: SignatureFault
}

/** What shall go wrong with which requests. It does one of `respond` and `drop`, `delayMs`, or both. */
export interface RequestFaultOptions {
  /** `POST`; every method unless said. */
  readonly method?: string
  /** `/charges`, `/charges/*`; every path unless said. */
  readonly path?: string
  /** Parameters that it must have, such as `{ metadata: { order: 'A-1' } }`; a number is as good as its text. */
  readonly body?: JsonObject
  /** How many requests it spoils: 1 unless said. */
  readonly times?: number
  /** How many that fit it lets pass first: none unless said. */
  readonly after?: number
  /** Lets the client wait for so many ms of real time, or for something between two times. */
  readonly delayMs?: number | readonly [number, number]
  /** Answers in place of the service, and nothing happens. */
  readonly respond?: {
    /** From 400 to 599. */
    readonly status: number
    /** That of the status unless said. */
    readonly code?: string
    readonly message?: string
    readonly headers?: { readonly [name: string]: string }
    /** A text in place of the error object, as a gateway in between would send it. */
    readonly body?: string
  }
  /**
   * `request` cuts the connection before anything happens, `response` after the state has changed. Without a socket
   * the call rejects with a TypeError, as `fetch` does.
   */
  readonly drop?: RequestDrop
}

/** A fault of requests that was added, and what it has done so far. */
export interface RequestFault {
  readonly kind: 'request'
  readonly id: string
  readonly method: string | null
  readonly path: string | null
  readonly body: JsonObject | null
  readonly times: number
  readonly after: number
  readonly delayMs: number | readonly [number, number]
  readonly respond: FaultAnswer | null
  readonly drop: RequestDrop | null
  /** How many requests it has spoilt. */
  readonly hits: number
}

/** A fault that was added, and what it has done so far. */
export interface WebhookFault {
  readonly kind: 'webhook'
  readonly id: string
  readonly event: string
  readonly url: string | null
  readonly times: number
  readonly after: number
  readonly delayMs: number
  readonly drop: boolean
  readonly duplicate: number
  readonly reorder: boolean
  readonly signature: SignatureFault | null
  /** How many attempts it has spoilt. */
  readonly hits: number
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

const shownWebhook = ({ createdAt: _, seen: __, cleared: ___, ...fault }: WebhookFaultRow): WebhookFault =>
  deepFreeze({ kind: 'webhook', ...fault })

const shownRequest = ({ createdAt: _, seen: __, cleared: ___, ...fault }: RequestFaultRow): RequestFault =>
  deepFreeze({ kind: 'request', ...fault, delayMs: shownDelay(fault.delayMs) })

/** Fields that the control plane calls otherwise. */
const wireNames: Readonly<Record<string, string>> = { event: 'webhook', delayMs: 'delay_ms' }
const ownNames = Object.fromEntries(Object.entries(wireNames).map(([own, wire]) => [wire, own]))

/** As much of a schema as is asked here. */
interface Checker<T> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } }
}

interface Issue {
  readonly code?: string
  readonly keys?: readonly string[]
  readonly path: readonly PropertyKey[]
  readonly message: string
}

const checked = <T>(schema: Checker<T>, fault: object): T => {
  const given = Object.entries(fault).filter(([, value]) => value !== undefined)
  const result = schema.safeParse(
    Object.fromEntries(given.map(([name, value]) => [wireNames[name] ?? name, value])),
  )
  if (result.success) return result.data
  throw new SandboxError('invalid_fault', result.error.issues.map(lineOf).join('; '))
}

const lineOf = ({ keys, path, message }: Issue): string => {
  if (keys !== undefined) return `${keys.join(', ')}: no such field`
  const [first = 'fault', ...rest] = path.map(String)
  return `${[ownNames[first] ?? first, ...rest].join('.')}: ${message}`
}

/** @param commit runs as one step at one moment */
export const faultsOf = (world: World, commit: <T>(work: () => T) => T): Faults => ({
  add: (fault) => {
    const fields = requestFaultFields(checked(requestFaultCreate(), fault))
    return shownRequest(commit(() => addRequestFault(world, fields)))
  },
  addWebhook: (fault) => {
    const fields = webhookFaultFields(checked(webhookFaultCreate(), { event: '*', ...fault }))
    return shownWebhook(commit(() => addWebhookFault(world, fields)))
  },
  list: () => [...requestFaultsOf(world).map(shownRequest), ...webhookFaultsOf(world).map(shownWebhook)],
  clear: () =>
    commit(() => {
      clearRequestFaults(world)
      clearWebhookFaults(world)
    }),
})
