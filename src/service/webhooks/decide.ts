import type { WebhookFaultRow } from '../faults/model'
import { faultlessScript, takeWebhookFault } from '../faults/take'
import type { EventRow } from '../resources/event/model'
import type { DispatchRow, Script, SignatureFault } from '../resources/webhook-delivery/model'
import { makeDue } from '../resources/webhook-delivery/operations'
import type { World } from '../world'
import type { Lanes, Turn } from './lanes'
import { dispatchAgain, postpone } from './outbox'
import { outcomeOf, type TransmitResult } from './transmit'

/** Applies the faults to an attempt that is about to begin. */
export interface Decision {
  /** `false` when the attempt is delayed. */
  readonly now: boolean
  readonly signature: SignatureFault | null
  /** The result of an attempt that the receiver does not get; `null` when it is sent. */
  readonly outcome: TransmitResult | null
}

export interface AttemptContext {
  readonly turn: Turn
  readonly lanes: Lanes
  readonly dispatch: DispatchRow
  readonly event: EventRow
}

/** How long a reordered delivery waits for another one to overtake it, in ms of the virtual clock. */
const overtakingMs = 1000

const sendsNow: Decision = { now: true, signature: null, outcome: null }
const putOff: Decision = { now: false, signature: null, outcome: null }

/** Whether a fault was the reason of a failed attempt, and not the receiver. */
export const isFaultOfSandbox = (error: string | null): boolean => error?.endsWith('by a fault') === true

const outcomeOfFault = ({ drop, respond = null }: Script): TransmitResult | null => {
  if (drop) return { status: null, error: 'dropped by a fault', answer: null }
  if (respond === null) return null
  const { status, body } = respond
  return { ...outcomeOf({ status, text: body ?? '' }), error: 'answered by a fault' }
}

const decisionOf = (script: Script): Decision => ({
  now: true,
  signature: script.signature,
  outcome: outcomeOfFault(script),
})

/** Applies the faults once for each attempt; the row keeps the decision until the attempt is made. */
export const decide = (about: AttemptContext, commit: (work: () => Decision) => Decision): Decision => {
  const { dispatch, turn } = about
  const { world } = turn.lane
  if (dispatch.script !== null) return decisionOf(dispatch.script)
  const hurry = (): void =>
    void commit(() => {
      makeDue(world, dispatch.id)
      return putOff
    })
  const wait = world.probe?.delayMs(dispatch, hurry) ?? 0
  if (wait > 0)
    return commit(() => {
      postpone(world, dispatch, world.now() + wait, faultlessScript)
      return putOff
    })
  if (world.webhookFaults.length === 0) return sendsNow
  return commit(() => {
    const fault = takeWebhookFault(world, dispatch, about.event)
    return fault === null ? sendsNow : play(world, about, fault)
  })
}

/**
 * Applies the faults to deliveries of a call that has no answer yet.
 * @returns those that have to arrive before it: up to the last one that a fault wants early
 */
export const decideEarly = (world: World, dispatches: readonly DispatchRow[]): readonly DispatchRow[] => {
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

const play = (world: World, about: AttemptContext, fault: WebhookFaultRow): Decision => {
  const { dispatch, event, turn, lanes } = about
  const script = scriptOf(world, dispatch, event, fault)
  if (fault.delayMs > 0 || (fault.reorder && !lanes.swap(turn))) {
    const wait = Math.max(fault.delayMs, fault.reorder ? overtakingMs : 0)
    postpone(world, dispatch, world.now() + wait, script)
    return putOff
  }
  world.dispatches.update(dispatch, { script })
  return fault.reorder ? putOff : decisionOf(script)
}
