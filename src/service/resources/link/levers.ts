import { type ApiError, fail, failInvalid, problemWith } from '../../../kernel/errors'
import { type Currency, currencies } from '../../../kernel/money'
import type { World } from '../../world'
import type { ChargeRow } from '../charge/model'
import { createCharge } from '../charge/operations'
import { createToken } from '../token/operations'
import { type LinkRow, paymentUriOf } from './model'
import { completeLinkPayment, findLink, whyClosed } from './operations'
import type { LinkPayment } from './schema'

/**
 * Pays a link. A charge by QR code or with 3-D Secure then waits for its payer. After a declined card there is a failed
 * charge, and the link stays open. `baseUrl` is the address of this sandbox.
 */
export const payLink = (world: World, id: string, payment: LinkPayment, baseUrl: string): ChargeRow => {
  const link = findLink(world, id)
  const closed = whyClosed(link)
  if (closed !== null) throw fail('invalid_link', {}, closed)
  const amount = amountToPay(link, payment)
  const card = typeof payment.card === 'object' ? createToken(world, payment.card).id : payment.card
  const charge = createCharge(world, {
    amount,
    currency: link.currency,
    card,
    source: payment.source,
    authentication: payment.authentication,
    description: `${link.title}\n\n${link.description}`,
    return_uri: `${paymentUriOf(link, baseUrl)}/complete`,
    link: link.id,
  })
  world.emit(['link.payment.create'], 'charge', charge, charge.id)
  completeLinkPayment(world, charge)
  return charge
}

const failAmount = (text: string): ApiError => failInvalid('invalid_link', [problemWith('amount', text)])

/** The link's own amount, or the payer's (assumption `link-amounts`). */
const amountToPay = (link: LinkRow, { amount, amount_in_units }: LinkPayment): number => {
  const given =
    amount ?? (amount_in_units === undefined ? undefined : subunits(amount_in_units, link.currency))
  if (given === null) throw failAmount(unreadable(link.currency))
  if (link.amount === 0) {
    if (given === undefined) throw failAmount('is not a number: this link leaves it to the payer')
    return given
  }
  if (given !== undefined && given !== link.amount)
    throw failAmount(`must be that of the link (${link.amount})`)
  return link.amount
}

const unreadable = (currency: Currency): string =>
  currencies[currency].exponent === 0
    ? 'is not a number without a fraction: write 1500 or 1,500'
    : 'is not a number with at most two decimals after a point: write 1500.50 or 1,500.50'

/**
 * `100.5` baht are 10050 satang. Works on digits, so that nothing is rounded. `null` for other text. A comma is only
 * allowed between thousands, because `50,00` means fifty in some countries.
 */
const subunits = (text: string, currency: Currency): number | null => {
  const { exponent } = currencies[currency]
  const match = /^(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d+))?$/.exec(text.trim())
  const [, whole = '', fraction = ''] = match ?? []
  return match === null || fraction.length > exponent
    ? null
    : Number(whole.replaceAll(',', '') + fraction.padEnd(exponent, '0'))
}
