import { kindOfId, scopes } from '../../../service/resources/registry'
import type { PlacePage, View } from '../frame/view'
import { Empty } from '../parts/layout'
import { pageIn, pages, perPage, textIn } from './paging'
import { remarks, searchBox, searchRecords } from './question'
import { recordTable } from './record-table'
import { RecordLine } from './related'
import { sheetOf, sheetOfObject } from './sheets/table'

const path = '/search'

/** A record whose id was typed, also of a kind that cannot be searched. */
const named = (view: View, text: string) => {
  const brief = sheetOf(kindOfId(text)?.reader?.name ?? '')?.brief(view, text)
  if (brief == null) return null
  return (
    <section>
      <RecordLine view={view} id={text} />
    </section>
  )
}

const results = (view: View, text: string) => {
  const skip = (pageIn(view) - 1) * perPage
  const { hits, ...page } = searchRecords(view, { text, skip, among: scopes(), count: perPage })
  const records = hits.flatMap(({ object, row }) => {
    const found = sheetOfObject(object)
    const brief = found?.sheet.brief(view, row.id) ?? null
    return found === null || brief === null ? [] : [{ ...found, brief }]
  })
  return (
    <>
      {remarks(page)}
      {named(view, text)}
      {hits.length > 0 ? recordTable(view, 'Found records', records, { isMixed: true }) : null}
      {hits.length === 0 && page.refusal === null ? <Empty>No records match.</Empty> : null}
      {page.total === 0 ? null : pages(view, path, page)}
    </>
  )
}

/** A search over records of all kinds. */
export const searchPage = (view: View): PlacePage => {
  const text = textIn(view)
  return {
    title: 'Search',
    content: (
      <>
        <h1>Search</h1>
        <p class="lead">Find records of all kinds by an order, a name, an id, or a filter.</p>
        {searchBox(view, { path, among: scopes(), what: 'all records', open: text === '' })}
        {text === '' ? null : results(view, text)}
      </>
    ),
  }
}
