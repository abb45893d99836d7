import { findRequest, type RequestRecord } from '../../../sandbox/records/requests'
import { curlWords, onLines, pairsOf, userWord } from '../../docs/commands'
import { type Fact, Facts } from '../../facts'
import { type PlacePage, shownKeys, type View } from '../frame/view'
import { overviewPage } from '../overview/page'
import { Consequences } from '../overview/story-line'
import { Code, Json, Section } from '../parts/layout'
import { Ledger } from '../parts/ledger'
import { Status, Time } from '../parts/values'

/** The request as a command. Card data is masked in the journal, and so it is here. */
const curlLineOf = (view: View, { host, method, path, key, body }: RequestRecord): string => {
  const url = `${host === 'vault' ? view.sandbox.vaultUrl : view.sandbox.url}${path}`
  const data = body === null ? [] : pairsOf(body)
  return onLines(curlWords({ method, url, data, user: [userWord(shownKeys(view)[key ?? 'secret'])] }))
}

const factsOf = (request: RequestRecord): readonly Fact[] => [
  [
    'Answered',
    <>
      <Time at={request.at} /> <span class="soft">in {request.duration} ms</span>
    </>,
  ],
  ['Server', request.host === 'vault' ? 'Vault' : 'API'],
  ['Key', request.key === null ? <span class="bad">no valid key</span> : `${request.key} key`],
  ['Error', request.error, 'bad'],
  ['Fault', request.fault, 'bad'],
  ['Ignored', request.ignored.join(', '), 'bad'],
  ['Only in spec', request.omitted.join(', ')],
  ...request.warnings.map((text): Fact => ['Warning', text, 'bad']),
]

const changes = (view: View, request: RequestRecord) => {
  const hints = new Set(request.deliveries.flatMap(({ hint }) => hint ?? []))
  const isNothing = request.transitions.length + request.events.length === 0
  return (
    <Section name="What it changed">
      {isNothing ? <p class="soft">Nothing.</p> : null}
      <div class="caused">
        <Consequences view={view} of={request} deliveries={request.deliveries} />
      </div>
      {[...hints].map((hint) => (
        <p class="soft">{hint}</p>
      ))}
    </Section>
  )
}

const requestStory = (view: View, request: RequestRecord) => (
  <article>
    <a class="back" href={view.at('/', Object.fromEntries(view.query))}>
      All activity
    </a>
    <h2>
      {request.method} {request.path} <Status code={request.status} none="cut off" />
    </h2>
    <Facts of={factsOf(request)} />
    {changes(view, request)}
    <Ledger view={view} of={request.transactions.flatMap((id) => view.world.transactions.get(id) ?? [])} />
    <Section name="Request">
      {request.body === null ? (
        <p class="soft">No parameters.</p>
      ) : (
        <pre>{JSON.stringify(request.body, null, 2)}</pre>
      )}
      <Code what="the request as a curl command" text={curlLineOf(view, request)} />
    </Section>
    <Section name="Answer">
      {request.answer === null ? (
        <p class="soft">Not kept: the journal keeps only the latest 100 successful answers.</p>
      ) : (
        <Json id={`answer-${request.id}`} name="As JSON" value={request.answer} />
      )}
    </Section>
  </article>
)

/** The story of one request: what was sent, what it changed, and how its events were delivered. */
export const requestPage = (view: View): PlacePage => {
  const request = findRequest(view.sandbox, view.params.id ?? '')
  return {
    title: `${request.method} ${request.path}`,
    content: overviewPage(view).content,
    detail: requestStory(view, request),
  }
}
