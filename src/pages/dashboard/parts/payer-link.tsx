import { waitsForPayer } from '../../../service/resources/charge/machine'
import { payerPathOf } from '../../payers/address'
import type { View } from '../frame/view'

/** The page where the payer of a charge answers; `null` while nobody waits for one. */
export const payerAddress = ({ sandbox, world }: View, charge: string): string | null => {
  const row = world.charges.get(charge)
  const path = row !== undefined && waitsForPayer(row) ? payerPathOf(row) : null
  return path === null ? null : `${sandbox.url}${path}`
}

export const PayerLink = ({ view, charge }: { readonly view: View; readonly charge: string }) => {
  const address = payerAddress(view, charge)
  return address === null ? null : <a href={address}>payer’s page</a>
}
