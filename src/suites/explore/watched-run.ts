/** One run: what it records, and what goes wrong in it. */
import { type ExploreKind, type ExplorePoint, type ExploreRole, rowOf } from '../../service/faults/kinds'
import type { FaultEffect } from '../../service/faults/model'
import type { DoneAct, PayerAct, Probe, ProbedCall, ProbedResult } from '../../service/faults/probe'
import type { FailureCode } from '../../service/resources/charge/model'
import type { EventRow } from '../../service/resources/event/model'
import type { DispatchRow } from '../../service/resources/webhook-delivery/model'
import { Actor, type CallerTracking } from './actor'
import { ReceiverAsks } from './asks'
import { RunDeliveries } from './deliveries'
import { measuring } from './moments'
import { RunPayers } from './payers'
import { flowPoint, type PlannedFailure, type Scenario } from './plan'
import { isOutside, RunPoints } from './points'
import { RunReceivers } from './receivers'
import { RunStory } from './story'
import type { TriedCall } from './tried'
import type { PaymentWatch } from './watch'

const noEffect: FaultEffect = { delayMs: [0, 0], respond: null, drop: null }

type AnswerCall = (effect: FaultEffect | null) => Response | Promise<Response>

interface WatchedCall {
  readonly point: ExplorePoint
  readonly kind: ExploreKind | undefined
  readonly caller: Actor
  readonly role: ExploreRole
  /** The charge that it made. */
  charge: string | null
}

