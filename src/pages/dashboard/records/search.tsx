import { type Row, rowsOf } from '../../../kernel/collection'
import { ApiError } from '../../../kernel/errors'
import { isObject } from '../../../kernel/json'
import { search } from '../../../service/search/engine'
import { planSearch } from '../../../service/search/plan'
import type { Scope } from '../../../service/search/scope'
import type { World } from '../../../service/world'
import type { View } from '../frame/view'
import { SearchForm, type SearchFormProps } from '../parts/search-form'
import { textIn } from './paging'

/** What a person types into a search box: words, and filters such as `status:successful amount:1000..`. */

interface ParsedQuery {
  /** Words and phrases, in the search language of the API. */
  readonly query: string
  readonly filters: Readonly<Record<string, string>>
  /** Filters that were given again: the last one counts. */
  readonly repeated: readonly string[]
}

const part = /([a-z_]+):("[^"]*"?|\S+)|\S+|\s+/gi

const readSearchText = (text: string, among: readonly Scope[]): ParsedQuery => {
  const filters: Record<string, string> = {}
  const repeated: string[] = []
  const words: string[] = []
  for (const [all, given = '', value = ''] of text.matchAll(part)) {
    const name = given.toLowerCase()
    if (!among.some((scope) => Object.hasOwn(scope.filters, name))) {
      words.push(all)
      continue
    }
    if (Object.hasOwn(filters, name)) repeated.push(name)
    filters[name] = value.replace(/^"|"$/g, '')
  }
  return { query: words.join('').trim().replace(/\s+/g, ' '), filters, repeated }
}

export interface Found {
  /** All of them: exact matches, then the others, each of the two newest first. */
  readonly rows: readonly Row[]
  /** What may be a mistake. */
  readonly warnings: readonly string[]
  /** Why nothing was searched. */
  readonly refusal: string | null
}

/** The search of the API. */
export const searchRecords = ({ world }: View, text: string, among: readonly Scope[]): Found => {
  const { query, filters, repeated } = readSearchText(text, among)
  const scope = among.length === 1 ? among[0]?.name : undefined
  try {
    const plan = planSearch({ scope, query, filters, from: undefined, to: undefined }, among, world.now())
    const { total, take } = search(world, plan)
    const again = repeated.map((name) => `${name} is there more than once: the last one counts`)
    const hints =
      total === 0 ? [...unknownValues(world, filters, among), ...asMetadata(world, query, among)] : []
    return {
      rows: take(0, total, true).map(({ row }) => row),
      warnings: [...again, ...plan.warnings, ...hints],
      refusal: null,
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const why = (error.context.validation_errors ?? []).map(({ message }) => message).join('; ')
    return { rows: [], warnings: [], refusal: why === '' ? error.message : why }
  }
}

/** With more values than these, a filter is about names or numbers of which no list helps. */
const valuesMax = 8

/** For a search that finds nothing: each filter by a word that no record has, with the words that there are. */
const unknownValues = (
  world: World,
  filters: ParsedQuery['filters'],
  among: readonly Scope[],
): readonly string[] =>
  Object.entries(filters).flatMap(([name, wanted]) => {
    const values = among.flatMap(({ filters, rows, finds }) => {
      const filter = filters[name]
      if (filter?.kind !== 'string') return []
      const found = rowsOf(rows(world)).filter((row) => finds?.(row) !== false)
      return found.flatMap((row) => filter.of(row, world) ?? [])
    })
    const words = [...new Set(values.map(String))].sort()
    const isKnown = words.some((word) => word.toLowerCase() === wanted.toLowerCase())
    if (isKnown || words.length === 0 || words.length > valuesMax) return []
    return [`No ${name} is ${wanted}. There are: ${words.join(', ')}.`]
  })

/** For a search that finds nothing: lists show metadata as `order A-1`, and searches look for words in values. */
const asMetadata = (world: World, query: string, among: readonly Scope[]): readonly string[] => {
  const [, name = '', value] = /^(\S+) (.+)$/.exec(query) ?? []
  const hasName = (row: Row): boolean =>
    'metadata' in row && isObject(row.metadata) && Object.hasOwn(row.metadata, name)
  return among.some(({ rows }) => rowsOf(rows(world)).some(hasName))
    ? [`${name} is a name in metadata: metadata.${name}:${value} searches its values.`]
    : []
}

interface SearchBoxProps extends Pick<SearchFormProps, 'view' | 'path' | 'autofocus'> {
  readonly among: readonly Scope[]
  readonly what: string
}

/** The box for the search language, with what can be typed into it. */
export const SearchBox = ({ view, path, among, what, autofocus = false }: SearchBoxProps) => {
  const names = among.flatMap(({ filters, queries }) => [...Object.keys(filters), ...Object.keys(queries)])
  return (
    <>
      <SearchForm
        view={view}
        autofocus={autofocus}
        path={path}
        label={`Search ${what.toLowerCase()}`}
        placeholder="Words, or filters such as created:today"
        clear={textIn(view) === '' ? null : view.at(path)}
      />
      <details class="hints" id="search-help">
        <summary>What can be searched</summary>
        <p>
          Words, and <code>name:value</code> for one of{' '}
          {[...new Set(names)].sort().map((name) => (
            <>
              <code>{name}</code>{' '}
            </>
          ))}
          with ranges such as <code>amount:1000..</code> and <code>created:last_month</code>:{' '}
          <a href={view.at('/docs/search')}>more about searches</a>.
        </p>
      </details>
    </>
  )
}

/** Why a search was refused, and what in it may be a mistake. */
export const Remarks = ({ refusal, warnings }: Pick<Found, 'refusal' | 'warnings'>) => (
  <>
    {refusal === null ? null : (
      <p class="remark bad" role="alert">
        {refusal}
      </p>
    )}
    {warnings.map((warning) => (
      <p class="remark wait">{warning}</p>
    ))}
  </>
)
