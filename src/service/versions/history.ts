import { parseTime } from '../../kernel/calendar'
import { isObject } from '../../kernel/json'

/** API versions by name, oldest first (spec 9). The newest one is canonical: records are rendered in it. */
export const versions = ['2014-07-27', '2015-11-17', '2017-11-02', '2019-05-29'] as const
export type Version = (typeof versions)[number]
type Newest = typeof versions extends readonly [...unknown[], infer Last] ? Last : never
export const currentVersion = versions.at(-1) as Newest

/** An object as an answer shows it, or a part of one. */
export type ShownObject = Readonly<Record<string, unknown>>

/** Converts a value; `now` is the time of the answer. */
export type Retype = (value: unknown, newer: ShownObject, now: number) => unknown

/**
 * How an object differs from its form in the next newer version. A field that was only added is shown in every version;
 * to hide it from older ones, retype it to `undefined`.
 */
export interface VersionChange {
  /** The older name by the newer one. */
  readonly renames?: { readonly [newer: string]: string }
  /** Another value under the same name, which is the older one; `undefined` leaves the field out. */
  readonly retypes?: { readonly [field: string]: Retype }
  /** Fields that the newer version no longer has. */
  readonly dropped?: { readonly [field: string]: (newer: ShownObject) => unknown }
}

/** How a version differs from the next newer one. */
export interface VersionStep {
  readonly objects: { readonly [object: string]: VersionChange }
  /** Renames and other values in every object. */
  readonly renames?: VersionChange['renames']
  readonly retypes?: VersionChange['retypes']
  /** Objects that show only object, id, livemode and `deleted` after they are deleted. */
  readonly shortOnceDeleted?: readonly string[]
  /** Objects that came with the next newer version (assumption `operations-by-version`). */
  readonly lacks?: readonly string[]
  /** Objects whose own operations came with the next newer version, while others show them before. */
  readonly lacksOperationsOf?: readonly string[]
}

/** The newest entry of what later became a list. */
const idOfFirst = (list: unknown): unknown => {
  const first: unknown = Array.isArray(list) ? list[0] : undefined
  return isObject(first) ? first.id : null
}

/** Where currencies are in upper case, they are so from 2019-05-29 on. */
const lower = (codes: unknown): unknown =>
  Array.isArray(codes) ? codes.map(lower) : typeof codes === 'string' ? codes.toLowerCase() : codes

const unlessNull = (value: unknown): unknown => value ?? undefined

/** The id inside the address that the payer is sent to. */
const referenceOf = ({ authorize_uri: uri }: ShownObject): string | null =>
  (typeof uri === 'string' ? /\/payments\/([^/]+)\//.exec(uri)?.[1] : undefined) ?? null

const isWaiting = (occurrence: unknown): boolean => isObject(occurrence) && occurrence.status === 'scheduled'

/** Since when lists show the occurrence that waits for its day; before, they show those whose day has come. */
export const listsWaiting = (version: Version): boolean => version > '2017-11-02'

const withoutWaiting = (list: unknown): unknown => {
  if (!isObject(list) || !Array.isArray(list.data)) return list
  const data = list.data.filter((occurrence) => !isWaiting(occurrence))
  return { ...list, data, total: Number(list.total) - (list.data.length - data.length) }
}

/** Payment methods, each under its name. */
const backendsOf = ({ payment_methods: methods }: ShownObject): unknown =>
  (Array.isArray(methods) ? methods : [])
    .filter(isObject)
    .map(({ name, currencies, installment_terms: terms }) => ({
      [String(name)]: {
        type: name,
        currencies,
        ...(terms === null ? {} : { allowed_installment_terms: terms }),
      },
    }))

const fundOf = ({ source }: ShownObject): string => {
  if (!isObject(source)) return 'card'
  return source.flow === 'offline' ? 'offline' : 'offsite'
}

/** The source's type where a charge was paid in this way. */
const typeIfPaid = (fund: 'offline' | 'offsite') => (charge: ShownObject) =>
  charge.source_of_fund === fund && isObject(charge.source) ? charge.source.type : null

/**
 * How each version differs from the next newer one (assumption `older-versions`). Functions are given objects whose
 * own fields are in the form of that newer version, and what these hold in the form of the newest.
 */
export const history: { readonly [V in Exclude<Version, Newest>]: VersionStep } = {
  '2017-11-02': {
    renames: { created_at: 'created' },
    retypes: { currency: lower, currencies: lower, funding_currency: lower, supported_currencies: lower },
    shortOnceDeleted: ['card', 'customer', 'document', 'recipient', 'transfer'],
    objects: {
      account: { retypes: { id: (_, { team }) => team } },
      balance: { renames: { transferable: 'available', reserve: 'reserve_amount' } },
      bank_account: { retypes: { brand: (_, { bank_code }) => bank_code, branch_code: unlessNull } },
      capability: { dropped: { payment_backends: backendsOf } },
      card: { retypes: { location: unlessNull } },
      charge: {
        renames: { refunded_amount: 'refunded' },
        dropped: { reference: referenceOf, source_of_fund: fundOf },
      },
      // The same in every version: its host knows one only.
      checkout_session: { renames: { created_at: 'created_at' }, retypes: { currency: (code) => code } },
      dispute: { renames: { transactions: 'transaction' }, retypes: { transaction: idOfFirst } },
      forex: { renames: { base: 'from', quote: 'to' }, retypes: { from: lower, to: lower } },
      occurrence: { renames: { scheduled_on: 'schedule_date', retry_on: 'retry_date' } },
      receipt: { renames: { issued_on: 'date' }, retypes: { date: (day) => `${day}T00:00:00.000Z` } },
      schedule: {
        renames: {
          start_on: 'start_date',
          end_on: 'end_date',
          next_occurrences_on: 'next_occurrence_dates',
        },
        retypes: {
          status: (status) => (status === 'running' ? 'active' : status),
          occurrences: withoutWaiting,
        },
      },
      scheduled_charge: {
        retypes: { card: (card, { default_card: isDefault }) => (isDefault === true ? null : card) },
      },
      source: { renames: { installment_term: 'installment_terms' } },
      transaction: { renames: { direction: 'type', origin: 'source', transferable_at: 'transferable' } },
      transfer: {
        renames: { transactions: 'transaction' },
        retypes: { transaction: idOfFirst, fee: (_, { total_fee }) => total_fee },
      },
    },
  },
  '2015-11-17': {
    objects: {
      charge: {
        dropped: {
          offsite: typeIfPaid('offsite'),
          offline: typeIfPaid('offline'),
          installment_terms: ({ source }) => (isObject(source) ? source.installment_term : null),
        },
      },
      transaction: {
        retypes: { transferable: (time, _, now) => (parseTime(String(time)) ?? 0) <= now },
      },
    },
    lacksOperationsOf: ['source'],
  },
  '2014-07-27': {
    objects: { charge: { dropped: { captured: ({ paid }) => paid } } },
    lacks: ['capability', 'forex', 'link', 'occurrence', 'receipt', 'schedule'],
  },
}
