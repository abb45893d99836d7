import { rowsOf } from '../../kernel/collection'
import { ApiError, fail } from '../../kernel/errors'
import { isObject } from '../../kernel/json'
import { calledAddress } from '../../service/http/addresses'
import { refuse } from '../../service/http/answer'
import { parseInput } from '../../service/http/check-input'
import type { Exchange } from '../../service/http/exchange'
import type { Parameters } from '../../service/http/form'
import { waitsForPayer } from '../../service/resources/charge/machine'
import type { ChargeRow } from '../../service/resources/charge/model'
import { declineOf } from '../../service/resources/charge/operations'
import type { CheckoutSessionRow } from '../../service/resources/checkout-session/model'
import { cancelSession, payAtSession } from '../../service/resources/checkout-session/operations'
import { checkoutPay } from '../../service/resources/checkout-session/schema'
import { methodOf, samplesFor } from '../../service/simulation/methods'
import { actAsPayer } from '../../service/simulation/payer'
import type { World } from '../../service/world'
import { payerPathOf } from './address'
import { CheckoutPage, OverPage, styleOf } from './checkout-page'
import { redirect, rootFrom, sendPage } from './layout'
import { NothingPage } from './outcome-page'
import { readBody, sendRecord, wantsPage, withoutBlanks, withTestCard } from './payment-form'
import { type Complaint, complaintOf } from './problems'
import { checkoutChoices } from './test-cards'

interface FoundSession {
  readonly world: World
  readonly session: CheckoutSessionRow
}

/**
 * The page behind `redirect_url`, where a payer pays a hosted checkout or leaves it. A test needs no browser: POST a card,
 * a token, a source or the name of a test card to the same address, and the answer is the charge as JSON; `leave=true`
 * cancels. A browser, which accepts HTML, is redirected: to the page of the bank, and to the shop.
 */
export const checkoutPage = {
  show: (exchange: Exchange): Response => {
    const found = findSession(exchange)
    return found === null ? notFound(exchange) : showSession(exchange, found)
  },
  pay: async (exchange: Exchange): Promise<Response> => decide(exchange, await readBody(exchange)),
}

const findSession = (exchange: Exchange): FoundSession | null => {
  const id = exchange.req.param('session') ?? ''
  const world = exchange.backend.accounts.worldOfRecord(id)
  const session = world?.checkoutSessions.get(id)
  return world === undefined || session === undefined ? null : { world, session }
}

const notFound = (exchange: Exchange): Response =>
  sendPage(
    exchange,
    <NothingPage title="Checkout not found" root={rootFrom(exchange)}>
      This address belongs to no checkout. Check it, or start again in the shop.
    </NothingPage>,
    { status: 404 },
  )

const decide = (exchange: Exchange, body: Parameters): Response => {
  const found = findSession(exchange)
  if (found === null) return wantsPage(exchange) ? notFound(exchange) : refuse(exchange, fail('not_found'))
  const { world, session } = found
  try {
    if (body.leave !== undefined) return leave(exchange, found)
    const given = withSamples(withTestCard(withoutBlanks(body), world.now(), checkoutChoices), session)
    const payment = parseInput(checkoutPay(), given, 'bad_request')
    const { timeline } = exchange.backend
    const done = actAsPayer(world, actOn('pay-checkout', session), () =>
      timeline.atOneTime(() =>
        world.commit(() => payAtSession(world, session.id, payment, calledAddress(exchange))),
      ),
    )
    const stays = done === null || (!done.returns && !waitsForPayer(done.result))
    if (stays) return showSession(exchange, found)
    if (wantsPage(exchange)) return sendOn(exchange, found, done.result)
    const decline = declineOf(done.result)
    return decline === null
      ? sendRecord(exchange, world, done.result.id, exchange.backend.settings.baseUrl)
      : refuse(exchange, decline)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!wantsPage(exchange)) return refuse(exchange, error)
    return showSession(exchange, found, complaintOf(error, { world, link: session }, body))
  }
}

/** An act of the payer here; an exploration may let it happen later, or never. */
const actOn = (name: string, { id }: CheckoutSessionRow) => ({ name, id, returns: true })

