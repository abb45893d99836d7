import { payAtLink } from '../../simulation/outside'
import { payCharge } from '../charge/levers'
import { findCharge } from '../charge/operations'
import { type OperationContext, type RecipesFor, recipe, type TriggerParameters } from '../trigger'
import type { linkEvents } from './model'

export const makeLink = (context: OperationContext, given: TriggerParameters): string =>
  context.call('POST /links', {
    amount: 100_000,
    currency: context.world.account.currency,
    title: 'Tea',
    description: 'A box of green tea',
    ...given,
  }).id

const pay = recipe('A payer pays at a link', 'POST /links', (context, given) => {
  const { world, scene } = context
  const { id } = payAtLink(world, makeLink(context, given), {}, scene.baseUrl)
  if (findCharge(world, id).state === 'authorizing') payCharge(world, id)
})

export const linkTriggers: RecipesFor<typeof linkEvents> = {
  'link.create': recipe('A link is made', 'POST /links', makeLink),
  'link.payment.create': pay,
  'link.payment.complete': pay,
}
