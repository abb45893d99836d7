import { once } from '../../kernel/json'

/**
 * Splits text into searchable words (assumption `search-words`). Words consist of letters, digits and underscores, in
 * lower case; everything else separates them. Records and queries are split in the same way.
 */
const thai = '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const eastAsian = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc'

/** Scripts that put no space between words: each letter counts as a word, and a real word is found as a phrase. */
const unspaced = `[${thai}${eastAsian}]\\p{M}*`
/** Made at its first use: at load it would cost a first charge 1 ms. */
const anyWord = once(() => new RegExp(`${unspaced}|(?:(?!${unspaced})[\\p{L}\\p{N}\\p{M}_])+`, 'gu'))

const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text)

/** Converts to upper case first, so that `Straße` equals `STRASSE`. Both lower-case forms of sigma are equal. */
const foldAny = (text: string): string =>
  text.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC')

export const foldCase = (text: string): string => (isAscii(text) ? text.toLowerCase() : foldAny(text))

export const wordsOf = (text: string): readonly string[] =>
  (isAscii(text) ? text.toLowerCase().match(/\w+/g) : foldAny(text).match(anyWord())) ?? []

/**
 * The language of `query` (spec 4.10 rule 1; assumptions `search-words` and `search-unknown-field`):
 *
 *   query = { term }              every term must match
 *   term  = [ field ":" ] value   field = attribute | "metadata." key | 'metadata."' any '"'
 *   value = word | '"' any '"'    the words between quotes must follow each other in the record
 *
 * Every text is valid: punctuation is ignored, an unclosed quote ends with the text, and a colon that does not follow
 * an attribute is punctuation.
 */
export interface Term {
  /** An attribute in lower case, `metadata.<key>`, or `null` for any attribute. */
  readonly field: string | null
  /** The words that must follow each other in one value of the attribute. Never empty. */
  readonly words: readonly string[]
}

export interface Query {
  readonly terms: readonly Term[]
  /** Whether the text is empty or blank: then all records match. Other text without a word matches none. */
  readonly blank: boolean
  /** Names before a colon that are not attributes. */
  readonly unknownFields: readonly string[]
}

const spaces = /\s*/y
const fieldName = /([a-z_][a-z0-9_]*)(?:\.(?:"([^"]*)"|([^\s":]+)))?:/iy
const termValue = /"([^"]*)"?|[^\s"]*/y

export const parseQuery = (text: string, isField: (name: string) => boolean): Query => {
  const terms: Term[] = []
  const unknownFields: string[] = []
  const hasFields = text.includes(':')
  let place = 0
  const skipSpaces = (): void => {
    spaces.lastIndex = place
    spaces.test(text)
    place = spaces.lastIndex
  }
  const readField = (): string | null => {
    fieldName.lastIndex = place
    const match = fieldName.exec(text)
    if (match === null) return null
    const [all, name = '', quotedKey, bareKey] = match
    const key = quotedKey ?? bareKey
    const field = foldCase(key === undefined ? name : `${name}.${key}`)
    const end = place + all.length
    if (isField(field)) {
      place = end
      return field
    }
    // A URL is not a mistyped attribute.
    if (!text.startsWith('//', end) && !unknownFields.includes(field)) unknownFields.push(field)
    return null
  }
  const readValue = (): string => {
    termValue.lastIndex = place
    const [all = '', quoted = all] = termValue.exec(text) ?? []
    place += all.length
    return quoted
  }
  for (skipSpaces(); place < text.length; skipSpaces()) {
    const field = hasFields ? readField() : null
    const words = wordsOf(readValue())
    if (words.length > 0) terms.push({ field, words })
  }
  return { terms: distinct(terms), blank: text.trim() === '', unknownFields }
}

/** Removes repeated terms. Words have no colon, so the keys are unique. */
const distinct = (terms: readonly Term[]): readonly Term[] =>
  terms.length < 2
    ? terms
    : [...new Map(terms.map((term) => [`${term.field}:${term.words.join(' ')}`, term])).values()]
