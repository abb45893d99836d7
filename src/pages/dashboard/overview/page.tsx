import { curlWords, userWord } from '../../docs/commands'
import { type PlacePage, shownKeys, type View } from '../frame/view'
import { Code, Empty } from '../parts/layout'
import { type FilterChoice, FilterForm } from '../parts/search-form'
import { isFiltered, latestStories } from './stories'
import { StoryLine } from './story-line'

/** The number of stories on a page; the address can ask for more. */
const shown = { default: 50, max: 200 } as const

const countIn = (query: URLSearchParams): number => {
  const given = Number(query.get('show'))
  return Number.isInteger(given) && given > 0 ? Math.min(given, shown.max) : shown.default
}

const choices: readonly FilterChoice[] = [
  {
    name: 'kind',
    label: 'Kind',
    options: [
      ['', 'Everything'],
      ['request', 'Requests'],
      ['event', 'Events'],
      ['delivery', 'Repeated deliveries'],
    ],
  },
  {
    name: 'outcome',
    label: 'Outcome',
    options: [
      ['', 'Any outcome'],
      ['good', 'Succeeded'],
      ['bad', 'Failed'],
    ],
  },
]

/** The first three things to do in an empty sandbox. */
const firstSteps = (view: View) => {
  const { sandbox } = view
  const qr = { method: 'POST', url: `${sandbox.url}/charges`, user: [userWord(shownKeys(view).secret)] }
  const data = ['amount=100000', 'currency=thb', 'source[type]=promptpay']
  return (
    <Empty>
      <h2>Nothing has happened yet. Three commands to try</h2>
      <p>A QR charge, which waits for its payer:</p>
      <Code what="the line for a QR charge" text={curlWords({ ...qr, data }).join(' ')} />
      <p>A card charge that is paid, with its events:</p>
      <Code
        what="the line for a card charge"
        text={`npx payment-sandbox trigger charge.complete --url ${sandbox.url}`}
      />
      <p>Requests and events in the terminal, as they come:</p>
      <Code what="the line for events" text={`npx payment-sandbox events --follow --url ${sandbox.url}`} />
      <p>
        Or pay in the browser, at the <a href={view.at('/checkout')}>checkout</a>.
      </p>
    </Empty>
  )
}

/** The stream of what happened, newest first. */
const activity = (view: View) => {
  const count = countIn(view.query)
  const found = latestStories(view, count + 1)
  const stories = found.slice(0, count)
  const apart = new Set(stories.flatMap((story) => (story.kind === 'delivery' ? [story.delivery.id] : [])))
  if (stories.length === 0 && !isFiltered(view)) return firstSteps(view)
  return (
    <>
      <FilterForm
        view={view}
        choices={choices}
        path="/"
        placeholder="Text: an order, an id, a path, a failure code"
      />
      {stories.length === 0 ? (
        <Empty>
          None of the latest entries match. <a href={view.at('/')}>Show everything</a>
        </Empty>
      ) : (
        <ol class="stories" id="stories">
          {stories.map((story) => (
            <StoryLine view={view} of={story} apart={apart} />
          ))}
        </ol>
      )}
      {found.length > count && count < shown.max ? (
        <a class="more" href={view.at('/', { ...Object.fromEntries(view.query), show: shown.max })}>
          Show {shown.max}
        </a>
      ) : null}
    </>
  )
}

/** What just happened, newest first. */
export const overviewPage = (view: View): PlacePage => ({
  title: 'Overview',
  content: (
    <>
      <h1>Activity</h1>
      {activity(view)}
    </>
  ),
})
