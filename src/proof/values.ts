import * as z from 'zod'
import { isTime } from '../kernel/calendar'
import { isObject, type JsonObject } from '../kernel/json'
import { limits } from '../kernel/limits'
import { currencyCodes } from '../kernel/money'

/** What the fields of rows can hold, with a message that says what that is. */
const must = (what: string) => ({ error: `must be ${what}` })

export const text = z.string(must('text'))
export const textOrNull = text.nullable()
export const flag = z.boolean(must('true or false'))
/** A whole number from 0 on: an amount in subunits, a count. */
export const whole = z.int(must('a whole number from 0 on')).min(0, must('a whole number from 0 on'))
export const time = z.number(must('a time in milliseconds')).refine(isTime, must('a time in milliseconds'))
export const timeOrNull = time.nullable()
export const oneOf = <const T extends string>(words: readonly T[]) =>
  z.enum(
    words as readonly [T, ...T[]],
    must(words.length > 20 ? 'one that is known' : `one of ${words.join(', ')}`),
  )
export const currency = oneOf(currencyCodes)

export const id = (prefix: string) =>
  text.regex(new RegExp(`^${prefix}_(?:test_)?[0-9a-z]{19}$`), must(`an id that begins with ${prefix}_`))

export const url = text.refine(
  (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
  must('an http or https URL'),
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

/** A state of a record that is there. */
export const stateOf = <S extends string>({ states }: { readonly states: readonly S[] }) =>
  oneOf(states.filter((state): state is Exclude<S, 'new'> => state !== 'new'))

/** What is wrong, in words, where a form says nothing itself. */
export const inWords = (issue: z.core.$ZodRawIssue): string => {
  if (issue.code === 'invalid_type')
    return `must be ${issue.expected === 'object' ? 'an object' : `a ${issue.expected}`}`
  if (issue.code === 'unrecognized_keys') return `has ${issue.keys.join(', ')}, which has no meaning there`
  return 'is not what it can be'
}

const happened =
  /^(?:created|authorized|paid|expired|reversed|closed|used|deleted|processed|verified|activated|ended|sent|firstTried)At$/

/** The fields of a row that say when something happened to it. */
export const timesIn = (row: object): readonly (readonly [field: string, time: number])[] =>
  Object.entries(row).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && happened.test(entry[0]),
  )
