import type { Place } from './frame/view'

const markdown = async () => (await import('./docs/markdown')).docsMarkdown

/** The places of the dashboard with an address of their own. Each loads its code at the first visit. */
export const places: readonly Place[] = [
  {
    path: '/docs',
    summary: 'The documentation, as pages: tasks, topics, and the operations of the service',
    load: async () => (await import('./docs/page')).docsPage,
    markdown,
  },
  {
    path: '/docs/:topic',
    params: { topic: 'Name of the topic' },
    summary: 'A topic of the documentation, such as `errors`, as a page',
    load: async () => (await import('./docs/page')).topicPage,
    markdown,
  },
  {
    path: '/docs/:topic/:id',
    params: { topic: 'Name of the topic', id: 'Name of one entry of it' },
    summary:
      'An operation, an object or an error, such as `operations/createCharge`, `objects/Charge` or `errors/not_found`, as a page',
    load: async () => (await import('./docs/page')).detailPage,
    markdown,
  },
  {
    path: '/records/:kind',
    params: { kind: 'Kind of the records, such as `charges`' },
    summary:
      'The records of a kind, such as `charges`, as a page; `?q=` searches them, `?of=` shows those of another record, `?before=` shows those before one of them, `?deliveries=shown` shows all events',
    load: async () => (await import('./records/list')).recordsPage,
  },
  {
    path: '/records/:kind/:id',
    params: { kind: 'Kind of the records, such as `charges`', id: 'Id of the record' },
    summary:
      'A record, as a page: its states, what happened to it, related records, and a button for each move',
    load: async () => (await import('./records/list')).recordPage,
  },
  {
    path: '/search',
    summary: 'A search over records of all kinds, as a page: `?q=status:successful amount:1000..`',
    load: async () => (await import('./records/search-page')).searchPage,
  },
  {
    path: '/webhooks',
    summary:
      'Webhooks, as a page: where events go, what signs them, and the attempts to deliver them; `?delivery=` opens one',
    load: async () => (await import('./webhooks/page')).webhooksPage,
  },
  {
    path: '/checkout',
    summary: 'A demo payment, as a page: an amount and a test card, QR code, wallet or bank',
    load: async () => (await import('./checkout/page')).checkoutPage,
  },
]

/** Pages at the addresses of operations, which answer requests that prefer HTML with them. */
export const pagesOfOperations: Readonly<Record<string, Place['load']>> = {
  '/': async () => (await import('./overview/page')).overviewPage,
  '/clock': async () => (await import('./clock/page')).clockPage,
  '/requests/:id': async () => (await import('./requests/page')).requestPage,
  '/faults': async () => (await import('./faults/page')).faultsPage,
  '/fixtures': async () => (await import('./fixtures/page')).fixturesPage,
  '/accounts': async () => (await import('./accounts/page')).accountsPage,
}
