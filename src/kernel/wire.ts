import * as z from 'zod/mini'
import { parseTime } from './calendar'
import type { ErrorName } from './errors'
import { isObject, type JsonObject, once } from './json'
import { limits } from './limits'
import { currencyCodes, isCurrency } from './money'
import { type Conversion, documented, flawed, type JsonSchema, type ValueFlaw } from './schema'
import { UploadedFile } from './upload'

/**
 * Primitives for input as JSON or as form text. Each converts, then checks. A message is the rest of a sentence that
 * begins with the name of the field: `amount` + `is not a number`.
 */

/**
 * A schema that converts and checks in one function. The note says to documents what that lets pass: a second schema of
 * the converted value would say so too, but every process would make it and run it.
 */
const value = <T>(convert: (given: unknown, context: Conversion) => T, note: JsonSchema) =>
  documented(z.transform(convert), note)

/** A parameter with its text: the unit, the format, and the default. Documents show it. */
export const about = <T extends z.core.$ZodType>(text: string, parameter: T): T =>
  documented(parameter, { description: text })

/** A parameter that may be left out, with its text. */
export const optional = <T extends z.core.$ZodType>(text: string, inner: T) => about(text, z.optional(inner))

const blank: ValueFlaw = { text: "can't be blank", code: 'required' }

/** An integer, also as text. `12.5` is a number but not an amount: spec 7.1 `invalid_amount`. */
const integer = (
  value: unknown,
  context: Conversion,
  fraction: ValueFlaw,
  own: Pick<ValueFlaw, 'error'> = {},
): number => {
  const text = typeof value === 'string' ? value.trim() : value
  const number = typeof text === 'string' && /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  if (typeof number !== 'number' || !Number.isFinite(number))
    return flawed(context, {
      text: 'is not a number',
      code: text === undefined || text === '' ? 'required' : 'invalid',
      ...own,
    })
  if (!Number.isInteger(number)) return flawed(context, { ...fraction, ...own })
  if (!Number.isSafeInteger(number))
    return flawed(context, { text: 'is too large', code: 'too_large', ...own })
  return number
}

export const fractionText = 'must be an integer (in subunits)'

const fractionOfSubunit: ValueFlaw = {
  text: fractionText,
  code: 'invalid',
  error: 'invalid_amount',
}
const notPositive: ValueFlaw = { text: 'must be greater than 0', code: 'too_small', error: 'invalid_amount' }

/** Money in subunits: at least `least`. Without `error`, a wrong amount is refused like any wrong parameter. */
export const amount = ({ error, least = 1 }: { readonly error?: null; readonly least?: 0 | 1 } = {}) => {
  const own = (flaw: ValueFlaw): ValueFlaw =>
    error === null ? { text: flaw.text, code: flaw.code ?? 'invalid' } : flaw
  const [fraction, tooSmall] = [own(fractionOfSubunit), own(notPositive)]
  return value(
    (given, context) => {
      const number = integer(given, context, fraction)
      return typeof number === 'number' && number < least ? flawed(context, tooSmall) : number
    },
    { type: 'integer', minimum: least, description: 'In subunits of the currency' },
  )
}

interface Bounds {
  readonly min?: number
  readonly max?: number
  /** An error of its own. */
  readonly error?: ErrorName
}

export const int = (bounds: Bounds = {}) => {
  const convert = (given: unknown, context: Conversion): number => {
    const own = bounds.error === undefined ? {} : { error: bounds.error }
    const number = integer(given, context, { text: 'is not a number' }, own)
    if (typeof number !== 'number') return number
    if (bounds.min !== undefined && number < bounds.min)
      return flawed(context, { text: `must be >= ${bounds.min}`, code: 'too_small', ...own })
    if (bounds.max !== undefined && number > bounds.max)
      return flawed(context, { text: `must be <= ${bounds.max}`, code: 'too_large', ...own })
    return number
  }
  return value(convert, { type: 'integer', minimum: bounds.min, maximum: bounds.max })
}

