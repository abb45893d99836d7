/** The deliveries of a run: which of them wait, arrive twice, or are under way at the same time. */
import { hourMs } from '../../kernel/calendar'
import { deferred } from '../../kernel/deferred'
import { within } from '../../kernel/real-time'
import type { ExploreKind, ExplorePoint } from '../../service/faults/kinds'
import type { ProbedResult, SendAttempt } from '../../service/faults/probe'
import type { DispatchRow } from '../../service/resources/webhook-delivery/model'
import { isSuccess } from '../../service/webhooks/outbox'
import type { ReceiverAsks } from './asks'
import { meetingOf, startSpan, waitFor } from './moments'
import { type PlannedFailure, partnerOfMoment, pointOf } from './plan'
import type { ReceiverAddress } from './receivers'
import type { RunStory } from './story'

const lost = (what: string): ProbedResult => ({ status: null, error: `${what} was lost`, answer: null })

/**
 * How long an answer waits for what is to arrive before it, in ms of real time: a receiver that shares a lock, or its only
 * worker, with the flow waits for that answer.
 */
const earlyMs = 1000

/** What makes a delivery begin later; the others tell of themselves when it is sent. */
const postponing: ReadonlySet<ExploreKind> = new Set(['late', 'overtaken', 'together'])

interface DeliveryFacts {
  readonly cause: ExplorePoint | null
  /** Whether the receiver is a function. */
  readonly isLocal: boolean
  readonly records: readonly (string | null)[]
}

interface WatchedDelivery {
  readonly point: ExplorePoint
  readonly uri: string
  /** Whether the receiver is a function. */
  readonly isLocal: boolean
  /** The event, its record and the charge. */
  readonly records: readonly string[]
  /** Over sockets: waits for what it is to begin together with. */
  meeting: (() => Promise<void>) | null
  /** Lets it start, if it waits for the next one. */
  hurry: (() => void) | null
  hasBegun: boolean
  isAnswered: boolean
  /** Resolves when it is sent. */
  readonly sent: Promise<void>
  readonly send: () => void
  /** The one that it must not begin before, and how much later it begins. */
  follows: {
    readonly leader: WatchedDelivery
    readonly moment: string | null
    /** The name of the point where this was planned. */
    readonly planned: string
  } | null
}

/** The result of the first attempts of a delivery, or of a later one that was accepted. */
export interface DeliveryOutcome {
  readonly name: string
  readonly uri: string
  readonly accepted: boolean
  /** `null` for no answer. */
  readonly status: number | null
  readonly error: string | null
}

/** Whether it is the one that a delivery is to be under way together with: the next one, or the one that is named. */
const isPartner = (
  point: ExplorePoint,
  { point: { next } }: WatchedDelivery,
  { moment = null }: PlannedFailure,
): boolean => {
  const name = partnerOfMoment(moment)
  return name === null ? point === next : point.name === name
}

/** The run that they belong to. */
interface DeliveringRun {
  readonly story: RunStory
  readonly plan: ReadonlyMap<string, PlannedFailure>
  readonly isFirst: boolean
  /** Sends to a receiver, as who it is. */
  readonly receive: (to: ReceiverAddress, send: () => Promise<ProbedResult>) => Promise<ProbedResult>
  readonly asks: ReceiverAsks
}

export class RunDeliveries {
  /** What became of each, by its name. */
  readonly outcomes = new Map<string, DeliveryOutcome>()
  readonly #run: DeliveringRun
  readonly #deliveries = new Map<string, WatchedDelivery>()
  /** Failures that came too late to overlap with anything. */
  readonly #late = new Set<string>()

  constructor(run: DeliveringRun) {
    this.#run = run
  }

