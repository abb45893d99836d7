import { ApiError, fail } from '../../kernel/errors'
import { ownAddress } from '../../service/http/addresses'
import { refuse } from '../../service/http/answer'
import { parseInput } from '../../service/http/check-input'
import type { Exchange } from '../../service/http/exchange'
import type { Parameters } from '../../service/http/form'
import { confirmCharge } from '../../service/resources/charge/actions'
import type { ChargeRow } from '../../service/resources/charge/model'
import { declineOf } from '../../service/resources/charge/operations'
import { idsOfToken, type LinkRow, tokenOfLink } from '../../service/resources/link/model'
import { linkPay, payLink, whyClosed } from '../../service/resources/link/operations'
import { actAsPayer, actOf } from '../../service/simulation/payer'
import type { World } from '../../service/world'
import { payerPathOf } from './address'
import { redirect, rootFrom, sendPage } from './layout'
import { LinkFormPage } from './link-form'
import { LinkOutcomePage, NothingPage } from './outcome-page'
import { readBody, sendRecord, wantsPage, withoutBlanks, withTestCard } from './payment-form'
import { type Complaint, complaintOf } from './problems'
import { testChoices } from './test-cards'

/**
 * The page behind `payment_uri`, where a payer pays a link. A test needs no browser: POST a card, a token, a source or
 * the name of a test card to the same address, and the answer is the charge as JSON. A browser, which accepts HTML, is
 * redirected.
 */
export const linkPage = {
  show: (exchange: Exchange): Response => {
    const found = findLink(exchange)
    return found === null ? notFound(exchange) : showLink(exchange, found)
  },
  pay: async (exchange: Exchange): Promise<Response> => {
    const body = await readBody(exchange)
    return exchange.backend.timeline.atOneTime(() => pay(exchange, body))
  },
}

/** The page to which the payer returns: `return_uri` of the charges of the link. */
export const completePage = {
  show: (exchange: Exchange): Response => {
    const found = findLink(exchange)
    return found === null ? notFound(exchange) : showOutcome(exchange, found)
  },
  settle: async (exchange: Exchange): Promise<Response> => {
    const { result } = await readBody(exchange)
    return exchange.backend.timeline.atOneTime(() => settle(exchange, result))
  },
}

interface FoundLink {
  readonly world: World
  readonly link: LinkRow
}

const findLink = (exchange: Exchange): FoundLink | null => {
  const token = exchange.req.param('token') ?? ''
  for (const id of idsOfToken(token)) {
    const world = exchange.backend.accounts.worldOfRecord(id)
    const link = world?.links.get(id)
    if (world !== undefined && link !== undefined && tokenOfLink(link) === token) return { world, link }
  }
  return null
}

const notFound = (exchange: Exchange): Response =>
  sendPage(
    exchange,
    <NothingPage title="Link not found" root={rootFrom(exchange)}>
      This address belongs to no payment link. Check it, or ask the shop for a new one.
    </NothingPage>,
    { status: 404 },
  )

const pay = (exchange: Exchange, body: Parameters): Response => {
  const found = findLink(exchange)
  if (found === null) return wantsPage(exchange) ? notFound(exchange) : refuse(exchange, fail('not_found'))
  const { world, link } = found
  const baseUrl = ownAddress(exchange)
  try {
    const given = withTestCard(withoutBlanks(body), world.now(), testChoices)
    const payment = parseInput(linkPay(), given, 'invalid_link')
    const { timeline } = exchange.backend
    const done = actAsPayer(world, { name: 'pay-link', id: link.id }, () =>
      timeline.atOneTime(() => world.commit(() => payLink(world, link.id, payment, baseUrl))),
    )
    const decline = done === null ? null : declineOf(done.result)
    if (decline !== null) throw decline
    if (wantsPage(exchange))
      return done === null
        ? showLink(exchange, found)
        : redirect(exchange, `${baseUrl}${leadFrom(link, done.result)}`, 303)
    return sendRecord(exchange, world, (done?.result ?? link).id, baseUrl)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!wantsPage(exchange)) return refuse(exchange, error)
    return showLink(exchange, found, complaintOf(error, found, body))
  }
}

/** To the bank or wallet when the payer has to confirm there, else to the page with the result. */
const leadFrom = (link: LinkRow, charge: ChargeRow): string => {
  const elsewhere = charge.payment !== null && charge.paidAt === null ? payerPathOf(charge) : null
  return elsewhere ?? `/pay/${tokenOfLink(link)}/complete?charge=${charge.id}`
}

/** The charge that the address names, or the newest one. */
const chargeOf = (exchange: Exchange, { world, link }: FoundLink): ChargeRow | undefined => {
  const named = world.charges.get(exchange.req.query('charge') ?? '')
  if (named?.link === link.id) return named
  const rows = world.charges.by('link', link.id)
  return rows.length === 0 ? undefined : rows.at(rows.length - 1)
}

const showOutcome = (exchange: Exchange, found: FoundLink): Response => {
  const charge = chargeOf(exchange, found)
  if (charge === undefined) return showLink(exchange, found)
  return sendPage(exchange, <LinkOutcomePage {...found} charge={charge} root={rootFrom(exchange)} />)
}

/** Handles the buttons that simulate the bank of the payer for the shown code. */
const settle = (exchange: Exchange, result: unknown): Response => {
  const found = findLink(exchange)
  if (found === null) return notFound(exchange)
  const charge = chargeOf(exchange, found)
  if (result !== 'success' && result !== 'failure')
    throw fail('bad_request', {}, 'result must be success or failure')
  if (charge?.state === 'awaiting_payment')
    actAsPayer(found.world, { name: actOf(result), id: charge.id }, () =>
      exchange.backend.timeline.atOneTime(() =>
        found.world.commit(() => confirmCharge(found.world, charge.id, result === 'success')),
      ),
    )
  return showOutcome(exchange, found)
}

const showLink = (exchange: Exchange, { world, link }: FoundLink, complaint?: Complaint): Response => {
  const closed = whyClosed(link)
  if (closed !== null)
    return sendPage(
      exchange,
      <NothingPage
        title={link.title}
        root={rootFrom(exchange)}
        shop={world.account.email}
        icon={link.deletedAt === null ? 'paid' : 'failed'}
      >
        {`This ${closed}. There is nothing left to pay.`}
      </NothingPage>,
      { status: complaint?.status ?? (link.deletedAt === null ? 200 : 404) },
    )
  const form = <LinkFormPage world={world} link={link} complaint={complaint} root={rootFrom(exchange)} />
  // The payment may redirect to the page of the bank, which may have another origin.
  return sendPage(exchange, form, { status: complaint?.status ?? 200, leadsTo: [ownAddress(exchange)] })
}
