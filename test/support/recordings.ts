/** What a session holds, without what is new each time: for comparing it with what loading its recording brings. */
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import schema from '../../fixtures/schema.json'
import type { Account, Fixture, Mode, Sandbox } from '../../src/index'

const validate = addFormats(new Ajv({ strict: false })).compile(schema)

/** What an editor would say of a fixture; `null` when nothing. */
export const schemaFaults = (fixture: Fixture): unknown => (validate(fixture) ? null : validate.errors)

const collections = [
  'customers',
  'cards',
  'tokens',
  'sources',
  'charges',
  'refunds',
  'disputes',
  'documents',
  'recipients',
  'transfers',
  'links',
  'schedules',
  'occurrences',
] as const

/** The fields that distinguish a record from the others: its state, its subject and its amounts. */
const comparedFields = [
  ...['status', 'amount', 'currency', 'fee', 'net', 'refunded_amount', 'captured_amount', 'voided', 'paid'],
  ...['authorized', 'reversed', 'expired', 'disputable', 'refundable', 'capturable', 'failure_code'],
  ...['failure_message', 'description', 'metadata', 'email', 'name', 'title', 'deleted', 'used', 'multiple'],
  ...['type', 'flow', 'charge_status', 'reason_code', 'message', 'filename', 'kind', 'verified', 'active'],
  ...['sent', 'sendable', 'last_digits', 'brand', 'bank', 'expiration_year', 'every', 'period', 'in_words'],
  ...['next_occurrences_on', 'scheduled_on', 'retry_on', 'created_at', 'paid_at', 'expired_at', 'closed_at'],
] as const

/** A token, and what comes with it, is made at the moment of its payment. */
const untimed: ReadonlySet<string> = new Set(['cards', 'tokens', 'sources'])

interface Held {
  readonly id: string
  /** Equal for records that are the same but for their ids. */
  readonly text: string
}

/** Every record of one mode, by its collection. */
export const heldBy = (mode: Mode): Readonly<Record<string, readonly Held[]>> =>
  Object.fromEntries(
    collections.map((name) => [
      name,
      mode[name].list().map((record) => {
        const facts = comparedFields.flatMap((field) => {
          const value: unknown = Reflect.get(record, field)
          const isId = typeof value === 'object' && value !== null && 'id' in value
          const isTimed = !untimed.has(name) && !('default' in record && record.default === true)
          return value === undefined || isId || (field === 'created_at' && !isTimed) ? [] : [[field, value]]
        })
        return { id: record.id, text: JSON.stringify(Object.fromEntries(facts)) }
      }),
    ]),
  )

export const modesOf = ({ accounts }: Sandbox): readonly Mode[] =>
  accounts.flatMap(({ test, live }: Account) => [test, live])
