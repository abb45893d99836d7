import { type Forms, form, type Part } from './form'

/** From 2017-11-02 back to 2015-11-17, which knew no sources: a charge told itself how it was paid. */
const sourceOf = ({ source }: Part): Part | null => (source ?? null) as Part | null

/** The kind of payment at a counter or code, or on somebody else's page. */
const paidBy = (fund: 'offline' | 'offsite') => (charge: Part) => {
  const source = sourceOf(charge)
  return source !== null && (source.flow === 'offline') === (fund === 'offline') ? source.type : null
}

const fundOf = (charge: Part): string => {
  const source = sourceOf(charge)
  if (source === null) return 'card'
  return source.flow === 'offline' ? 'offline' : 'offsite'
}

export const forms: Forms = {
  account: form('object id location email created'),
  balance: form('object livemode location available total currency'),
  capability: null,
  charge: form(
    'object id livemode location amount currency description metadata status capture authorized reversed paid transaction source_of_fund refunded refunds return_uri offsite offline reference authorize_uri failure_code failure_message installment_terms card customer ip dispute created',
    {
      source_of_fund: fundOf,
      offsite: paidBy('offsite'),
      offline: paidBy('offline'),
      installment_terms: (charge) => sourceOf(charge)?.installment_terms ?? null,
    },
  ),
  customer: form('object id livemode deleted location default_card email description created cards'),
  forex: null,
  link: null,
  'nested list': form('object from to offset limit total location data'),
  occurrence: null,
  receipt: null,
  refund: form('object id location amount currency charge transaction created'),
  schedule: null,
  source: null,
  transaction: form('object id type amount currency created'),
}
