import type { Sequence } from '../../kernel/collection'
import { afterMs, within } from '../../kernel/real-time'
import { SandboxError } from '../../kernel/sandbox-error'
import { isAboutDelivery } from '../resources/event/keys'
import type { EventRow } from '../resources/event/model'
import type { DispatchRow } from '../resources/webhook-delivery/model'
import type { World } from '../world'
import { applyEarlyFaults } from './attempt-faults'
import { type AttemptPorts, OpenAttempts } from './attempts'
import { dispatchAgain, dispatchEvent } from './outbox'

/**
 * The queues of webhooks, one for each address. Nothing else in the service uses the network.
 *
 * What is sent: an event gets a row of `world.dispatches` for each of its receivers (`receivers.ts`). The rows that are
 * `due` are the queue of their address, so snapshots and state files have it.
 *
 * In which order: to each address in the order of the events, the next one when the result of the last is recorded
 * (assumption `webhook-order`), or several at once with the option `parallel`. An account has at most 64 attempts in
 * progress, each of which is a connection: receivers that hang disturb their own account only.
 *
 * When: soon after the commit that made the row due and the answer of its request, and at once when the clock moves or a
 * caller waits.
 *
 * How: first the faults, which may delay the attempt or answer it (`attempt-faults.ts`). Then the message is made
 * (`message.ts`) and sent (`transmit.ts`). The result is a commit of its own (`outbox.ts`); after a failure it plans a job
 * that makes the row due again. Nothing waits inside a commit.
 */

/** The most attempts at once of one account, to all its addresses together. */
const attemptsAtOnce = 64

/** The most attempts at once to one address, if they may be parallel. */
const parallelAttempts = 16

/** How long closing waits for attempts in progress, in ms. */
const lastCallMs = 500

export interface QueuePorts extends AttemptPorts {
  /** Whether attempts to one address may overlap. */
  readonly parallel: boolean
}

/** The queue of an address, in one mode of an account: the rows that are due there. */
interface AddressQueue {
  readonly world: World
  readonly uri: string
}

export class WebhookQueues {
  readonly #ports: QueuePorts
  /** By world and address. */
  readonly #queues = new Map<string, AddressQueue>()
  readonly #attempts: OpenAttempts
  readonly #followed = new WeakSet<World>()
  /** The number of the last restore of each world. */
  readonly #restartsOf = new WeakMap<World, number>()
  #restarts = 0
  /** Begins what is due. */
  #alarm: { readonly ms: number; readonly stop: () => void } | null = null
  #isClosed = false

