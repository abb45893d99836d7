/** One run: what it records, and what goes wrong in it. */

import { hourMs } from '../../kernel/calendar'
import { type ExploreKind, type ExplorePoint, rowOf, unavailableCalls } from '../../service/faults/kinds'
import type { FaultEffect } from '../../service/faults/model'
import type { Probe, ProbedCall, ProbedResult } from '../../service/faults/probe'
import type { FailureCode } from '../../service/resources/charge/model'
import type { EventRow } from '../../service/resources/event/model'
import type { DispatchRow } from '../../service/resources/webhook-delivery/model'
import type { Scenario } from './plan'
import { RunStory } from './story'

type Role = 'flow' | 'recover' | 'receiver' | 'judge'

/** Who makes a call: a part of the code under test, which may crash. */
export class Actor {
  readonly stage: WatchedRun
  readonly role: Role
  isDead = false
  /** Resolves when it crashes. */
  readonly died: Promise<void>
  #die: () => void = () => undefined

  constructor(stage: WatchedRun, role: Role) {
    this.stage = stage
    this.role = role
    this.died = new Promise((resolve) => {
      this.#die = resolve
    })
  }

  die(): void {
    this.isDead = true
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

const isSuccess = ({ status }: ProbedResult): boolean => status !== null && status >= 200 && status < 300

type AnswerCall = (effect: FaultEffect | null) => Response | Promise<Response>

interface WatchedDelivery {
  readonly point: ExplorePoint
  readonly uri: string
  /** Lets it start, if it waits for the next one. */
  hurry: (() => void) | null
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
  readonly #setting: StageSetting
  readonly #plan: ReadonlyMap<string, ExploreKind>
  readonly #counts = new Map<string, number>()
  /** How many calls of a name have failed in a row. */
  readonly #failed = new Map<string, number>()
  readonly #deliveries = new Map<string, WatchedDelivery>()
  /** Charges that the bank declines when they are paid. */
  readonly #declined = new Set<string>()
  #ambient: Actor = this.flow
  /** The call whose operation runs. */
  #running: { readonly isDeclined: boolean } | null = null
  /** Deliveries to addresses that are under way. */
  #underway = 0
  #end: () => void = () => undefined
  readonly #ended = new Promise<void>((resolve) => {
    this.#end = resolve
  })

  constructor(scenario: Scenario | null, setting: StageSetting) {
    this.#setting = setting
    this.#plan = new Map(scenario?.failures.map(({ point, kind }) => [point, kind]))
  }

  /** The caller to assume from now on for calls without a known one. */
  enter(role: Role): Actor {
    this.#ambient = role === 'flow' ? this.flow : new Actor(this, role)
    return this.#ambient
  }

  get ambient(): Actor {
    return this.#ambient
  }

  /** The names of the planned failures that did not come up. */
  get missed(): readonly string[] {
    const reached = new Set(this.points.map(({ name }) => name))
    return [...this.#plan].filter(([name]) => name !== 'flow' && !reached.has(name)).map(([name]) => name)
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
    const { point, kind } = this.#callPoint(call)
    const told = this.story.call(point, caller.role, call)
    const answered: AnswerCall = (effect) => told.until(answer(effect))
    if (kind === undefined) return this.#during(false, () => answered(null))
    this.story.fault(point, kind)
    const { effect } = rowOf(kind)
    if (effect !== undefined) return this.#during(false, () => answered({ ...noEffect, ...effect }))
    if (kind === 'declined') return this.#during(true, () => answered(null))
    return this.#crash(kind, call, caller, (cut) => this.#during(false, () => answered(cut)))
  }

  declines(charge: string | null): FailureCode | null {
    const isDeclined = charge === null ? this.#running?.isDeclined === true : this.#declined.has(charge)
    return isDeclined ? 'insufficient_fund' : null
  }

  happened(event: EventRow): void {
    this.story.event(event)
    if (this.#running?.isDeclined === true && event.charge !== null) this.#declined.add(event.charge)
  }

  planned({ id, uri }: DispatchRow, { key }: EventRow): void {
    const point: ExplorePoint = {
      ...{ name: this.#numbered(key), at: 'delivery', changes: false, takes: false },
      ...{ isCaused: this.#running !== null, isFollowed: false },
    }
    for (const before of this.#deliveries.values()) if (before.uri === uri) before.point.isFollowed = true
    this.points.push(point)
    this.#deliveries.set(id, { point, uri, hurry: null })
  }

  isEarly({ id }: DispatchRow): boolean {
    return this.#kindOf(id) === 'early'
  }

  delayMs({ id }: DispatchRow, hurry: () => void): number {
    const delivery = this.#deliveries.get(id)
    const kind = this.#kindOf(id)
    if (delivery === undefined || (kind !== 'late' && kind !== 'overtaken')) return 0
    this.story.fault(delivery.point, kind)
    if (kind === 'overtaken') delivery.hurry = hurry
    return hourMs
  }

  async deliver(
    dispatch: DispatchRow,
    isLocal: boolean,
    send: (isForged: boolean) => Promise<ProbedResult>,
  ): Promise<ProbedResult> {
    const delivery = this.#deliveries.get(dispatch.id)
    if (delivery === undefined) return this.#send(isLocal, () => send(false))
    const { point } = delivery
    const kind = dispatch.attempts === 0 ? this.#kindOf(dispatch.id) : undefined
    const arrive = async (what: string, isForged = false): Promise<ProbedResult> => {
      const told = this.story.delivery(point, dispatch.attempts + 1, what)
      const result = await this.#send(isLocal, () => send(isForged))
      told.ends(result)
      return result
    }
    if (kind !== undefined && kind !== 'late' && kind !== 'overtaken') this.story.fault(point, kind)
    if (kind === 'lost' || this.#kindOf(dispatch.id) === 'never') return lost('the delivery')
    if (kind === 'forged' && isSuccess(await arrive('forged', true))) this.tookForged.push(point.name)
    const result = await arrive('')
    if (kind === 'twice') await arrive('again')
    this.#followedBy(delivery)
    return kind === 'ack-lost' ? lost('the answer') : result
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

  #during<T>(isDeclined: boolean, operate: () => T): T {
    this.#running = { isDeclined }
    try {
      return operate()
    } finally {
      this.#running = null
    }
  }

  #callPoint({ method, path }: ProbedCall): {
    readonly point: ExplorePoint
    readonly kind: ExploreKind | undefined
  } {
    const base = `${method} ${path.replaceAll(/:\w+/g, ':id')}`
    const point: ExplorePoint = {
      ...{ name: this.#numbered(base), at: 'call', changes: method !== 'GET' },
      ...{ takes: base === 'POST /charges', isCaused: false, isFollowed: false },
    }
    this.points.push(point)
    const kind = this.#plan.get(point.name) ?? this.#lasting(base)
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
      if (this.#plan.get(`${base} #${count - before}`) === 'unavailable') return 'unavailable'
    return undefined
  }

  #numbered(name: string): string {
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    return `${name} #${count}`
  }

  #kindOf(dispatch: string): ExploreKind | undefined {
    const name = this.#deliveries.get(dispatch)?.point.name
    return name === undefined ? undefined : this.#plan.get(name)
  }
}
