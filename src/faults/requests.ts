import { keyedHash } from '../kernel/digest'
import { hash } from '../kernel/hash'
import { isObject, type JsonObject } from '../kernel/json'
import { digitsOf } from '../simulation/cards'
import type { World } from '../world'
import { fits, newFaultId, nextStrike } from './deliveries'
import type { FaultEffect, RequestFaultInput, RequestFaultRow } from './request-fault'

/** Faults of requests, scripted beforehand: which they fit, how often, and what they do to them. */
export const addRequestFault = (world: World, { card, ...input }: RequestFaultInput): RequestFaultRow =>
  world.requestFaults.insert({
    id: newFaultId(world, 'rflt'),
    createdAt: world.now(),
    ...input,
    card: card === null ? null : { fingerprint: keyedHash(world.key, card), lastDigits: card.slice(-4) },
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

/** The card that a request makes a token of or pays with; `undefined` when there is none. */
const fingerprintIn = (world: World, input: JsonObject | null): string | undefined => {
  const { card, customer } = input ?? {}
  if (isObject(card)) return keyedHash(world.key, digitsOf(String(card.number)))
  const saved = card ?? world.customers.get(String(customer))?.defaultCard
  const id = world.tokens.get(String(saved))?.card ?? String(saved)
  return world.cards.get(id)?.fingerprint
}

const fitsRequest = (world: World, fault: RequestFaultRow, { method, path, input }: Struck): boolean =>
  (fault.method === null || fault.method === method) &&
  (fault.path === null || fits(fault.path, path)) &&
  (fault.body === null || hasAll(input(), fault.body)) &&
  (fault.card === null || fingerprintIn(world, input()) === fault.card.fingerprint)

/** The fault that spoils this request. */
export const strikeRequest = (world: World, request: Struck): RequestFaultRow | null =>
  nextStrike(world.requestFaults, (fault) => fitsRequest(world, fault, request))

/** Somewhere between the two, by a chance that is the same in each run. */
export const delayOf = ({ delayMs: [from, to] }: FaultEffect, cause: string): number =>
  from + (hash(cause) % (to - from + 1))
