import { rowsOf } from '../kernel/collection'
import type { EventRow } from '../resources/event/model'
import type { DispatchRow, Script } from '../resources/webhook-delivery/model'
import type { WebhookFaultRow } from '../resources/webhook-fault/model'
import type { World } from '../world'

/** Faults of deliveries, scripted beforehand: which attempts they fit, how often, and what they do to them. */

/** `charge.*` fits `charge.complete`; without a star it must be the same. */
export const fits = (pattern: string, text: string): boolean => {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return pattern === text
  if (!text.startsWith(first)) return false
  let from = first.length
  const last = rest.pop() ?? ''
  for (const part of rest) {
    const at = text.indexOf(part, from)
    if (at === -1) return false
    from = at + part.length
  }
  return text.length - last.length >= from && text.endsWith(last)
}

export type WebhookFaultInput = Omit<WebhookFaultRow, 'id' | 'createdAt' | 'seen' | 'hits' | 'cleared'>

export const addWebhookFault = (world: World, input: WebhookFaultInput): WebhookFaultRow =>
  world.webhookFaults.insert({
    // Beside the chain of ids: a fault must not change what requests are given.
    id: world.idFrom('wflt', `${world.key} ${world.webhookFaults.length}`),
    createdAt: world.now(),
    ...input,
    seen: 0,
    hits: 0,
    cleared: false,
  })

export const webhookFaultsOf = (world: World): readonly WebhookFaultRow[] =>
  rowsOf(world.webhookFaults).filter((fault) => !fault.cleared)

export const clearWebhookFaults = (world: World): void => {
  for (const fault of webhookFaultsOf(world)) world.webhookFaults.update(fault, { cleared: true })
}

/** The fault that spoils this attempt: the first that fits it, has let enough pass and is not used up. */
export const strike = (world: World, dispatch: DispatchRow, event: EventRow): WebhookFaultRow | null => {
  for (const fault of webhookFaultsOf(world)) {
    if (!fits(fault.event, event.key) || (fault.url !== null && !fits(fault.url, dispatch.uri))) continue
    if (fault.hits >= fault.times) continue
    const hits = fault.seen >= fault.after
    const next = world.webhookFaults.update(fault, {
      seen: fault.seen + 1,
      hits: fault.hits + (hits ? 1 : 0),
    })
    if (hits) return next
  }
  return null
}

/** For an attempt that no fault may touch. */
export const unspoilt: Script = { drop: false, signature: null }
