import { foldCase, wordsOf } from './words'

/**
 * The language of `query` (spec 4.10 rule 1; assumptions `search-words` and `search-unknown-field`):
 *
 *   query = { term }              every term must match
 *   term  = [ field ":" ] value   field = attribute | "metadata." key | 'metadata."' any '"'
 *   value = word | '"' any '"'    the words between quotes must follow each other in the record
 *
 * No text is wrong: punctuation means nothing, a quote that is never closed ends with the text, and a colon after
 * anything but an attribute is punctuation.
 */
export interface Term {
  /** An attribute in lower case, `metadata.<key>`, or `null`: any of them. */
  readonly field: string | null
  /** They follow each other in one value of the attribute. Never empty. */
  readonly words: readonly string[]
}

export interface Query {
  readonly terms: readonly Term[]
  /** The text is empty or blank. Then all records match; other text without a word matches none. */
  readonly blank: boolean
  /** What is written before a colon and is no attribute. */
  readonly unknownFields: readonly string[]
}

const spaces = /\s*/y
const fieldName = /([a-z_][a-z0-9_]*)(?:\.(?:"([^"]*)"|([^\s":]+)))?:/iy
const quotedValue = /"([^"]*)"?/y
const bareValue = /([^\s"]*)/y

export const parseQuery = (text: string, isField: (name: string) => boolean): Query => {
  const terms = new Map<string, Term>()
  const unknownFields = new Set<string>()
  let place = 0
  const read = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = place
    const match = pattern.exec(text)
    if (match !== null) place = pattern.lastIndex
    return match
  }
  const readField = (): string | null => {
    const start = place
    const match = read(fieldName)
    if (match === null) return null
    const [, name = '', quotedKey, bareKey] = match
    const key = quotedKey ?? bareKey
    const field = foldCase(key === undefined ? name : `${name}.${key}`)
    if (isField(field)) return field
    // The address of a page is no mistake.
    if (!text.startsWith('//', place)) unknownFields.add(field)
    place = start
    return null
  }
  for (read(spaces); place < text.length; read(spaces)) {
    const field = readField()
    const value = read(quotedValue) ?? read(bareValue)
    const words = wordsOf(value?.[1] ?? '')
    // No word has a colon in it.
    if (words.length > 0) terms.set(`${field}:${words.join(' ')}`, { field, words })
  }
  return { terms: [...terms.values()], blank: text.trim() === '', unknownFields: [...unknownFields] }
}
