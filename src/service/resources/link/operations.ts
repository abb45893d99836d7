import { fail, failInvalid, failNotFound, type Problem, problemWith } from '../../../kernel/errors'
import { limits } from '../../../kernel/limits'
import { type Currency, currencies } from '../../../kernel/money'
import type { World } from '../../world'
import type { ChargeRow } from '../charge/model'
import type { LinkRow } from './model'
import type { LinkInput } from './schema'

/** Assumption `link-amounts`. */
const linkAmountProblems = (amount: number, currency: Currency): readonly Problem[] => {
  const { chargeMin, exponent } = currencies[currency]
  if (amount !== 0 && amount < chargeMin)
    return [
      problemWith(
        'amount',
        `must be 0 (the payer decides) or at least ${chargeMin} (in subunits)`,
        'too_small',
      ),
    ]
  if (amount <= limits.linkUnitsMax * 10 ** exponent) return []
  const most = limits.linkUnitsMax.toFixed(1)
  return [problemWith('amount', `must be less than or equal to ${most}`, 'too_large')]
}

export const createLink = (world: World, input: LinkInput): LinkRow => {
  const problems = linkAmountProblems(input.amount, input.currency)
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

export const findLink = (world: World, id: string): LinkRow => {
  const link = world.links.get(id)
  if (link === undefined) throw failNotFound('link', id)
  return link
}

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

/** Records that a charge of a link is paid, at once or later (assumption `link-events`). */
export const completeLinkPayment = (world: World, charge: ChargeRow): void => {
  if (charge.link === null || charge.state !== 'paid') return
  const link = findLink(world, charge.link)
  if (link.usedAt === null) world.links.update(link, { usedAt: world.now() })
  world.emit(['link.payment.complete'], 'charge', charge, charge.id)
}
