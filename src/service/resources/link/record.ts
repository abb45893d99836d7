import type { ChargeRow } from '../charge/model'
import { type ChargeRelated, chargeRecord } from '../charge/record'
import * as field from '../field'
import { nestedList } from '../list'
import { record, type Shown } from '../record'
import { firstRowsOf } from '../shape'
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
  livemode: field.livemode(),
  location: field.location('/links/<id>', ({ id }) => `/links/${id}`),
  deleted: field.flag('Whether it was deleted', ({ deletedAt }) => deletedAt !== null),
  multiple: field.flag('Whether it can be paid more than once', (link) => link.multiple),
  used: field.flag('Whether it was paid', ({ usedAt }) => usedAt !== null),
  currency: field.currency(),
  amount: field.int('Price in subunits of `currency`; 0 when the payer chooses it', (link) => link.amount),
  charges: field.listField(
    'The first 20 charges, oldest first',
    () => chargeRecord.schema(),
    ({ id }, { charges, total }, scene) => {
      const shown = charges.map(({ charge, related }) => chargeRecord.render(charge, related, scene))
      return nestedList(shown, `/links/${id}/charges`, scene.now, total)
    },
  ),
  description: field.text('Text below the title on its page', (link) => link.description),
  title: field.text('Title of its page', (link) => link.title),
  payment_uri: field.text('Address of its page, where a payer pays', (link, _, { baseUrl }) =>
    paymentUriOf(link, baseUrl),
  ),
  created_at: field.createdAt(),
  used_at: field.timeOrNull('When it was first paid, ISO 8601 in UTC; null before', (link) => link.usedAt),
  deleted_at: field.timeOrNull(
    'When it was deleted, ISO 8601 in UTC; null when it was not',
    (link) => link.deletedAt,
  ),
})
export type Link = Shown<typeof linkRecord>
