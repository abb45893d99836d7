import { rowsOf } from '../kernel/collection'
import { hash } from '../kernel/hash'
import { isObject, type JsonObject } from '../kernel/json'
import type { FaultEffect, RequestFaultRow } from '../resources/request-fault/model'
import { fits } from '../webhooks/faults'
import type { World } from '../world'

/** Faults of requests, scripted beforehand: which they fit, how often, and what they do to them. */
export type RequestFaultInput = Omit<RequestFaultRow, 'id' | 'createdAt' | 'seen' | 'hits' | 'cleared'>

export const addRequestFault = (world: World, input: RequestFaultInput): RequestFaultRow =>
  world.requestFaults.insert({
    // Beside the chain of ids: a fault must not change what requests are given.
    id: world.idFrom('rflt', `${world.key} ${world.requestFaults.length}`),
    createdAt: world.now(),
    ...input,
    seen: 0,
    hits: 0,
    cleared: false,
  })

export const requestFaultsOf = (world: World): readonly RequestFaultRow[] =>
  rowsOf(world.requestFaults).filter((fault) => !fault.cleared)

export const clearRequestFaults = (world: World): void => {
  for (const fault of requestFaultsOf(world)) world.requestFaults.update(fault, { cleared: true })
}

/** A request as faults see it. */
export interface Struck {
  readonly method: string
  readonly path: string
  /** Its parameters; `null` where its body cannot be read. Only asked for when a fault looks at them. */
  readonly input: () => JsonObject | null
}

/** A form says everything in text, JSON does not. */
const hasAll = (given: unknown, wanted: JsonObject): boolean =>
  isObject(given) &&
  Object.entries(wanted).every(([name, value]) =>
    isObject(value) ? hasAll(given[name], value) : String(given[name]) === String(value),
  )

const fitsRequest = (fault: RequestFaultRow, { method, path, input }: Struck): boolean =>
  (fault.method === null || fault.method === method) &&
  (fault.path === null || fits(fault.path, path)) &&
  (fault.body === null || hasAll(input(), fault.body))

/** The fault that spoils this request: the first that fits it, has let enough pass and is not used up. */
export const strikeRequest = (world: World, request: Struck): RequestFaultRow | null => {
  for (const fault of requestFaultsOf(world)) {
    if (fault.hits >= fault.times || !fitsRequest(fault, request)) continue
    const hits = fault.seen >= fault.after
    const next = world.requestFaults.update(fault, {
      seen: fault.seen + 1,
      hits: fault.hits + (hits ? 1 : 0),
    })
    if (hits) return next
  }
  return null
}

/** Somewhere between the two, by a chance that is the same in each run. */
export const delayOf = ({ delayMs: [from, to] }: FaultEffect, cause: string): number =>
  from + (hash(cause) % (to - from + 1))
