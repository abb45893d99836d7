import { isObject } from '../../kernel/json'
import type { Profile } from '../../options/profiles'
import type { ProfileForm } from '../resources/record'
import type { ShownObject } from '../versions/history'

/** Fields of the specification that the real service does not have, by the object (profile row `fields`). */
export const specifiedFields: Readonly<Record<string, readonly string[]>> = {
  account: ['webhook_endpoints'],
  charge: ['refunded', 'captured', 'source_of_fund'],
  dispute: ['charge_dispute_at'],
  error: ['charge_id', 'customer_id', 'validation_errors'],
  search: ['limit', 'from', 'to'],
  source: ['status'],
}

const specified = new Map(
  Object.entries(specifiedFields).map(([object, fields]) => [object, new Set(fields)]),
)

/** Data of the merchant in any form, which must not be changed. */
const free = new Set(['metadata', 'filters'])

const currencyFields = new Set([
  'currency',
  'funding_currency',
  'supported_currencies',
  'currencies',
  'base',
  'quote',
])
const timeField = /(?:_at|_on)$|^(?:from|to)$/
const milliseconds = /(T\d\d:\d\d:\d\d)\.\d{3}Z$/

/** How an answer writes a text. */
type Writer = (value: string) => string
const asIs: Writer = (value) => value
const inUpperCase: Writer = (value) => value.toUpperCase()
const toTheSecond: Writer = (value) => value.replace(milliseconds, '$1Z')

/** `null` where nothing differs from the specification: then answers pass untouched, and cost nothing. */
export const profileFormOf = (profile: Profile): ProfileForm | null => {
  const idsOnly = profile.refundCharge === 'id'
  const upper = profile.currencyCase === 'upper'
  const seconds = profile.timestamps === 'seconds'
  const leavesOut = profile.fields === 'recorded'
  if (!idsOnly && !upper && !seconds && !leavesOut) return null
  const writerOf = (field: string): Writer => {
    if (currencyFields.has(field)) return upper ? inUpperCase : asIs
    return seconds && timeField.test(field) ? toTheSecond : asIs
  }
  // Fields have few names, and an answer many fields: asking once for each name saves a third of the time.
  const writers = new Map<string, Writer>()
  const write = (value: string, field: string): string => {
    let writer = writers.get(field)
    if (writer === undefined) {
      writer = writerOf(field)
      writers.set(field, writer)
    }
    return writer(value)
  }
  const member = (value: unknown, field: string, isExpanded: boolean, isWhole: boolean): unknown => {
    if (typeof value === 'string') return write(value, field)
    if (Array.isArray(value)) return value.map((one) => member(one, field, isExpanded, isWhole))
    if (!isObject(value) || free.has(field)) return value
    return object(value, isExpanded, isWhole)
  }
  const object = (value: ShownObject, isExpanded: boolean, isWhole: boolean): object => {
    const shown: Record<string, unknown> = {}
    const left = leavesOut && !isWhole ? specified.get(String(value.object)) : undefined
    // The data of an event keeps the form in which the event was created.
    const final = value.object === 'event' ? 'data' : null
    for (const field in value) {
      if (left?.has(field) === true) continue
      const part = value[field]
      shown[field] = field === final ? part : member(part, field, isExpanded, isWhole)
    }
    const { charge } = shown
    if (idsOnly && !isExpanded && shown.object === 'refund' && isObject(charge)) shown.charge = charge.id
    return shown
  }
  return (shown, isExpanded, isWhole) => object(shown as ShownObject, isExpanded, isWhole)
}
