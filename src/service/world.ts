import { Collection, type Declaration, type Row, type Stored } from '../kernel/collection'
import type { Commit, UndoLog } from '../kernel/commit'
import { type WebhookReach, wholeReach } from '../kernel/hosts'
import { type Ids, letters } from '../kernel/ids'
import { limits } from '../kernel/limits'
import type { Timeline } from '../kernel/timeline'
import { type Profile, profileOf } from '../options/profiles'
import { faultCounts, requestFaults, webhookFaults } from './faults/model'
import type { Probe, Probing } from './faults/probe'
import type { AccountRow } from './resources/account/model'
import {
  type DeliveryKey,
  keyOf,
  type ObjectOfOccasion,
  type OccasionName,
  occasions,
} from './resources/event/keys'
import { type EventRow, type EventSubject, events } from './resources/event/model'
import { tables } from './resources/models'
import { dispatches, webhookDeliveries } from './resources/webhook-delivery/model'
import { currentVersion, type Version } from './versions/history'

const specProfile = profileOf('spec')

/** What a world gets from outside: time, ids, the undo log, and how to find the rows that a record shows. */
export interface WorldPorts {
  readonly timeline: Timeline
  readonly ids: Ids
  readonly undo: UndoLog
  readonly accounts: { get(id: string): AccountRow }
  /** Delay until searches find a change, in ms of the virtual clock. Default: 0. */
  readonly searchDelayMs?: number
  readonly kindOf: (object: string) => { related(world: World, row: Row): unknown }
  /** Default: `spec`. */
  readonly profile?: Profile
  /** Where webhooks may go. Default: everywhere. */
  readonly webhookReach?: WebhookReach
  /** What watches the sandbox. Default: nothing. */
  readonly probing?: Probing
  /** Delivers an event to its webhook endpoints, within the same commit. Default: no deliveries. */
  readonly webhookQueues?: { announce(world: World, event: EventRow): void }
}

/** The tables of the resources, of the events about them and their deliveries, and of the faults that a user scripts. */
const allTables = {
  ...tables,
  dispatches,
  events,
  faultCounts,
  requestFaults,
  webhookDeliveries,
  webhookFaults,
}

type CollectionOf<T> = T extends Declaration<infer R, infer I> ? Collection<R, I> : never
/** A collection for each table, under the table's name. */
type Collections = { readonly [N in keyof typeof allTables]: CollectionOf<(typeof allTables)[N]> }

/** Has a collection for each table. */
class Holder {
  readonly collections: readonly Stored[]

  constructor(undo: UndoLog) {
    const made = Object.entries<Declaration<never, string>>(allTables).map(
      ([name, table]) => [name, new Collection(table, undo, this)] as const,
    )
    this.collections = made.map(([, rows]) => rows)
    Object.assign(this, Object.fromEntries(made))
  }

  /** Replaces all rows. */
  load(rows: { readonly [name: string]: readonly Row[] }): void {
    for (const collection of this.collections) collection.load(rows[collection.name] ?? [])
  }
}

/** `Holder`, with a type that says which collections there are. */
const CollectionHolder = Holder as new (undo: UndoLog) => Holder & Collections

/** The world of a collection that a commit wrote; `null` for the accounts and their keys. */
export const worldOf = (written: object): World | null =>
  written instanceof Collection && written.owner instanceof World ? written.owner : null

/** One account in one mode. It has no access to other accounts or the other mode. */
export class World extends CollectionHolder {
  /** `<account id>/test` or `<account id>/live`. */
  readonly key: string
  readonly livemode: boolean
  readonly accountId: string
  /** The only way to write: all writes of `work` are kept, or none. */
  readonly commit: UndoLog['run']
  /** The choices where the specification and recordings of the real service differ. */
  readonly profile: Profile
  /** Delay until searches find a change, in ms. */
  readonly searchDelayMs: number
  /** Where webhooks may go. */
  readonly webhookReach: WebhookReach
  /** The address of the API for the client of the last call, for links in webhooks; `null` for the server's own. */
  baseUrlOfCall: string | null = null
  readonly #ports: WorldPorts

