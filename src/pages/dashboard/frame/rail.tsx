import { type AnyReader, type Records, recordNames } from '../../../sandbox/records/records'
import { ownEvents } from '../parts/own-events'
import { titled } from '../parts/values'
import type { View } from './view'

/** The places that the rail leads to, by heading, in the last word of their addresses. Those of records show their number. */
const placesOf = ({ parts }: View): Readonly<Record<string, readonly string[]>> => ({
  '': ['/'],
  Records: [
    ...['charges', 'refunds', 'disputes', 'customers', 'links'].map((kind) => `/records/${kind}`),
    ...(parts.settings.profileName === 'omise' ? ['/records/checkoutSessions'] : []),
    ...['schedules', 'transfers', 'recipients', 'transactions', 'events'].map((kind) => `/records/${kind}`),
    '/search',
  ],
  Work: ['/checkout', '/webhooks', '/clock', '/faults', '/fixtures', '/accounts'],
  Help: ['/docs', '/coverage'],
})

const isAt = (path: string, here: string): boolean =>
  path === '/' ? here === '/' || here.startsWith('/requests') : here === path || here.startsWith(`${path}/`)

const countOf = (view: View, path: string): number | null => {
  const { mode } = view
  const kind = /^\/records\/(\w+)$/.exec(path)?.[1]
  // As its page lists them.
  if (kind === 'events') return ownEvents(view).length
  const name = recordNames.find((one) => one === kind)
  const readers: { readonly [N in keyof Records]: Pick<AnyReader, 'count'> } = mode
  return name === undefined ? null : readers[name].count()
}

/** What a place is called whose address does not say it. */
const labels: Readonly<Record<string, string>> = { '/': 'Activity', '/fixtures': 'Fixtures and reset' }

const railItem = (view: View, path: string) => {
  const count = countOf(view, path)
  return (
    <li>
      <a href={view.at(path)} aria-current={isAt(path, view.path) ? 'page' : undefined}>
        {labels[path] ?? titled(path.slice(path.lastIndexOf('/') + 1))}
        {count === null ? null : <small>{count}</small>}
      </a>
    </li>
  )
}

export const rail = (view: View) => (
  <nav class="rail" id="page-rail" aria-label="Places" popover="auto">
    <a class="brand" href={view.at('/')}>
      payment-sandbox <small>{view.version}</small>
    </a>
    {Object.entries(placesOf(view)).map(([heading, all]) => (
      <>
        {heading === '' ? null : <h2>{heading}</h2>}
        <ul>{all.map((path) => railItem(view, path))}</ul>
      </>
    ))}
  </nav>
)
