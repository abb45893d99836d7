import type { Hono } from 'hono'
import { html } from 'hono/html'
import { decodeBody, type Parameters } from '../http/body'
import { catchUp } from '../http/catch-up'
import type { AppContext, AppEnv } from '../http/env'
import { parseInput } from '../http/parse'
import { readQuery, readText } from '../http/read-request'
import { asApiError } from '../http/render'
import { print, refuse, send, setHeader } from '../http/send'
import { ApiError, catalogue, fail } from '../kernel/errors'
import { isObject } from '../kernel/json'
import { currencies, inUnits } from '../kernel/money'
import { confirmCharge } from '../resources/charge/levers'
import type { ChargeRow } from '../resources/charge/model'
import { declineOf } from '../resources/charge/operations'
import { payLink } from '../resources/link/levers'
import { type LinkRow, tokenOfLink } from '../resources/link/model'
import { peekLinkByToken, whyClosed } from '../resources/link/operations'
import { linkPay } from '../resources/link/schema'
import { renderById } from '../resources/registry'
import { applyProfile } from '../resources/shape'
import type { World } from '../world'
import { page, sendPage } from './layout'
import { outcomePage } from './link-outcome'

/**
 * The page behind `payment_uri`, where a payer pays a link. A test needs no browser: POST a card, a token or a
 * source to the same address, and the answer is the charge as JSON. A browser, which accepts HTML, is redirected.
 */
const path = '/pay/:token'

/** The address to which the payer returns: `return_uri` of the charges of the link. */
const completePath = `${path}/complete`

interface FoundLink {
  readonly world: World
  readonly link: LinkRow
}

export const mountLinkPage = (app: Hono<AppEnv>): void => {
  app.get(path, catchUp, (context) => {
    const found = findLink(context)
    return found === null ? notFound(context) : showLink(context, found)
  })
  app.post(path, catchUp, async (context) => {
    const body = await readBody(context)
    return context.env.backend.atOneMoment(() => pay(context, body))
  })
  app.get(completePath, catchUp, (context) => {
    const found = findLink(context)
    return found === null ? notFound(context) : showOutcome(context, found)
  })
  app.post(completePath, catchUp, async (context) => {
    const { result } = await readBody(context)
    return context.env.backend.atOneMoment(() => settle(context, result))
  })
}

const readBody = async (context: AppContext): Promise<Parameters> =>
  decodeBody(await readText(context), context.req.header('content-type') ?? '')

/** Searches all accounts, because the request has no key. */
const findLink = (context: AppContext): FoundLink | null => {
  for (const world of context.env.backend.accounts.worlds) {
    const link = peekLinkByToken(world, context.req.param('token') ?? '')
    if (link !== undefined) return { world, link }
  }
  return null
}

const notFound = (context: AppContext): Response =>
  sendPage(
    context,
    page('Link not found', html`<h1>Link not found</h1><p>This address belongs to no payment link.</p>`),
    { status: 404 },
  )

const wantsPage = (context: AppContext): boolean => /text\/html/i.test(context.req.header('accept') ?? '')

const pay = (context: AppContext, body: Parameters): Response => {
  const found = findLink(context)
  if (found === null) return wantsPage(context) ? notFound(context) : refuse(context, fail('not_found'))
  const { world, link } = found
  const { baseUrl, profileForm } = context.env.backend.settings
  try {
    const payment = parseInput(linkPay(), withoutBlanks(body), 'invalid_link')
    const made = world.commit(() => payLink(world, link.id, payment, baseUrl))
    const decline = declineOf(made)
    if (decline !== null) return answerError(context, found, decline)
    if (wantsPage(context)) return lead(context, link, made)
    const scene = { livemode: world.livemode, now: context.env.backend.now(), baseUrl, profileForm }
    return send(context, 200, print(context, applyProfile(renderById(world, made.id, scene) ?? {}, scene)))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return answerError(context, found, error)
  }
}

/** A browser sends all fields of the form, also those of the other payment method. */
const withoutBlanks = (body: Parameters): Parameters => {
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''))
  const { card, ...rest } = given
  const isBlank = isObject(card) && Object.values(card).every((value) => value === '')
  return isBlank && rest.source !== undefined ? rest : given
}

const answerError = (context: AppContext, { world, link }: FoundLink, error: ApiError): Response => {
  if (!wantsPage(context)) return refuse(context, error)
  const { status } = catalogue[asApiError(error).refusal]
  return showLink(context, { world, link: world.links.get(link.id) ?? link }, { status, text: error.message })
}

