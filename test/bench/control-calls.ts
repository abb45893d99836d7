/** Every call of the control plane, each with a request that works on a sandbox with many records. */
import type { Sandbox } from '../../src/index'
import { controlRoutes } from '../../src/pages/routes'
import type { Shop } from './shop'

/** A sandbox with many records of one kind, for one row count. */
export interface Stage {
  readonly shop: Shop
  readonly rows: number
  /** The JSON that `GET /_sandbox/state` answers. */
  readonly state: () => Promise<string>
}

/** What is sent: a path below `/_sandbox` and a body. */
export type Ask = readonly [path: string, body?: object | string | undefined]

export interface Call {
  /** What its cost is divided by before two row counts are compared; `call` where rows must not matter. */
  readonly per: 'row' | 'call'
  /** What there are many of. Default: charges. */
  readonly of?: 'charges' | 'uncaptured charges' | 'accounts' | 'deliveries'
  /** Where a larger body would be refused: the state of more charges has more than 256 MB. */
  readonly rowsMax?: number
  /** Median of this many requests. Default: 5 of a call per row, 21 of another. */
  readonly times?: number
  /** Not part of what is measured. */
  readonly prepare: (stage: Stage) => Ask | Promise<Ask>
}

const flat = (ask: Ask, of: Call['of'] = 'charges'): Call => ({ per: 'call', of, prepare: () => ask })
const byRow = (ask: Ask, times = 5): Call => ({ per: 'row', times, prepare: () => ask })

/** A recipe of a trigger makes what the call is about; `field` of its event is the id that the body names. */
const about = (event: string, subject: string, { rest = {}, parameters = {} }: About = {}): Call => ({
  per: 'call',
  prepare: async ({ shop: { sandbox } }) => {
    const { data } = await sandbox.trigger(event, parameters)
    return ['', { [subject]: data.id, ...rest }]
  },
})
interface About {
  readonly rest?: object
  readonly parameters?: Parameters<Sandbox['trigger']>[1]
}

const waiting = { source: { type: 'promptpay' } }

const simulations: { readonly [name: string]: Call } = {
  'pay-charge': about('charge.create', 'charge', { parameters: waiting }),
  'fail-charge': about('charge.create', 'charge', { parameters: waiting }),
  'expire-charge': about('charge.create', 'charge', { parameters: { capture: false } }),
  'pay-source': about('source.create', 'source'),
  'fail-source': about('source.create', 'source'),
  'open-dispute': about('charge.complete', 'charge'),
  'decide-dispute': about('charge.dispute.create', 'dispute', { rest: { outcome: 'lost' } }),
  'send-transfer': about('transfer.create', 'transfer'),
  'pay-transfer': about('transfer.update', 'transfer'),
  'fail-transfer': about('transfer.create', 'transfer'),
  'verify-recipient': about('recipient.create', 'recipient'),
  'run-schedule': about('schedule.create', 'schedule'),
  'pay-link': about('link.create', 'link'),
}

const simulationCalls = Object.entries(simulations).map(([name, { prepare, ...call }]): [string, Call] => [
  `POST /simulate/${name}`,
  { ...call, prepare: async (stage) => [`/simulate/${name}`, (await prepare(stage))[1]] },
])

/** A fixture of as many charges as there are rows, of one customer. */
const fixtureOf = (rows: number): object => ({
  customers: [
    { as: 'regular', email: 'somchai@example.com', cards: [{ as: 'card', number: '4242424242424242' }] },
  ],
  charges: Array.from({ length: rows }, () => ({ amount: 100_000, currency: 'thb', customer: 'regular' })),
})

/** All that reads without more than its path. Only a server with hosts of its own answers `/authority`, by reading one file. */
const plainCalls = controlRoutes()
  .filter(({ method, path }) => method === 'get' && path !== '/authority' && !path.includes(':'))
  .map(({ path }): [string, Call] => [`GET ${path}`, flat([path])])

/** It never strikes. */
const nowhere = { method: 'GET', path: '/forex/xyz', drop: 'response', times: 1 } as const

