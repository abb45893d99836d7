import { type Row, rowsOf } from '../../../kernel/collection'
import { SandboxError } from '../../../kernel/sandbox-error'
import { isPageKind, type PageKind, pageKinds, rowsOfKind } from '../../../sandbox/records/records'
import { scopes } from '../../../service/resources/registry'
import type { PlacePage, View } from '../frame/view'
import { Empty } from '../parts/layout'
import { ownEvents } from '../parts/own-events'
import { PageLinks, pageOf, textIn } from './paging'
import { recordDetail } from './record'
import { RecordTable } from './record-table'
import { oneOf, showRecord, titleOf } from './record-view'
import { RecordLine, rowsNaming } from './related'
import { type Found, Remarks, SearchBox, searchRecords } from './search'

/** @throws SandboxError 404 for a kind of which there is no page */
export const kindIn = ({ params: { kind = '' } }: View): PageKind => {
  if (isPageKind(kind)) return kind
  const names = pageKinds.join(', ')
  throw new SandboxError('not_found', `there are no ${kind.slice(0, 60)}: there are ${names}`)
}

/** The scopes in which records of a kind can be searched. */
const scopesOf = (kind: PageKind) => scopes().filter(({ object }) => `${object}s` === kind)

/** The record whose records are listed, without the others; a search looks at all. */
const ownerIn = (view: View): string | null => (textIn(view) === '' ? view.query.get('of') : null)

/** Whether events about deliveries are listed too. */
const hasDeliveries = ({ query }: View): boolean => query.get('deliveries') === 'shown'

/** All records of a kind, or those of another record, in the order of their creation. */
const rowsIn = (view: View, kind: PageKind): readonly Row[] => {
  const owner = ownerIn(view)
  if (owner !== null) return rowsNaming(view, kind, owner)
  if (kind === 'events' && !hasDeliveries(view)) return ownEvents(view)
  const rows = rowsOfKind(view.world, kind)
  return rows === undefined ? [] : rowsOf(rows)
}

/** The rows of a list, newest first: those of a search, of another record, or all. */
export const found = (view: View, kind: PageKind): Found => {
  const [text, among] = [textIn(view), scopesOf(kind)]
  if (text !== '' && among.length > 0) return searchRecords(view, text, among)
  return { rows: rowsIn(view, kind).toReversed(), warnings: [], refusal: null }
}

/** Events about deliveries say nothing of records, and are as many as all others: they are shown on demand. */
const deliveriesNote = (view: View, path: string) => {
  const count = view.mode.events.count() - ownEvents(view).length
  if (count === 0) return null
  return hasDeliveries(view) ? (
    <p class="soft">
      Events about deliveries are shown. <a href={view.at(path)}>Hide them</a>
    </p>
  ) : (
    <p class="soft">
      Without the {count.toLocaleString('en')} events about deliveries, whose attempts are at{' '}
      <a href={view.at('/webhooks')}>Webhooks</a>.{' '}
      <a href={view.at(path, { deliveries: 'shown' })}>Show them</a>
    </p>
  )
}

const nothing = (view: View, what: string, path: string) =>
  textIn(view) !== '' || ownerIn(view) !== null ? (
    <Empty>
      No {what} fit. <a href={view.at(path)}>Show all</a>
    </Empty>
  ) : (
    <Empty>
      There are no {what} yet. The <a href={view.at('/checkout')}>checkout</a> makes a payment, the{' '}
      <a href={view.at('/fixtures')}>fixtures</a> a whole shop.
    </Empty>
  )

/** The same list, without its pages. */
const csvAddress = (view: View, path: string): string => {
  const { before: _, ...query } = Object.fromEntries(view.query)
  return view.at(`${path}/csv`, query)
}

const content = (view: View, kind: PageKind) => {
  const [title, path, owner, among] = [titleOf(kind), `/records/${kind}`, ownerIn(view), scopesOf(kind)]
  const { rows, ...remarks } = found(view, kind)
  const page = pageOf(view, rows)
  return (
    <>
      <h1>{title}</h1>
      {among.length === 0 ? null : <SearchBox view={view} path={path} among={among} what={title} />}
      <Remarks {...remarks} />
      {owner === null ? null : (
        <p class="words">
          <span>Those of</span>
          <RecordLine view={view} id={owner} />
          <a href={view.at(path)}>All {title.toLowerCase()}</a>
        </p>
      )}
      {kind === 'events' && owner === null ? deliveriesNote(view, path) : null}
      {rows.length > 0 ? (
        <>
          <RecordTable view={view} kind={kind} name={title} ids={page.shown.map(({ id }) => id)} />
          <PageLinks view={view} path={path} page={page} />
          <a class="soft" href={csvAddress(view, path)} download>
            {title} as CSV
          </a>
        </>
      ) : remarks.refusal === null ? (
        nothing(view, title.toLowerCase(), path)
      ) : null}
    </>
  )
}

/** The records of a kind. */
export const recordsPage = (view: View): PlacePage => {
  const kind = kindIn(view)
  return { title: titleOf(kind), content: content(view, kind) }
}

/** One record, beside the list. */
export const recordPage = (view: View): PlacePage => {
  const [kind, { id = '' }] = [kindIn(view), view.params]
  const record = showRecord(view, kind, id)
  if (record === null)
    throw new SandboxError('not_found', `there is no ${id.slice(0, 100)} among the ${kind}`)
  return {
    ...recordsPage(view),
    title: `${oneOf(kind)} ${id}`,
    detail: recordDetail(view, record),
  }
}
