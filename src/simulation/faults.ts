import { hash } from '../kernel/hash'
import { isObject, type JsonObject } from '../kernel/json'
import type { FaultEffect, RequestFaultInput, RequestFaultRow } from '../resources/request-fault/model'
import { fits, newFaultId, nextStrike } from '../webhooks/faults'
import type { World } from '../world'

/** Faults of requests, scripted beforehand: which they fit, how often, and what they do to them. */
export const addRequestFault = (world: World, input: RequestFaultInput): RequestFaultRow =>
  world.requestFaults.insert({
    id: newFaultId(world, 'rflt'),
    createdAt: world.now(),
    ...input,
    seen: 0,
    hits: 0,
  })

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

/** The fault that spoils this request. */
export const strikeRequest = (world: World, request: Struck): RequestFaultRow | null =>
  nextStrike(world.requestFaults, (fault) => fitsRequest(fault, request))

/** Somewhere between the two, by a chance that is the same in each run. */
export const delayOf = ({ delayMs: [from, to] }: FaultEffect, cause: string): number =>
  from + (hash(cause) % (to - from + 1))
