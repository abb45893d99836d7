import { failSource, paySource } from '../../simulation/outside'
import { type OperationContext, type RecipesFor, recipe, type TriggerParameters } from '../trigger'
import type { sourceEvents } from './model'
import { findSource } from './operations'

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

export const makeSource = (context: OperationContext, given: TriggerParameters): string => {
  const currency = String(given.currency ?? context.world.account.currency).toLowerCase()
  const usual = given.type === undefined ? (usualSources[currency] ?? { type: 'alipay_cn' }) : {}
  return context.call('POST /sources', { amount: 100_000, currency, ...usual, ...given }).id
}

export const makeChargedSource = (context: OperationContext, given: TriggerParameters): string => {
  const { id, amount, currency } = findSource(context.world, makeSource(context, given))
  const return_uri = 'https://shop.example.com/thanks'
  context.call('POST /charges', { amount, currency, source: id, return_uri })
  return id
}

const pay = recipe('The payer of a source pays', 'POST /sources', (context, given) => {
  paySource(context.world, makeChargedSource(context, given))
})

export const sourceTriggers: RecipesFor<typeof sourceEvents> = {
  'source.create': recipe('A source is made', 'POST /sources', makeSource),
  'source.update': pay,
  'source.successful': pay,
  'source.failed': recipe('The payer of a source does not pay', 'POST /sources', (context, given) => {
    failSource(context.world, makeChargedSource(context, given), 'payment_cancelled')
  }),
}
