import { firstSince, type Row } from '../../kernel/collection'
import { isObject } from '../../kernel/json'
import type { World } from '../world'
import type { FilterTest } from './filter'
import type { Conditions, SearchPlan } from './plan'
import { foldCase, type Term, wordsOf } from './query'
import type { FilterValue, QueryValue, Scope } from './scope'

/** A record of any kind. */
export interface Hit {
  readonly object: string
  readonly row: Row
}

export interface Hits {
  readonly total: number
  /** Returns up to `count` records: exact matches, then the others, each of the two by creation time. */
  readonly take: (skip: number, count: number, newestFirst: boolean) => readonly Hit[]
}

/** The folded texts of the records of one scope, and with a search delay (assumption `search-delay`) what they were. */
class SearchedScope {
  readonly #scope: Scope
  readonly #world: World
  #texts = new WeakMap<Row, string>()
  /** Oldest first, each with the row before the change. */
  #changes: { readonly at: number; readonly before: Row }[] = []

  constructor(scope: Scope, world: World) {
    this.#scope = scope
    this.#world = world
    const forgetTexts = (): void => {
      this.#texts = new WeakMap()
    }
    // Not those that were added: what shows a new row was written after it.
    for (const rows of scope.shows(world))
      rows.follow({ removed: forgetTexts, replaced: forgetTexts, cleared: forgetTexts })
    if (world.searchDelayMs === 0) return
    scope.kept(world)?.follow({
      replaced: (before) => void this.#changes.push({ at: world.now(), before }),
      // After a restore, searches see all changes at once.
      cleared: () => {
        this.#changes = []
      },
    })
  }

  /** The rows that match, oldest first. */
  find({ terms, filters, from, to }: Conditions): { readonly exact: Row[]; readonly others: Row[] } {
    const { finds } = this.#scope
    const world = this.#world
    const rows = this.#scope.rows(world)
    const latest = world.searchDelayMs === 0 ? Number.POSITIVE_INFINITY : world.now() - world.searchDelayMs
    const last = Math.min(to ?? latest, latest)
    const end = last === Number.POSITIVE_INFINITY ? rows.length : firstSince(rows, last + 1)
    const before = this.#rowsBefore(latest)
    const test = terms === null ? null : textTest(terms)
    const tests = filters.map(({ attribute, wanted }) => ({ of: this.#scope.filters[attribute]?.of, wanted }))
    const exact: Row[] = []
    const others: Row[] = []
    for (let place = from === null ? 0 : firstSince(rows, from); place < end; place += 1) {
      const row = rows.at(place)
      const seen = before.get(row.id) ?? row
      if (finds?.(seen) === false) continue
      const text = test === null ? '' : this.#textOf(seen)
      if (test?.matches(text) === false) continue
      if (!tests.every(({ of, wanted }) => passes(of?.(seen, world) ?? null, wanted))) continue
      if (test?.isExact(text) === true) exact.push(row)
      else others.push(row)
    }
    return { exact, others }
  }

  #textOf(row: Row): string {
    let text = this.#texts.get(row)
    if (text === undefined) {
      const { queries } = this.#scope
      text = textOf(Object.entries(queries).map(([name, of]) => [name, of(row, this.#world)] as const))
      this.#texts.set(row, text)
    }
    return text
  }

  /** By id, the rows that were changed after this time, as they were then. */
  #rowsBefore(time: number): ReadonlyMap<string, Row> {
    this.#changes = this.#changes.filter(({ at }) => at > time)
    return new Map(this.#changes.toReversed().map(({ before }) => [before.id, before]))
  }
}

/** Filters by words ignore case. */
const passes = (value: FilterValue, wanted: FilterTest): boolean => {
  if (wanted.kind === 'range') return typeof value === 'number' && value >= wanted.low && value <= wanted.high
  if (value === null || typeof value === 'number') return false
  if (typeof value === 'object') return value.some((member) => foldCase(member) === wanted.word)
  return foldCase(String(value)) === wanted.word
}

/** The WeakMap frees them with the world. Snapshots do not contain them. */
const searched = new WeakMap<World, Map<string, SearchedScope>>()

const searchedScope = (world: World, scope: Scope): SearchedScope => {
  const ofWorld = searched.get(world) ?? new Map<string, SearchedScope>()
  searched.set(world, ofWorld)
  const found = ofWorld.get(scope.name) ?? new SearchedScope(scope, world)
  ofWorld.set(scope.name, found)
  return found
}

/** With a search delay, changes before the first search count too. */
export const followForSearch = (world: World, scopes: readonly Scope[]): void => {
  for (const scope of scopes) searchedScope(world, scope)
}

export const search = (
  world: World,
  { scopes, conditions }: Pick<SearchPlan, 'scopes' | 'conditions'>,
): Hits => {
  const exact: Hit[] = []
  const others: Hit[] = []
  for (const scope of scopes) {
    const found = searchedScope(world, scope).find(conditions)
    for (const row of found.exact) exact.push({ object: scope.object, row })
    for (const row of found.others) others.push({ object: scope.object, row })
  }
  if (scopes.length > 1)
    for (const hits of [exact, others]) hits.sort((a, b) => a.row.createdAt - b.row.createdAt)
  return {
    total: exact.length + others.length,
    take: (skip, count, newestFirst) => {
      // The newest-first order is the exact reverse, also for records of different scopes with one creation time.
      const all = newestFirst ? [...exact.toReversed(), ...others.toReversed()] : [...exact, ...others]
      return all.slice(skip, skip + count)
    },
  }
}

/**
 * The searchable text of a record: a line for each value, with its name and its words, such as
 *
 *   description: coffee beans :
 *   metadata.gift.from: malee s :
 *
 * Every word has a space on both sides, and neither words nor names contain ": " or " :". So the text includes
 * ` coffee beans ` if these words follow each other in a value, and `: coffee beans :` if they are a whole value.
 */
const textOf = (values: readonly (readonly [attribute: string, value: QueryValue])[]): string => {
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
const textTest = (terms: readonly Term[]) => {
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
