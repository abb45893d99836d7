import * as z from 'zod/mini'
import { iso, isoOrNull } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import type { ChargeRow } from '../charge/model'
import { chargeSchema } from '../charge/schema'
import { type ChargeRelated, chargeShape } from '../charge/serialize'
import { field } from '../fields'
import { listSchema, nestedList } from '../list'
import { firstRowsOf, type Shape } from '../shape'
import { type LinkRow, paymentUriOf } from './model'

/** A payment link (spec 4.9). */
export const linkSchema = once(() =>
  z.strictObject({
    object: field.always('link'),
    id: field.id('link'),
    livemode: field.livemode(),
    location: field.location('/links/<id>'),
    deleted: field.flag('Whether it was deleted'),
    multiple: field.flag('Whether it can be paid more than once'),
    used: field.flag('Whether it was paid'),
    currency: field.currency(),
    amount: field.int('Price in subunits of `currency`; 0 when the payer chooses it'),
    charges: listSchema(chargeSchema()).check(z.describe('The first 20 charges, oldest first')),
    description: field.text('Text below the title on its page'),
    title: field.text('Title of its page'),
    payment_uri: field.text('Address of its page, where a payer pays'),
    created_at: field.createdAt(),
    used_at: field.timeOrNull('When it was first paid, ISO 8601 in UTC; null before'),
    deleted_at: field.timeOrNull('When it was deleted, ISO 8601 in UTC; null when it was not'),
  }),
)
export type Link = z.infer<ReturnType<typeof linkSchema>>

interface LinkRelated {
  readonly charges: readonly { readonly charge: ChargeRow; readonly related: ChargeRelated }[]
  readonly total: number
}

export const linkShape: Shape<LinkRow, LinkRelated, Link> = {
  related: (world, link) => {
    const { rows, total } = firstRowsOf(world.charges.by('link', link.id))
    return {
      charges: rows.map((charge) => ({ charge, related: chargeShape.related(world, charge) })),
      total,
    }
  },
  render: (link, { charges, total }, scene) => ({
    object: 'link',
    id: link.id,
    livemode: scene.livemode,
    location: `/links/${link.id}`,
    deleted: link.deletedAt !== null,
    multiple: link.multiple,
    used: link.usedAt !== null,
    currency: link.currency,
    amount: link.amount,
    charges: {
      ...nestedList(
        charges.map(({ charge, related }) => chargeShape.render(charge, related, scene)),
        `/links/${link.id}/charges`,
        scene.now,
      ),
      total,
    },
    description: link.description,
    title: link.title,
    payment_uri: paymentUriOf(link, scene.baseUrl),
    created_at: iso(link.createdAt),
    used_at: isoOrNull(link.usedAt),
    deleted_at: isoOrNull(link.deletedAt),
  }),
  expandable: {},
  schema: linkSchema,
}
