import { kindOfId, scopes } from '../../../service/resources/registry'
import type { Hit } from '../../../service/search/engine'
import type { PlacePage, View } from '../frame/view'
import { Empty, Table } from '../parts/table'
import { Moment, Money, State } from '../parts/values'
import { Remarks } from './list'
import { pageIn, perPage, textIn } from './listed'
import { Pages, Reading } from './pages'
import { answerQuestion, prepareAnswer } from './question'
import { RecordLine } from './record-line'
import { SearchBox } from './search-box'
import { sheetOfObject } from './sheets/table'

const path = '/search'

const HitRow = ({ view, hit: { object, row } }: { readonly view: View; readonly hit: Hit }) => {
  const found = sheetOfObject(object)
  const brief = found?.sheet.brief(view, row.id) ?? null
  if (found === null || brief === null) return null
  const { amount, state, about, createdAt } = brief
  return (
    <tr id={`row-${row.id}`}>
      <td>{found.sheet.one}</td>
      <td class="number">{amount === null ? null : <Money {...amount} />}</td>
      <td>{state === null ? null : <State of={state} />}</td>
      <td class="about">
        <a href={view.at(`/records/${found.kind}/${row.id}`)}>{about || row.id}</a>
      </td>
      <td class="when">
        <Moment at={createdAt} now={view.sandbox.clock.now()} />
      </td>
      <td class="extra record-id">
        <code>{row.id}</code>
      </td>
    </tr>
  )
}

const Hits = ({ view, hits }: { readonly view: View; readonly hits: readonly Hit[] }) => (
  <Table
    name="Found records"
    look="records"
    heads={['Kind', ['Amount', 'number'], 'State', 'About', ['Created', 'when'], ['Id', 'extra record-id']]}
  >
    {hits.map((hit) => (
      <HitRow view={view} hit={hit} />
    ))}
  </Table>
)

/** A record whose id was typed, also of a kind that cannot be searched. */
const Named = ({ view, text }: { readonly view: View; readonly text: string }) => {
  const object = kindOfId(text)?.object
  const brief = object === undefined ? null : sheetOfObject(object)?.sheet.brief(view, text)
  if (brief == null) return null
  return (
    <section>
      <RecordLine view={view} id={text} />
    </section>
  )
}

const Results = ({ view, text }: { readonly view: View; readonly text: string }) => {
  const skip = (pageIn(view) - 1) * perPage
  const found = answerQuestion(view, { text, skip, among: scopes(), count: perPage })
  const { hits, total, warnings, refusal } = found
  return (
    <>
      <Remarks refusal={refusal} warnings={warnings} />
      <Named view={view} text={text} />
      {hits.length > 0 ? <Hits view={view} hits={hits} /> : null}
      {hits.length === 0 && refusal === null ? <Empty>No records fit.</Empty> : null}
      {total === 0 ? null : <Pages view={view} path={path} of={found} />}
    </>
  )
}

/** A search over records of all kinds. */
export const searchPage = async (view: View): Promise<PlacePage> => {
  const text = textIn(view)
  const reading = await prepareAnswer(view, text, scopes())
  return {
    title: 'Search',
    isComplete: reading === null,
    content: (
      <>
        <h1>Search</h1>
        <p class="lead">Records of all kinds: by an order, a name, an id, or a filter.</p>
        <SearchBox view={view} path={path} among={scopes()} what="all records" open={text === ''} />
        {text === '' ? null : reading === null ? (
          <Results view={view} text={text} />
        ) : (
          <Reading of={reading} />
        )}
      </>
    ),
  }
}
