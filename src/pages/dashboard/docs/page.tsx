import type { Child } from 'hono/jsx'
import { evidenceTexts, evidenceWords } from '../../../service/evidence'
import { allNames, entriesIn, type Topic, type TopicName, topicMeant } from '../../docs/content'
import { found, narrow, nearestPart } from '../../docs/search'
import { topicOf, topicTexts } from '../../docs/topics'
import { Facts } from '../../facts'
import type { PlacePage, View } from '../frame/view'
import { Empty, servers } from '../parts/layout'
import { SearchForm } from '../parts/search-form'
import { capitalized } from '../parts/values'
import { contents, docsSection, menu, placeOfTopic } from './entries'
import { howTo } from './how-to'
import { objectDetail, operationDetail, operationSections } from './operations'
import { unknownEntry, unknownPage, unknownTopic } from './source'
import { Text } from './text'

const wordsIn = ({ query }: View): string => query.get('q')?.trim() ?? ''

const hasOperations = (name: TopicName): boolean => name === 'api' || name === 'control'

/** What is shown of a topic that is not the one of the page. */
const elsewhereMax = 5

/** The first words of a text, without its code and tables. */
const briefly = (text: string): string => {
  const [first = ''] = text
    .replace(/^```[\s\S]*?^```|^\|.*$/gm, '')
    .trim()
    .replaceAll('`', '')
    .split('\n\n')
  return first.length > 200 ? `${first.slice(0, 200)}…` : first
}

const linkTo = (view: View, { topic, id, name }: Readonly<Record<'topic' | 'id' | 'name', string>>) => (
  <a href={view.at(`/docs/${topic}${id === topic ? '' : `#${id}`}`)}>{name}</a>
)

/** Where nothing has the words: the nearest name. */
const didYouMean = (view: View) => {
  const near = nearestPart(wordsIn(view), view.docs)
  return near === undefined ? null : <> Did you mean {linkTo(view, near)}?</>
}

/** What the words find in the other topics; on the first page, in all of them. */
const elsewhere = (view: View, here?: TopicName) => {
  const words = wordsIn(view)
  if (words === '') return []
  return allNames
    .filter((name) => name !== here)
    .map((name) => ({ name, hits: found(topicOf(name, view.docs), words) }))
    .filter(({ hits }) => hits.length > 0)
    .map(({ name, hits }) => (
      <section>
        <h2>
          <a href={view.at(placeOfTopic(name), { q: words })}>
            {topicTexts[name].title} ({hits.length})
          </a>
        </h2>
        <ul class="docs-operations">
          {hits.slice(0, elsewhereMax).map(({ id, name: title, text }) => (
            <li>
              {linkTo(view, { topic: name, id, name: title })} <span class="soft">{briefly(text)}</span>
            </li>
          ))}
        </ul>
      </section>
    ))
}

/** Hides what does not fit while one types; the form finds the same without the script, and more in other topics. */
const search = (view: View, place: string) => (
  <SearchForm
    view={view}
    path={place}
    label="Search the documentation"
    placeholder="Search the documentation"
    filters=".docs-section, .docs-entry"
  />
)

const head = (view: View, name: TopicName, { title, text }: Topic) => (
  <>
    <h1>{title}</h1>
    {menu(view, name)}
    <Text of={text} title={title} view={view} />
    {hasOperations(name) ? <Facts of={servers(view.sandbox)} /> : null}
    {search(view, placeOfTopic(name))}
  </>
)

/** Links to the choices that are known in one way. */
const evidenceLinks = (view: View, name: TopicName, { sections }: Topic) => {
  const all = sections.flatMap(entriesIn).flatMap(({ evidence }) => evidence ?? [])
  if (all.length === 0) return null
  const words = wordsIn(view)
  const to = (q: string | null) => view.at(placeOfTopic(name), { q })
  return (
    <nav class="tabs" aria-label="How choices are known">
      <a href={to(null)} aria-current={words === '' ? 'page' : undefined}>
        All ({all.length})
      </a>
      {evidenceWords.map((word) => (
        <a href={to(word)} aria-current={words === word ? 'page' : undefined} title={evidenceTexts[word]}>
          {capitalized(word)} ({all.filter(({ known }) => known === word).length})
        </a>
      ))}
    </nav>
  )
}

const contentOf = (view: View, name: TopicName) => {
  const topic = topicOf(name, view.docs)
  const shown = narrow(topic, wordsIn(view))
  const { sections } = shown
  const others = elsewhere(view, name)
  return (
    <div data-static>
      {head(view, name, shown)}
      {evidenceLinks(view, name, topic)}
      {found(topic, wordsIn(view)).length > 0 ? null : (
        <Empty>Nothing on this page has these words.{others.length > 0 ? null : didYouMean(view)}</Empty>
      )}
      {contents(sections)}
      {hasOperations(name)
        ? operationSections(view, name, sections)
        : sections.map((section) => docsSection(view, section))}
      {others}
    </div>
  )
}

const pageOf = (view: View, name: TopicName): PlacePage => ({
  title: topicTexts[name].title,
  content: contentOf(view, name),
})

/** The first page. Older links ask it for the operations of the control plane. */
export const docsPage = (view: View): PlacePage => {
  if (view.query.get('of') === 'control') return pageOf(view, 'control')
  const found = elsewhere(view)
  const content = (
    <div data-static>
      <h1>How to</h1>
      {menu(view, null)}
      {search(view, '/docs')}
      {wordsIn(view) === '' ? howTo(view) : found}
      {wordsIn(view) !== '' && found.length === 0 ? (
        <Empty>Nothing has these words.{didYouMean(view)}</Empty>
      ) : null}
    </div>
  )
  return { title: 'How to', content }
}

/** A topic by its name. */
export const topicPage = (view: View): PlacePage => {
  const { topic = '' } = view.params
  const name = topicMeant(topic)
  if (name === undefined) throw unknownTopic(topic)
  return pageOf(view, name)
}

/** The entries of one error code, where the `location` of an error leads. @throws SandboxError `not_found` */
const errorPage = (view: View, name: string): PlacePage => {
  const all = topicOf('errors', view.docs).sections.flatMap(entriesIn)
  const entries = all.filter((entry) => entry.name === name || entry.id === name)
  if (entries.length === 0) {
    const names = all.map((entry) => entry.name)
    throw unknownEntry(`there is no error ${name.slice(0, 80)}`, name, names)
  }
  const content = (
    <div data-static>
      <a class="back" href={view.at('/docs/errors')}>
        All error codes
      </a>
      <h1>{topicTexts.errors.title}</h1>
      {docsSection(view, { id: 'codes', title: name, blocks: entries })}
    </div>
  )
  return { title: name, content }
}

/** What is shown beside the list of operations, by the part of the address before its name. */
const details: Readonly<Record<string, (view: View, id: string) => Child>> = {
  operations: (view, id) => operationDetail(view, 'api', id),
  control: (view, id) => operationDetail(view, 'control', id),
  objects: objectDetail,
}

/** An error code; or an operation, or the fields of an object, beside the list of operations. */
export const detailPage = (view: View): PlacePage => {
  const { topic = '', id = '' } = view.params
  if (topicMeant(topic) === 'errors') return errorPage(view, id)
  const detail = Object.hasOwn(details, topic) ? details[topic] : undefined
  if (detail === undefined) throw unknownPage(view, [...Object.keys(details), 'errors'])
  const page = pageOf(view, topic === 'control' ? 'control' : 'api')
  return { ...page, title: id, detail: detail(view, id) }
}
