// Section 4: every endpoint the specification lists, once. An endpoint that two tables list keeps its first
// section. For disputes, schedules and links it names no key: they take the secret key as server-side operations
// (section 5, item 2). For reading a token it refers to a section it does not have, so either key is accepted.

export interface EndpointSpec {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/${string}`
  host: 'api' | 'vault'
  key: 'public' | 'secret' | 'any'
  returns: string
  spec: string
}

type Row = Pick<EndpointSpec, 'method' | 'path' | 'returns'> & Partial<EndpointSpec>

const section = (spec: string, rows: readonly Row[]): readonly EndpointSpec[] =>
  rows.map((row) => ({ host: 'api', key: 'secret', spec, ...row }))

export const endpoints: readonly EndpointSpec[] = [
  // charges, refunds
  ...section('4.2', [
    { method: 'POST', path: '/charges', returns: 'charge' },
    { method: 'GET', path: '/charges', returns: 'list of charge' },
    { method: 'GET', path: '/charges/:id', returns: 'charge' },
    { method: 'PATCH', path: '/charges/:id', returns: 'charge' },
    { method: 'POST', path: '/charges/:id/capture', returns: 'charge' },
    { method: 'GET', path: '/charges/:id/events', returns: 'list of event' },
    { method: 'POST', path: '/charges/:id/refunds', returns: 'refund' },
    { method: 'GET', path: '/charges/:id/refunds', returns: 'list of refund' },
    { method: 'GET', path: '/refunds/:id', returns: 'refund' },
    { method: 'GET', path: '/refunds', returns: 'list of refund' },
    { method: 'GET', path: '/customers/:id/charges', returns: 'list of charge' },
  ]),
  // tokens, sources
  ...section('4.3', [
    { method: 'POST', path: '/tokens', host: 'vault', key: 'public', returns: 'token' },
    { method: 'GET', path: '/tokens/:id', key: 'any', returns: 'token' },
    { method: 'POST', path: '/sources', key: 'any', returns: 'source' },
    { method: 'GET', path: '/sources/:id', returns: 'source' },
  ]),
  // customers and cards
  ...section('4.4', [
    { method: 'POST', path: '/customers', returns: 'customer' },
    { method: 'GET', path: '/customers', returns: 'list of customer' },
    { method: 'GET', path: '/customers/:id', returns: 'customer' },
    { method: 'PATCH', path: '/customers/:id', returns: 'customer' },
    { method: 'GET', path: '/customers/:id/cards', returns: 'list of card' },
    { method: 'DELETE', path: '/customers/:id/cards/:card_id', returns: 'deleted card' },
  ]),
  // transfers, recipients, transactions
  ...section('4.5', [
    { method: 'POST', path: '/transfers', returns: 'transfer' },
    { method: 'GET', path: '/transfers', returns: 'list of transfer' },
    { method: 'GET', path: '/transfers/:id', returns: 'transfer' },
    { method: 'GET', path: '/transfers/schedules', returns: 'list of transfer_schedule' },
    { method: 'POST', path: '/recipients', returns: 'recipient' },
    { method: 'GET', path: '/recipients', returns: 'list of recipient' },
    { method: 'GET', path: '/recipients/:id', returns: 'recipient' },
    { method: 'POST', path: '/recipients/:id/verify', returns: 'recipient' },
    { method: 'GET', path: '/transactions', returns: 'list of transaction' },
    { method: 'GET', path: '/transactions/:id', returns: 'transaction' },
  ]),
  // disputes
  ...section('4.6', [
    { method: 'GET', path: '/disputes', returns: 'list of dispute' },
    { method: 'GET', path: '/disputes/open', returns: 'list of dispute' },
    { method: 'GET', path: '/disputes/pending', returns: 'list of dispute' },
    { method: 'GET', path: '/disputes/closed', returns: 'list of dispute' },
    { method: 'GET', path: '/disputes/:id', returns: 'dispute' },
    { method: 'PATCH', path: '/disputes/:id', returns: 'dispute' },
    { method: 'PATCH', path: '/disputes/:id/accept', returns: 'dispute' },
    { method: 'PATCH', path: '/disputes/:id/close', returns: 'dispute' },
    { method: 'POST', path: '/disputes/:id/documents', returns: 'document' },
  ]),
  // events (the events of one charge are above, under 4.2)
  ...section('4.7', [
    { method: 'GET', path: '/events', returns: 'list of event' },
    { method: 'GET', path: '/events/:id', returns: 'event' },
  ]),
  // account and webhook secrets
  ...section('4.8', [
    { method: 'GET', path: '/account', returns: 'account' },
    { method: 'PATCH', path: '/account', returns: 'account' },
    { method: 'GET', path: '/webhooks/secrets', returns: 'list of webhook_secret' },
    { method: 'POST', path: '/webhooks/secrets', returns: 'webhook_secret' },
    { method: 'DELETE', path: '/webhooks/secrets/:id', returns: 'deleted webhook_secret' },
  ]),
  // schedules and payment links
  ...section('4.9', [
    { method: 'GET', path: '/schedules', returns: 'list of schedule' },
    { method: 'GET', path: '/links', returns: 'list of link' },
  ]),
  // search
  ...section('4.10', [{ method: 'GET', path: '/search', returns: 'search' }]),
]
