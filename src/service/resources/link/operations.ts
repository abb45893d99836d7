import * as z from 'zod/mini'
import { type ApiError, existing, fail, failInvalid, type Problem, problemWith } from '../../../kernel/errors'
import { limits } from '../../../kernel/limits'
import { type Currency, currencies } from '../../../kernel/money'
import { about, bool, currency, currencyText, int, optional, text } from '../../../kernel/wire'
import type { World } from '../../world'
import type { ChargeRow } from '../charge/model'
import { createCharge } from '../charge/operations'
import { smallestCharge } from '../charge/schema'
import { checkoutPay } from '../checkout-session/schema'
import { createToken } from '../token/operations'
import { type LinkRow, paymentUriOf } from './model'

const words = () => text({ required: true, max: limits.descriptionLengthMax })

/** Its errors are `invalid_link`, also for an amount that is not an integer. */
export const linkCreate = () =>
  z.object({
    amount: about(
      'In subunits of the currency, at most 1,000,000 units; 0 lets the payer choose',
      int({ min: 0 }),
    ),
    currency: about(currencyText, currency()),
    title: about('Heading of the page where it is paid', words()),
    description: about('What is paid for, on the same page', words()),
    multiple: optional('Whether it can be paid more than once. Default: false', bool()),
  })
type LinkInput = z.output<ReturnType<typeof linkCreate>>

/** Assumption `link-amounts`. */
const linkAmountProblems = (world: World, { amount, currency }: LinkInput): readonly Problem[] => {
  const smallest = smallestCharge(world, currency)
  if (amount !== 0 && amount < smallest) {
    const text = `must be 0 (the payer decides) or at least ${smallest} (in subunits)`
    return [problemWith('amount', text, 'too_small')]
  }
  if (amount <= limits.linkUnitsMax * 10 ** currencies[currency].exponent) return []
  const most = limits.linkUnitsMax.toFixed(1)
  return [problemWith('amount', `must be less than or equal to ${most}`, 'too_large')]
}

export const createLink = (world: World, input: LinkInput): LinkRow => {
  const problems = linkAmountProblems(world, input)
  if (problems.length > 0) throw failInvalid('invalid_link', problems)
  // From here on nothing can fail.
  const link = world.links.insert({
    id: world.newId('link'),
    createdAt: world.now(),
    amount: input.amount,
    currency: input.currency,
    title: input.title,
    description: input.description,
    multiple: input.multiple ?? false,
    usedAt: null,
    deletedAt: null,
  })
  world.emit(['link.create'], 'link', link)
  return link
}

export const findLink = (world: World, id: string): LinkRow => existing(world.links.get(id), 'link', id)

/** Its charges stay, and a waiting one can still be paid. */
export const deleteLink = (world: World, id: string): LinkRow => {
  const link = findLink(world, id)
  if (link.deletedAt !== null) throw fail('failed_deletion', {}, 'link was already deleted')
  return world.links.update(link, { deletedAt: world.now() })
}

/** Why the link can no longer be paid, as a sentence; `null` while it can. */
export const whyClosed = (link: LinkRow): string | null => {
  if (link.deletedAt !== null) return 'link was deleted'
  return link.usedAt !== null && !link.multiple ? 'link was already used' : null
}

/** The form that a payer posts to `payment_uri`. */
export const linkPay = () => {
  const { authentication, ...means } = checkoutPay().shape
  return z.object({
    ...means,
    /** In subunits, for a link of amount 0. */
    amount: z.optional(int({ min: 0 })),
    /** The amount in base units, as people write it: `100.50`. */
    amount_in_units: z.optional(text()),
    authentication,
  })
}
type LinkPayment = z.output<ReturnType<typeof linkPay>>

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

/** Records that a charge of a link is paid, at once or later (assumption `link-events`). */
export const completeLinkPayment = (world: World, charge: ChargeRow): void => {
  if (charge.link === null || charge.state !== 'paid') return
  const link = findLink(world, charge.link)
  if (link.usedAt === null) world.links.update(link, { usedAt: world.now() })
  world.emit(['link.payment.complete'], 'charge', charge, charge.id)
}
