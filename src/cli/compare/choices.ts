import { parseTime } from '../../kernel/calendar'
import { isObject } from '../../kernel/json'
import { fits } from '../../kernel/text'
import { type ProfileName, profileRowNames } from '../../options/profiles'
import { type AssumptionRow, assumptions } from '../../service/assumptions'
import {
  type Explained,
  type ExplainedValue,
  type ExplainedValues,
  explainedByProfile,
  noField,
} from '../../service/explained'
import { methods } from '../../service/simulation/methods'
import type { FieldDifference } from './differences'
import type { StoryCall } from './stories'
import type { Pairs } from './texts'

interface ChoiceContext {
  readonly pairs: Pairs
  /** Of the sandbox: a row explains a difference in one direction only. */
  readonly profile: ProfileName
}

/** Every row of the choices that explains something, with its name. */
export const explainedRows: readonly (readonly [name: string, explained: Explained])[] = [
  ...profileRowNames.flatMap((name) => explainedByProfile[name].map((one) => [name, one] as const)),
  ...assumptions.flatMap((row: AssumptionRow) => (row.explains ?? []).map((one) => [row.id, one] as const)),
]

/** `refunds.data[0].currency` ends in `currency`, and in `data.currency`. */
const endsIn = (field: string, pattern: string): boolean => {
  const plain = field.replace(/\[\d+\]/g, '')
  if (pattern.startsWith('/')) return pattern.slice(1) === plain
  const parts = plain.split('.')
  return parts.some((_, i) => fits(pattern, parts.slice(i).join('.')))
}

const isOne = (value: unknown, expected: ExplainedValue): boolean =>
  expected instanceof RegExp
    ? typeof value === 'string' && new RegExp(`^(?:${expected.source})$`).test(value)
    : value === expected

const toTheSecond = (value: unknown): string => String(value).replace(/\.\d+Z$/, 'Z')

const idIn = (value: unknown): unknown => (isObject(value) ? value.id : value)

const valueAt = (record: unknown, path: string): unknown =>
  path.split('.').reduce((part, name) => (isObject(part) ? part[name] : undefined), record) ?? null

/** The id at the end of a path. */
const lastPart = (text: unknown): string => String(text).split('/').at(-1) ?? ''

/** Half a subunit for each of up to three roundings, here and there. */
const roundedBy = 1.5
const converted = ['fee', 'fee_vat', 'net', 'funding_amount']

/** Whether all values that depend on the rate differ by the same ratio: another fee is not another rate. */
const areConverted = ([own, other]: FieldDifference['records']): boolean => {
  const [amount, there] = [valueAt(own, 'funding_amount'), valueAt(other, 'funding_amount')]
  if (typeof amount !== 'number' || typeof there !== 'number' || amount <= 0 || there <= 0) return false
  const currency = String(valueAt(own, 'currency')).toLowerCase()
  if (currency === String(valueAt(own, 'funding_currency')).toLowerCase()) return false
  const ratio = there / amount
  return converted.every((name) => {
    const [one, two] = [valueAt(own, name), valueAt(other, name)]
    if (typeof one !== 'number' || typeof two !== 'number') return false
    return Math.abs(one * ratio - two) <= roundedBy * (1 + ratio)
  })
}

const minuteMs = 60_000
const lifetimes: readonly number[] = [
  7 * 24 * 60,
  ...methods.flatMap(({ lifetimeMs }) => (lifetimeMs === undefined ? [] : [lifetimeMs / minuteMs])),
]

/** How long a charge can be paid, in minutes; 0 for what is none. */
const lifetimeOf = (record: unknown): number => {
  const [from, to] = ['created_at', 'expires_at'].map((field) => parseTime(String(valueAt(record, field))))
  return from && to ? Math.round((to - from) / minuteMs) : 0
}

const isMember = (field: string): boolean => field.endsWith(']')

const orderOf = (list: unknown): unknown => (isObject(list) ? list.order : undefined)

const areAlike = (
  { kind, field, sandbox, other, records }: FieldDifference,
  how: Extract<ExplainedValues, { alike: unknown }>['alike'],
  { pairs, profile }: ChoiceContext,
): boolean => {
  switch (how) {
    case 'case':
      return (
        typeof sandbox === 'string' &&
        typeof other === 'string' &&
        sandbox.toLowerCase() === other.toLowerCase() &&
        [other.toLowerCase(), other.toUpperCase()].includes(other)
      )
    case 'second':
      // Another value would be another time.
      return kind === 'form' && /Z$/.test(toTheSecond(sandbox)) && /Z$/.test(toTheSecond(other))
    case 'absent':
      return kind === 'missing' && !isMember(field)
    case 'specified':
      return kind === (profile === 'spec' ? 'missing' : 'extra') && !isMember(field)
    case 'fewer':
      return kind === 'missing' && isMember(field)
    case 'more':
      return kind === 'extra' && isMember(field)
    case 'link':
      return (
        String(other).endsWith(`/${String(sandbox).split('/')[1]}/${lastPart(other)}`) &&
        pairs.isPair(lastPart(sandbox), lastPart(other))
      )
    case 'lifetime':
      return records.every((record) => lifetimes.includes(lifetimeOf(record)))
    case 'rate':
      return kind === 'value' && areConverted(records)
    case 'record':
      return kind === 'type' && pairs.isPair(String(idIn(sandbox)), String(idIn(other)))
    case 'direction':
      return (
        kind === 'order' &&
        orderOf(records[0]) !== orderOf(records[1]) &&
        Array.isArray(sandbox) &&
        Array.isArray(other) &&
        sandbox.every((one, i) => one === other[sandbox.length - 1 - i])
      )
  }
}

const explainsValues = (
  difference: FieldDifference,
  values: ExplainedValues,
  context: ChoiceContext,
): boolean => {
  const { sandbox, other } = difference
  if ('alike' in values) return areAlike(difference, values.alike, context)
  if ('sandbox' in values) return isOne(sandbox, values.sandbox) && isOne(other, values.other)
  const [one, two] = context.profile === 'spec' ? values.between : [values.between[1], values.between[0]]
  return isOne(sandbox, one) && isOne(other, two)
}

const has = (record: unknown, fields: NonNullable<Explained['where']>): boolean =>
  isObject(record) &&
  Object.entries(fields).every(([path, value]) =>
    value === noField ? !Object.hasOwn(record, path) : isOne(valueAt(record, path), value),
  )

const explains = (
  one: Explained,
  difference: FieldDifference,
  call: StoryCall,
  context: ChoiceContext,
): boolean =>
  (one.operations?.includes(call.operation) ?? true) &&
  (one.of?.includes(difference.of) ?? true) &&
  (one.unasked === undefined || !Object.hasOwn(call.with, one.unasked)) &&
  one.fields.some((pattern) => endsIn(difference.field, pattern)) &&
  (one.where === undefined || difference.records.some((record) => has(record, one.where ?? {}))) &&
  explainsValues(difference, one.values, context)

/** The name of the row of the choices that explains a difference; `null` when none does. */
export const choiceOf = (
  difference: FieldDifference,
  call: StoryCall,
  context: ChoiceContext,
): string | null => explainedRows.find(([, one]) => explains(one, difference, call, context))?.[0] ?? null
