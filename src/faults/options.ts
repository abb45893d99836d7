import type { JsonObject } from '../kernel/json'
import type { EventKey } from '../resources/event/model'
import type { SignatureFault } from '../resources/webhook-delivery/model'
import type { RequestDrop, RequestFaultInput } from './request-fault'
import { requestFaultCreate, requestFaultFields } from './request-fault-schema'
import type { WebhookFaultInput } from './webhook-fault'
import { webhookFaultCreate, webhookFaultFields } from './webhook-fault-schema'

/** Faults as a user gives them, under the names of the library or of the control plane, and the check of both. */

/** What shall go wrong with which deliveries. It has to do something; several things can go wrong at once. */
export interface WebhookFaultOptions {
  /** `charge.complete`, `charge.*`; every event unless said. */
  readonly event?: EventKey | (string & {})
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

/** What shall go wrong with which requests. It does one of `respond`, `rateLimit` and `drop`, `delayMs`, or both. */
export interface RequestFaultOptions {
  /** `POST`; every method unless said. */
  readonly method?: string
  /** `/charges`, `/charges/*`; every path unless said. */
  readonly path?: string
  /** Parameters that it must have, such as `{ metadata: { order: 'A-1' } }`; a number is as good as its text. */
  readonly body?: JsonObject
  /**
   * Number of a card, such as that of a test card: requests that make a token of it, or that pay with it, by token or
   * as a saved card. Of the number nothing is kept but its last four digits, and a keyed hash.
   */
  readonly card?: string
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
  /** Answers as the rate limit does: 429 with its headers (spec 7), and nothing happens. */
  readonly rateLimit?: true
  /**
   * `request` cuts the connection before anything happens, `response` after the state has changed. Without a socket
   * the call rejects with a TypeError, as `fetch` does.
   */
  readonly drop?: RequestDrop
}

/** Either kind in one list: what has an `event` is about deliveries. */
export type FaultOptions =
  | RequestFaultOptions
  | (WebhookFaultOptions & Required<Pick<WebhookFaultOptions, 'event'>>)

/** Whose names a fault is given in: those of the library, or of the control plane. */
export type FaultNames = 'own' | 'wire'

/** What is wrong with one part of a fault; `[]` is the whole of it. */
export interface FaultProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Fields that library and control plane call otherwise, each by the name of the other side. */
const otherNames: Readonly<Record<string, string>> = {
  ...{ event: 'webhook', delayMs: 'delay_ms', rateLimit: 'rate_limit' },
  ...{ webhook: 'event', delay_ms: 'delayMs', rate_limit: 'rateLimit' },
}

/** A name of the side that was not asked for becomes one that neither has, and is told of as it was given. */
const otherName = (name: string): string => otherNames[name] ?? name

/** The names of the library in place of those of the control plane, and the other way round. */
export const inOtherNames = (given: object): object =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [otherName(name), value]))

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

/** The checked fault, or what is wrong with it. */
type ReadFault<T> = { readonly value: T } | readonly FaultProblem[]

const read = <T>(schema: Checker<T>, given: object, names: FaultNames): ReadFault<T> => {
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const result = schema.safeParse(names === 'own' ? inOtherNames(fields) : fields)
  if (result.success) return { value: result.data }
  const problems = result.error.issues.flatMap(problemsOf)
  return names === 'own' ? problems.map(inOwnNames) : problems
}

const problemsOf = ({ keys, path, message }: Issue): readonly FaultProblem[] => {
  const at = path.map((part) => (typeof part === 'number' ? part : String(part)))
  return keys === undefined
    ? [{ path: at, message }]
    : keys.map((key) => ({ path: [...at, key], message: 'has no meaning here' }))
}

const inOwnNames = ({ path: [first, ...rest], message }: FaultProblem): FaultProblem => ({
  path: first === undefined ? [] : [otherName(String(first)), ...rest],
  message: message.replace(/\b(?:delay_ms|rate_limit)\b/g, otherName),
})

export const readRequestFault = (given: object, names: FaultNames): ReadFault<RequestFaultInput> => {
  const result = read(requestFaultCreate(), given, names)
  return 'value' in result ? { value: requestFaultFields(result.value) } : result
}

export const readWebhookFault = (given: object, names: FaultNames): ReadFault<WebhookFaultInput> => {
  const result = read(webhookFaultCreate(), given, names)
  return 'value' in result ? { value: webhookFaultFields(result.value) } : result
}

/** What is wrong with a fault of either kind; nothing when it is right. */
export const problemsOfFault = (given: object, names: FaultNames): readonly FaultProblem[] => {
  const isWebhook = (names === 'own' ? 'event' : 'webhook') in given
  const result = isWebhook ? readWebhookFault(given, names) : readRequestFault(given, names)
  return 'value' in result ? [] : result
}
