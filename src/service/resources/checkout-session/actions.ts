import { rowsOf } from '../../../kernel/collection'
import { step } from '../../../kernel/machine'
import type { World } from '../../world'
import { chargeMachine, waitsForPayer } from '../charge/machine'
import type { ChargeRow } from '../charge/model'
import { endUnpaid } from '../charge/operations'
import type { CheckoutSessionRow } from './model'

/** The session that a charge pays; `undefined` for any other charge. */
export const sessionOf = (
  { checkoutSessions }: World,
  { session }: ChargeRow,
): CheckoutSessionRow | undefined => (session === null ? undefined : checkoutSessions.get(session))

/** Ends an open session. Its charges that wait expire with it: what a second tab shows can no longer be paid. */
export const endSession = (
  world: World,
  session: CheckoutSessionRow,
  state: Exclude<CheckoutSessionRow['state'], 'open'>,
): CheckoutSessionRow => {
  const ended = world.checkoutSessions.update(session, { state })
  for (const charge of rowsOf(world.charges.by('session', session.id)))
    if (waitsForPayer(charge))
      endUnpaid(world, charge, step(chargeMachine, charge.state, 'lapse'), { expiresAt: world.now() })
  return ended
}

/** Completes the session of a charge that is paid or authorized, at once or later. */
export const completeCheckout = (world: World, charge: ChargeRow): void => {
  const session = sessionOf(world, charge)
  if (session?.state === 'open' && charge.authorizedAt !== null) endSession(world, session, 'completed')
}
