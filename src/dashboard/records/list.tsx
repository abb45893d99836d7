import type { Child } from 'hono/jsx'
import { rowsOfKind } from '../../library/records/records'
import { kinds } from '../../resources/registry'
import type { Scope } from '../../search/scope'
import type { View } from '../frame/view'
import { Empty } from '../parts/empty'
import { Money } from '../parts/money'
import { State } from '../parts/state'
import { Moment } from '../parts/time'
import { answerQuestion, scopesOfObject } from './question'
import { RecordLine } from './record-line'
import { rowsRelatedTo } from './related'
import { SearchBox } from './search-box'
import type { Brief, Sheet } from './sheets/sheet'

/** The table of the records of a kind, newest first, or of those that a search finds. */

/** Records on a page. */
export const perPage = 25

interface Listed {
  readonly ids: readonly string[]
  readonly total: number
  readonly warnings: readonly string[]
  readonly refusal: string | null
}

/** The page in the address, from 1 on. */
export const pageIn = ({ query }: View): number => {
  const given = Number(query.get('page') ?? '1')
  return Number.isSafeInteger(given) && given > 0 ? given : 1
}

export const textIn = ({ query }: View): string => (query.get('q') ?? '').trim().slice(0, 500)

/** The record whose records are listed, without the others; a search looks at all. */
const ownerIn = (view: View): string | null => (textIn(view) === '' ? view.query.get('of') : null)

/** The scopes in which the records of a kind can be searched. */
const scopesOf = (kind: string): readonly Scope[] => {
  const found = [...kinds.values()].find(({ reader }) => reader?.name === kind)
  return found === undefined ? [] : scopesOfObject(found.object)
}

const listed = (view: View, kind: string, among: readonly Scope[]): Listed => {
  const [text, skip] = [textIn(view), (pageIn(view) - 1) * perPage]
  if (text !== '' && among.length > 0) {
    const { hits, total, warnings, refusal } = answerQuestion(view, { text, among, skip, count: perPage })
    return { ids: hits.map(({ row }) => row.id), total, warnings, refusal }
  }
  const owner = ownerIn(view)
  const rows = owner === null ? rowsOfKind(view.world, kind) : rowsRelatedTo(view, kind, owner)
  const total = rows?.length ?? 0
  const count = Math.max(0, Math.min(perPage, total - skip))
  const ids = Array.from({ length: count }, (_, i) => rows?.at(total - 1 - skip - i).id ?? '')
  return { ids, total, warnings: [], refusal: null }
}

interface RowProps {
  readonly view: View
  readonly sheet: Sheet
  readonly brief: Brief
  readonly has: Columns
  /** The address of its page. */
  readonly to: string
}

/** The columns that at least one record of the page fills. */
interface Columns {
  readonly amount: boolean
  readonly state: boolean
}

const Row = ({ view, sheet, brief: { id, amount, state, about, createdAt }, has, to }: RowProps) => (
  <tr id={`row-${id}`} aria-current={view.params.id === id ? 'true' : undefined}>
    {has.amount ? <td class="number">{amount === null ? null : <Money {...amount} />}</td> : null}
    {has.state ? <td>{state === null ? null : <State of={state} />}</td> : null}
    <td class="about">
      <a href={to}>{about || id}</a>
    </td>
    {sheet.cells(view, id).map((cell) => (
      <td class="extra">{cell}</td>
    ))}
    <td class="when">
      <Moment at={createdAt} now={view.sandbox.clock.now()} />
    </td>
    <td class="extra record-id">
      <code>{id}</code>
    </td>
  </tr>
)

interface TableProps {
  readonly view: View
  readonly kind: string
  readonly sheet: Sheet
  readonly ids: readonly string[]
}

const Head = ({ sheet, has }: Pick<RowProps, 'sheet' | 'has'>) => (
  <thead>
    <tr>
      {has.amount ? (
        <th scope="col" class="number">
          Amount
        </th>
      ) : null}
      {has.state ? <th scope="col">State</th> : null}
      <th scope="col">About</th>
      {sheet.heads.map((head) => (
        <th scope="col" class="extra">
          {head}
        </th>
      ))}
      <th scope="col" class="when">
        Created
      </th>
      <th scope="col" class="extra record-id">
        Id
      </th>
    </tr>
  </thead>
)

