import * as z from 'zod/mini'
import { isTime } from '../kernel/calendar'
import { isObject, type JsonObject } from '../kernel/json'
import { limits } from '../kernel/limits'
import { currencyCodes } from '../kernel/money'
import type { Row } from '../kernel/rows'
import type { EventKey } from './event/model'

/** What the fields of rows can hold, with a message that says what that is. */
const must = (what: string) => ({ error: `must be ${what}` })

export const text = z.string(must('text'))
export const textOrNull = z.nullable(text)
export const flag = z.boolean(must('true or false'))
/** A whole number from 0 on: an amount in subunits, a count. */
export const whole = z
  .int(must('a whole number from 0 on'))
  .check(z.minimum(0, must('a whole number from 0 on')))
export const time = z
  .number(must('a time in milliseconds'))
  .check(z.refine(isTime, must('a time in milliseconds')))
export const timeOrNull = z.nullable(time)
export const oneOf = <const T extends string>(words: readonly T[]) =>
  z.enum(
    words as readonly [T, ...T[]],
    must(words.length > 20 ? 'one that is known' : `one of ${words.join(', ')}`),
  )
export const currency = oneOf(currencyCodes)

export const id = (prefix: string) =>
  text.check(
    z.regex(new RegExp(`^${prefix}_(?:test_)?[0-9a-z]{19}$`), must(`an id that begins with ${prefix}_`)),
  )

export const url = text.check(
  z.refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    must('an http or https URL'),
  ),
)
export const urls = z.array(url, must('a list of URLs'))

const isJson = (value: unknown, depth: number): boolean => {
  if (value === null || ['string', 'boolean'].includes(typeof value)) return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (depth > 2 * limits.nestingMax || typeof value !== 'object') return false
  return (Array.isArray(value) ? value : Object.values(value)).every((part) => isJson(part, depth + 1))
}

/** Whatever the merchant gave. */
export const json = z.custom<JsonObject>(
  (value) => isObject(value) && isJson(value, 0),
  must('a JSON object'),
)

/** What every row has. */
export const row = (prefix: string) => ({ id: id(prefix), createdAt: time })

/** An amount, and what it is in the currency of the account. */
export const money = {
  amount: whole,
  currency,
  fundingAmount: whole,
  fundingCurrency: currency,
}

/** A state of a record that is there. */
export const stateOf = <S extends string>({ states }: { readonly states: readonly S[] }) =>
  oneOf(states.filter((state): state is Exclude<S, 'new'> => state !== 'new'))

/** What must hold for the rows of one kind, whatever wrote them. A restored state is held to it. */
export interface RowRules<R extends Row, Field extends string = keyof R & string> {
  /** The name of their collection. */
  readonly table: string
  /** What each field can hold, whatever the others do. */
  readonly form: () => z.core.$ZodType<R>
  /** They follow from other records, so that a fixture need not say them. */
  readonly derived?: true
  /** How the earlier forms of a row, which events show, may differ from it. Default: not at all. */
  readonly past?: {
    /** Fields that can have another value at each moment. */
    readonly changes?: readonly Field[]
    /** Fields that are `null` until something sets them, and keep that value. */
    readonly once?: readonly Field[]
  }
  /** Default: it has no events of its own. */
  readonly events?: {
    /** The event that says that a row was made. */
    readonly made: EventKey
    /** Fields that can change without an event. */
    readonly silent?: readonly Field[]
    /** Fields that a change of the state leaves as they are. */
    readonly edited?: readonly Field[]
  }
}

/** For code that does not ask which kind it is. */
export type AnyRowRules = RowRules<Row, string>
