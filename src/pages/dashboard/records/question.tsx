import { latest } from '../../../kernel/collection'
import { ApiError } from '../../../kernel/errors'
import { scopes } from '../../../service/resources/registry'
import { type Hit, type Hits, search } from '../../../service/search/engine'
import { planSearch } from '../../../service/search/plan'
import type { FilterKind, Scope } from '../../../service/search/scope'
import type { View } from '../frame/view'
import { SearchForm } from '../parts/search-form'
import { atFirstIn, idsSince, newestOf, type PageOfMany, untilIn } from './paging'

/** What a person types into a search box: words, and filters such as `status:successful amount:1000..`. */

interface ParsedQuery {
  /** Words and phrases, in the search language of the API. */
  readonly query: string
  readonly filters: Readonly<Record<string, string>>
  /** Filters that were given again: the last one counts. */
  readonly repeated: readonly string[]
}

const part = /([a-z_]+):("[^"]*"?|\S+)|\S+|\s+/gi

export const readSearchText = (text: string, among: readonly Scope[]): ParsedQuery => {
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

export interface SearchAnswer extends PageOfMany {
  readonly hits: readonly Hit[]
  /** What may be a mistake. */
  readonly warnings: readonly string[]
  /** Why nothing was searched. */
  readonly refusal: string | null
}

export interface SearchPage {
  readonly text: string
  readonly among: readonly Scope[]
  readonly skip: number
  readonly count: number
}

interface HitsPage extends Pick<SearchPage, 'skip' | 'count'> {
  /** Ids of records that are on no page. */
  readonly since: ReadonlySet<string>
}

const pageOfHits = ({ total, take }: Hits, { skip, count, since }: HitsPage) => {
  const first = Math.min(skip, total)
  if (since.size === 0) return { total, newer: 0, hits: take(first, Math.min(count, total - first), true) }
  const found = take(0, Math.min(total, skip + count + since.size), true)
  const hits = found.filter(({ row }) => !since.has(row.id))
  const newer = found.length - hits.length
  return { total: total - newer, newer, hits: hits.slice(skip, skip + count) }
}

/** The search of the API, newest first among equally good matches. */
export const searchRecords = (view: View, { text, among, skip, count }: SearchPage): SearchAnswer => {
  const { world } = view
  const { query, filters, repeated } = readSearchText(text, among)
  const [only] = among
  const scope = among.length === 1 ? only?.name : undefined
  try {
    const plan = planSearch({ scope, query, filters, from: undefined, to: undefined }, among, world.now())
    const lists = among.map(({ rows }) => rows(world))
    const until = untilIn(view)
    const since = new Set(until === null ? [] : lists.flatMap((rows) => idsSince(until, rows)))
    const again = repeated.map((name) => `${name} is there more than once: the last one counts`)
    const page = pageOfHits(search(world, plan), { skip, count, since })
    return {
      ...page,
      atFirst: atFirstIn(view, page.total),
      until: until?.text ?? newestOf(lists),
      warnings: [...again, ...plan.warnings],
      refusal: null,
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { validation_errors: problems = [] } = error.context
    const why = problems.map(({ message }) => message).join('; ')
    return {
      total: 0,
      newer: 0,
      until: null,
      atFirst: 0,
      hits: [],
      warnings: [],
      refusal: why === '' ? error.message : why,
    }
  }
}

/** The scopes that find records with this word under `object`; none where they cannot be searched. */
export const scopesOfObject = (object: string | undefined): readonly Scope[] =>
  scopes().filter((scope) => scope.object === object)

interface Hint {
  /** As it is typed. */
  readonly text: string
  readonly about: string
}

/** A value of each kind, where no record shows one. */
const examples: { readonly [K in FilterKind]: string } = {
  string: '…',
  boolean: 'true',
  integer: '1..',
  money: '1000..',
  time: 'this_month',
}

const abouts: { readonly [K in FilterKind]: string } = {
  string: 'this value',
  boolean: 'true or false',
  integer: 'a number, or a range such as 3..10',
  money: 'an amount in units of the currency, or a range such as 100..200',
  time: 'a day, a range of days, or a word such as today or last_month',
}

/** The newest records, whose words are examples. */
const sampleMax = 10

/** What can be typed, from the table of each scope, with words of records that exist. */
const hintsFor = ({ world }: View, among: readonly Scope[]): readonly Hint[] => {
  const hints = new Map<string, Hint>()
  for (const scope of among) {
    const samples = latest(scope.rows(world), sampleMax, (row) => (scope.finds?.(row) === false ? null : row))
    for (const [name, { kind, of }] of Object.entries(scope.filters)) {
      const words = samples.flatMap((row) => of(row, world) ?? [])
      const word = kind === 'string' ? words.findLast((value) => typeof value === 'string') : undefined
      const shown = String(word ?? examples[kind])
      if (!hints.has(name))
        hints.set(name, { text: `${name}:${/\s/.test(shown) ? `"${shown}"` : shown}`, about: abouts[kind] })
    }
    for (const name of Object.keys(scope.queries))
      if (!hints.has(name)) hints.set(name, { text: `${name}:…`, about: 'words or a "phrase" in it' })
  }
  return [...hints.values()].sort((a, b) => (a.text < b.text ? -1 : 1))
}

interface SearchBox {
  /** Where it searches: the address of the page. */
  readonly path: string
  readonly among: readonly Scope[]
  readonly what: string
  /** Whether the page is about it: it has the focus, and shows what can be typed. */
  readonly open?: boolean
}

/** The box for the search language, with what can be typed into it. */
export const searchBox = (view: View, { path, among, what, open = false }: SearchBox) => {
  const text = view.query.get('q') ?? ''
  const hints = hintsFor(view, among)
  return (
    <search>
      <SearchForm
        view={view}
        to={`/_sandbox${path}`}
        label={`Search ${what.toLowerCase()}`}
        placeholder={`Words, or filters such as ${hints.find((hint) => hint.text.startsWith('status'))?.text ?? 'created:today'}`}
        list="search-hints"
        autofocus={open}
        clear={text === '' ? null : view.at(path)}
      >
        <datalist id="search-hints">
          {hints.map((hint) => (
            <option value={text === '' ? hint.text : `${text} ${hint.text}`}>{hint.about}</option>
          ))}
        </datalist>
      </SearchForm>
      <details class="hints" id="search-help" open={open}>
        <summary>What can be searched</summary>
        <dl>
          {hints.map((hint) => (
            <div>
              <dt>
                {hint.text.includes('…') ? (
                  <code>{hint.text}</code>
                ) : (
                  <a href={view.at(path, { q: `${text} ${hint.text}`.trim() })}>
                    <code>{hint.text}</code>
                  </a>
                )}
              </dt>
              <dd class="soft">{hint.about}</dd>
            </div>
          ))}
        </dl>
      </details>
    </search>
  )
}

/** Why a search was refused, and what in it may be a mistake. */
export const remarks = ({ refusal, warnings }: Pick<SearchAnswer, 'refusal' | 'warnings'>) => (
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
