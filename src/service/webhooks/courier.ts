import { afterMs, afterMsIfAlive } from '../../kernel/real-time'
import { isAboutDelivery } from '../resources/event/keys'
import type { EventRow } from '../resources/event/model'
import type { DispatchRow } from '../resources/webhook-delivery/model'
import type { World } from '../world'
import { decide, decideEarly } from './decide'
import { endless, type Flight, Flights, followingMax } from './flights'
import { followDue, type Landed, Landings, Lanes, type Turn } from './lanes'
import { forgedMessageOf, type Message, type MessageFormat, messageOf } from './message'
import type { Network } from './network'
import {
  type AttemptFacts,
  dispatchAgain,
  dispatchEvent,
  giveUp,
  type RetrySchedule,
  recordAttempt,
} from './outbox'
import type { Receivers } from './receivers'
import { type TransmitResult, transmit } from './transmit'

export interface CourierPorts {
  readonly receivers: Receivers
  /** Runs `work` as one step at one time, after all due jobs. */
  readonly commit: <T>(work: () => T extends Promise<unknown> ? never : T) => T
  readonly format: () => MessageFormat
  readonly schedule: RetrySchedule
  readonly timeoutMs: number
  /** Read for each attempt: a server replaces the network. */
  readonly network: () => Network
}

/** How long closing waits for attempts in progress, in ms. */
const lastCallMs = 500

/**
 * Sends due deliveries; nothing else uses the network. It holds no state: the queue is the rows that are due, and its
 * memory of them is derived from the rows and rebuilt after a restore. Nothing here waits inside a commit, and no commit
 * waits for this: an attempt begins after the commit that made it due, and its result is a separate commit.
 */
export class Courier {
  readonly #ports: CourierPorts
  readonly #lanes = new Lanes()
  readonly #followed = new WeakSet<World>()
  readonly #watchers = new Set<() => void>()
  readonly #landings = new Landings()
  /** Number of restores of single worlds. */
  readonly #restartsOf = new WeakMap<World, number>()
  readonly #flights = new Flights()
  /** Number of restores of the whole state. */
  #restarts = 0
  #isWoken = false
  #isClosed = false

  constructor(ports: CourierPorts) {
    this.#ports = ports
  }

  /** Called within the commit that created the event. */
  announce(world: World, event: EventRow): void {
    const uris = this.#ports.receivers.of(world, event)
    const { probe } = world
    probe?.happened(event)
    if (uris.length === 0) return
    this.#follow(world)
    for (const dispatch of dispatchEvent(world, event, uris)) probe?.planned(dispatch, event)
  }

  /** Delivers an event again. Returns the ids of its dispatches. */
  announceAgain(world: World, event: EventRow): readonly string[] {
    const uris = isAboutDelivery(event.key) ? [] : this.#ports.receivers.of(world, event)
    if (uris.length > 0) this.#follow(world)
    return uris.map((uri) => dispatchAgain(world, event, uri).id)
  }

  /** Number of restores of this world. */
  restartsOf(world: World): number {
    return this.#restarts + (this.#restartsOf.get(world) ?? 0)
  }

  /** Whether nothing is due and no attempt is in progress. */
  get isIdle(): boolean {
    return this.#isClosed || (this.#lanes.isEmpty && this.#landings.length === 0)
  }