  /** Whether a failure of two at once did not come to it. */
  isMissed({ point, kind }: PlannedFailure): boolean {
    const isJoined = [...this.#deliveries.values()].some(({ follows }) => follows?.planned === point)
    return this.#late.has(point) || (kind === 'together' && !isJoined)
  }

  /** @param facts the call that caused it; the event, its record and the charge */
  add({ id, uri }: DispatchRow, name: string, { cause, isLocal, records }: DeliveryFacts): ExplorePoint {
    const point = pointOf(name, 'delivery', { cause })
    for (const before of this.#deliveries.values()) if (before.uri === uri) before.point.next ??= point
    const { promise: sent, resolve: send } = deferred()
    const state = { meeting: null, hurry: null, hasBegun: false, isAnswered: false, follows: null }
    const ids = records.filter((one) => one !== null)
    this.#deliveries.set(id, { point, uri, isLocal, records: ids, sent, send, ...state })
    return point
  }

  isEarly({ id }: DispatchRow): boolean {
    const kind = this.#failureOf(id)?.kind
    return kind === 'early' || kind === 'beside'
  }

  beforeAnswer(dispatches: readonly DispatchRow[], arrived: Promise<void>): Promise<unknown> | null {
    const isOf = (kind: ExploreKind) => (one: DispatchRow) => this.#failureOf(one.id)?.kind === kind
    const overlapping = dispatches.find(isOf('beside'))
    if (overlapping === undefined || dispatches.some(isOf('early'))) return within(earlyMs, arrived)
    const { moment = null } = this.#failureOf(overlapping.id) ?? {}
    const wait = moment?.startsWith('-') ? moment : null
    const delivery = this.#deliveries.get(overlapping.id)
    if (delivery?.isLocal !== false) return waitFor(wait)
    delivery.meeting = meetingOf(2)
    return delivery.meeting().then(() => waitFor(wait))
  }

  joins(uri: string): boolean {
    return [...this.#deliveries.values()].some(({ point, uri: at, follows, hasBegun }) => {
      if (at !== uri) return false
      if (follows !== null) return hasBegun !== follows.leader.hasBegun
      // It arrives as the payer pays, though the receiver may be at work on what came before.
      return !hasBegun && point.cause?.at === 'flow' && this.#run.plan.get(point.name)?.kind === 'beside'
    })
  }

  delayMs({ id }: DispatchRow, hurry: () => void): number {
    const delivery = this.#deliveries.get(id)
    if (delivery === undefined) return 0
    this.#joinWaiting(delivery)
    const failure = this.#failureOf(id)
    if (failure?.kind === 'together') {
      this.#run.story.fault(delivery.point, failure.kind, failure.moment)
      const other = [...this.#deliveries.values()].find(({ point }) => isPartner(point, delivery, failure))
      if (other !== undefined) this.#pairUp([delivery, other], failure)
      else delivery.hurry = hurry
      return other === undefined ? hourMs : 0
    }
    const kind = failure?.kind
    if (kind !== 'late' && kind !== 'overtaken') return 0
    this.#run.story.fault(delivery.point, kind)
    if (kind === 'overtaken') delivery.hurry = hurry
    return hourMs
  }

  /** Begins the delivery that waits for this one, to be under way together with it. */
  #joinWaiting(delivery: WatchedDelivery): void {
    for (const waiting of this.#deliveries.values()) {
      const failure = this.#run.plan.get(waiting.point.name)
      if (waiting.hurry === null || failure?.kind !== 'together') continue
      if (!isPartner(delivery.point, waiting, failure)) continue
      this.#pairUp([waiting, delivery], failure)
      waiting.hurry()
      waiting.hurry = null
    }
  }

  /** Both are to be under way at the same time. With a moment such as `-1 tick`, the second one leads. */
  #pairUp(
    [first, second]: readonly [WatchedDelivery, WatchedDelivery],
    { moment = null }: PlannedFailure,
  ): void {
    const [leader, follower] = moment?.startsWith('-') ? [second, first] : [first, second]
    follower.follows = { leader, moment, planned: first.point.name }
    leader.meeting = follower.meeting = leader.isLocal ? null : meetingOf(2)
  }

