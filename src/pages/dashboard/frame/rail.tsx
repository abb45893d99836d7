import { recordNames } from '../../../sandbox/records/records'
import { ownEvents } from '../parts/own-events'
import type { View } from './view'

/** The places that the rail leads to, by heading. Those of records show how many there are. */
const places = {
  '': [['Activity', '/']],
  Records: [
    ['Charges', '/records/charges'],
    ['Refunds', '/records/refunds'],
    ['Disputes', '/records/disputes'],
    ['Customers', '/records/customers'],
    ['Links', '/records/links'],
    ['Schedules', '/records/schedules'],
    ['Transfers', '/records/transfers'],
    ['Recipients', '/records/recipients'],
    ['Transactions', '/records/transactions'],
    ['Events', '/records/events'],
    ['Search', '/search'],
  ],
  Work: [
    ['Checkout', '/checkout'],
    ['Webhooks', '/webhooks'],
    ['Clock', '/clock'],
    ['Faults', '/faults'],
    ['Fixtures', '/fixtures'],
    ['Accounts', '/accounts'],
  ],
  Help: [
    ['Docs', '/docs'],
    ['Coverage', '/coverage'],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [name: string, path: string])[]>>

const isAt = (path: string, here: string): boolean =>
  path === '/' ? here === '/' || here.startsWith('/requests') : here === path || here.startsWith(`${path}/`)

const countOf = (view: View, path: string): number | null => {
  const { mode } = view
  const kind = /^\/records\/(\w+)$/.exec(path)?.[1]
  // As its page lists them.
  if (kind === 'events') return ownEvents(view).length
  const name = recordNames.find((one) => one === kind)
  return name === undefined ? null : mode[name].count()
}

const railItem = (view: View, name: string, path: string) => {
  const count = countOf(view, path)
  return (
    <li>
      <a href={view.at(path)} aria-current={isAt(path, view.path) ? 'page' : undefined}>
        {name}
        {count === null ? null : <small>{count}</small>}
      </a>
    </li>
  )
}

export const rail = (view: View) => (
  <nav class="rail" id="rail" aria-label="Places">
    <a class="brand" href={view.at('/')}>
      payment-sandbox <small>{view.version}</small>
    </a>
    {Object.entries(places).map(([heading, all]) => (
      <>
        {heading === '' ? null : <h2>{heading}</h2>}
        <ul>{all.map(([name, path]) => railItem(view, name, path))}</ul>
      </>
    ))}
  </nav>
)
