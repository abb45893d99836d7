import { foldCase, plainWordsOf, wordsOf } from './words'

/**
 * The language of `query` (spec 4.10 rule 1; assumptions `search-words` and `search-unknown-field`):
 *
 *   query = { term }              every term must match
 *   term  = [ field ":" ] value   field = attribute | "metadata." key | 'metadata."' any '"'
 *   value = word | '"' any '"'    what stands in quotes must stand so in the record
 *
 * There is no text that is wrong: punctuation means nothing, a quote that is never closed ends with the text, and a
 * colon after something that is no attribute is punctuation.
 */
export interface Term {
  /** An attribute in lower case, `metadata.<key>`, or `null`: any of them. */
  readonly field: string | null
  /** They stand one after the other in one value of the attribute. Never empty. */
  readonly words: readonly string[]
}

export interface Query {
  readonly terms: readonly Term[]
  /** Nothing was asked: no text, or blanks alone. Then all records match; text without a word matches none. */
  readonly blank: boolean
  /** What stands before a colon and is no attribute. */
  readonly strangers: readonly string[]
}

const fieldPattern = /([a-z_][a-z0-9_]*)(?:\.(?:"([^"]*)"|([^\s":]+)))?:/iy
const quotedPattern = /"([^"]*)"?/y
const barePattern = /[^\s"]+/y
const space = /\s/

const isSpace = (text: string, place: number): boolean => {
  const code = text.charCodeAt(place)
  return code === 32 || ((code < 33 || code > 127) && space.test(text.charAt(place)))
}

/** What `pattern` finds right at the place. */
const matchAt = (pattern: RegExp, text: string, place: number): RegExpExecArray | null => {
  pattern.lastIndex = place
  return pattern.exec(text)
}

const none: readonly never[] = []
const plainTerm = (word: string): Term => ({ field: null, words: [word] })

/** Of words and spaces alone, which most queries are; `null` for any other. What `parseQuery` says of it too. */
export const plainQuery = (text: string): Query | null => {
  const words = plainWordsOf(text)
  if (words === null) return null
  const [word] = words
  const terms = word !== undefined && words.length === 1 ? [plainTerm(word)] : distinct(words.map(plainTerm))
  return { terms, blank: word === undefined, strangers: none }
}

export const parseQuery = (text: string, isField: (name: string) => boolean): Query => {
  const terms: Term[] = []
  const strangers = new Set<string>()
  const mayName = text.includes(':')
  let place = 0
  for (;;) {
    while (isSpace(text, place)) place += 1
    if (place >= text.length) break
    const named = mayName ? matchAt(fieldPattern, text, place) : null
    const field = named === null ? null : fieldOf(named)
    const known = field !== null && isField(field)
    if (named !== null && field !== null && known) place += named[0].length
    else if (named !== null && field !== null && !text.startsWith('//', place + named[0].length))
      strangers.add(field)
    const value = matchAt(text[place] === '"' ? quotedPattern : barePattern, text, place)
    place += value?.[0].length ?? 0
    const words = wordsOf(value?.[1] ?? value?.[0] ?? '')
    if (words.length > 0) terms.push({ field: known ? field : null, words })
  }
  return { terms: distinct(terms), blank: text.trim() === '', strangers: [...strangers] }
}

const distinct = (terms: readonly Term[]): readonly Term[] =>
  terms.length < 2 ? terms : [...new Map(terms.map((term) => [keyOf(term), term])).values()]

/** No word has a colon in it. */
const keyOf = ({ field, words }: Term): string => {
  const text = words.length === 1 ? (words[0] ?? '') : words.join(' ')
  return field === null ? text : `${text}:${field}`
}

/** `metadata.<key>` keeps its key; a dot after any other attribute makes it none. */
const fieldOf = ([, name = '', quoted, bare]: RegExpExecArray): string => {
  const key = quoted ?? bare
  return foldCase(key === undefined ? name : `${name}.${key}`)
}
