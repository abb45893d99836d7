import { type Collection, type Row, rowsOf } from '../../kernel/collection'
import { fits } from '../../kernel/pattern'
import type { EventRow } from '../resources/event/model'
import type { DispatchRow, Script } from '../resources/webhook-delivery/model'
import type { World } from '../world'
import type { WebhookFaultInput, WebhookFaultRow } from './webhook-fault'

/** Faults of deliveries: which attempts they match and how often they are applied. */

/** The limits and counters of every fault. */
type Counting = Pick<WebhookFaultRow, keyof Row | 'times' | 'after' | 'seen' | 'hits'>

/** Returns the first matching fault that is past its `after` and not used up. Counts each match up to it. */
export const takeFault = <F extends Counting>(
  faults: Collection<F>,
  fitsIt: (fault: F) => boolean,
): F | null => {
  for (const fault of rowsOf(faults)) {
    if (fault.hits >= fault.times || !fitsIt(fault)) continue
    const isHit = fault.seen >= fault.after
    const counted: Partial<Counting> = { seen: fault.seen + 1, hits: fault.hits + (isHit ? 1 : 0) }
    const next = faults.update(fault, counted as Partial<F>)
    if (isHit) return next
  }
  return null
}

/** The fields that a new fault begins with. Its id is not from the sequence of ids: a fault must not change the ids of records. */
export const newFault = (world: World, prefix: 'rflt' | 'wflt'): Omit<Counting, 'times' | 'after'> => {
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

/** Returns the fault that applies to this attempt, if any, and counts the match. */
export const takeWebhookFault = (
  world: World,
  dispatch: DispatchRow,
  event: EventRow,
): WebhookFaultRow | null =>
  takeFault(
    world.webhookFaults,
    (fault) => fits(fault.event, event.key) && (fault.url === null || fits(fault.url, dispatch.uri)),
  )

/** For an attempt without faults. */
export const faultlessScript: Script = { drop: false, signature: null, respond: null }
