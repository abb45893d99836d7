import * as z from 'zod/mini'

/** What a schema finds wrong with a value. */
export const issuesOf = (schema: z.core.$ZodType, value: unknown): readonly z.core.$ZodIssue[] =>
  z.safeParse(schema, value, { error: inWords }).error?.issues ?? []

/** The message of an issue for which the schema has none. */
const inWords = (issue: z.core.$ZodRawIssue): string => {
  if (issue.code === 'invalid_type')
    return `must be ${issue.expected === 'object' ? 'an object' : `a ${issue.expected}`}`
  if (issue.code === 'unrecognized_keys') return `has ${issue.keys.join(', ')}, which has no meaning there`
  return 'is not what it can be'
}

const happened =
  /^(?:created|authorized|paid|expired|reversed|closed|used|deleted|processed|verified|activated|ended|sent|firstTried)At$/

/** The fields of a row that are times. */
export const timesIn = (row: object): readonly (readonly [field: string, time: number])[] =>
  Object.entries(row).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && happened.test(entry[0]),
  )