/** A number that may have a fraction, such as a percentage. */
export const number = (bounds: { readonly min: number; readonly max: number }) => {
  const convert = (given: unknown, context: Conversion): number => {
    const parsed = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
    if (typeof parsed !== 'number' || !Number.isFinite(parsed))
      return flawed(context, { text: 'is not a number' })
    if (parsed < bounds.min || parsed > bounds.max)
      return flawed(context, { text: `must be from ${bounds.min} to ${bounds.max}`, code: 'invalid' })
    return parsed
  }
  return value(convert, { type: 'number', minimum: bounds.min, maximum: bounds.max })
}

const truths = new Map<unknown, boolean>(
  (['true', '1', 'yes', 'on', 1, true] as unknown[])
    .map((word): [unknown, boolean] => [word, true])
    .concat((['false', '0', 'no', 'off', 0, false] as unknown[]).map((word) => [word, false])),
)

export const bool = () =>
  value(
    (given, context) => {
      const truth = truths.get(typeof given === 'string' ? given.trim().toLowerCase() : given)
      return truth ?? flawed(context, { text: 'must be true or false' })
    },
    { type: 'boolean' },
  )

/** Text. A number becomes its digits, as in a form. */
export const text = (
  options: { readonly max?: number; readonly required?: boolean; readonly error?: ErrorName } = {},
) => {
  const convert = (given: unknown, context: Conversion): string => {
    if (given === undefined) return flawed(context, blank)
    const string = typeof given === 'number' ? String(given) : given
    if (typeof string !== 'string')
      return flawed(context, {
        text: 'is invalid',
        ...(options.error === undefined ? {} : { error: options.error }),
      })
    if (options.required === true && string.trim() === '') return flawed(context, blank)
    if (options.max !== undefined && string.length > options.max)
      return flawed(context, {
        text: `is too long (maximum is ${options.max} characters)`,
        code: 'too_long',
      })
    return string
  }
  const minLength = options.required === true ? 1 : undefined
  return value(convert, { type: 'string', minLength, maxLength: options.max })
}

/** A text of the merchant, such as a description. */
export const words = () => text({ max: limits.descriptionLengthMax })

/** An id, where the parameters of a new record may be in its place. */
export const id = () =>
  value((given, context) => (typeof given === 'string' ? given : flawed(context, { text: 'is invalid' })), {
    type: 'string',
  })

/** A token or card id. Other types have their own error (spec 7.1). */
export const cardId = () =>
  value(
    (given, context) =>
      typeof given === 'string'
        ? given
        : flawed(context, { text: 'invalid card token', error: 'invalid_card_token', whole: true }),
    { type: 'string' },
  )

/** Converts a value, which a schema then checks. */
export const preprocess = <T extends z.core.$ZodType>(
  convert: (given: unknown, context: Conversion) => unknown,
  schema: T,
) =>
  new z.ZodMiniPipe({ type: 'pipe', in: z.transform(convert), out: schema }) as z.ZodMiniPipe<
    z.ZodMiniTransform,
    T
  >

/** Some clients send empty parameters: blank means absent. Optional as a whole, too: most are absent, and done at once. */
export const unlessBlank = <T extends z.core.$ZodType>(schema: T) =>
  z.optional(preprocess((value) => (value === '' ? undefined : value), z.optional(schema)))

/** Some clients send 0 for a number that is not set: 0 means absent where only a positive number is useful. */
export const unlessZero = <T extends z.core.$ZodType>(schema: T) =>
  preprocess(
    (value) =>
      value === 0 || (typeof value === 'string' && /^\s*[+-]?0+(?:\.0+)?\s*$/.test(value))
        ? undefined
        : value,
    z.optional(schema),
  )

/** What `currency` means as a parameter of an operation. */
export const currencyText = 'Three letters such as `thb`, in upper or lower case'

