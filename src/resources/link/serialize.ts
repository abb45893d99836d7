import * as z from 'zod'
import { iso, isoOrNull } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { isoTime } from '../../kernel/wire'
import type { ChargeRow } from '../charge/model'
import { chargeSchema } from '../charge/schema'
import { chargeShape } from '../charge/serialize'
import { listSchema, nestedList } from '../list'
import { firstRowsOf, type Shape } from '../shape'
import { type LinkRow, paymentUriOf } from './model'

/** A payment link (spec 4.9). */
export const linkSchema = once(() =>
  z.strictObject({
    object: z.literal('link'),
    id: z.string(),
    livemode: z.boolean(),
    location: z.string(),
    deleted: z.boolean(),
    multiple: z.boolean(),
    used: z.boolean(),
    currency: z.string(),
    amount: z.int(),
    charges: listSchema(chargeSchema()),
    description: z.string(),
    title: z.string(),
    payment_uri: z.string(),
    created_at: isoTime(),
    used_at: isoTime().nullable(),
    deleted_at: isoTime().nullable(),
  }),
)
export type Link = z.infer<ReturnType<typeof linkSchema>>

type ChargeRelated = ReturnType<typeof chargeShape.related>

interface LinkRelated {
  readonly charges: readonly { readonly charge: ChargeRow; readonly related: ChargeRelated }[]
  readonly total: number
}

export const linkShape: Shape<LinkRow, LinkRelated, Link> = {
  object: 'link',
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
