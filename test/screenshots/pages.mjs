/** The pages that are pictured, by name. */

const kinds = [
  'charges',
  'refunds',
  'disputes',
  'customers',
  'links',
  'schedules',
  'transfers',
  'recipients',
  'events',
]
const work = ['checkout', 'webhooks', 'clock', 'faults', 'fixtures', 'accounts', 'search', 'docs']
const topics = ['errors', 'states', 'search', 'choices', 'test-cards', 'control']

const below = (path) => `/_sandbox/${path}`

/** Every page, with the records of this shop. */
export const pagesOf = ({ sandbox, paid, qr, wallet, bank, secure, link }) => {
  const request = sandbox.requests.list({ path: '/charges', status: 200 })[0]
  const failed = sandbox.webhooks.deliveries(({ delivered }) => !delivered, { last: 1 })[0]
  return [
    { name: 'activity', address: below('') },
    { name: 'request', address: below(`requests/${request.id}`) },
    ...kinds.map((kind) => ({ name: kind, address: below(`records/${kind}`) })),
    { name: 'charge', address: below(`records/charges/${paid.id}`) },
    { name: 'dispute', address: below(`records/disputes/${sandbox.disputes.last().id}`) },
    { name: 'delivery', address: below(`webhooks?delivery=${failed.id}`) },
    ...work.map((place) => ({ name: place, address: below(place) })),
    ...topics.map((topic) => ({ name: `docs-${topic}`, address: below(`docs/${topic}`) })),
    { name: 'coverage', address: below('coverage') },
    ...Object.entries({ qr, wallet, bank, secure }).map(([name, { id }]) => ({
      name: `payer-${name}`,
      address: `/payments/${id.replace('chrg', 'paym')}/authorize`,
    })),
    { name: 'payer-link', address: new URL(link.payment_uri).pathname },
  ]
}

export const pagesForReadme = (shop) =>
  pagesOf(shop).filter(({ name }) => ['activity', 'charge', 'payer-link'].includes(name))
