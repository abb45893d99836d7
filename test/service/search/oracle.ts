/**
 * The oracle of the search: it looks at every record, as the library shows it, each time. It shares no code with the
 * engine, neither words nor attributes, and is as slow as it is simple.
 */
import type { Sandbox } from '../../../src/index'
import { type Known, part, tables } from './attributes'

export interface AskedTerm {
  readonly field: string | null
  /** What was written, between quotes or not. */
  readonly text: string
}

export type AskedFilter =
  | { readonly name: string; readonly is: string | boolean }
  /** Amounts in base units, times as ISO text; both ends belong to it. */
  | { readonly name: string; readonly low: number | string | null; readonly high: number | string | null }

export interface Asked {
  readonly scope: string | null
  readonly terms: readonly AskedTerm[]
  readonly filters: readonly AskedFilter[]
  readonly from: string | null
  readonly to: string | null
  readonly newestFirst: boolean
}

/** Letter by letter: each Thai letter with its marks is one word, other letters, digits and _ make words. */
const wordsOf = (value: string): string[] => {
  const words: string[] = []
  let open = false
  for (const letter of value.normalize('NFC').toLowerCase()) {
    const alone = /\p{Script=Thai}/u.test(letter) && !/\p{M}/u.test(letter)
    const mark = /\p{M}/u.test(letter)
    if (alone) words.push(letter)
    else if (mark && words.length > 0) words[words.length - 1] += letter
    else if (/[\p{L}\p{N}_]/u.test(letter)) {
      if (open) words[words.length - 1] += letter
      else words.push(letter)
    }
    open = !alone && (mark ? open : /[\p{L}\p{N}_]/u.test(letter))
  }
  return words
}

/** `a b` within `x a b`: between spaces, so that no part of a word counts. */
const stands = (value: string, words: readonly string[]): boolean =>
  ` ${wordsOf(value).join(' ')} `.includes(` ${words.join(' ')} `)
const isAll = (value: string, words: readonly string[]): boolean =>
  wordsOf(value).join(' ') === words.join(' ')

/** The texts in any JSON. */
const textsIn = (value: unknown): readonly string[] => {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [String(value)]
  return Object.values(value).flatMap(textsIn)
}

const textsOf = (known: Known, scope: Queryable, field: string | null): readonly string[] => {
  if (field === null) return scope.flatMap((name) => textsIn(known.queries[name]))
  const [name = '', ...path] = field.split('.')
  if (!scope.includes(name)) return []
  return textsIn(path.reduce((value, key) => part(value, key), known.queries[name]))
}

type Queryable = readonly string[]

/** 0: not at all, 1: found, 2: exactly. */
const matchOf = (known: Known, queryable: Queryable, terms: readonly AskedTerm[]): 0 | 1 | 2 => {
  const asked = terms.map(({ field, text: given }) => ({ field, words: wordsOf(given) }))
  const of = (field: string | null) => textsOf(known, queryable, field)
  if (!asked.every(({ field, words }) => of(field).some((value) => stands(value, words)))) return 0
  if (asked.every(({ field, words }) => of(field).some((value) => isAll(value, words)))) return 2
  const once = [...new Map(asked.map((term) => [term.words.join(' '), term])).values()]
  const all = once.flatMap(({ words }) => words)
  return asked.every(({ field }) => field === null) && of(null).some((value) => isAll(value, all)) ? 2 : 1
}

const passes = (known: Known, filter: AskedFilter): boolean => {
  const value = known.filters[filter.name] ?? null
  if ('is' in filter) {
    if (typeof filter.is === 'boolean') return value === filter.is
    const wanted = filter.is.toLowerCase()
    return (Array.isArray(value) ? value : [value]).some(
      (one) => one !== null && String(one).toLowerCase() === wanted,
    )
  }
  if (value === null || Array.isArray(value)) return false
  const { low, high } = filter
  return (
    (low === null || (value as string | number) >= low) &&
    (high === null || (value as string | number) <= high)
  )
}

export interface ScopeTable {
  readonly scope: string
  readonly queries: Queryable
  readonly filters: { readonly [name: string]: string }
}

/** Ids of what is to be found, in their order; `exact` of them are exact matches. */
export const scan = (
  { test: mode }: Pick<Sandbox['accounts'][number], 'test'>,
  scope: ScopeTable,
  asked: Asked,
): { readonly ids: readonly string[]; readonly exact: number } => {
  const found = (tables[scope.scope]?.(mode) ?? [])
    .filter((known) => asked.filters.every((filter) => passes(known, filter)))
    .filter(({ record }) => asked.from === null || record.created_at >= asked.from)
    .filter(({ record }) => asked.to === null || record.created_at <= asked.to)
    .map((known) => ({
      id: known.record.id,
      match: asked.terms.length === 0 ? 1 : matchOf(known, scope.queries, asked.terms),
    }))
    .filter(({ match }) => match > 0)
  if (asked.newestFirst) found.reverse()
  const best = found.filter(({ match }) => match === 2)
  return {
    ids: [...best, ...found.filter(({ match }) => match === 1)].map(({ id }) => id),
    exact: best.length,
  }
}
