import type { View } from '../frame/view'
import { Code } from '../parts/copy'
import { Empty } from '../parts/empty'
import { ScopeFields } from '../parts/scope-fields'
import { filterIn, latestStories } from './stories'
import { StoryLine } from './story-line'

/** The number of stories on a page; the address can ask for more. */
const shown = { default: 50, max: 200 } as const

const countIn = (query: URLSearchParams): number => {
  const given = Number(query.get('show'))
  return Number.isInteger(given) && given > 0 ? Math.min(given, shown.max) : shown.default
}

const choices = {
  kind: [
    ['', 'Everything'],
    ['request', 'Requests'],
    ['event', 'Events'],
    ['delivery', 'Repeated deliveries'],
  ],
  outcome: [
    ['', 'Any outcome'],
    ['good', 'Succeeded'],
    ['bad', 'Failed'],
  ],
} as const

const Choice = ({ name, view }: { readonly name: keyof typeof choices; readonly view: View }) => (
  <select name={name} aria-label={name === 'kind' ? 'Kind' : 'Outcome'}>
    {choices[name].map(([value, text]) => (
      <option value={value} selected={(view.query.get(name) ?? '') === value}>
        {text}
      </option>
    ))}
  </select>
)

const Filter = ({ view }: { readonly view: View }) => (
  <search>
    <form class="filter" method="get" action="/_sandbox/">
      <ScopeFields view={view} />
      <input
        type="search"
        name="q"
        value={view.query.get('q') ?? ''}
        placeholder="Text: an order, an id, a path, a failure code"
        aria-label="Text"
      />
      <Choice name="kind" view={view} />
      <Choice name="outcome" view={view} />
      <button type="submit">Filter</button>
    </form>
  </search>
)

/** The first three things to do in an empty sandbox. */
const FirstSteps = ({ view }: { readonly view: View }) => {
  const { sandbox, mode, showsKeys } = view
  const key = showsKeys ? mode.keys.secret : '$SECRET_KEY'
  return (
    <Empty>
      <h2>Nothing has happened yet. Three lines to try</h2>
      <p>A QR charge, which waits for its payer:</p>
      <Code
        what="the line for a QR charge"
        text={`curl ${sandbox.url}/charges -u ${key}: -d amount=100000 -d currency=thb -d 'source[type]=promptpay'`}
      />
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
export const Activity = ({ view }: { readonly view: View }) => {
  const [filter, count] = [filterIn(view.query), countIn(view.query)]
  const stories = latestStories(view, filter, count + 1)
  const isFiltered = ['q', 'kind', 'outcome'].some((name) => (view.query.get(name) ?? '') !== '')
  if (stories.length === 0 && !isFiltered) return <FirstSteps view={view} />
  return (
    <>
      <Filter view={view} />
      {stories.length === 0 ? (
        <Empty>
          Nothing of the latest fits. <a href={view.at('/')}>Show everything</a>
        </Empty>
      ) : (
        <ol class="stories" id="stories">
          {stories.slice(0, count).map((story) => (
            <StoryLine view={view} of={story} />
          ))}
        </ol>
      )}
      {stories.length > count && count < shown.max ? (
        <a class="more" href={view.at('/', { ...Object.fromEntries(view.query), show: shown.max })}>
          Show {shown.max}
        </a>
      ) : null}
    </>
  )
}
