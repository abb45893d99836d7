import { keyedHash } from '../../kernel/digest'
import { hash } from '../../kernel/hash'
import { isObject, type JsonObject } from '../../kernel/json'
import { fits } from '../../kernel/pattern'
import { digitsOf } from '../simulation/cards'
import type { World } from '../world'
import { newFault, takeFault } from './deliveries'
import type { FaultEffect, RequestFaultInput, RequestFaultRow } from './request-fault'

/** Faults of requests: which requests they match and how often they are applied. */
export const addRequestFault = (world: World, { card, ...input }: RequestFaultInput): RequestFaultRow =>
  world.requestFaults.insert({
    ...newFault(world, 'rflt'),
    ...input,
    card: card === null ? null : { fingerprint: keyedHash(world.key, card), lastDigits: card.slice(-4) },
  })

/** The parts of a request that faults match. */
export interface MatchedRequest {
  readonly method: string
  readonly path: string
  /** Its parameters; `null` if its body cannot be read. Called only when a fault needs them. */
  readonly input: () => JsonObject | null
}

const isParent = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/**
 * Values in a form are texts, so a number also matches its text. A list has all of its members and no more; a form may
 * have them by their numbers.
 */
const hasAll = (given: unknown, wanted: unknown): boolean => {
  if (!isParent(wanted)) return !isParent(given) && String(given) === String(wanted)
  if (!isParent(given)) return false
  return (
    (!Array.isArray(wanted) || Object.keys(given).length === wanted.length) &&
    Object.entries(wanted).every(([name, value]) => Object.hasOwn(given, name) && hasAll(given[name], value))
  )
}

/** A parameter as text. What has members is no number of a card and no id. */
const plain = (value: unknown): string => (isParent(value) ? '' : String(value))

/** The card from which a request creates a token, or with which it pays; `undefined` if there is none. */
const fingerprintIn = (world: World, input: JsonObject | null): string | undefined => {
  const { card, customer } = input ?? {}
  if (isObject(card)) return keyedHash(world.key, digitsOf(plain(card.number)))
  const saved = card ?? world.customers.get(plain(customer))?.defaultCard
  const id = world.tokens.get(plain(saved))?.card ?? plain(saved)
  return world.cards.get(id)?.fingerprint
}

const fitsRequest = (
  world: World,
  fault: RequestFaultRow,
  { method, path, input }: MatchedRequest,
): boolean =>
  (fault.method === null || fault.method === method) &&
  (fault.path === null || fits(fault.path, path)) &&
  (fault.body === null || hasAll(input(), fault.body)) &&
  (fault.card === null || fingerprintIn(world, input()) === fault.card.fingerprint)

/** Returns the fault that applies to this request, if any, and counts the match. */
export const takeRequestFault = (world: World, request: MatchedRequest): RequestFaultRow | null =>
  takeFault(world.requestFaults, (fault) => fitsRequest(world, fault, request))

/** A delay between the two limits: random, and the same in each run. */
export const delayOf = ({ delayMs: [from, to] }: FaultEffect, cause: string): number =>
  from + (hash(cause) % (to - from + 1))
