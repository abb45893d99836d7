import * as z from 'zod'
import { dayMs, parseTime } from '../kernel/calendar'
import type { ErrorName } from '../kernel/errors'
import { isObject } from '../kernel/json'
import { documented } from '../kernel/json-schema'
import { flawed } from '../kernel/wire'

/** Where a period begins or ends, as ISO 8601: a day is its first or its last millisecond (assumption `search-period`). */
export const bound = (which: 'first' | 'last') => {
  const schema = z.preprocess((value, context) => {
    const text = typeof value === 'string' ? value.trim() : ''
    const iso = /^\d{4}\/\d\d\/\d\d$/.test(text) ? text.replaceAll('/', '-') : text
    const time = parseTime(iso)
    if (time === null) return flawed(context, { text: 'is invalid' })
    return which === 'last' && iso.length === 10 ? time + dayMs - 1 : time
  }, z.int())
  return documented(schema, {
    type: 'string',
    anyOf: [{ format: 'date-time' }, { format: 'date' }],
    description: 'In ISO 8601; a day is all of it',
  })
}

/** Values by the names of attributes: `filters[amount]=100`. What they may be is for the operation to say. */
export const filters = (error: ErrorName) => {
  const schema = z.preprocess(
    (value, context) => {
      if (value === '') return {}
      if (!isObject(value))
        return flawed(context, { text: 'must be given by attribute: filters[amount]=100', error })
      // The check of a record leaves this name out without a word.
      if (Object.hasOwn(value, '__proto__'))
        return flawed(context, { text: 'filters[__proto__] is not supported', error, whole: true })
      return value
    },
    z.record(z.string(), z.unknown()),
  )
  return documented(schema, {
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
    description: 'By attribute of the scope: `filters[amount]=100..200`',
  })
}