/** In the order in which they are made: what clears or replaces records comes last. */
export const controlCalls: { readonly [operation: string]: Call } = {
  ...Object.fromEntries(plainCalls),
  'GET /accounts': { ...byRow(['/accounts']), of: 'accounts' },
  'POST /accounts': flat(['/accounts', { email: 'shop@example.com' }], 'accounts'),
  'PATCH /accounts/:id': flat(['/accounts/acct_sandbox', { require_3ds: false }], 'accounts'),
  'GET /docs/:topic': flat(['/docs/errors']),
  'GET /docs/:topic/:id': flat(['/docs/operations/createCharge']),
  'GET /assets/:name': flat(['/assets/pages.css']),
  'GET /search': byRow(['/search?q=order']),
  'GET /webhooks': flat(['/webhooks'], 'deliveries'),
  'POST /checkout': flat(['/checkout', { amount: 100_000, currency: 'thb', pay_with: 'successful' }]),
  'GET /records/:kind': flat(['/records/charges']),
  'GET /records/:kind/:id': {
    per: 'call',
    prepare: ({ shop: { sandbox } }) => [`/records/charges/${sandbox.charges.last()?.id}`],
  },
  'POST /records/:kind/:id/:move': {
    per: 'call',
    prepare: async ({ shop: { sandbox } }) => {
      const { data } = await sandbox.trigger('charge.create', { capture: false })
      return [`/records/charges/${data.id}/capture`, {}]
    },
  },
  'GET /requests': flat(['/requests?limit=100']),
  'GET /requests/:id': {
    per: 'call',
    prepare: ({ shop: { sandbox } }) => [`/requests/${sandbox.requests.last()?.id}`],
  },
  'POST /requests': flat(['/requests', { method: 'PATCH', path: '/account', body: {} }]),
  'POST /call': flat(['/call', { method: 'GET', path: '/account' }]),
  'POST /mcp': flat(['/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }]),
  'POST /trigger/:event_key': flat(['/trigger/charge.complete', {}]),
  ...Object.fromEntries(simulationCalls),
  'POST /faults': flat(['/faults', nowhere]),
  'DELETE /faults/:id': {
    per: 'call',
    prepare: ({ shop: { sandbox } }) => [`/faults/${sandbox.faults.add(nowhere).id}`],
  },
  'GET /deliveries': flat(['/deliveries?limit=100'], 'deliveries'),
  'POST /events/:id/resend': {
    per: 'call',
    of: 'deliveries',
    prepare: async ({ shop: { sandbox } }) => [
      `/events/${(await sandbox.trigger('customer.create')).id}/resend`,
      {},
    ],
  },
  'POST /snapshots': byRow(['/snapshots', {}]),
  'POST /snapshots/:id/restore': byRow(['/snapshots/snap_1/restore', {}]),
  'DELETE /snapshots/:id': {
    per: 'call',
    prepare: async ({ shop: { sandbox } }) => {
      const answer = await sandbox.fetch(`${sandbox.url}/_sandbox/snapshots`, { method: 'POST' })
      const { id }: { id: string } = await answer.json()
      return [`/snapshots/${id}`]
    },
  },
  'GET /state': byRow(['/state']),
  'GET /fixtures': byRow(['/fixtures'], 1),
  'GET /fixtures/recorded.yaml': byRow(['/fixtures/recorded.yaml'], 1),
  'PUT /state': {
    per: 'row',
    rowsMax: 50_000,
    times: 1,
    prepare: async ({ state }) => ['/state', await state()],
  },
  'POST /clock': { ...byRow(['/clock', { advance: '10d' }], 1), of: 'uncaptured charges' },
  'DELETE /faults': flat(['/faults']),
  'DELETE /coverage': flat(['/coverage']),
  'DELETE /requests': flat(['/requests']),
  'POST /reset': byRow(['/reset', {}], 1),
  'POST /fixtures': { per: 'row', times: 1, prepare: ({ rows }) => ['/fixtures', fixtureOf(rows)] },
}
