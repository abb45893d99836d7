import { routesOf } from '../../http/route'
import { methodOf, rangeOf, samplesFor, takesCard } from '../../simulation/methods'
import { failSource, paySource } from '../../simulation/outside'
import { type Maker, makeToken, recipe, resource, type TriggerParameters, type Triggers } from '../resource'
import { createSource, findSource } from './operations'
import { sourceRecord } from './record'
import { sourceCreate } from './schema'

const sources = routesOf(sourceRecord)

const sourceRoutes = [
  sources.post('/sources', '4.3', 'Prepare a payment by QR code, wallet, bank or instalments', {
    input: () => sourceCreate(),
    key: 'any',
    examples: {
      promptpay: { summary: 'A QR code', value: { type: 'promptpay', amount: 45_000, currency: 'thb' } },
    },
    errors: ['bad_request'],
    run: ({ world, input }) => createSource(world, input),
  }),
  sources.list('/sources', 'wire', 'List sources', ({ world }) => world.sources),
  sources.get('/sources/:id', '4.3', 'Retrieve a source', ({ world, id }) => findSource(world, id)),
]

/** By currency, a source that shows its payer something at once. */
const usualSources: { readonly [currency: string]: TriggerParameters } = {
  thb: { type: 'promptpay' },
  sgd: { type: 'paynow' },
  myr: { type: 'duitnow_qr' },
  jpy: {
    type: 'econtext',
    amount: 10_000,
    name: 'Taro Abe',
    email: 'taro@example.com',
    phone_number: '01234567890',
  },
}

/** All that the method of a type needs, with an amount that it takes. */
const sampleSource = (type: string): TriggerParameters => {
  const method = methodOf(type)
  const [currency] = method?.currencies ?? []
  if (method === undefined || currency === undefined) return {}
  const { min, max } = rangeOf(method, currency)
  const amount = Math.min(Math.max(100_000, min), Math.floor(max / 2))
  return { amount, currency, ...samplesFor(method, amount) }
}

export const makeSource: Maker = (context, given) => {
  const currency = String(given.currency ?? context.world.account.currency).toLowerCase()
  const usual =
    given.type === undefined
      ? (usualSources[currency] ?? { type: 'alipay_cn' })
      : sampleSource(String(given.type))
  return context.call('POST /sources', { amount: 100_000, currency, ...usual, ...given }).id
}

export const makeChargedSource: Maker = (context, given) => {
  const { id, amount, currency, type } = findSource(context.world, makeSource(context, given))
  const return_uri = 'https://shop.example.com/thanks'
  const card = takesCard(type) ? makeToken(context) : undefined
  context.call('POST /charges', { amount, currency, card, source: id, return_uri })
  return id
}

const pay = recipe('The payer of a source pays', 'POST /sources', (context, given) => {
  paySource(context.world, makeChargedSource(context, given))
})

const sourceTriggers: Triggers = {
  'source.create': recipe('A source is made', 'POST /sources', makeSource),
  'source.update': pay,
  'source.successful': pay,
  'source.failed': recipe('The payer of a source does not pay', 'POST /sources', (context, given) => {
    failSource(context.world, makeChargedSource(context, given), 'payment_cancelled')
  }),
}

export const source = resource({
  record: { shape: sourceRecord, rows: (world) => world.sources, reader: { name: 'sources' } },
  routes: sourceRoutes,
  triggers: sourceTriggers,
})
