import type { ChargeRow } from '../charge/model'
import { type ChargeRelated, chargeRecord } from '../charge/record'
import * as field from '../field'
import { firstRowsOf, record, type Shown } from '../record'
import { type LinkRow, paymentUriOf } from './model'

interface LinkRelated {
  readonly charges: readonly { readonly charge: ChargeRow; readonly related: ChargeRelated }[]
  readonly total: number
}

/** A payment link (spec 4.9). */
export const linkRecord = record<LinkRow, LinkRelated>((world, link) => {
  const { rows, total } = firstRowsOf(world.charges.by('link', link.id))
  return { charges: rows.map((charge) => ({ charge, related: chargeRecord.related(world, charge) })), total }
})({
  object: field.always('link'),
  id: field.id('link'),
  livemode: field.livemode,
  location: field.location('/links/<id>'),
  deleted: field.flag('Whether it was deleted', ({ deletedAt }) => deletedAt !== null),
  multiple: field.flag('Whether it can be paid more than once'),
  used: field.flag('Whether it was paid', ({ usedAt }) => usedAt !== null),
  currency: field.currency,
  amount: field.money('Price in subunits of `currency`; 0 when the payer chooses it'),
  charges: field.listOf(
    'The first 20 charges, oldest first',
    '/links/<id>/charges',
    () => chargeRecord.schema(),
    (_, { charges }, renderContext) =>
      charges.map(({ charge, related }) => chargeRecord.render(charge, related, renderContext)),
    (_, { total }) => total,
  ),
  description: field.text('Text below the title on its page'),
  title: field.text('Title of its page'),
  payment_uri: field.text('Address of its page, where a payer pays', (link, _, { baseUrl }) =>
    paymentUriOf(link, baseUrl),
  ),
  created_at: field.createdAt,
  used_at: field.timeOrNull('When it was first paid, ISO 8601 in UTC; null before'),
  deleted_at: field.timeOrNull('When it was deleted, ISO 8601 in UTC; null when it was not'),
})
export type Link = Shown<typeof linkRecord>
