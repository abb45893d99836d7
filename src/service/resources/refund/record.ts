import type { ChargeRow } from '../charge/model'
import { type ChargeRelated, chargeRecord, nestedRefundRecord } from '../charge/record'
import * as field from '../field'
import { record, type Shown } from '../record'
import type { RefundRow } from './model'

interface RefundRelated {
  readonly charge: ChargeRow
  readonly related: ChargeRelated
}

/** A refund (spec 2.4): its `charge` is the whole charge. The spread keeps the place of `charge` on the wire. */
export const refundRecord = record<RefundRow, RefundRelated>((world, refund) => {
  const charge = world.charges.get(refund.charge)
  if (charge === undefined) throw new Error(`${refund.id} has no charge`)
  return { charge, related: chargeRecord.related(world, charge) }
})({
  ...nestedRefundRecord.fields,
  charge: field.of(() => chargeRecord.schema())(
    'The refunded charge',
    (_, { charge, related }, renderContext) => chargeRecord.render(charge, related, renderContext),
  ),
})
export type Refund = Shown<typeof refundRecord>
