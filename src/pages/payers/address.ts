import { authorizePathOf, type ChargeRow } from '../../service/resources/charge/model'

/**
 * The path of the page where the payer of a charge confirms or pays; `null` when nothing is asked of a payer. It is the
 * path of `authorize_uri`. Charges by QR code or at a counter have no `authorize_uri`, but have this page too.
 */
export const payerPathOf = (charge: ChargeRow): string | null =>
  charge.source === null
    ? authorizePathOf(charge)
    : authorizePathOf({ ...charge, payment: charge.payment ?? charge.id.replace('chrg', 'paym') })
