import type { CheckedFixture } from '../fixtures/format'
import type { LeftOut } from '../fixtures/record/draft'
import type { RecordingProgress } from '../fixtures/record/rehearse'
import type { LongOptions } from '../kernel/steps'
import type { Card } from '../resources/card/serialize'
import type { Charge } from '../resources/charge/schema'
import type { Customer } from '../resources/customer/serialize'
import type { Dispute } from '../resources/dispute/serialize'
import type { Link } from '../resources/link/serialize'
import type { Recipient } from '../resources/recipient/serialize'
import type { Refund } from '../resources/refund/serialize'
import type { Schedule } from '../resources/schedule/serialize'
import type { Source } from '../resources/source/serialize'
import type { Token } from '../resources/token/serialize'
import type { Transfer } from '../resources/transfer/serialize'
import type { Records as Readers } from './records'

/** Fixtures as the library takes and gives them: what goes in, and the records by the names that it gave. */

type DeepReadonly<T> = T extends readonly (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T

/**
 * A fixture as an object: what exists, not which calls were made. Amounts are subunits; times are ISO 8601 text or
 * durations before now such as `-3d`. `as` names a record; the name stands wherever an id is expected.
 */
export type Fixture = DeepReadonly<CheckedFixture>

/** What there is, as a fixture. */
export interface Recording {
  /** What `seed` and the option `fixtures` take. */
  readonly fixture: Fixture
  /** What it does not bring back; empty when it brings back all that was there. */
  readonly leftOut: readonly LeftOut[]
}

/** How to follow a long recording, and to stop it. */
export type RecordOptions = LongOptions<RecordingProgress>

/** What `record` of a sandbox, an account or a mode is given. */
export type RecordArguments = [options?: RecordOptions] | [format: 'yaml', options?: RecordOptions]

/** A record that a fixture can name, as the API shows it. */
export type SeededRecord =
  | Card
  | Charge
  | Customer
  | Dispute
  | Link
  | Recipient
  | Refund
  | Schedule
  | Source
  | Token
  | Transfer

type Items<T, Field extends string> = T extends { readonly [F in Field]: readonly (infer E)[] } ? E : never
type Member<T, Field extends string> = T extends { readonly [F in Field]: infer M } ? M : never
/** A name that the type checker does not know is left out. */
type NameOf<X> = X extends { readonly as: infer A extends string } ? (string extends A ? never : A) : never
type ByName<E, R> = { readonly [X in E as NameOf<X>]: R }

type Charges<C> = ByName<C, Charge> &
  ByName<Items<C, 'refunds'>, Refund> &
  ByName<Member<C, 'dispute'>, Dispute>

type Records<F> = ByName<Items<F, 'customers'>, Customer> &
  ByName<Items<Items<F, 'customers'>, 'cards'>, Card> &
  ByName<Items<F, 'tokens'>, Token> &
  ByName<Items<F, 'sources'>, Source> &
  Charges<Items<F, 'charges'>> &
  ByName<Items<F, 'recipients'>, Recipient> &
  ByName<Items<F, 'transfers'>, Transfer> &
  ByName<Items<F, 'links'>, Link> &
  Charges<Items<Items<F, 'links'>, 'payments'>> &
  ByName<Items<F, 'schedules'>, Schedule>
type BothModes<F> = Records<F> & Records<Member<F, 'live'>>
type Named<F, A> = BothModes<F> & ByName<Items<F, 'accounts'>, A> & BothModes<Items<F, 'accounts'>>

/** The records of a fixture by their names, its accounts as `A`; of a literal, each with its type. */
export type Seeded<F, A = never> = keyof Named<F, A> extends never
  ? { readonly [alias: string]: SeededRecord | A }
  : Named<F, A>

/**
 * What can be seeded: the sandbox (its default account in test mode), an account (in test mode), or one of its modes.
 * What is recorded is all of it: every account of the sandbox, both modes of an account, or the one mode.
 */
export interface Seeding<A> {
  /**
   * Makes the records of a fixture and resolves them by their names (`as`), as the API shows them; accounts of its
   * own as the library hands them out. Where the
   * fixture has a later `now` than the clock, the clock moves there. All or nothing. `reset` takes them away again.
   * @param fixture the name of one that ships, the path of a file (with `/` or ending in .yaml, .json), or an object
   * @throws FixtureError naming each mistake with its path and, from a file, its line; nothing changes then
   */
  seed<const F extends string | Fixture>(fixture: F): Promise<Seeded<F, A>>
  /** The record to which a fixture gave this name; `undefined` when none did. */
  named(alias: string): SeededRecord | A | undefined
  /**
   * What there is now, as a fixture: made from the records, not from the requests that made them, and tried before it
   * is handed out. Records have the names that fixtures gave them, or new ones. Card numbers are not kept: test cards
   * stand in for them. Keys, signing secrets, ids, deliveries and scripted faults are no part of a fixture.
   * Other requests are answered meanwhile; what they change is not in it.
   * @throws SandboxError `stopped` when its signal was aborted
   */
  record(options?: RecordOptions): Promise<Recording>
  /** The same as the text of a file, with what it leaves out in its first lines. */
  record(format: 'yaml', options?: RecordOptions): Promise<string>
}

const readers = {
  card: 'cards',
  charge: 'charges',
  customer: 'customers',
  dispute: 'disputes',
  link: 'links',
  recipient: 'recipients',
  refund: 'refunds',
  schedule: 'schedules',
  source: 'sources',
  token: 'tokens',
  transfer: 'transfers',
} as const

/** The record behind a name; `undefined` when it is gone. */
export const readNamed = (records: Readers, object: string, id: string): SeededRecord | undefined =>
  object in readers ? records[readers[object as keyof typeof readers]].get(id) : undefined
