import type { WebhookFaultRow } from '../faults/model'
import { faultlessScript, takeWebhookFault } from '../faults/take'
import type { EventRow } from '../resources/event/model'
import type { DispatchRow, Script, SignatureFault } from '../resources/webhook-delivery/model'
import { makeDue } from '../resources/webhook-delivery/operations'
import type { World } from '../world'
import { dispatchAgain, postpone } from './outbox'
import { outcomeOf, type TransmitResult } from './transmit'

/** What the faults do to an attempt that is about to begin: it is made now, later, or after the next one. */
type Decision =
  | {
      readonly signature: SignatureFault | null
      /** The result of an attempt that the receiver does not get; `null` when it is sent. */
      readonly outcome: TransmitResult | null
    }
  | 'postponed'
  | 'overtaken'

interface AttemptContext {
  readonly world: World
  readonly dispatch: DispatchRow
  readonly event: EventRow
}

/** How long a reordered delivery waits for another one to overtake it, in ms of the virtual clock. */
const overtakingMs = 1000

const sendsNow: Decision = { signature: null, outcome: null }

/** Why a receiver refused an attempt that a fault made wrong. */
export const spoiledByFault = 'its signature was spoiled by a fault'

/** Whether a fault was the reason of a failed attempt, and not the receiver. */
export const isFaultOfSandbox = (error: string | null): boolean => error?.endsWith('by a fault') === true

const outcomeOfFault = ({ drop, respond = null }: Script): TransmitResult | null => {
  if (drop) return { status: null, error: 'dropped by a fault', answer: null }
  if (respond === null) return null
  const { status, body } = respond
  return { ...outcomeOf({ status, text: body ?? '' }), error: 'answered by a fault' }
}

const decisionOf = (script: Script): Decision => ({
  signature: script.signature,
  outcome: outcomeOfFault(script),
})

/** Applies the faults once for each attempt; the row keeps the decision until the attempt is made. */
export const applyFaults = (about: AttemptContext, commit: (work: () => Decision) => Decision): Decision => {
  const { world, dispatch } = about
  if (dispatch.script !== null) return decisionOf(dispatch.script)
  const hurry = (): void =>
    void commit(() => {
      makeDue(world, dispatch.id)
      return 'postponed'
    })
  const wait = world.probe?.delayMs(dispatch, hurry) ?? 0
  if (wait > 0)
    return commit(() => {
      postpone(world, dispatch, world.now() + wait, faultlessScript)
      return 'postponed'
    })
  if (world.webhookFaults.length === 0) return sendsNow
  return commit(() => {
    const fault = takeWebhookFault(world, dispatch, about.event)
    return fault === null ? sendsNow : applyFault(about, fault)
  })
}

/**
 * Applies the faults to deliveries of a call that has no answer yet.
 * @returns those that have to arrive before it: up to the last one that a fault wants early
 */
export const applyEarlyFaults = (
  world: World,
  dispatches: readonly DispatchRow[],
): readonly DispatchRow[] => {
  let last = 0
  for (const [i, dispatch] of dispatches.entries()) {
    const event = world.events.get(dispatch.event)
    if (world.probe?.isEarly(dispatch)) last = i + 1
    const fault = event === undefined ? null : takeWebhookFault(world, dispatch, event, true)
    if (fault === null || event === undefined) continue
    world.dispatches.update(dispatch, { script: scriptOf(world, dispatch, event, fault) })
    last = i + 1
  }
  return dispatches.slice(0, last)
}

/** Adds the copies, too. */
const scriptOf = (world: World, { uri }: DispatchRow, event: EventRow, fault: WebhookFaultRow): Script => {
  const copy = { script: faultlessScript, isCopy: true }
  for (let i = 0; i < fault.duplicate; i += 1) dispatchAgain(world, event, uri, copy)
  return { drop: fault.drop, signature: fault.signature, respond: fault.respond ?? null }
}

const applyFault = ({ world, dispatch, event }: AttemptContext, fault: WebhookFaultRow): Decision => {
  const script = scriptOf(world, dispatch, event, fault)
  const isAlone = world.dispatches.by('due', dispatch.uri).length === 1
  if (fault.delayMs > 0 || (fault.reorder && isAlone)) {
    const wait = Math.max(fault.delayMs, fault.reorder ? overtakingMs : 0)
    postpone(world, dispatch, world.now() + wait, script)
    return 'postponed'
  }
  world.dispatches.update(dispatch, { script })
  return fault.reorder ? 'overtaken' : decisionOf(script)
}
