import { isObject } from '../../kernel/json'
import { foldCase, type Term, wordsOf } from './query'
import type { QueryValue } from './scope'

/**
 * The searchable text of a record: a line for each value, with its name and its words, such as
 *
 *   description: coffee beans :
 *   metadata.gift.from: malee s :
 *
 * Every word has a space on both sides, and neither words nor names contain ": " or " :". So the text includes
 * ` coffee beans ` if these words follow each other in a value, and `: coffee beans :` if they are a whole value.
 */
export const textOf = (values: readonly (readonly [attribute: string, value: QueryValue])[]): string => {
  const lines: string[] = []
  const add = (name: string, value: unknown): void => {
    if (value === null || value === undefined) return
    if (Array.isArray(value)) for (const member of value) add(name, member)
    else if (isObject(value)) for (const key in value) add(`${name}.${fieldKey(key)}`, value[key])
    else {
      const words = wordsOf(String(value)).join(' ')
      if (words !== '') lines.push(`${name}: ${words} :`)
    }
  }
  for (const [attribute, value] of values) add(attribute, value)
  return lines.join('\n')
}

/** Encodes spaces, because a key of metadata may be any text. */
const fieldKey = (field: string): string => foldCase(field).replace(/[\s%]/g, encodeURIComponent)

/** Whether the text includes the part in any value, or in one of the field or of a metadata key below it. */
const includes = (text: string, part: string, field: string | null): boolean => {
  if (field === null) return text.includes(part)
  for (let place = text.indexOf(part); place !== -1; place = text.indexOf(part, place + 1)) {
    const line = text.lastIndexOf('\n', place) + 1
    if (text.startsWith(`${field}: `, line) || text.startsWith(`${field}.`, line)) return true
  }
  return false
}

/** A test of texts for terms. Terms without any match nothing. */
export const textTest = (terms: readonly Term[]) => {
  const parts = terms.map(({ field, words }) => ({
    field: field === null ? null : fieldKey(field),
    part: ` ${words.join(' ')} `,
  }))
  const wholes = parts.map(({ field, part }) => ({ field, part: `:${part}:` }))
  const isAnywhere = terms.every(({ field }) => field === null)
  const together = isAnywhere ? `: ${terms.flatMap(({ words }) => words).join(' ')} :` : null
  return {
    matches: (text: string): boolean =>
      parts.length > 0 && parts.every(({ field, part }) => includes(text, part, field)),
    /** For a text that matches: each term is a whole value, or all terms together are one (assumption `search-rank`). */
    isExact: (text: string): boolean =>
      wholes.every(({ field, part }) => includes(text, part, field)) ||
      (together !== null && text.includes(together)),
  }
}
