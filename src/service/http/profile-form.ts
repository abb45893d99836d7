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

const specified = new Map(Object.entries(specifiedFields))

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

/** `null` where nothing differs from the specification: then answers pass untouched, and cost nothing. */
export const profileFormOf = (profile: Profile): ProfileForm | null => {
  const idsOnly = profile.refundCharge === 'id'
  const upper = profile.currencyCase === 'upper'
  const seconds = profile.timestamps === 'seconds'
  const leavesOut = profile.fields === 'recorded'
  if (!idsOnly && !upper && !seconds && !leavesOut) return null
  const text = (value: string, field: string): string => {
    if (upper && currencyFields.has(field)) return value.toUpperCase()
    return seconds && timeField.test(field) ? value.replace(milliseconds, '$1Z') : value
  }
  const member = (value: unknown, field: string, isExpanded: boolean, isWhole: boolean): unknown => {
    if (typeof value === 'string') return text(value, field)
    if (Array.isArray(value)) return value.map((one) => member(one, field, isExpanded, isWhole))
    if (!isObject(value) || free.has(field)) return value
    return object(value, isExpanded, isWhole)
  }
  const object = (value: object, isExpanded: boolean, isWhole: boolean): object => {
    const shown: Record<string, unknown> = {}
    const left = leavesOut && !isWhole ? specified.get(String((value as ShownObject).object)) : undefined
    for (const [field, part] of Object.entries(value)) {
      if (left?.includes(field) === true) continue
      // The data of an event keeps the form in which the event was created.
      const isFinal = field === 'data' && shown.object === 'event'
      shown[field] = isFinal ? part : member(part, field, isExpanded, isWhole)
    }
    const { charge } = shown
    if (idsOnly && !isExpanded && shown.object === 'refund' && isObject(charge)) shown.charge = charge.id
    return shown
  }
  return object
}
