import * as z from 'zod/mini'
import { once } from '../../kernel/json'
import type { ChargeRow } from '../charge/model'
import { chargeSchema } from '../charge/schema'
import { type ChargeRelated, chargeShape } from '../charge/serialize'
import type { Shape } from '../shape'
import type { RefundRow } from './model'
import { refundFields, renderNestedRefund } from './nested'

/** A refund (spec 2.4): its `charge` is the whole charge. */
export const refundSchema = once(() =>
  z.strictObject({ ...refundFields(), charge: chargeSchema().check(z.describe('The refunded charge')) }),
)
export type Refund = z.infer<ReturnType<typeof refundSchema>>

interface RefundRelated {
  readonly charge: ChargeRow
  readonly related: ChargeRelated
}

export const refundShape: Shape<RefundRow, RefundRelated, Refund> = {
  related: (world, refund) => {
    const charge = world.charges.get(refund.charge)
    if (charge === undefined) throw new Error(`${refund.id} has no charge`)
    return { charge, related: chargeShape.related(world, charge) }
  },
  render: (refund, { charge, related }, scene) => ({
    ...renderNestedRefund(refund, scene),
    charge: chargeShape.render(charge, related, scene),
  }),
  expandable: { transaction: ['transaction'] },
  schema: refundSchema,
}
