import { fail } from '../../kernel/errors'
import type { AppContext } from '../../service/http/env'
import { decodeForm } from '../../service/http/form'
import { confirmCharge } from '../../service/resources/charge/actions'
import { waitsForPayer } from '../../service/resources/charge/machine'
import { authorizePathOf, type ChargeRow, chargeIdOf } from '../../service/resources/charge/model'
import { sessionOf } from '../../service/resources/checkout-session/actions'
import { actAsPayer, actOf } from '../../service/simulation/payer'
import type { World } from '../../service/world'
import { payerPathOf } from './address'
import { readFormText, redirect, rootFrom, sendPage } from './layout'
import { NothingPage, OutcomePage } from './outcome-page'
import { WaitingPage } from './payer-page'

/**
 * The page behind `authorize_uri`, where a payer confirms (3-D Secure) or pays; every charge by a source has one. A test
 * needs no browser: POST `result=success` or `result=failure` to the same address. A finished payment redirects to its
 * `return_uri`. An address with a signature, as that of a passkey, is known with it alone.
 */
interface FoundCharge {
  readonly world: World
  readonly charge: ChargeRow
}

export const showPayment = (context: AppContext): Response => {
  const found = findPayment(context)
  if (found === null) return notFound(context)
  const { world, charge } = found
  if (!waitsForPayer(charge)) return leave(context, found)
  // A hosted checkout sends its payer on to the shop.
  const further = sessionOf(world, charge)?.redirectUrls.completeUrl ?? null
  const leadsTo = [charge.returnUri, further].filter((uri) => uri !== null)
  const page = <WaitingPage world={world} charge={charge} root={rootFrom(context)} />
  return sendPage(context, page, { leadsTo, inFrames: true })
}

export const decidePayment = async (context: AppContext): Promise<Response> => {
  const answer = decodeForm(await readFormText(context))
  return context.env.backend.timeline.still(() => decide(context, answer.result))
}

const decide = (context: AppContext, result: unknown): Response => {
  const found = findPayment(context)
  if (found === null) return notFound(context)
  if (!waitsForPayer(found.charge)) return leave(context, found)
  if (result !== 'success' && result !== 'failure') return refuse(context)
  const { world, charge } = found
  const { id, returnUri } = charge
  const done = actAsPayer(world, { name: actOf(result), id, reopens: returnUri }, () =>
    context.env.backend.timeline.still(() =>
      world.commit(() => confirmCharge(world, id, result === 'success')),
    ),
  )
  if (done === null) return showPayment(context)
  return done.returns
    ? leave(context, { world, charge: done.result })
    : showEnd(context, { world, charge: done.result })
}

/** A form without an answer: a browser shows it, a test reads the error of the API. */
const refuse = (context: AppContext): Response => {
  if (context.req.header('accept')?.includes('text/html') !== true)
    throw fail('bad_request', {}, 'result must be success or failure')
  const page = (
    <NothingPage title="Nothing was decided" root={rootFrom(context)}>
      The form came without an answer. Go back, and choose one of its buttons.
    </NothingPage>
  )
  return sendPage(context, page, { status: 400, inFrames: true })
}

const findPayment = (context: AppContext): FoundCharge | null => {
  const payment = context.req.param('payment') ?? ''
  const given = context.req.query('signature') ?? ''
  const id = chargeIdOf(payment)
  const world = context.env.backend.accounts.worldOfRecord(id)
  const charge = world?.charges.get(id)
  if (world === undefined || charge === undefined) return null
  const signature = charge.signature === null ? null : given
  return payerPathOf(charge) === authorizePathOf({ payment, signature }) ? { world, charge } : null
}

/** Redirects to the shop, or shows the result if the charge has no `return_uri`. */
const leave = (context: AppContext, found: FoundCharge): Response => {
  const { returnUri } = found.charge
  return returnUri === null ? showEnd(context, found) : redirect(context, returnUri, 302)
}

const showEnd = (context: AppContext, { world, charge }: FoundCharge): Response => {
  const status = charge.state === 'expired' ? 410 : 200
  const page = <OutcomePage world={world} charge={charge} root={rootFrom(context)} />
  return sendPage(context, page, { status, inFrames: true })
}

const notFound = (context: AppContext): Response =>
  sendPage(
    context,
    <NothingPage title="Payment not found" root={rootFrom(context)}>
      This address belongs to no payment. Check that it is complete, up to its last parameter, or ask the shop
      for a new one.
    </NothingPage>,
    { status: 404 },
  )