export class WatchedRun implements Probe {
  readonly story = new RunStory()
  /** The flow that runs. */
  readonly flow = new Actor(this, 'flow')
  /** What was rejected and never handled. */
  readonly leftBehind: unknown[] = []
  /** Calls of code from an earlier run: they get no answer. */
  strays = 0
  isOver = false
  /** Whether deliveries began while the flow went on. */
  overlaps = false
  /** Begins something else as the flow makes a call; a promise holds the call. */
  onCall: { readonly name: string; readonly begin: () => Promise<unknown> | null } | null = null
  /** Judges what is true for a moment only. */
  watch: PaymentWatch | null = null
  readonly deliveries: RunDeliveries
  readonly asks: ReceiverAsks
  readonly payers: RunPayers
  /** Calls with a good key; of the first run only. */
  readonly tried: TriedCall[] = []
  patienceMs = 0
  readonly #tracking: CallerTracking
  readonly #isFirst: boolean
  readonly #plan: ReadonlyMap<string, PlannedFailure>
  readonly #points: RunPoints
  readonly #receivers: RunReceivers
  /** Charges that the bank declines when they are paid, with the point that planned it. */
  readonly #declined = new Map<string, string>()
  /** The points whose charge was declined. */
  readonly #declinedAt = new Set<string>()
  #ambient: Actor = this.flow
  /** What payer or bank did since the last call of the flow. */
  #act: ExplorePoint | null = null
  #measureAct: () => void = () => undefined
  /** The call whose operation runs. */
  #running: WatchedCall | null = null
  /** What callers do after a call: measured in the first run. */
  readonly #measured = new Map<Actor, () => void>()
  /** Goes on with a call that waits for the next one. */
  #goOn: (() => void) | null = null
  #end: () => void = () => undefined
  readonly #ended = new Promise<void>((resolve) => {
    this.#end = resolve
  })

  constructor(scenario: Scenario | null, tracking: CallerTracking) {
    this.#tracking = tracking
    this.#isFirst = scenario === null
    this.#plan = new Map(scenario?.failures.map((failure) => [failure.point, failure]))
    this.#points = new RunPoints(this.#plan)
    this.#receivers = new RunReceivers(this.flow, tracking)
    this.asks = new ReceiverAsks(tracking.caller)
    this.payers = new RunPayers(this.story, this.#plan)
    this.deliveries = new RunDeliveries({
      story: this.story,
      plan: this.#plan,
      isFirst: this.#isFirst,
      receive: (to, send) => this.#receivers.receive(to, send),
      asks: this.asks,
    })
  }

  /** The caller to assume from now on for calls without a known one. */
  enter(role: Actor['role']): Actor {
    for (const measured of this.#measured.values()) measured()
    this.#measureAct()
    this.#act = null
    if (role !== 'judge') this.watch?.look()
    this.#ambient = role === 'flow' ? this.flow : new Actor(this, role)
    return this.#ambient
  }

  /** Calls and deliveries, in order. */
  get points(): readonly ExplorePoint[] {
    return this.#points.all
  }

  get ambient(): Actor {
    return this.#ambient
  }

  /** The names of the planned failures that did not come up. */
  get missed(): readonly string[] {
    const reached = new Set(this.points.map(({ name }) => name))
    const isReached = (failure: PlannedFailure): boolean => {
      if (failure.point === flowPoint.name) return this.onCall === null
      if (failure.kind === 'declined') return this.#declinedAt.has(failure.point)
      return reached.has(failure.point) && !this.deliveries.isMissed(failure)
    }
    return [...this.#plan.values()].filter((failure) => !isReached(failure)).map(({ point }) => point)
  }

  /** From now on no call is answered. */
  end(): void {
    this.isOver = true
    this.#end()
  }

  call(call: ProbedCall, answer: AnswerCall): Response | Promise<Response> {
    const caller = this.#tracking.caller() ?? this.#ambient
    if (caller.run.isOver) {
      this.strays += 1
      return this.#never(call, answer)
    }
    if (caller.run !== this || caller.role === 'judge' || isOutside(call)) return answer(null)
    this.asks.called(call, caller.role === 'flow')
    // A receiver's server that the flow has started keeps running.
    if (caller.isDead && !this.#receivers.areAtWork) return this.#never(call, answer)
    this.#measured.get(caller)?.()
    this.#goOn?.()
    const { role } = caller
    if (role === 'flow') this.#act = null
    const made: WatchedCall = { caller, role, charge: null, ...this.#points.call(call, role) }
    const held = this.#beginWith(made.point)
    return held === null
      ? this.#perform(call, made, answer)
      : held.then(() => this.#perform(call, made, answer))
  }

  #perform(call: ProbedCall, made: WatchedCall, answer: AnswerCall): Response | Promise<Response> {
    const { point, kind } = made
    const ends = this.story.call(point, made.role, call)
    this.watch?.look()
    const answered: AnswerCall = (effect) => {
      const response = this.#during(made, () => answer(effect))
      const note = (): void => {
        ends()
        this.#answered(call, made)
      }
      if (response instanceof Promise) response.then(note, note)
      else note()
      return response
    }
    if (kind === undefined) return answered(null)
    if (this.#plan.has(point.name)) this.story.fault(point, kind)
    const { effect } = rowOf(kind)
    if (effect !== undefined) return answered({ ...noEffect, ...effect })
    return kind === 'declined' ? answered(null) : this.#crash(kind, call, made.caller, answered)
  }

  #answered(call: ProbedCall, { point, kind, caller, charge }: WatchedCall): void {
    const isHeard = kind === undefined || kind === 'declined'
    const takes = point.takes && !call.exchange.isReplay
    this.watch?.answered(call, { by: caller, takes, isHeard, charge })
    point.takes = takes && (kind === undefined || rowOf(kind).effect === undefined)
    if (!this.#isFirst) return
    this.tried.push({ point, exchange: call.exchange, charge })
    const end = measuring(point, call.isSocket)
    this.#measured.set(caller, () => {
      end()
      this.#measured.delete(caller)
    })
  }

  /** Payer and bank act as the flow lets them: what it does then, up to the next act or its end, overlaps their webhooks. */
  #actOfFlow(): ExplorePoint | null {
    const known = this.#tracking.caller()
    const caller = known ?? this.#ambient
    if (caller.role !== 'flow') return null
    if (this.#act === null) {
      this.#measureAct()
      this.#act = { ...flowPoint }
      if (this.#isFirst) this.#measureAct = measuring(this.#act, known === null)
    }
    return this.#act
  }

  /** As the flow makes this call, something else begins. */
  #beginWith({ name }: ExplorePoint): Promise<unknown> | null {
    if (this.onCall?.name !== name) return null
    const { begin } = this.onCall
    this.onCall = null
    return begin()
  }

  /** Resolves at the next call. */
  nextCall(): Promise<void> {
    return new Promise((resolve) => {
      this.#goOn = resolve
    })
  }

  declines(charge: string | null): FailureCode | null {
    const running = this.#running?.kind === 'declined' ? this.#running.point.name : undefined
    const point = charge === null ? running : this.#declined.get(charge)
    if (point === undefined) return null
    this.#declinedAt.add(point)
    return 'insufficient_fund'
  }

  act<T>(act: PayerAct, perform: () => T): DoneAct<T> | null {
    const { run, role } = this.#tracking.caller() ?? this.#ambient
    const isOther = this.isOver || run !== this || role === 'judge'
    return isOther
      ? { result: perform(), returns: true }
      : this.payers.act(this.#points.payer(act), act, perform)
  }

  eventCreated(event: EventRow): void {
    this.story.event(event)
    const running = this.#running
    if (running?.kind === 'declined' && event.charge !== null)
      this.#declined.set(event.charge, running.point.name)
    if (event.key !== 'charge.create' || event.charge === null) return
    this.watch?.made(event.charge)
    if (running !== null) running.charge = event.charge
  }

  planned(dispatch: DispatchRow, event: EventRow, isLocal: boolean): 'at once' | 'in turn' {
    const cause = this.#running?.point ?? this.#actOfFlow()
    const records = [event.id, event.subject.row.id, event.charge]
    const point = this.deliveries.add(dispatch, this.#points.numbered(event.key), { cause, isLocal, records })
    this.#points.all.push(point)
    const isOverlapping = this.#plan.get(point.name)?.kind === 'beside'
    return isOverlapping && point.cause?.at === 'flow' ? 'at once' : 'in turn'
  }

  begunByItself(): void {
    if (this.#ambient.role === 'flow') this.overlaps = true
  }

  isEarly(dispatch: DispatchRow): boolean {
    return this.deliveries.isEarly(dispatch)
  }

  beforeAnswer(...given: Parameters<Probe['beforeAnswer']>): ReturnType<Probe['beforeAnswer']> {
    return this.deliveries.beforeAnswer(...given)
  }

  joins(uri: string): boolean {
    return this.deliveries.joins(uri)
  }

  delayMs(...given: Parameters<Probe['delayMs']>): number {
    return this.deliveries.delayMs(...given)
  }

  deliver(...given: Parameters<Probe['deliver']>): Promise<ProbedResult> {
    return this.deliveries.deliver(...given)
  }

  async #crash(kind: ExploreKind, call: ProbedCall, caller: Actor, answer: AnswerCall): Promise<Response> {
    if (kind === 'crash-after') await answer(null)
    caller.die()
    // Its receivers keep running, like a service that is started again.
    if (caller.role === 'receiver') this.flow.die()
    return this.#never(call, answer)
  }

  /** Over a socket, someone may wait for as long as it is open. */
  #never({ isSocket }: ProbedCall, answer: AnswerCall): Promise<Response> {
    return isSocket
      ? this.#ended.then(() => answer({ ...noEffect, drop: 'request' }))
      : new Promise(() => undefined)
  }

  #during<T>(running: WatchedCall, operate: () => T): T {
    this.#running = running
    try {
      return operate()
    } finally {
      this.#running = null
    }
  }
}
