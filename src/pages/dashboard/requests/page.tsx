import { findRequest, type RequestRecord } from '../../../sandbox/records/requests'
import { curlWords, onLines, pairsOf, userWord } from '../../docs/commands'
import { type PlacePage, shownKeys, type View } from '../frame/view'
import { overviewPage } from '../overview/page'
import { isFailed, LaterSuccess } from '../parts/attempts'
import { Code, type Fact, Facts, Json, Section } from '../parts/layout'
import { RecordLink } from '../parts/links'
import { Money, State, Status, Time } from '../parts/values'

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
  ...request.warnings.map((text): Fact => ['Warning', text, 'bad']),
]

const changes = (view: View, request: RequestRecord) => (
  <Section name="What it changed">
    {request.transitions.length === 0 ? <p class="soft">Nothing.</p> : null}
    <ul class="plain">
      {request.transitions.map(({ id, from, to }) => (
        <li>
          <RecordLink view={view} id={id} /> <span class="soft">{from} to</span> <State of={to} />
        </li>
      ))}
    </ul>
  </Section>
)

const ledger = (view: View, request: RequestRecord) => {
  const lines = request.transactions.flatMap((id) => view.mode.transactions.get(id) ?? [])
  if (lines.length === 0) return null
  return (
    <Section name="Ledger">
      <table>
        <tbody>
          {lines.map(({ id, key, direction, amount, currency }) => (
            <tr>
              <td>
                {key}
                <br />
                <RecordLink view={view} id={id} />
              </td>
              <td class={`number ${direction === 'credit' ? 'good' : 'bad'}`}>
                <Money amount={direction === 'credit' ? amount : -amount} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

const events = (view: View, request: RequestRecord) => {
  if (request.events.length === 0) return null
  return (
    <Section name="Events">
      <ul class="plain">
        {request.events.map(({ id, key }) => (
          <li>
            <a href={view.at(`/records/events/${id}`)}>{key}</a>
            <ul class="plain">
              {request.deliveries
                .filter(({ event }) => event === id)
                .map((delivery) => (
                  <li>
                    to{' '}
                    <a
                      class={isFailed(delivery) ? 'bad' : undefined}
                      href={view.at('/webhooks', { delivery: delivery.id })}
                    >
                      {delivery.uri}
                    </a>{' '}
                    <Status code={delivery.status} /> <span class="bad">{delivery.error}</span>{' '}
                    <span class="soft">{delivery.hint}</span> <LaterSuccess view={view} id={delivery.id} />
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
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
    {ledger(view, request)}
    {events(view, request)}
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
