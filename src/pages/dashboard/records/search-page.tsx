import { scopes } from '../../../service/resources/registry'
import type { PlacePage, View } from '../frame/view'
import { Empty } from '../parts/layout'
import { PageLinks, pageOf, textIn } from './paging'
import { RecordTable } from './record-table'
import { showById } from './record-view'
import { RecordLine } from './related'
import { Remarks, SearchBox, searchRecords } from './search'

const path = '/search'

/** A record whose id was typed, also of a kind that cannot be searched. */
const named = (view: View, text: string) =>
  showById(view, text) === null ? null : (
    <section>
      <RecordLine view={view} id={text} />
    </section>
  )

const results = (view: View, text: string) => {
  const { rows, ...found } = searchRecords(view, text, scopes())
  const page = pageOf(view, rows)
  return (
    <>
      <Remarks {...found} />
      {named(view, text)}
      {rows.length > 0 ? (
        <>
          <RecordTable view={view} name="Found records" ids={page.shown.map(({ id }) => id)} />
          <PageLinks view={view} path={path} page={page} />
        </>
      ) : null}
      {rows.length === 0 && found.refusal === null ? <Empty>No records match.</Empty> : null}
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
        <SearchBox view={view} path={path} among={scopes()} what="all records" autofocus={text === ''} />
        {text === '' ? null : results(view, text)}
      </>
    ),
  }
}
