import { latest, type Row, type Sequence } from '../../../kernel/collection'
import { SandboxError } from '../../../kernel/sandbox-error'
import { rowsOfKind } from '../../../sandbox/records/records'
import { kinds } from '../../../service/resources/registry'
import type { Scope } from '../../../service/search/scope'
import type { PlacePage, View } from '../frame/view'
import { Empty } from '../parts/layout'
import { ownEvents } from '../parts/own-events'
import {
  atFirstIn,
  countSince,
  hasDeliveries,
  newestOf,
  ownerIn,
  type PageOfMany,
  pageIn,
  pages,
  perPage,
  textIn,
  untilIn,
} from './paging'
import { readSearchText, remarks, scopesOfObject, searchBox, searchRecords } from './question'
import { recordDetail } from './record'
import { recordTable } from './record-table'
import { RecordLine, rowsRelatedTo } from './related'
import type { Sheet } from './sheets/sheet'
import { sheetNames, sheetOf } from './sheets/table'

/** The records of a kind, newest first, or those that a search finds. */
interface KindList {
  readonly view: View
  readonly kind: string
  readonly sheet: Sheet
  /** The address of the list. */
  readonly path: string
  /** The scopes in which its records can be searched. */
  readonly among: readonly Scope[]
}

interface Listed extends PageOfMany {
  readonly ids: readonly string[]
  readonly warnings: readonly string[]
  readonly refusal: string | null
}

/** A sequence of an array. */
const sequenceOf = <R,>(rows: readonly R[]): Sequence<R> => ({
  length: rows.length,
  at: (position) => rows[position] as R,
})

const rowsIn = ({ view, kind }: KindList): Sequence<Row> | null => {
  const owner = ownerIn(view)
  if (owner !== null) return rowsRelatedTo(view, kind, owner)
  if (kind === 'events' && !hasDeliveries(view)) return sequenceOf(ownEvents(view))
  return rowsOfKind(view.world, kind) ?? null
}

const listed = (list: KindList): Listed => {
  const { view, among } = list
  const [text, skip] = [textIn(view), (pageIn(view) - 1) * perPage]
  if (text !== '' && among.length > 0) {
    const { hits, ...found } = searchRecords(view, { text, among, skip, count: perPage })
    return { ...found, ids: hits.map(({ row }) => row.id) }
  }
  const rows = rowsIn(list)
  const until = untilIn(view)
  const newer = rows === null || until === null ? 0 : countSince(until, rows)
  const total = (rows?.length ?? 0) - newer
  const count = Math.max(0, Math.min(perPage, total - skip))
  const ids = Array.from({ length: count }, (_, i) => rows?.at(total - 1 - skip - i).id ?? '')
  const newest = until?.text ?? (rows === null ? null : newestOf([rows]))
  const atFirst = atFirstIn(view, total)
  return { ids, total, newer, until: newest, atFirst, warnings: [], refusal: null }
}

/** The newest records, whose values are looked at. */
const newestMax = 1000
/** With more values than these, a filter is about names or numbers of which no list helps. */
const valuesMax = 8

/** For a search that finds nothing: each filter by a word that no record has, with the words that there are. */
const missedValues = ({ view, among }: KindList): readonly string[] =>
  Object.entries(readSearchText(textIn(view), among).filters).flatMap(([name, wanted]) => {
    const values = among.flatMap((scope) => {
      const filter = scope.filters[name]
      if (filter?.kind !== 'string') return []
      return latest(scope.rows(view.world), newestMax, (row) =>
        scope.finds?.(row) === false ? null : row,
      ).flatMap((row) => filter.of(row, view.world) ?? [])
    })
    const words = [...new Set(values.map(String))].sort()
    const isKnown = words.some((word) => word.toLowerCase() === wanted.toLowerCase())
    if (isKnown || words.length === 0 || words.length > valuesMax) return []
    return [`No ${name} is ${wanted}. There are: ${words.join(', ')}.`]
  })

/** Events about deliveries say nothing of records, and are as many as all others: they are shown on demand. */
const deliveriesNote = ({ view, path }: KindList) => {
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

/** Whose records these are, where they are not all. */
const ownerNote = ({ view, sheet, path }: KindList) => {
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

const nothing = (list: KindList, total: number) => {
  const { view, sheet, path } = list
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
        No {what} fit. {missedValues(list).join(' ')} <a href={view.at(path)}>Show all</a>
      </Empty>
    )
  return (
    <Empty>
      There are no {what} yet. The <a href={view.at('/checkout')}>checkout</a> makes a payment, the{' '}
      <a href={view.at('/fixtures')}>fixtures</a> a whole shop.
    </Empty>
  )
}

const found = (list: KindList) => {
  const { view, kind, sheet, path } = list
  const { ids, ...page } = listed(list)
  const records = ids.flatMap((id) => {
    const brief = sheet.brief(view, id)
    return brief === null ? [] : [{ kind, sheet, brief }]
  })
  return (
    <>
      {remarks(page)}
      {ownerNote(list)}
      {kind === 'events' && ownerIn(view) === null ? deliveriesNote(list) : null}
      {page.refusal !== null
        ? null
        : ids.length === 0
          ? nothing(list, page.total)
          : recordTable(view, sheet.title, records)}
      {page.total === 0 ? null : pages(view, path, page)}
    </>
  )
}

const content = (list: KindList) => {
  const { view, sheet, path, among } = list
  return (
    <>
      <h1>{sheet.title}</h1>
      {among.length === 0 ? null : searchBox(view, { path, among, what: sheet.title })}
      {found(list)}
    </>
  )
}

/** @throws SandboxError 404 for a kind of which there is no page */
const listIn = (view: View): KindList => {
  const { kind = '' } = view.params
  const sheet = sheetOf(kind)
  if (sheet === null)
    throw new SandboxError(
      'not_found',
      `there are no ${kind.slice(0, 60)}: there are ${sheetNames.join(', ')}`,
    )
  const { object } = [...kinds.values()].find(({ reader }) => reader?.name === kind) ?? {}
  return { view, kind, sheet, path: `/records/${kind}`, among: scopesOfObject(object) }
}

/** The records of a kind. */
export const recordsPage = (view: View): PlacePage => {
  const list = listIn(view)
  return { title: list.sheet.title, content: content(list) }
}

/** One record, beside the list. */
export const recordPage = (view: View): PlacePage => {
  const { kind, sheet } = listIn(view)
  const { id = '' } = view.params
  const brief = sheet.brief(view, id)
  if (brief === null)
    throw new SandboxError(
      'not_found',
      `there is no ${id.slice(0, 100)} among the ${sheet.title.toLowerCase()}`,
    )
  return {
    ...recordsPage(view),
    title: `${sheet.one} ${id}`,
    detail: recordDetail({ view, kind, id, sheet }, brief),
  }
}
