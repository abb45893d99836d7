import { type Collection, rowsOf } from '../../kernel/collection'
import { keyedHash } from '../../kernel/digest'
import { isObject, type JsonObject } from '../../kernel/json'
import type { EventRow } from '../resources/event/model'
import type { DispatchRow, Script } from '../resources/webhook-delivery/model'
import { digitsOf } from '../simulation/cards'
import type { World } from '../world'
import type { CountedFault, RequestFaultRow, WebhookFaultRow } from './model'
import { fitsRequest, isParent, type MatchedRequest, type RequestFaultInput } from './request-fault'
import { fitsAttempt, type WebhookFaultInput } from './webhook-fault'

/** Which requests and deliveries faults match, and how often they are applied. */

export const addRequestFault = (world: World, { card, ...input }: RequestFaultInput): RequestFaultRow =>
  world.requestFaults.insert({
    ...newFault(world, 'rflt'),
    ...input,
    card: card === null ? null : { fingerprint: keyedHash(world.key, card), lastDigits: card.slice(-4) },
  })

/** A parameter as text. An object is neither a card number nor an id. */
const plain = (value: unknown): string => (isParent(value) ? '' : String(value))

/** The card from which a request creates a token, or with which it pays; `undefined` if there is none. */
const fingerprintIn = (world: World, input: JsonObject | null): string | undefined => {
  const { card, customer } = input ?? {}
  if (isObject(card)) return keyedHash(world.key, digitsOf(plain(card.number)))
  const saved = card ?? world.customers.get(plain(customer))?.defaultCard
  const id = world.tokens.get(plain(saved))?.card ?? plain(saved)
  return world.cards.get(id)?.fingerprint
}

/** Returns the fault that applies to this request, if any, and counts the match. */
export const takeRequestFault = (
  world: World,
  request: Omit<MatchedRequest, 'fingerprint'>,
): RequestFaultRow | null => {
  const matched = { ...request, fingerprint: () => fingerprintIn(world, request.input()) }
  return takeFault(world.requestFaults, (fault) => fitsRequest(fault, matched))
}

/** Returns the first matching fault that is past its `after` and not used up. Counts each match up to it. */
const takeFault = <F extends CountedFault>(
  faults: Collection<F>,
  fitsIt: (fault: F) => boolean,
): F | null => {
  for (const fault of rowsOf(faults)) {
    if (fault.hits >= fault.times || !fitsIt(fault)) continue
    const isHit = fault.seen >= fault.after
    const counted: Partial<CountedFault> = { seen: fault.seen + 1, hits: fault.hits + (isHit ? 1 : 0) }
    const next = faults.update(fault, counted as Partial<F>)
    if (isHit) return next
  }
  return null
}

/** The initial fields of a new fault. Its id is not from the sequence of ids: faults must not change ids of records. */
const newFault = (world: World, prefix: 'rflt' | 'wflt'): Omit<CountedFault, 'times' | 'after'> => {
  const { faultCounts } = world
  const createdAt = world.now()
  const id = world.idFrom('fcnt', `${world.key} ${prefix}`)
  const count = faultCounts.get(id)
  const added = count?.added ?? 0
  if (count === undefined) faultCounts.insert({ id, createdAt, added: 1 })
  else faultCounts.update(count, { added: added + 1 })
  return { id: world.idFrom(prefix, `${world.key} ${added}`), createdAt, seen: 0, hits: 0 }
}

export const addWebhookFault = (world: World, input: WebhookFaultInput): WebhookFaultRow =>
  world.webhookFaults.insert({ ...newFault(world, 'wflt'), ...input })

/**
 * Returns the fault that applies to this attempt, if any, and counts the match.
 * @param isEarly whether a call caused it that has no answer yet
 */
export const takeWebhookFault = (
  world: World,
  { uri }: DispatchRow,
  { key }: EventRow,
  isEarly = false,
): WebhookFaultRow | null =>
  takeFault(world.webhookFaults, (fault) => fitsAttempt(fault, { key, uri, isEarly }))

/** For an attempt without faults. */
export const faultlessScript: Script = { drop: false, signature: null, respond: null }