const Table = ({ view, kind, sheet, ids }: TableProps) => {
  const briefs = ids.flatMap((id) => sheet.brief(view, id) ?? [])
  const has = {
    amount: briefs.some(({ amount }) => amount !== null),
    state: briefs.some(({ state }) => state !== null),
  }
  return (
    <div class="scroll records">
      <table aria-label={sheet.title}>
        <Head sheet={sheet} has={has} />
        <tbody>
          {briefs.map((brief) => (
            <Row
              {...{ view, sheet, brief, has }}
              to={view.at(`/records/${kind}/${brief.id}`, Object.fromEntries(view.query))}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface PagesProps {
  readonly view: View
  readonly path: string
  readonly total: number
}

/** Where this page is among all, with links to the others. */
export const Pages = ({ view, path, total }: PagesProps) => {
  const [page, last] = [pageIn(view), Math.max(1, Math.ceil(total / perPage))]
  const to = (number: number) =>
    view.at(path, { q: textIn(view), of: ownerIn(view), page: number === 1 ? null : number })
  const step = (number: number, name: string): Child =>
    number < 1 || number > last || number === page ? (
      <span class="soft">{name}</span>
    ) : (
      <a href={to(number)}>{name}</a>
    )
  const from = (page - 1) * perPage + 1
  return (
    <nav class="pages" aria-label="Pages">
      <span class="soft">
        {total === 0 || from > total ? 'None' : `${from} to ${Math.min(total, page * perPage)}`} of{' '}
        {total.toLocaleString('en')}
      </span>
      {last === 1 ? null : (
        <>
          {step(page === 1 ? 0 : 1, 'First')}
          {step(page - 1, 'Newer')}
          {step(page + 1, 'Older')}
          {step(last, 'Last')}
        </>
      )}
    </nav>
  )
}

/** Why a search was refused, and what in it may be a mistake. */
export const Remarks = ({ refusal, warnings }: Pick<Listed, 'refusal' | 'warnings'>) => (
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

interface ListProps {
  readonly view: View
  readonly kind: string
  readonly sheet: Sheet
}

export const RecordList = ({ view, kind, sheet }: ListProps) => {
  const among = scopesOf(kind)
  const { ids, total, warnings, refusal } = listed(view, kind, among)
  const path = `/records/${kind}`
  return (
    <>
      <h1>{sheet.title}</h1>
      {among.length === 0 ? null : <SearchBox view={view} path={path} among={among} what={sheet.title} />}
      <Remarks refusal={refusal} warnings={warnings} />
      <Owner view={view} sheet={sheet} path={path} />
      {refusal !== null ? null : ids.length === 0 ? (
        <Nothing view={view} sheet={sheet} total={total} path={path} />
      ) : (
        <Table view={view} kind={kind} sheet={sheet} ids={ids} />
      )}
      {total === 0 ? null : <Pages view={view} path={path} total={total} />}
    </>
  )
}

/** Whose records these are, where they are not all. */
const Owner = ({ view, sheet, path }: Pick<ListProps, 'view' | 'sheet'> & Pick<PagesProps, 'path'>) => {
  const owner = ownerIn(view)
  if (owner === null) return null
  return (
    <p class="words">
      <span>Those of</span>
      <RecordLine view={view} id={owner} />
      <a href={view.at(path)}>All {sheet.title.toLowerCase()}</a>
    </p>
  )
}

const Nothing = ({
  view,
  sheet,
  total,
  path,
}: Pick<ListProps, 'view' | 'sheet'> & Omit<PagesProps, 'view'>) => {
  const what = sheet.title.toLowerCase()
  if (total > 0)
    return (
      <Empty>
        There is no page {pageIn(view)}.{' '}
        <a href={view.at(path, { q: textIn(view), of: ownerIn(view) })}>Go to the first</a>
      </Empty>
    )
  if (textIn(view) !== '' || ownerIn(view) !== null)
    return (
      <Empty>
        No {what} fit. <a href={view.at(path)}>Show all</a>
      </Empty>
    )
  return (
    <Empty>
      There are no {what} yet. The <a href={view.at('/checkout')}>checkout</a> makes a payment, the{' '}
      <a href={view.at('/fixtures')}>fixtures</a> a whole shop.
    </Empty>
  )
}
