/** One run: what it records, and what goes wrong in it. */

import { hourMs } from '../../kernel/calendar'
import {
  type ExploreKind,
  type ExplorePoint,
  type ExploreRole,
  rowOf,
  unavailableCalls,
} from '../../service/faults/kinds'
import type { FaultEffect } from '../../service/faults/model'
import type { Probe, ProbedCall, ProbedResult } from '../../service/faults/probe'
import type { FailureCode } from '../../service/resources/charge/model'
import type { EventRow } from '../../service/resources/event/model'
import type { DispatchRow } from '../../service/resources/webhook-delivery/model'
import { noSpan, startSpan, waitFor } from './moments'
import type { PlannedFailure, Scenario } from './plan'
import { RunStory } from './story'
import type { PaymentWatch } from './watch'

/** `judge`: what judges a run may call too. */
type Role = ExploreRole | 'judge'

/** Who makes a call: a part of the code under test, which may crash. */
export class Actor {
  readonly stage: WatchedRun
  readonly role: Role
  /** Resolves when it crashes. */
  readonly died: Promise<void>
  /** The other one of a flow that runs twice: they crash together. */
  readonly #twin: Actor | null
  #isDead = false
  #die: () => void = () => undefined

  constructor(stage: WatchedRun, role: Role, twin: Actor | null = null) {
    this.stage = stage
    this.role = role
    this.#twin = twin
    this.died = new Promise((resolve) => {
      this.#die = resolve
    })
  }

  get isDead(): boolean {
    return this.#twin?.isDead ?? this.#isDead
  }

  die(): void {
    this.#twin?.die()
    this.#isDead = true
    this.#die()
  }
}

export interface StageSetting {
  /** Who makes the current call; `null` if unknown, as behind a socket. */
  readonly caller: () => Actor | null
  /** Runs what a receiver does. */
  readonly as: <T>(caller: Actor, work: () => T) => T
}

/** For code of other processes. */
export const strangers: StageSetting = { caller: () => null, as: (_, work) => work() }

/** Acts of payer and bank that the service offers as operations in test mode: a shop does not call them. */
const isOutside = ({ method, path }: ProbedCall): boolean =>
  /\/mark_as_\w+$/.test(path) || isGreeting(method, path)

/** What `payment-sandbox/register` asks to find its sandbox. */
const isGreeting = (method: string, path: string): boolean => method === 'GET' && path === '/'

const noEffect: FaultEffect = { delayMs: [0, 0], respond: null, drop: null }

const connectionClosed: ProbedResult = { status: null, error: 'connection closed', answer: null }
const lost = (what: string): ProbedResult => ({ status: null, error: `${what} was lost`, answer: null })

/** What makes a delivery begin later; the others tell of themselves when it is sent. */
const postponing: ReadonlySet<ExploreKind> = new Set(['late', 'overtaken', 'together'])

const promiseWithResolvers = (): { readonly promise: Promise<void>; readonly resolve: () => void } => {
  let resolve = (): void => undefined
  const promise = new Promise<void>((resolved) => {
    resolve = resolved
  })
  return { promise, resolve }
}

const isSuccess = ({ status }: ProbedResult): boolean => status !== null && status >= 200 && status < 300

type AnswerCall = (effect: FaultEffect | null) => Response | Promise<Response>