  /** The same for some worlds only. */
  isIdleIn(worlds: readonly World[]): boolean {
    if (this.isIdle) return true
    return !worlds.some((world) => this.#lanes.hasAny(world) || this.#landings.has(world))
  }

  /** Calls `changed` after each attempt and after a restore. Returns a function that stops this. */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed)
    return () => void this.#watchers.delete(changed)
  }

  /** Begins all attempts that may begin now. */
  pump(): void {
    if (this.#isClosed) return
    for (let turn = this.#lanes.take(); turn !== null; turn = this.#lanes.take()) this.#begin(turn)
  }

  /**
   * Sends what faults let arrive before the answer of the call that caused it, and what comes before that at the same
   * receiver. It waits for no turn: a receiver may make the call. Resolves when they are answered.
   */
  sendEarly(world: World, dispatches: readonly DispatchRow[]): Promise<void> | null {
    const early = this.#isClosed ? [] : this.#ports.commit(() => decideEarly(world, dispatches))
    return early.length === 0 ? null : this.#sendInTurn(world, early)
  }

  async #sendInTurn(world: World, dispatches: readonly DispatchRow[]): Promise<void> {
    const sendTo = async (uri: string): Promise<void> => {
      for (const dispatch of dispatches.filter((one) => one.uri === uri)) {
        const turn = this.#lanes.takeThis(dispatch, world)
        if (turn !== null) this.#begin(turn)
        await this.#flights.over(dispatch.id)
      }
    }
    await Promise.all([...new Set(dispatches.map(({ uri }) => uri))].map(sendTo))
  }

  /**
   * Resolves when all due deliveries have succeeded or failed. Results are recorded in the order of the events, not of the
   * answers, so that the same run gives the same log.
   * @throws SandboxError `endless_events`
   */
  async drain(): Promise<void> {
    const restarts = this.#restarts
    this.#landings.hold()
    const max = followingMax(this.#lanes.length)
    let recorded = 0
    try {
      while (!this.isIdle && this.#restarts === restarts) {
        this.pump()
        if (this.#flights.size > 0) await this.change()
        else recorded += this.#recordLanded()
        // When every answer causes the next event, an attempt is in progress at all times.
        if (recorded + this.#landings.length > max) throw endless(max)
      }
    } finally {
      if (this.#restarts === restarts) {
        this.#recordLanded()
        this.#landings.release()
      }
    }
  }

  /** After a restore: attempts in progress do not belong to the new state. */
  restart(worlds: readonly World[]): void {
    this.#restarts += 1
    this.#beginAgain(worlds, () => true)
    this.#landings.release()
  }

  /** The same for some worlds; all others continue. */
  restartOnly(worlds: readonly World[]): void {
    for (const world of worlds) this.#restartsOf.set(world, (this.#restartsOf.get(world) ?? 0) + 1)
    this.#beginAgain(worlds, (world) => worlds.includes(world))
  }

  #beginAgain(worlds: readonly World[], isMeant: (world: World) => boolean): void {
    const flights = this.#flights.cut(isMeant)
    const begun: readonly Turn[] = [...flights, ...this.#landings.drop(isMeant)]
    for (const { lane } of flights) this.#lanes.done(lane)
    for (const { lane, id } of [...begun].reverse())
      if (lane.world.dispatches.get(id)?.state === 'due') this.#lanes.putFirst(lane.world, lane.uri, id)
    this.goOn(worlds)
    this.#wake()
    this.#notify()
  }

  /** Sends deliveries that were due before the first request too. */
  goOn(worlds: readonly World[]): void {
    for (const world of worlds) if (world.dispatches.length > 0) this.#follow(world)
  }

  /** Begins no more attempts. Attempts in progress get a moment to finish; otherwise they stay due. */
  async close(): Promise<void> {
    this.#isClosed = true
    let isOver = false
    const forget = afterMsIfAlive(lastCallMs, () => {
      isOver = true
      this.#notify()
    })
    while (this.#flights.size > 0 && !isOver) await this.change()
    forget()
    this.#flights.cut(() => true)
    this.#recordLanded()
    this.#landings.release()
    this.#notify()
  }

  #follow(world: World): void {
    if (this.#followed.has(world)) return
    this.#followed.add(world)
    followDue(world, this.#lanes, () => this.#wake())
  }

  /** Soon, but after the running commit and after its answer is sent. */
  #wake(): void {
    if (this.#isWoken || this.#isClosed) return
    this.#isWoken = true
    afterMs(0, () => {
      this.#isWoken = false
      this.pump()
    })
  }

  #begin(turn: Turn): void {
    const { world } = turn.lane
    const { commit, format } = this.#ports
    const dispatch = world.dispatches.get(turn.id)
    const event = dispatch === undefined ? undefined : world.events.get(dispatch.event)
    if (dispatch === undefined || event === undefined) {
      this.#lanes.done(turn.lane)
      if (dispatch !== undefined) commit(() => giveUp(world, dispatch))
      return
    }
    const decision = decide({ turn, lanes: this.#lanes, dispatch, event }, commit)
    if (decision.now) {
      const { signature, outcome } = decision
      const message = messageOf(world, event, signature, format())
      this.#flights.begin(turn, (flight) => {
        const forge = (): Message => forgedMessageOf(world, event, format())
        if (outcome === null) return this.#fly(flight, dispatch, message, forge)
        this.#arrive(flight, { ...outcome, ...message.facts })
        return null
      })
    } else {
      this.#lanes.done(turn.lane)
      this.#notify()
    }
  }

  async #fly(flight: Flight, dispatch: DispatchRow, message: Message, forge: () => Message): Promise<void> {
    const { receivers, timeoutMs, network } = this.#ports
    const { world, uri } = flight.lane
    const handler = receivers.functionAt(world, uri)
    const { ended } = flight
    const send = (sent: Message): Promise<TransmitResult> =>
      transmit({ uri, message: sent, timeoutMs, ended, handler, network: network() })
    const { probe } = world
    const outcome = await (probe === null
      ? send(message)
      : probe.deliver(dispatch, handler !== undefined, (isForged) => send(isForged ? forge() : message)))
    this.#arrive(flight, { ...outcome, ...message.facts })
    this.pump()
  }

  #arrive(flight: Flight, facts: AttemptFacts): void {
    // An attempt that began in another state does not belong to this one.
    if (!this.#flights.land(flight)) return
    this.#lanes.done(flight.lane)
    const landed = { lane: flight.lane, id: flight.id, facts }
    if (!this.#landings.keep(landed)) this.#record(landed)
    this.#notify()
  }

  #recordLanded(): number {
    const landed = this.#landings.take()
    for (const one of landed) this.#record(one)
    if (landed.length > 0) this.#notify()
    return landed.length
  }

  #record({ lane: { world }, id, facts }: Landed): void {
    this.#ports.commit(() => {
      const dispatch = world.dispatches.get(id)
      if (dispatch?.state !== 'due') return
      if (world.events.get(dispatch.event) === undefined) giveUp(world, dispatch)
      else recordAttempt(world, dispatch, facts, this.#ports.schedule)
    })
  }

  #notify(): void {
    for (const changed of [...this.#watchers]) changed()
  }

  /** Resolves at the next call of watchers. */
  change(): Promise<void> {
    return new Promise((resolve) => {
      const unwatch = this.watch(() => {
        unwatch()
        resolve()
      })
    })
  }
}
