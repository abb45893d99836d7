import { fail } from '../../kernel/errors'
import type { Exchange } from '../../service/http/exchange'
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

export const showPayment = (exchange: Exchange): Response => {
  const found = findPayment(exchange)
  if (found === null) return notFound(exchange)
  const { world, charge } = found
  if (!waitsForPayer(charge)) return leave(exchange, found)
  // A hosted checkout sends its payer on to the shop.
  const further = sessionOf(world, charge)?.redirectUrls.completeUrl ?? null
  const leadsTo = [charge.returnUri, further].filter((uri) => uri !== null)
  const page = <WaitingPage world={world} charge={charge} root={rootFrom(exchange)} />
  return sendPage(exchange, page, { leadsTo, inFrames: true })
}

export const decidePayment = async (exchange: Exchange): Promise<Response> => {
  const answer = decodeForm(await readFormText(exchange))
  return exchange.backend.timeline.atOneTime(() => decide(exchange, answer.result))
}

const decide = (exchange: Exchange, result: unknown): Response => {
  const found = findPayment(exchange)
  if (found === null) return notFound(exchange)
  if (!waitsForPayer(found.charge)) return leave(exchange, found)
  if (result !== 'success' && result !== 'failure') return refuse(exchange)
  const { world, charge } = found
  const { id, returnUri } = charge
  const done = actAsPayer(world, { name: actOf(result), id, reopens: returnUri }, () =>
    exchange.backend.timeline.atOneTime(() =>
      world.commit(() => confirmCharge(world, id, result === 'success')),
    ),
  )
  if (done === null) return showPayment(exchange)
  return done.returns
    ? leave(exchange, { world, charge: done.result })
    : showEnd(exchange, { world, charge: done.result })
}

/** A form without an answer: a browser shows it, a test reads the error of the API. */
const refuse = (exchange: Exchange): Response => {
  if (exchange.req.header('accept')?.includes('text/html') !== true)
    throw fail('bad_request', {}, 'result must be success or failure')
  const page = (
    <NothingPage title="Nothing was decided" root={rootFrom(exchange)}>
      The form came without an answer. Go back, and choose one of its buttons.
    </NothingPage>
  )
  return sendPage(exchange, page, { status: 400, inFrames: true })
}

const findPayment = (exchange: Exchange): FoundCharge | null => {
  const payment = exchange.req.param('payment') ?? ''
  const given = exchange.req.query('signature') ?? ''
  const id = chargeIdOf(payment)
  const world = exchange.backend.accounts.worldOfRecord(id)
  const charge = world?.charges.get(id)
  if (world === undefined || charge === undefined) return null
  const signature = charge.signature === null ? null : given
  return payerPathOf(charge) === authorizePathOf({ payment, signature }) ? { world, charge } : null
}

/** Redirects to the shop, or shows the result if the charge has no `return_uri`. */
const leave = (exchange: Exchange, found: FoundCharge): Response => {
  const { returnUri } = found.charge
  return returnUri === null ? showEnd(exchange, found) : redirect(exchange, returnUri, 302)
}

const showEnd = (exchange: Exchange, { world, charge }: FoundCharge): Response => {
  const status = charge.state === 'expired' ? 410 : 200
  const page = <OutcomePage world={world} charge={charge} root={rootFrom(exchange)} />
  return sendPage(exchange, page, { status, inFrames: true })
}

const notFound = (exchange: Exchange): Response =>
  sendPage(
    exchange,
    <NothingPage title="Payment not found" root={rootFrom(exchange)}>
      This address belongs to no payment. Check that it is complete, up to its last parameter, or ask the shop
      for a new one.
    </NothingPage>,
    { status: 404 },
  )