/** To the bank or wallet when the payer has to confirm there, else to the page with the result. */
const lead = (context: AppContext, link: LinkRow, charge: ChargeRow): Response => {
  const waitsElsewhere = charge.payment !== null && charge.paidAt === null
  const target = waitsElsewhere
    ? `/payments/${charge.payment}/authorize`
    : `/pay/${tokenOfLink(link)}/complete?charge=${charge.id}`
  setHeader(context, 'location', `${context.env.backend.settings.baseUrl}${target}`)
  return sendPage(context, '', { status: 303 })
}

/** The charge that the address names, or the newest one. */
const chargeOf = (context: AppContext, { world, link }: FoundLink): ChargeRow | undefined => {
  const named = world.charges.get(new URLSearchParams(readQuery(context)).get('charge') ?? '')
  if (named?.link === link.id) return named
  const rows = world.charges.by('link', link.id)
  return rows.length === 0 ? undefined : rows.at(rows.length - 1)
}

const showOutcome = (context: AppContext, found: FoundLink): Response => {
  const charge = chargeOf(context, found)
  if (charge === undefined) return showLink(context, found)
  const source = charge.source === null ? undefined : found.world.sources.get(charge.source)
  return sendPage(context, outcomePage(found.link, charge, source))
}

/** Handles the buttons that simulate the bank of the payer for the shown code. */
const settle = (context: AppContext, result: unknown): Response => {
  const found = findLink(context)
  if (found === null) return notFound(context)
  const charge = chargeOf(context, found)
  if (result !== 'success' && result !== 'failure')
    throw fail('bad_request', {}, 'result must be success or failure')
  if (charge?.state === 'awaiting_payment')
    found.world.commit(() => confirmCharge(found.world, charge.id, result === 'success'))
  return showOutcome(context, found)
}

interface Complaint {
  readonly status: number
  readonly text: string
}

const showLink = (context: AppContext, { link }: FoundLink, complaint?: Complaint): Response => {
  const closed = whyClosed(link)
  const status = complaint?.status ?? 200
  // The payment may redirect to the page of the bank, which may have another origin.
  const leadsTo = [context.env.backend.settings.baseUrl]
  if (closed === null) return sendPage(context, payPage(link, complaint), { status, leadsTo })
  const text = html`<h1>${link.title}</h1><p>This ${closed}. Nothing is left to pay here.</p>`
  return sendPage(context, page(link.title, text), {
    status: complaint?.status ?? (link.deletedAt === null ? 200 : 404),
  })
}

const priceOf = (link: LinkRow): string =>
  `${link.currency.toUpperCase()} ${inUnits(link.amount, link.currency)}`

const amountField = ({ currency }: LinkRow) =>
  html`<label>Amount in ${currency.toUpperCase()}
<input name="amount_in_units" inputmode="decimal" required placeholder="${currencies[currency].exponent === 0 ? '500' : '500.00'}"></label>`

const cardFields = html`<label>Card number
<input name="card[number]" inputmode="numeric" autocomplete="cc-number" required placeholder="4242 4242 4242 4242"></label>
<label>Name on card
<input name="card[name]" autocomplete="cc-name" required></label>
<div class="row">
<label>Month
<input name="card[expiration_month]" inputmode="numeric" autocomplete="cc-exp-month" required maxlength="2" placeholder="12"></label>
<label>Year
<input name="card[expiration_year]" inputmode="numeric" autocomplete="cc-exp-year" required maxlength="4" placeholder="2030"></label>
<label>Code
<input name="card[security_code]" inputmode="numeric" autocomplete="cc-csc" required maxlength="4" placeholder="123"></label>
</div>`

const payPage = (link: LinkRow, complaint?: Complaint): string =>
  page(
    link.title,
    html`<h1>${link.title}</h1>
<p>${link.description}</p>
${link.amount === 0 ? '' : html`<p class="amount">${priceOf(link)}</p>`}
${complaint === undefined ? '' : html`<p class="alert" role="alert">${complaint.text}</p>`}
<form method="post" action="/pay/${tokenOfLink(link)}">
${link.amount === 0 ? amountField(link) : ''}
${cardFields}
<button class="good">${link.amount === 0 ? 'Pay by card' : html`Pay ${priceOf(link)}`}</button>
${
  link.currency === 'thb'
    ? html`<button class="other" name="source[type]" value="promptpay" formnovalidate>Pay by PromptPay</button>`
    : ''
}
</form>
<footer>payment-sandbox: use test cards only, no money moves.</footer>`,
  )