interface WatchedDelivery {
  readonly point: ExplorePoint
  readonly uri: string
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

/** The deliveries that are to be under way at the same time. */
type Pair = readonly [WatchedDelivery, WatchedDelivery]

interface WatchedCall {
  readonly point: ExplorePoint
  readonly kind: ExploreKind | undefined
  readonly caller: Actor
  readonly role: ExploreRole
  /** The charge that it made. */
  charge: string | null
}

/** What came of the first attempts of a delivery, or of a later one that was accepted. */
export interface DeliveryOutcome {
  readonly name: string
  readonly uri: string
  readonly accepted: boolean
  /** `null` for no answer. */
  readonly status: number | null
  readonly error: string | null
}

export class WatchedRun implements Probe {
  readonly points: ExplorePoint[] = []
  readonly story = new RunStory()
  /** The flow that runs. */
  readonly flow = new Actor(this, 'flow')
  /** Events whose forged copies were taken. */
  readonly tookForged: string[] = []
  /** What was rejected and never handled. */
  readonly leftBehind: unknown[] = []
  /** Calls of code from an earlier run: they get no answer. */
  strays = 0
  isOver = false
  /** Begins what happens as the flow makes a call; a promise holds the call. */
  onCall: { readonly name: string; readonly begin: () => Promise<unknown> | null } | null = null
  /** Judges what is true for a moment only. */
  watch: PaymentWatch | null = null
  /** What became of each delivery, by its name. */
  readonly outcomes = new Map<string, DeliveryOutcome>()
  patienceMs = 0
  readonly #setting: StageSetting
  readonly #isFirst: boolean
  readonly #plan: ReadonlyMap<string, PlannedFailure>
  /** Failures that came too late to overlap with anything. */
  readonly #late = new Set<string>()
  readonly #counts = new Map<string, number>()
  /** How many calls of a name have failed in a row. */
  readonly #failed = new Map<string, number>()
  readonly #deliveries = new Map<string, WatchedDelivery>()
  /** Charges that the bank declines when they are paid. */
  readonly #declined = new Set<string>()
  #ambient: Actor = this.flow
  /** The call whose operation runs. */
  #running: WatchedCall | null = null
  /** By address. */
  readonly #pairs = new Map<string, Pair>()
  /** What callers do after a call: measured in the first run. */
  readonly #measured = new Map<Actor, () => void>()
  /** Goes on with a call that waits for the next one. */
  #goOn: (() => void) | null = null
  /** Deliveries to addresses that are under way. */
  #underway = 0
  #end: () => void = () => undefined
  readonly #ended = new Promise<void>((resolve) => {
    this.#end = resolve
  })

  constructor(scenario: Scenario | null, setting: StageSetting) {
    this.#setting = setting
    this.#isFirst = scenario === null
    this.#plan = new Map(scenario?.failures.map((failure) => [failure.point, failure]))
  }

  /** The caller to assume from now on for calls without a known one. */
  enter(role: Role): Actor {
    for (const measured of this.#measured.values()) measured()
    if (role !== 'judge') this.watch?.look()
    this.#ambient = role === 'flow' ? this.flow : new Actor(this, role)
    return this.#ambient
  }

  get ambient(): Actor {
    return this.#ambient
  }

  /** The names of the planned failures that did not come up. */
  get missed(): readonly string[] {
    const reached = new Set(this.points.map(({ name }) => name))
    const isReached = ({ point, kind }: PlannedFailure): boolean => {
      if (point === 'flow') return this.onCall === null
      if (kind === 'together' && ![...this.#pairs.values()].some(([first]) => first.point.name === point))
        return false
      return reached.has(point) && !this.#late.has(point)
    }
    return [...this.#plan.values()].filter((failure) => !isReached(failure)).map(({ point }) => point)
  }

  /** From now on no call is answered. */
  end(): void {
    this.isOver = true
    this.#end()
  }

  call(call: ProbedCall, answer: AnswerCall): Response | Promise<Response> {
    const caller = this.#setting.caller() ?? this.#ambient
    if (caller.stage.isOver) {
      this.strays += 1
      return this.#never(call, answer)
    }
    if (caller.stage !== this || caller.role === 'judge' || isOutside(call)) return answer(null)
    // A receiver's server that the flow has started keeps running.
    if (caller.isDead && this.#underway === 0) return this.#never(call, answer)
    this.#measured.get(caller)?.()
    this.#goOn?.()
    const { role } = caller
    const made: WatchedCall = { ...this.#callPoint(call, role), caller, role, charge: null }
    const held = this.#beginWith(made.point)
    return held === null
      ? this.#perform(call, made, answer)
      : held.then(() => this.#perform(call, made, answer))
  }

  #perform(call: ProbedCall, made: WatchedCall, answer: AnswerCall): Response | Promise<Response> {
    const { point, kind } = made
    const told = this.story.call(point, made.role, call)
    this.watch?.look()
    const answered: AnswerCall = (effect) => {
      const response = told.until(this.#during(made, () => answer(effect)))
      const note = (): void => this.#answered(call, made)
      if (response instanceof Promise) response.then(note, note)
      else note()
      return response
    }
    if (kind === undefined) return answered(null)
    this.story.fault(point, kind)
    const { effect } = rowOf(kind)
    if (effect !== undefined) return answered({ ...noEffect, ...effect })
    return kind === 'declined' ? answered(null) : this.#crash(kind, call, made.caller, answered)
  }

  #answered(call: ProbedCall, { point, kind, caller, charge }: WatchedCall): void {
    const isHeard = kind === undefined || kind === 'declined'
    this.watch?.answered(call, { by: caller, takes: point.takes, isHeard, charge })
    if (!this.#isFirst) return
    const end = startSpan()
    this.#measured.set(caller, () => {
      const { ms, ticks } = end()
      point.span = { ms, ticks: call.isSocket ? 0 : ticks }
      this.#measured.delete(caller)
    })
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
    const isDeclined = charge === null ? this.#running?.kind === 'declined' : this.#declined.has(charge)
    return isDeclined ? 'insufficient_fund' : null
  }

  happened(event: EventRow): void {
    this.story.event(event)
    const running = this.#running
    if (running?.kind === 'declined' && event.charge !== null) this.#declined.add(event.charge)
    if (event.key !== 'charge.create' || event.charge === null) return
    this.watch?.made(event.charge)
    if (running !== null) running.charge = event.charge
  }

  planned({ id, uri }: DispatchRow, { key }: EventRow): void {
    const point: ExplorePoint = {
      ...{ name: this.#numbered(key), at: 'delivery', by: null, changes: false, takes: false },
      ...{ cause: this.#running?.point ?? null, next: null, span: noSpan },
    }
    for (const before of this.#deliveries.values()) if (before.uri === uri) before.point.next ??= point
    this.points.push(point)
    const { promise: sent, resolve: send } = promiseWithResolvers()
    const state = { hurry: null, hasBegun: false, isAnswered: false, follows: null }
    this.#deliveries.set(id, { point, uri, sent, send, ...state })
  }

  isEarly({ id }: DispatchRow): boolean {
    const kind = this.#failureOf(id)?.kind
    return kind === 'early' || kind === 'beside'
  }

  beforeAnswer(dispatches: readonly DispatchRow[], arrived: Promise<void>): Promise<void> | null {
    const failures = dispatches.map(({ id }) => this.#failureOf(id))
    const beside = failures.find((failure) => failure?.kind === 'beside')
    const isEarly = beside === undefined || failures.some((failure) => failure?.kind === 'early')
    return isEarly ? arrived : beside.moment?.startsWith('-') ? waitFor(beside.moment) : null
  }

  joins(uri: string): boolean {
    const pair = this.#pairs.get(uri)
    return pair !== undefined && pair[0].hasBegun !== pair[1].hasBegun
  }

  delayMs({ id }: DispatchRow, hurry: () => void): number {
    const delivery = this.#deliveries.get(id)
    if (delivery === undefined) return 0
    this.#joinWaiting(delivery)
    const failure = this.#failureOf(id)
    if (failure?.kind === 'together') {
      this.story.fault(delivery.point, failure.kind)
      const next = [...this.#deliveries.values()].find(({ point }) => point === delivery.point.next)
      if (next !== undefined) this.#pairUp([delivery, next], failure)
      else delivery.hurry = hurry
      return next === undefined ? hourMs : 0
    }
    const kind = failure?.kind
    if (kind !== 'late' && kind !== 'overtaken') return 0
    this.story.fault(delivery.point, kind)
    if (kind === 'overtaken') delivery.hurry = hurry
    return hourMs
  }

  /** Begins the delivery that waits for the next one, to be under way together with it. */
  #joinWaiting(delivery: WatchedDelivery): void {
    for (const waiting of this.#deliveries.values()) {
      const failure = this.#plan.get(waiting.point.name)
      if (waiting.point.next !== delivery.point || waiting.hurry === null || failure?.kind !== 'together')
        continue
      this.#pairUp([waiting, delivery], failure)
      waiting.hurry()
      waiting.hurry = null
    }
  }

  /** With a moment such as `-1 tick`, the second one leads. */
  #pairUp([first, second]: Pair, { moment = null }: PlannedFailure): void {
    const [leader, follower] = moment?.startsWith('-') ? [second, first] : [first, second]
    follower.follows = { leader, moment, planned: first.point.name }
    this.#pairs.set(first.uri, [first, second])
  }

  async deliver(
    dispatch: DispatchRow,
    isLocal: boolean,
    send: (isForged: boolean) => Promise<ProbedResult>,
  ): Promise<ProbedResult> {
    const delivery = this.#deliveries.get(dispatch.id)
    if (delivery === undefined) return this.#send(isLocal, () => send(false))
    const { point } = delivery
    delivery.hasBegun = true
    const failure = this.#failureOf(dispatch.id)
    const { kind, moment = null } = (dispatch.attempts === 0 && failure) || {}
    const arrive = async (what: string, isForged = false): Promise<ProbedResult> => {
      const told = this.story.delivery(point, dispatch.attempts + 1, what)
      delivery.send()
      const result = await this.#send(isLocal, () => send(isForged))
      told.ends(result)
      return result
    }
    if (kind !== undefined && !postponing.has(kind)) this.story.fault(point, kind)
    if (kind === 'lost' || failure?.kind === 'never') {
      delivery.send()
      return lost('the delivery')
    }
    if (kind === 'forged' && isSuccess(await arrive('forged', true))) this.tookForged.push(point.name)
    if (kind === 'beside' && moment?.startsWith('+')) await waitFor(moment)
    const { follows } = delivery
    if (follows !== null && dispatch.attempts === 0) {
      // A race may last for one continuation only: no more than one goes by here.
      await follows.leader.sent
      const wait = waitFor(follows.moment)
      if (wait !== null) await wait
      if (follows.leader.isAnswered) this.#late.add(follows.planned)
    }
    const end = this.#isFirst ? startSpan() : null
    const first = arrive('')
    const again = kind === 'at-once' ? this.#again(delivery, moment, () => arrive('at once')) : null
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
    arrive: () => Promise<unknown>,
  ): Promise<void> {
    const wait = waitFor(moment)
    if (wait !== null) await wait
    if (delivery.isAnswered) this.#late.add(delivery.point.name)
    else await arrive()
  }

  #note({ uri }: DispatchRow, { name }: ExplorePoint, result: ProbedResult): void {
    const { status, error } = result
    if (this.outcomes.get(name)?.accepted !== true)
      this.outcomes.set(name, { name, uri, accepted: isSuccess(result), status, error })
  }

  /** Lets the deliveries start that wait for this one. */
  #followedBy({ point, uri }: WatchedDelivery): void {
    for (const [, waiting] of this.#deliveries) {
      if (waiting.point === point) return
      if (waiting.uri !== uri || waiting.hurry === null) continue
      waiting.hurry()
      waiting.hurry = null
    }
  }

  async #send(isLocal: boolean, send: () => Promise<ProbedResult>): Promise<ProbedResult> {
    const receiver = new Actor(this, 'receiver')
    if (!isLocal) this.#underway += 1
    try {
      return await Promise.race([
        this.#setting.as(receiver, send),
        receiver.died.then(() => connectionClosed),
      ])
    } finally {
      if (!isLocal) this.#underway -= 1
    }
  }

  async #crash(kind: ExploreKind, call: ProbedCall, caller: Actor, answer: AnswerCall): Promise<Response> {
    if (kind === 'crash-after') await answer(null)
    caller.die()
    // One process: its receivers keep running, like a service that is started again.
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

  #callPoint(
    { method, path }: ProbedCall,
    by: ExploreRole,
  ): {
    readonly point: ExplorePoint
    readonly kind: ExploreKind | undefined
  } {
    const base = `${method} ${path.replaceAll(/:\w+/g, ':id')}`
    const point: ExplorePoint = {
      ...{ name: this.#numbered(base), at: 'call', by, changes: method !== 'GET' },
      ...{ takes: base === 'POST /charges', cause: null, next: null, span: noSpan },
    }
    this.points.push(point)
    const kind = this.#plan.get(point.name)?.kind ?? this.#lasting(base)
    const fails = kind !== undefined && rowOf(kind).effect !== undefined
    this.#failed.set(base, fails ? this.#failedOf(base) + 1 : 0)
    return { point, kind }
  }

  #failedOf(base: string): number {
    return this.#failed.get(base) ?? 0
  }

  /** An unavailable service stays so for the next calls of the same name: the fourth attempt gets through. */
  #lasting(base: string): ExploreKind | undefined {
    if (this.#failedOf(base) >= unavailableCalls) return undefined
    const count = this.#counts.get(base) ?? 0
    for (let before = 1; before < unavailableCalls; before += 1)
      if (this.#plan.get(`${base} #${count - before}`)?.kind === 'unavailable') return 'unavailable'
    return undefined
  }

  #numbered(name: string): string {
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    return `${name} #${count}`
  }

  #failureOf(dispatch: string): PlannedFailure | undefined {
    const name = this.#deliveries.get(dispatch)?.point.name
    return name === undefined ? undefined : this.#plan.get(name)
  }
}
