import type { DispatchRow } from '../resources/webhook-delivery/model'
import type { World } from '../world'
import { decide } from './decide'
import { forgedMessageOf, type Message, type MessageFormat, messageOf } from './message'
import type { Network, Outgoing } from './network'
import { type AttemptFacts, giveUp, type RetrySchedule, recordAttempt } from './outbox'
import type { Receivers } from './receivers'
import { type TransmitResult, transmit } from './transmit'

export interface FlightPorts {
  readonly receivers: Receivers
  /** Runs `work` as one step at one time, after all due jobs. */
  readonly commit: <T>(work: () => T extends Promise<unknown> ? never : T) => T
  readonly format: () => MessageFormat
  readonly schedule: RetrySchedule
  readonly timeoutMs: number
  /** Read for each attempt: a server replaces the network. */
  readonly network: () => Network
}

/** An attempt from its begin until its result is recorded. */
export interface Flight {
  readonly world: World
  readonly uri: string
  /** Of the dispatch. */
  readonly id: string
  /** Aborts it. */
  readonly ended: AbortController
  /** Its result; `null` while it is in progress. */
  facts: AttemptFacts | null
}

/** Makes attempts and records their results, each in a commit of its own. */
export class Flights {
  readonly #ports: FlightPorts
  readonly #changed: () => void
  readonly #next: () => void
  readonly #flights = new Set<Flight>()
  readonly #byAccount = new Map<string, Set<Flight>>()
  #isHeld = false

  /**
   * @param changed called when an attempt ends, and when one is not made now
   * @param next called after an answer, when others may begin
   */
  constructor(ports: FlightPorts, changed: () => void, next: () => void) {
    this.#ports = ports
    this.#changed = changed
    this.#next = next
  }

  /** Those without a recorded result. */
  get open(): readonly Flight[] {
    return [...this.#flights]
  }

  /** Those of the account of a world, in both modes. */
  ofAccount({ accountId }: World): readonly Flight[] {
    return [...(this.#byAccount.get(accountId) ?? [])]
  }

  get areInProgress(): boolean {
    return this.open.some(({ facts }) => facts === null)
  }

  of(world: World, id: string): Flight | undefined {
    return this.ofAccount(world).find((flight) => flight.world === world && flight.id === id)
  }

  begin(world: World, dispatch: DispatchRow): 'begun' | 'postponed' | 'overtaken' {
    const { commit, format } = this.#ports
    const event = world.events.get(dispatch.event)
    if (event === undefined) {
      commit(() => giveUp(world, dispatch))
      this.#changed()
      return 'postponed'
    }
    const decision = decide({ world, dispatch, event }, commit)
    if (typeof decision === 'string') {
      this.#changed()
      return decision
    }
    const { id, uri } = dispatch
    const message = messageOf(world, event, decision.signature, format())
    const forge = (): Message => forgedMessageOf(world, event, format())
    const flight: Flight = { world, uri, id, ended: new AbortController(), facts: null }
    this.#add(flight)
    if (decision.outcome === null) void this.#send(flight, dispatch, message, forge)
    else this.#arrive(flight, { ...decision.outcome, ...message.facts })
    return 'begun'
  }

  /** From now on results are kept until `record` and not recorded when they arrive. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld
  }

  /** Records the results that were kept, in the order in which their attempts began. Returns their number. */
  record(): number {
    return this.#recordAll(this.open.filter(({ facts }) => facts !== null))
  }

  /** Records those of each account that has no attempt in progress: no account waits for the receivers of another. */
  recordAnswered(): number {
    const answered = [...this.#byAccount.values()].filter((flights) =>
      [...flights].every(({ facts }) => facts !== null),
    )
    return this.#recordAll(answered.flatMap((flights) => [...flights]))
  }

  #recordAll(arrived: readonly Flight[]): number {
    for (const flight of arrived) this.#record(flight)
    if (arrived.length > 0) this.#changed()
    return arrived.length
  }

  /** Ends attempts without a result: their deliveries stay due. */
  abort(isMeant: (flight: Flight) => boolean): void {
    for (const flight of this.open.filter(isMeant)) {
      this.#delete(flight)
      flight.ended.abort()
    }
  }

  #add(flight: Flight): void {
    this.#flights.add(flight)
    const { accountId } = flight.world
    const others = this.#byAccount.get(accountId)
    if (others === undefined) this.#byAccount.set(accountId, new Set([flight]))
    else others.add(flight)
  }

  #delete(flight: Flight): void {
    this.#flights.delete(flight)
    const { accountId } = flight.world
    const others = this.#byAccount.get(accountId)
    others?.delete(flight)
    if (others?.size === 0) this.#byAccount.delete(accountId)
  }

  async #send(flight: Flight, dispatch: DispatchRow, message: Message, forge: () => Message): Promise<void> {
    const { receivers, timeoutMs, network } = this.#ports
    const { world, uri, ended } = flight
    const handler = receivers.functionAt(world, uri)
    const send = (sent: Message, opened?: Outgoing['opened']): Promise<TransmitResult> =>
      transmit({ uri, message: sent, timeoutMs, ended, opened, handler, network: network() })
    const { probe } = world
    const outcome = await (probe === null
      ? send(message)
      : probe.deliver(dispatch, handler !== undefined, (isForged, opened) =>
          send(isForged ? forge() : message, opened),
        ))
    this.#arrive(flight, { ...outcome, ...message.facts })
    this.#next()
  }

  #arrive(flight: Flight, facts: AttemptFacts): void {
    // An attempt that began in another state does not belong to this one.
    if (!this.#flights.has(flight)) return
    flight.facts = facts
    if (!this.#isHeld) this.#record(flight)
    this.#changed()
  }

  #record(flight: Flight): void {
    const { world, id, facts } = flight
    this.#delete(flight)
    this.#ports.commit(() => {
      const dispatch = world.dispatches.get(id)
      if (dispatch?.state !== 'due' || facts === null) return
      if (world.events.get(dispatch.event) === undefined) giveUp(world, dispatch)
      else recordAttempt(world, dispatch, facts, this.#ports.schedule)
    })
  }
}