  constructor(ports: WorldPorts, accountId: string, livemode: boolean) {
    super(ports.undo)
    this.key = `${accountId}/${livemode ? 'live' : 'test'}`
    this.livemode = livemode
    this.accountId = accountId
    this.commit = ports.undo.run.bind(ports.undo)
    this.profile = ports.profile ?? specProfile
    this.searchDelayMs = ports.searchDelayMs ?? 0
    this.webhookReach = ports.webhookReach ?? wholeReach
    this.#ports = ports
  }

  get account(): AccountRow {
    return this.#ports.accounts.get(this.accountId)
  }

  /** The last commit of the sandbox, in any of its worlds. */
  get latestCommit(): Commit {
    return this.#ports.undo.latest
  }

  /** The running commit, with its writes so far. */
  get pendingCommit(): Commit {
    return this.#ports.undo.pending
  }

  /** The version of the API that the account has chosen as its default in this mode (spec 9). */
  get apiVersion(): Version {
    return this.settings.length === 0 ? currentVersion : this.settings.at(0).apiVersion
  }

  /** What watches this sandbox and lets something go wrong; `null` outside of explorations. */
  get probe(): Probe | null {
    return this.#ports.probing?.probe ?? null
  }

  /** Epoch milliseconds of the virtual clock. */
  now(): number {
    return this.#ports.timeline.now()
  }

  newId(prefix: string): string {
    return this.#ports.ids.next(prefix, this.livemode)
  }

  /** For ids with the same form in both modes (spec 2.1: `whsec_`). */
  newBareId(prefix: string): string {
    return this.#ports.ids.next(prefix, true)
  }

  /** A signing secret, as base64 text. */
  newSecret(): string {
    return this.#ports.ids.secret(limits.webhookSecretBytes)
  }

  /** Plans a job, which runs when the virtual clock reaches `runAt`. */
  plan(runAt: number, kind: string, subject: string): void {
    this.#ports.timeline.plan(runAt, kind, this.key, subject)
  }

  /** A record as it is now, with the rows that its JSON shows with it. */
  subject(object: string, row: Row): EventSubject {
    return { object, row, related: this.#ports.kindOf(object).related(this, row) }
  }

  /** Records an event for each occasion that the profile has one for, and announces it for delivery. */
  emit<O extends OccasionName>(
    occasions: readonly O[],
    object: ObjectOfOccasion<O>,
    row: Row,
    charge: string | null = null,
  ): void {
    const subject = this.subject(object, row)
    for (const occasion of occasions) {
      const key = keyOf(occasion, this.profile.eventKeys)
      if (key === null) continue
      const event = this.#record({ id: this.newId('evnt'), key, subject, charge })
      // Events of a fixture are history: they are not delivered.
      if (!this.#ports.timeline.replaying) this.#ports.webhookQueues?.announce(this, event)
    }
  }

  /** Records an event about a delivery. Its id follows from `cause`, so that later ids do not change. */
  recordDeliveryEvent(occasion: DeliveryKey, cause: string, row: Row): void {
    const key = keyOf(occasion, this.profile.eventKeys)
    if (key === null) return
    this.#record({
      id: this.idFrom('evnt', cause),
      key,
      subject: this.subject(occasions[occasion][0], row),
      charge: null,
    })
  }

  /** An id that follows from its cause: deliveries run at the time of requests and must not change the ids that requests get. */
  idFrom(prefix: string, cause: string): string {
    return `${prefix}${this.livemode ? '_' : '_test_'}${letters(prefix, cause)}`
  }

  #record(event: Omit<EventRow, 'createdAt' | 'apiVersion' | 'calledAt'>): EventRow {
    // Names first: after a spread, Node 20 makes a hidden class for each name and each event.
    const { baseUrlOfCall: calledAt } = this
    const recorded = this.events.insert({
      createdAt: this.now(),
      apiVersion: this.apiVersion,
      calledAt,
      ...event,
    })
    // A replay may be undone as a whole, and deleted events could not come back.
    if (this.#ports.timeline.replaying) return recorded
    const oldest = this.now() - limits.eventRetentionMs
    this.events.forgetBefore(oldest)
    this.dispatches.forgetBefore(oldest)
    this.webhookDeliveries.forgetBefore(oldest)
    return recorded
  }
}