  async deliver(dispatch: DispatchRow, isLocal: boolean, send: SendAttempt): Promise<ProbedResult> {
    const to = { uri: dispatch.uri, isLocal }
    const delivery = this.#deliveries.get(dispatch.id)
    if (delivery === undefined) return this.#run.receive(to, () => send(false))
    const { point } = delivery
    delivery.hasBegun = true
    const failure = this.#failureOf(dispatch.id)
    const { kind, moment = null } = (dispatch.attempts === 0 && failure) || {}
    const arrive = async (what: string, opened?: () => Promise<void>): Promise<ProbedResult> => {
      const ends = this.#run.story.delivery(point, dispatch.attempts + 1, what)
      delivery.send()
      const { asks } = this.#run
      const isForged = what === 'forged'
      const handling = asks.begin({ ...to, name: point.name, records: delivery.records }, isForged)
      const result = await this.#run.receive(to, () => {
        asks.reaches(handling)
        return send(isForged, opened)
      })
      ends(result)
      asks.answered(handling, result)
      if (isForged) await asks.waitFor(handling)
      return result
    }
    if (kind !== undefined && !postponing.has(kind)) this.#run.story.fault(point, kind, moment)
    if (kind === 'lost' || failure?.kind === 'never') {
      delivery.send()
      return lost('the delivery')
    }
    if (kind === 'forged') await arrive('forged')
    const follows = dispatch.attempts === 0 ? delivery.follows : null
    const isAfter = kind === 'beside' && moment?.startsWith('+') === true
    if (isAfter && isLocal) await waitFor(moment)
    if (follows !== null) {
      // A race may last for one continuation only: no more than one goes by here.
      await follows.leader.sent
      const wait = isLocal ? waitFor(follows.moment) : null
      if (wait !== null) await wait
      if (follows.leader.isAnswered) this.#late.add(follows.planned)
    }
    if (kind === 'at-once' && !isLocal) delivery.meeting = meetingOf(2)
    const end = this.#run.isFirst ? startSpan() : null
    const isTimed = dispatch.attempts === 0 && (kind === 'beside' || delivery.meeting !== null)
    const first = arrive('', isTimed ? this.#opening(delivery, isAfter ? moment : null, follows) : undefined)
    const again =
      kind === 'at-once' ? this.#again(delivery, moment, (opened) => arrive('at once', opened)) : null
    const result = await first
    delivery.isAnswered = true
    if (end !== null) {
      const { ms, ticks } = end()
      point.span = { ms, ticks: isLocal ? ticks : 0 }
    }
    if (again !== null) await again
    if (kind === 'twice') await arrive('again')
    this.#followedBy(delivery)
    this.#note(dispatch, point, result)
    return kind === 'ack-lost' ? lost('the answer') : result
  }

  /** A copy that arrives while the delivery is handled. */
  async #again(
    delivery: WatchedDelivery,
    moment: string | null,
    arrive: (opened?: () => Promise<void>) => Promise<unknown>,
  ): Promise<void> {
    const own = { leader: delivery, moment, planned: delivery.point.name }
    if (!delivery.isLocal) return void (await arrive(this.#opening(delivery, null, own)))
    const wait = waitFor(moment)
    if (wait !== null) await wait
    if (delivery.isAnswered) this.#late.add(delivery.point.name)
    else await arrive()
  }

  /** What an open connection waits for: the others, and its moment after them. */
  #opening(
    delivery: WatchedDelivery,
    moment: string | null,
    follows: WatchedDelivery['follows'],
  ): () => Promise<void> {
    return async () => {
      await delivery.meeting?.()
      await waitFor(follows?.moment ?? moment)
      if (follows?.leader.isAnswered) this.#late.add(follows.planned)
    }
  }

  #note({ uri }: DispatchRow, { name }: ExplorePoint, result: ProbedResult): void {
    const { status, error } = result
    if (this.outcomes.get(name)?.accepted !== true)
      this.outcomes.set(name, { name, uri, accepted: isSuccess(status), status, error })
  }

  /** Lets the deliveries start that wait for this one. */
  #followedBy({ point, uri }: WatchedDelivery): void {
    for (const [, waiting] of this.#deliveries) {
      if (waiting.point === point) return
      const isJoined = this.#run.plan.get(waiting.point.name)?.kind === 'together'
      if (waiting.uri !== uri || waiting.hurry === null || isJoined) continue
      waiting.hurry()
      waiting.hurry = null
    }
  }

  #failureOf(dispatch: string): PlannedFailure | undefined {
    const name = this.#deliveries.get(dispatch)?.point.name
    return name === undefined ? undefined : this.#run.plan.get(name)
  }
}