  constructor(ports: QueuePorts) {
    this.#ports = ports
    this.#attempts = new OpenAttempts(ports, () => this.pump())
    this.#attempts.watch(() => {
      if (this.#alarm !== null && this.isIdle) this.#stopAlarm()
    })
  }

  /** Called within the commit that created the event. */
  announce(world: World, event: EventRow): void {
    const { receivers } = this.#ports
    const uris = receivers.of(world, event)
    const { probe } = world
    probe?.eventCreated(event)
    if (uris.length === 0) return
    this.#follow(world)
    for (const dispatch of dispatchEvent(world, event, uris)) {
      const isLocal = receivers.functionAt(world, dispatch.uri) !== undefined
      if (probe?.planned(dispatch, event, isLocal) === 'at once') queueMicrotask(() => this.pump())
    }
  }

  /** Delivers an event again. Returns the ids of its dispatches. */
  announceAgain(world: World, event: EventRow): readonly string[] {
    const uris = isAboutDelivery(event.key) ? [] : this.#ports.receivers.of(world, event)
    if (uris.length > 0) this.#follow(world)
    return uris.map((uri) => dispatchAgain(world, event, uri).id)
  }

  /** Begins all attempts that may begin now. Returns whether there were any. */
  pump(): boolean {
    let isAny = false
    if (this.#isClosed) return isAny
    for (const [key, queue] of this.#queues) {
      while (this.#mayBegin(queue) && this.#beginNext(queue)) isAny = true
      // Charges can name addresses, so those without deliveries are removed.
      if (dueIn(queue).length === 0) this.#queues.delete(key)
    }
    return isAny
  }

  /** One after the other to each address, except where they may be parallel. */
  #mayBegin({ world, uri }: AddressQueue): boolean {
    const ofAccount = this.#attempts.ofAccount(world)
    if (ofAccount.length >= attemptsAtOnce) return false
    const here = ofAccount.filter((attempt) => attempt.world === world && attempt.uri === uri).length
    if (here === 0) return true
    return this.#ports.parallel ? here < parallelAttempts : world.probe?.joins(uri) === true
  }

  /** Begins the next attempt, or puts it off. Returns `false` when none waits. */
  #beginNext(queue: AddressQueue): boolean {
    let isAny = false
    const { world } = queue
    const due = dueIn(queue)
    for (let i = 0; i < due.length; i += 1) {
      const dispatch = due.at(i)
      if (this.#attempts.of(world, dispatch.id) !== undefined) continue
      isAny = true
      if (this.#attempts.begin(world, dispatch) !== 'overtaken') break
    }
    return isAny
  }

  /**
   * Sends what faults let arrive before the answer of the call that caused it, and what comes before that at the same
   * receiver. It waits for no turn: a receiver may make the call. Resolves when they are answered.
   */
  sendEarly(world: World, dispatches: readonly DispatchRow[]): Promise<void> | null {
    const early = this.#isClosed ? [] : this.#ports.commit(() => applyEarlyFaults(world, dispatches))
    return early.length === 0 ? null : this.#sendInTurn(world, early)
  }

  async #sendInTurn(world: World, dispatches: readonly DispatchRow[]): Promise<void> {
    const sendTo = async (uri: string): Promise<void> => {
      for (const { id } of dispatches.filter((one) => one.uri === uri)) {
        const dispatch = world.dispatches.get(id)
        if (dispatch?.state === 'due' && this.#attempts.of(world, id) === undefined)
          this.#attempts.begin(world, dispatch)
        while (this.#attempts.of(world, id)?.facts === null) await this.change()
      }
    }
    await Promise.all([...new Set(dispatches.map(({ uri }) => uri))].map(sendTo))
  }

  /**
   * Resolves when all due deliveries have succeeded or failed. To each address one attempt is made; when all of an account
   * are answered they are recorded in the order in which they began, so that the same run gives the same log, and the
   * next ones follow.
   * @throws SandboxError `endless_events`
   */
  async drain(): Promise<void> {
    const due = [...this.#queues.values()].reduce((sum, queue) => sum + dueIn(queue).length, 0)
    // A receiver that answers each event with a request that creates another event would never end.
    const max = 1000 + 20 * due
    let recorded = 0
    this.#attempts.keepsResults = true
    try {
      while (!this.isIdle) {
        this.pump()
        const answered = this.#attempts.recordAnswered()
        recorded += answered
        if (answered === 0 && this.#attempts.areInProgress) await this.change()
        if (recorded > max) throw endless(max)
      }
    } finally {
      this.#attempts.keepsResults = false
      this.#attempts.record()
    }
  }

  /** Whether nothing is due and no attempt is in progress. */
  get isIdle(): boolean {
    return this.isIdleIn(null)
  }

  /** @param worlds only in these; `null`: in all */
  isIdleIn(worlds: readonly World[] | null): boolean {
    const isMeant = ({ world }: AddressQueue): boolean => worlds?.includes(world) ?? true
    if (this.#isClosed) return true
    if (this.#attempts.open.some(isMeant)) return false
    return ![...this.#queues.values()].some((queue) => isMeant(queue) && dueIn(queue).length > 0)
  }

  /** Calls `changed` after each attempt and after a restore. Returns a function that stops this. */
  watch(changed: () => void): () => void {
    return this.#attempts.watch(changed)
  }

  /** Resolves after the next attempt or restore. */
  change(): Promise<void> {
    return this.#attempts.change()
  }

  /** A number that a restore of this world changes. */
  restartsOf(world: World): number {
    return this.#restartsOf.get(world) ?? 0
  }

  /** After a restore of these worlds: attempts in progress do not belong to their new state, and stay due there. */
  restart(worlds: readonly World[]): void {
    this.#restarts += 1
    for (const world of worlds) this.#restartsOf.set(world, this.#restarts)
    // A world that a restore removes has no rows any more.
    this.#attempts.abort(({ world, id }) => worlds.includes(world) || world.dispatches.get(id) === undefined)
    this.goOn(worlds)
    this.#wake()
    this.#attempts.notify()
  }

  /** Sends deliveries that were due before the first request too. */
  goOn(worlds: readonly World[]): void {
    for (const world of worlds) if (world.dispatches.length > 0) this.#follow(world)
  }

  /** Begins no more attempts. Those in progress get a moment to finish; otherwise they stay due. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopAlarm()
    const finish = async (): Promise<void> => {
      while (this.#attempts.areInProgress) await this.change()
    }
    await within(lastCallMs, finish())
    this.#attempts.record()
    this.#attempts.abort(() => true)
    this.#attempts.notify()
  }

  /** Learns of each row that becomes due. */
  #follow(world: World): void {
    if (this.#followed.has(world)) return
    this.#followed.add(world)
    const look = ({ state, uri }: DispatchRow): void => {
      if (state !== 'due') return
      this.#queues.set(`${world.key} ${uri}`, { world, uri })
      this.#wake(world.probe?.patienceMs)
    }
    world.dispatches.follow({ added: look, replaced: (_, after) => look(after) })
  }

  /** Soon, but after the running commit and after its answer is sent. */
  #wake(ms = 0): void {
    if (this.#isClosed || (this.#alarm !== null && this.#alarm.ms <= ms)) return
    this.#stopAlarm()
    const stop = afterMs(ms, () => {
      this.#alarm = null
      const [first] = this.#queues.values()
      if (this.pump()) first?.world.probe?.begunByItself()
    })
    this.#alarm = { ms, stop }
  }

  #stopAlarm(): void {
    this.#alarm?.stop()
    this.#alarm = null
  }
}

/** Its deliveries, also those under way, in the order of the events. */
const dueIn = ({ world, uri }: AddressQueue): Sequence<DispatchRow> => world.dispatches.by('due', uri)

const endless = (max: number): SandboxError =>
  new SandboxError(
    'endless_events',
    `more than ${max} deliveries at one moment of the clock: does a receiver answer each event with a request that makes another?`,
  )
