import { wordsOf } from './words'

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
const space = /\s*/y

/** What `pattern` finds right at the place. */
const matchAt = (pattern: RegExp, text: string, place: number): RegExpExecArray | null => {
  pattern.lastIndex = place
  return pattern.exec(text)
}

export const parseQuery = (text: string, isField: (name: string) => boolean): Query => {
  const terms = new Map<string, Term>()
  const strangers = new Set<string>()
  let place = 0
  for (;;) {
    place += matchAt(space, text, place)?.[0].length ?? 0
    if (place >= text.length) break
    const named = matchAt(fieldPattern, text, place)
    const field = named === null ? null : fieldOf(named)
    const known = field !== null && isField(field)
    if (named !== null && field !== null && known) place += named[0].length
    else if (named !== null && field !== null && !text.startsWith('//', place + named[0].length))
      strangers.add(field)
    const value = matchAt(quotedPattern, text, place) ?? matchAt(barePattern, text, place)
    place += value?.[0].length ?? 0
    const words = wordsOf(value?.[1] ?? value?.[0] ?? '')
    if (words.length > 0) {
      const term = { field: known ? field : null, words }
      terms.set(JSON.stringify(term), term)
    }
  }
  return { terms: [...terms.values()], blank: text.trim() === '', strangers: [...strangers] }
}

/** `metadata.<key>` keeps its key; a dot after any other attribute makes it none. */
const fieldOf = ([, name = '', quoted, bare]: RegExpExecArray): string => {
  const key = quoted ?? bare
  return (key === undefined ? name : `${name}.${key}`).normalize('NFC').toLowerCase()
}