export const currency = () =>
  value(
    (given, context) => {
      const code = typeof given === 'string' ? given.trim().toLowerCase() : given
      return typeof code === 'string' && isCurrency(code)
        ? code
        : flawed(context, {
            text: 'is currently not supported',
            code: given === undefined ? 'required' : 'not_supported',
          })
    },
    { type: 'string', enum: currencyCodes },
  )

export const oneOf = <const T extends string>(words: readonly [T, ...T[]]) =>
  value(
    (given, context) =>
      words.find((word) => word === given) ??
      flawed(context, {
        text: `is not included in the list (${words.join(', ')})`,
        code: 'not_supported',
      }),
    { type: 'string', enum: words },
  )

/** A moment as ISO 8601 text; epoch milliseconds inside. */
export const when = () =>
  value(
    (given, context) => {
      const time = typeof given === 'string' ? parseTime(given) : null
      return time ?? flawed(context, { text: 'is invalid' })
    },
    { type: 'string', anyOf: [{ format: 'date-time' }, { format: 'date' }], description: 'In ISO 8601' },
  )

/** Metadata of the merchant: an object of at most 15,000 characters as JSON. */
export const metadata = () => {
  const convert = (given: unknown, context: Conversion): JsonObject => {
    if (given === '') return {}
    if (!isObject(given)) return flawed(context, { text: 'is invalid', error: 'bad_request' })
    if (JSON.stringify(given).length > limits.metadataLengthMax)
      return flawed(context, {
        text: `is too long (maximum is ${limits.metadataLengthMax} characters)`,
        code: 'too_long',
        error: 'bad_request',
      })
    return given as JsonObject
  }
  return value(convert, {
    type: 'object',
    additionalProperties: true,
    description: `Your own data, at most ${limits.metadataLengthMax} characters as JSON; replaced as a whole`,
  })
}

const absolute = /^https?:\/\/[^\s]+$/i

export const url = () =>
  value(
    (given, context) =>
      typeof given === 'string' && absolute.test(given) && URL.canParse(given)
        ? given
        : flawed(context, { text: 'is invalid' }),
    { type: 'string', format: 'uri' },
  )

/** `a[]=1&a[]=2`, `a[0]=1`, a JSON array, or one value alone. */
export const array = <T extends z.core.$ZodType>(items: T, bounds: { readonly max?: number } = {}) => {
  const schema = preprocess((value, context) => {
    const list = Array.isArray(value) ? value : listOf(value)
    return bounds.max !== undefined && list.length > bounds.max
      ? flawed(context, { text: `must have at most ${bounds.max} items`, code: 'too_long' })
      : list
  }, z.array(items))
  return documented(schema, { maxItems: bounds.max })
}

const listOf = (value: unknown): unknown[] => {
  if (!isObject(value)) return [value]
  const keys = Object.keys(value)
  return keys.every((key, i) => key === String(i)) ? Object.values(value) : [value]
}

/** A file of a multipart body. Any other value counts as missing. */
export const upload = () =>
  value((given) => (given instanceof UploadedFile ? given : undefined), { type: 'string', format: 'binary' })

/**
 * A nested object such as `card[...]`. Its parameters are made when the first one comes: made at once, they would cost a
 * first charge 3.5 ms of 105. Explicit nulls count as absent, as in all parameters.
 */
export const object = <T extends z.core.$ZodShape>(shape: () => T) => {
  const made = once(shape)
  return preprocess(
    (value, context) => (isObject(value) ? withoutNulls(value) : flawed(context, { text: 'is invalid' })),
    new z.ZodMiniObject({
      type: 'object',
      get shape() {
        return made()
      },
    }) as z.ZodMiniObject<T, z.core.$strip>,
  )
}

export const withoutNulls = (value: Record<string, unknown>): Record<string, unknown> => {
  for (const key in value)
    if (value[key] === null)
      return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))
  return value
}
