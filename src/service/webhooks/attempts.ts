import { deferred } from '../../kernel/deferred'
import type { EventRow } from '../resources/event/model'
import type { DispatchRow } from '../resources/webhook-delivery/model'
import type { World } from '../world'
import { applyFaults, spoiledByFault } from './attempt-faults'
import { forgedMessageOf, type Message, type MessageFormat, messageOf } from './message'
import type { Network } from './network'
import { type AttemptFacts, giveUp, type RetrySchedule, recordAttempt } from './outbox'
import type { Receivers } from './receivers'
import { isRefusal } from './refused'
import { type TransmitResult, transmit } from './transmit'

export interface AttemptPorts {
  readonly receivers: Receivers
  /** Runs `work` as one step at one time, after all due jobs. */
  readonly commit: <T>(work: () => T extends Promise<unknown> ? never : T) => T
  readonly format: () => MessageFormat
  readonly schedule: RetrySchedule
  readonly timeoutMs: number
  /** Read for each attempt: a server replaces the network. */
  readonly network: () => Network
}

/** An attempt to deliver, from its begin until its result is recorded. */
interface OpenAttempt {
  readonly world: World
  readonly uri: string
  /** Of the dispatch. */
  readonly id: string
  /** Aborts it. */
  readonly ended: AbortController
  /** Its result; `null` while it is in progress. */
  facts: AttemptFacts | null
}

const isInProgress = ({ facts }: OpenAttempt): boolean => facts === null

/** Makes attempts and records their results, each in a commit of its own. */
export class OpenAttempts {
  /** Whether results wait for `record` or `recordAnswered`; otherwise they are recorded when they arrive. */
  keepsResults = false
  readonly #ports: AttemptPorts
  readonly #answered: () => void
  /** Those without a recorded result, by account, in the order in which they began. */
  readonly #open = new Map<string, Set<OpenAttempt>>()
  readonly #watchers = new Set<() => void>()

  /** @param answered called after an answer, when others may begin */
  constructor(ports: AttemptPorts, answered: () => void) {
    this.#ports = ports
    this.#answered = answered
  }

  /** Those without a recorded result. */
  get open(): readonly OpenAttempt[] {
    return [...this.#open.values()].flatMap((attempts) => [...attempts])
  }

  /** Those of the account of a world, in both modes. */
  ofAccount({ accountId }: World): readonly OpenAttempt[] {
    return [...(this.#open.get(accountId) ?? [])]
  }

  of(world: World, id: string): OpenAttempt | undefined {
    return this.ofAccount(world).find((attempt) => attempt.world === world && attempt.id === id)
  }

  get areInProgress(): boolean {
    return this.open.some(isInProgress)
  }

  /** Begins an attempt, unless a fault puts it off. */
  begin(world: World, dispatch: DispatchRow): 'begun' | 'postponed' | 'overtaken' {
    const { commit, format } = this.#ports
    const event = world.events.get(dispatch.event)
    if (event === undefined) {
      commit(() => giveUp(world, dispatch))
      this.notify()
      return 'postponed'
    }
    const decision = applyFaults({ world, dispatch, event }, commit)
    if (typeof decision === 'string') {
      this.notify()
      return decision
    }
    const message = messageOf(world, event, decision.signature, format())
    const { id, uri } = dispatch
    const attempt: OpenAttempt = { world, uri, id, ended: new AbortController(), facts: null }
    const others = this.#open.get(world.accountId)
    if (others === undefined) this.#open.set(world.accountId, new Set([attempt]))
    else others.add(attempt)
    const isSpoiled = decision.signature !== null
    if (decision.outcome === null) void this.#send(attempt, { dispatch, event, message, isSpoiled })
    else this.#arrive(attempt, { ...decision.outcome, ...message.facts })
    return 'begun'
  }

  async #send(attempt: OpenAttempt, sent: SentMessage): Promise<void> {
    const outcome = await this.#transmit(attempt, sent)
    const error = sent.isSpoiled && isRefusal(outcome.status) ? spoiledByFault : outcome.error
    this.#arrive(attempt, { ...outcome, error, ...sent.message.facts })
    this.#answered()
  }

  /** Sends the message once, or as often as the probe of an exploration wants. */
  #transmit(
    { world, uri, ended }: OpenAttempt,
    { dispatch, event, message }: SentMessage,
  ): Promise<TransmitResult> {
    const { receivers, timeoutMs, network, format } = this.#ports
    const handler = receivers.functionAt(world, uri)
    const shared = { uri, timeoutMs, ended, handler }
    const { probe } = world
    if (probe === null) return transmit({ ...shared, message, network: network() })
    return probe.deliver(dispatch, handler !== undefined, (isForged, opened) => {
      const sent = isForged ? forgedMessageOf(world, event, format()) : message
      return transmit({ ...shared, message: sent, opened, network: network() })
    })
  }

  #arrive(attempt: OpenAttempt, facts: AttemptFacts): void {
    // An attempt that began in another state does not belong to this one.
    if (this.#open.get(attempt.world.accountId)?.has(attempt) !== true) return
    attempt.facts = facts
    if (this.keepsResults) this.notify()
    else this.#record([attempt])
  }

  /** Records the results that were kept. */
  record(): void {
    this.#record(this.open.filter((attempt) => !isInProgress(attempt)))
  }

  /**
   * Records those of each account that has no attempt in progress: no account waits for the receivers of another.
   * Returns their number.
   */
  recordAnswered(): number {
    const answered = [...this.#open.values()].filter((attempts) => ![...attempts].some(isInProgress))
    return this.#record(answered.flatMap((attempts) => [...attempts]))
  }

  #record(attempts: readonly OpenAttempt[]): number {
    const { commit, schedule } = this.#ports
    for (const attempt of attempts) {
      const { world, id, facts } = attempt
      this.#delete(attempt)
      commit(() => {
        const dispatch = world.dispatches.get(id)
        if (dispatch?.state !== 'due' || facts === null) return
        if (world.events.get(dispatch.event) === undefined) giveUp(world, dispatch)
        else recordAttempt(world, dispatch, facts, schedule)
      })
    }
    if (attempts.length > 0) this.notify()
    return attempts.length
  }

  /** Ends attempts without a result: their deliveries stay due. */
  abort(isMeant: (attempt: OpenAttempt) => boolean): void {
    for (const attempt of this.open.filter(isMeant)) {
      this.#delete(attempt)
      attempt.ended.abort()
    }
  }

  #delete(attempt: OpenAttempt): void {
    const { accountId } = attempt.world
    const others = this.#open.get(accountId)
    others?.delete(attempt)
    if (others?.size === 0) this.#open.delete(accountId)
  }

  /** Calls `changed` after each attempt, and at `notify`. Returns a function that stops this. */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed)
    return () => void this.#watchers.delete(changed)
  }

  notify(): void {
    for (const changed of [...this.#watchers]) changed()
  }

  /** Resolves at the next call of watchers. */
  change(): Promise<void> {
    const { promise, resolve } = deferred()
    return promise.finally(this.watch(resolve))
  }
}

/** What an attempt sends. */
interface SentMessage {
  readonly dispatch: DispatchRow
  readonly event: EventRow
  readonly message: Message
  /** Whether a fault spoiled its signature. */
  readonly isSpoiled: boolean
}
