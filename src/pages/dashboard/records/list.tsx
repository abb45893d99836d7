import { latest } from '../../../kernel/collection'
import type { Read } from '../../../service/search/engine'
import type { Scope } from '../../../service/search/scope'
import type { View } from '../frame/view'
import { type ColumnHead, Empty, Table } from '../parts/table'
import { Moment, Money, State } from '../parts/values'
import { hasDeliveries, listed, ownerIn, pageIn, scopesOf, textIn } from './listed'
import { Pages, Reading } from './pages'
import { type Asked, readQuestion, type SearchAnswer } from './question'
import { RecordLine } from './record-line'
import { SearchBox } from './search-box'
import type { Brief, Sheet } from './sheets/sheet'

/** The newest records, whose values are looked at. */
const newestMax = 1000
/** With more values than these, a filter is about names or numbers of which no list helps. */
const valuesMax = 8

/** For a search that finds nothing: each filter by a word that no record has, with the words that there are. */
const missedValues = ({ world }: View, text: string, among: readonly Scope[]): readonly string[] =>
  Object.entries(readQuestion(text, among).filters).flatMap(([name, wanted]) => {
    const values = among.flatMap((scope) => {
      const filter = scope.filters[name]
      if (filter?.kind !== 'string') return []
      return latest(scope.rows(world), newestMax, (row) =>
        scope.finds?.(row) === false ? null : row,
      ).flatMap((row) => filter.of(row, world) ?? [])
    })
    const words = [...new Set(values.map(String))].sort()
    const isKnown = words.some((word) => word.toLowerCase() === wanted.toLowerCase())
    if (isKnown || words.length === 0 || words.length > valuesMax) return []
    return [`No ${name} is ${wanted}. There are: ${words.join(', ')}.`]
  })

/** The table of the records of a kind, newest first, or of those that a search finds. */

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

const Row = ({ view, sheet, brief: { id, amount, state, about, failure, createdAt }, has, to }: RowProps) => (
  <tr id={`row-${id}`} aria-current={view.params.id === id ? 'true' : undefined}>
    {has.amount ? <td class="number">{amount === null ? null : <Money {...amount} />}</td> : null}
    {has.state ? <td>{state === null ? null : <State of={state} />}</td> : null}
    <td class="about">
      <a href={to}>{about || id}</a>
      {failure === null ? null : <small class="bad">{failure}</small>}
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

/** The columns of a sheet; those of the amount and the state are left out where no record of the page has one. */
const headsOf = ({ sheet, has }: Pick<RowProps, 'sheet' | 'has'>): readonly ColumnHead[] => [
  ...(has.amount ? [['Amount', 'number'] as const] : []),
  ...(has.state ? ['State'] : []),
  'About',
  ...sheet.heads.map((head) => [head, 'extra'] as const),
  ['Created', 'when'],
  ['Id', 'extra record-id'],
]

const Records = ({ view, kind, sheet, ids }: ListProps & { readonly ids: readonly string[] }) => {
  const briefs = ids.flatMap((id) => sheet.brief(view, id) ?? [])
  const has = {
    amount: briefs.some(({ amount }) => amount !== null),
    state: briefs.some(({ state }) => state !== null),
  }
  return (
    <Table name={sheet.title} look="records" heads={headsOf({ sheet, has })}>
      {briefs.map((brief) => (
        <Row
          {...{ view, sheet, brief, has }}
          to={view.at(`/records/${kind}/${brief.id}`, Object.fromEntries(view.query))}
        />
      ))}
    </Table>
  )
}

/** Why a search was refused, and what in it may be a mistake. */
export const Remarks = ({ refusal, warnings }: Pick<SearchAnswer, 'refusal' | 'warnings'>) => (
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

const Found = ({ view, kind, sheet }: ListProps) => {
  const found = listed(view, kind, scopesOf(kind))
  const { ids, total, warnings, refusal } = found
  const path = `/records/${kind}`
  return (
    <>
      <Remarks refusal={refusal} warnings={warnings} />
      <Owner view={view} sheet={sheet} path={path} />
      {kind === 'events' && ownerIn(view) === null ? <Deliveries view={view} path={path} /> : null}
      {refusal !== null ? null : ids.length === 0 ? (
        <Nothing view={view} sheet={sheet} total={total} path={path} among={scopesOf(kind)} />
      ) : (
        <Records view={view} kind={kind} sheet={sheet} ids={ids} />
      )}
      {total === 0 ? null : <Pages view={view} path={path} of={found} />}
    </>
  )
}

/** @param reading how far the words are read that the search needs; `null` if they are */
export const RecordList = ({ view, kind, sheet, reading }: ListProps & { readonly reading: Read | null }) => {
  const among = scopesOf(kind)
  const path = `/records/${kind}`
  return (
    <>
      <h1>{sheet.title}</h1>
      {among.length === 0 ? null : <SearchBox view={view} path={path} among={among} what={sheet.title} />}
      {reading === null ? <Found view={view} kind={kind} sheet={sheet} /> : <Reading of={reading} />}
    </>
  )
}

interface AtPath {
  /** The address of the list. */
  readonly path: string
}

/** Events about deliveries say nothing of records, and are as many as all others: they are shown on demand. */
const Deliveries = ({ view, path }: Pick<ListProps, 'view'> & AtPath) => {
  const count = view.world.webhookDeliveries.length
  if (count === 0) return null
  return hasDeliveries(view) ? (
    <p class="soft">
      With the events about deliveries. <a href={view.at(path)}>Leave them out</a>
    </p>
  ) : (
    <p class="soft">
      Without the {count.toLocaleString('en')} events about deliveries, whose attempts are at{' '}
      <a href={view.at('/webhooks')}>Webhooks</a>.{' '}
      <a href={view.at(path, { deliveries: 'shown' })}>Show them</a>
    </p>
  )
}

/** Whose records these are, where they are not all. */
const Owner = ({ view, sheet, path }: Omit<ListProps, 'kind'> & AtPath) => {
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
  among,
}: Omit<ListProps, 'kind'> & AtPath & Pick<Asked, 'among'> & { readonly total: number }) => {
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
        No {what} fit. {missedValues(view, textIn(view), among).join(' ')}{' '}
        <a href={view.at(path)}>Show all</a>
      </Empty>
    )
  return (
    <Empty>
      There are no {what} yet. The <a href={view.at('/checkout')}>checkout</a> makes a payment, the{' '}
      <a href={view.at('/fixtures')}>fixtures</a> a whole shop.
    </Empty>
  )
}
