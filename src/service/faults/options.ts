import type * as z from 'zod/mini'
import type { JsonObject } from '../../kernel/json'
import { checkValue } from '../../kernel/schema'
import type { EventKey } from '../resources/event/keys'
import type { SignatureFault } from '../resources/webhook-delivery/model'
import type { RequestDrop } from './model'
import { requestFaultCreate, requestFaultFields } from './request-fault-schema'
import { webhookFaultCreate, webhookFaultFields } from './webhook-fault-schema'

/** The input form of faults, with the names of the library or of the control plane, and the check of both. */

/** A fault of deliveries: which attempts it applies to, and its effects. It needs at least one effect. */
export interface WebhookFaultOptions {
  /** `charge.complete`, `charge.*`. Default: every event. */
  readonly event?: EventKey | (string & {})
  /** The URL of the receiver, or a pattern such as `http://localhost:3000/*`. Default: every receiver. */
  readonly url?: string
  /** The number of attempts that it is applied to. Default: 1. */
  readonly times?: number
  /** The number of matches that it lets pass first. Default: 0. */
  readonly after?: number
  /** Delays the delivery by this time, in ms of the virtual clock. */
  readonly delayMs?: number
  /** The delivery never arrives: the attempt fails with the status null, and is retried. */
  readonly drop?: boolean
  /** Answers the attempt in place of the receiver, which is not called. A status from 300 on is retried. */
  readonly respond?: {
    /** From 200 to 599. */
    readonly status: number
    /** The text of the answer. */
    readonly body?: string
  }
  /** The number of additional copies that are sent. */
  readonly duplicate?: number
  /** The next delivery overtakes it. If none waits, the next one within a second of the virtual clock does. */
  readonly reorder?: boolean
  /**
   * It arrives, and is answered, before the answer of the call that caused it, and so do those before it. Events without
   * a call, as of a payer who pays, are not meant.
   */
  readonly early?: boolean
  /**
   * `invalid`: signs another body. `stale`: is 301 seconds old. `missing`: no signature. `old-secret`: uses only the
   * older secret during a rotation, and a deleted secret after it.
   */
  readonly signature?: SignatureFault
}

/** A fault of requests. It needs a delay (`delayMs`, `holdMs`), or one of `respond`, `rateLimit` and `drop`, or both. */
export interface RequestFaultOptions {
  /** Such as `POST`. Default: every method. */
  readonly method?: string
  /** `/charges`, `/charges/*`. Default: every path. */
  readonly path?: string
  /** Required parameters, such as `{ metadata: { order: 'A-1' } }`. A number also matches its text. */
  readonly body?: JsonObject
  /**
   * A card number, such as that of a test card: matches requests that create a token from it, or that pay with it, by
   * token or as a saved card. Only its last four digits and a keyed hash are kept.
   */
  readonly card?: string
  /** The number of requests that it is applied to. Default: 1. */
  readonly times?: number
  /** The number of matches that it lets pass first. Default: 0. */
  readonly after?: number
  /**
   * Waits before the operation runs, in ms of real time: one number, or the shortest and the longest delay. Nothing
   * happens until then; `drop: 'response'` is how an answer gets lost after its operation.
   */
  readonly delayMs?: number | readonly [number, number]
  /**
   * Holds the answer after the operation, in ms of real time: the state has changed and webhooks go out meanwhile. One
   * number, or the shortest and the longest time.
   */
  readonly holdMs?: number | readonly [number, number]
  /** Sends this answer instead of running the operation. */
  readonly respond?: {
    /** From 400 to 599. */
    readonly status: number
    /** Default: the usual code of the status. */
    readonly code?: string
    readonly message?: string
    readonly headers?: { readonly [name: string]: string }
    /** A text instead of the error object, like the answer of a gateway. */
    readonly body?: string
  }
  /** Answers like the rate limit, 429 with its headers (spec 7), instead of running the operation. */
  readonly rateLimit?: true
  /**
   * `request` closes the connection before the operation, `response` after the state has changed. Without a socket
   * the call rejects with a TypeError, as `fetch` does.
   */
  readonly drop?: RequestDrop
}

/** A fault of either kind: with an `event` it is a fault of deliveries. */
export type FaultOptions =
  | RequestFaultOptions
  | (WebhookFaultOptions & Required<Pick<WebhookFaultOptions, 'event'>>)

/** The names of the fields in the input: those of the library, or of the control plane. */
export type FaultNames = 'own' | 'wire'

/** A problem of one part of a fault. The path `[]` means the whole fault. */
export interface FaultProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** The fields whose names differ between library and control plane, each with the name of the other side. */
const otherNames: Readonly<Record<string, string>> = {
  ...{ event: 'webhook', delayMs: 'delay_ms', holdMs: 'hold_ms', rateLimit: 'rate_limit' },
  ...{ webhook: 'event', delay_ms: 'delayMs', hold_ms: 'holdMs', rate_limit: 'rateLimit' },
}

/** A name of the wrong side becomes one that no schema has, so that its problem shows the name as given. */
const otherName = (name: string): string => otherNames[name] ?? name

/** Converts the names of the library to those of the control plane, and back. */
export const inOtherNames = (given: object): object =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [otherName(name), value]))

/** The checked fault, or its problems. */
type ReadFault<T> = { readonly value: T } | readonly FaultProblem[]

const reading =
  <T, F>(schema: () => z.core.$ZodType<T>, fieldsOf: (given: T) => F) =>
  (given: object, names: FaultNames): ReadFault<F> => {
    const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const result = checkValue(schema(), names === 'own' ? inOtherNames(fields) : fields)
    if (result.success) return { value: fieldsOf(result.data) }
    const problems = result.error.issues.flatMap(problemsOf)
    return names === 'own' ? problems.map(inOwnNames) : problems
  }

const problemsOf = (issue: z.core.$ZodIssue): readonly FaultProblem[] => {
  const at = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ path: [...at, key], message: 'has no meaning here' }))
    : [{ path: at, message: issue.message }]
}

const inOwnNames = ({ path: [first, ...rest], message }: FaultProblem): FaultProblem => ({
  path: first === undefined ? [] : [otherName(String(first)), ...rest],
  message: message.replace(/\b(?:delay_ms|hold_ms|rate_limit)\b/g, otherName),
})

export const readRequestFault = reading(requestFaultCreate, requestFaultFields)
export const readWebhookFault = reading(webhookFaultCreate, webhookFaultFields)

/** The problems of a fault of either kind; empty when it is valid. */
export const problemsOfFault = (given: object, names: FaultNames): readonly FaultProblem[] => {
  const isWebhook = (names === 'own' ? 'event' : 'webhook') in given
  const result = isWebhook ? readWebhookFault(given, names) : readRequestFault(given, names)
  return 'value' in result ? [] : result
}