/** What a method asks for and the page does not, such as the items of an order. */
const withSamples = (given: Parameters, { amount }: CheckoutSessionRow): Parameters => {
  const { source } = given
  const method = isObject(source) ? methodOf(String(source.type)) : undefined
  if (method === undefined || !isObject(source)) return given
  const { items, shipping } = samplesFor(method, amount)
  const filled = Object.entries({ items, shipping }).filter(([, value]) => value !== undefined)
  return { ...given, source: { ...Object.fromEntries(filled), ...source } }
}

const leave = (exchange: Exchange, { world, session }: FoundSession): Response => {
  const { cancelUrl } = session.redirectUrls
  if (cancelUrl === null)
    throw fail(
      'bad_request',
      {},
      'leave has no meaning: this session was made without redirect_urls[cancel_url]',
    )
  const { timeline } = exchange.backend
  const done = actAsPayer(world, actOn('cancel-checkout', session), () =>
    timeline.atOneTime(() => world.commit(() => cancelSession(world, session.id))),
  )
  return done?.returns === true
    ? redirect(exchange, cancelUrl, 303)
    : showSession(exchange, { world, session })
}

/** To the page where a charge is confirmed or its code is shown; to the shop once it is decided. */
const sendOn = (exchange: Exchange, { session }: FoundSession, charge: ChargeRow): Response => {
  const path = waitsForPayer(charge) ? payerPathOf(charge) : null
  const to = path === null ? shopUrlOf(session, charge) : `${calledAddress(exchange)}${path}`
  return redirect(exchange, to, 303)
}

/** `complete_url` with `chargeId` in its query next to what is there. */
const shopUrlOf = ({ redirectUrls }: CheckoutSessionRow, { id }: ChargeRow): string => {
  const [, address = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(redirectUrls.completeUrl) ?? []
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${joint}chargeId=${id}${fragment}`
}

const chargesOf = ({ world, session }: FoundSession): readonly ChargeRow[] =>
  rowsOf(world.charges.by('session', session.id))

/**
 * Where the page of a payment returns to: on to the shop with what was decided, or to the page of the session, where a
 * payment that still waits can be continued or another begun.
 */
export const returnFromPayment = (exchange: Exchange): Response => {
  const found = findSession(exchange)
  if (found === null) return notFound(exchange)
  const number = exchange.req.query('payment')
  const charge = chargesOf(found)[Number(number) - 1]
  const { session } = found
  if (charge === undefined || waitsForPayer(charge)) return showSession(exchange, found)
  // Of two tabs, the charge of the second expired when the first one was paid.
  const isOver = charge.state === 'expired' && charge.authorizedAt === null && session.state !== 'open'
  return isOver ? showSession(exchange, found) : redirect(exchange, shopUrlOf(session, charge), 302)
}

const showSession = (
  exchange: Exchange,
  { world, session }: FoundSession,
  complaint?: Complaint,
): Response => {
  const { completeUrl, cancelUrl } = session.redirectUrls
  const given = { world, session, root: rootFrom(exchange) }
  const style = styleOf(session)
  const now = world.checkoutSessions.get(session.id) ?? session
  if (now.state !== 'open') return showOver(exchange, { world, session: now })
  const waiting = chargesOf({ world, session }).findLast(waitsForPayer)
  const page = <CheckoutPage {...given} waiting={waiting} complaint={complaint} />
  const leadsTo = [calledAddress(exchange), completeUrl, ...(cancelUrl === null ? [] : [cancelUrl])]
  return sendPage(exchange, page, { status: complaint?.status ?? 200, leadsTo, style })
}

const showOver = (exchange: Exchange, found: FoundSession): Response => {
  const { session } = found
  const paid = chargesOf(found).find(({ authorizedAt }) => authorizedAt !== null)
  const back = paid === undefined ? session.redirectUrls.cancelUrl : shopUrlOf(session, paid)
  const page = <OverPage {...found} back={back} root={rootFrom(exchange)} />
  return sendPage(exchange, page, {
    status: session.state === 'completed' ? 200 : 410,
    style: styleOf(session),
  })
}
