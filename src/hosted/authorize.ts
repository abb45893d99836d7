import type { Hono } from 'hono'
import { html } from 'hono/html'
import { catchUp } from '../http/catch-up'
import type { AppContext, AppEnv } from '../http/env'
import { decodeForm } from '../http/form'
import { readText } from '../http/read-request'
import { setHeader } from '../http/send'
import { fail } from '../kernel/errors'
import { inUnits } from '../kernel/money'
import { confirmCharge } from '../resources/charge/levers'
import { flagsOf, waitsForPayer } from '../resources/charge/machine'
import type { ChargeRow } from '../resources/charge/model'
import type { World } from '../world'
import { page, sendPage } from './layout'

/**
 * The page behind `authorize_uri`, where a cardholder confirms a payment (3-D Secure). A test needs no browser:
 * POST `result=success` or `result=failure` to the same address. A finished payment redirects to its `return_uri`.
 */
const path = '/payments/:payment/authorize'

export const mountAuthorizePage = (app: Hono<AppEnv>): void => {
  app.get(path, catchUp, (context) => {
    const found = findPayment(context)
    if (found === null) return notFound(context)
    const { charge } = found
    if (!waitsForPayer(charge)) return leave(context, charge)
    const leadsTo = charge.returnUri === null ? [] : [charge.returnUri]
    return sendPage(context, askPage(charge), { leadsTo, inFrames: true })
  })
  app.post(path, catchUp, async (context) => {
    const answer = decodeForm(await readText(context))
    return context.env.backend.atOneMoment(() => decide(context, answer.result))
  })
}

const decide = (context: AppContext, result: unknown): Response => {
  const found = findPayment(context)
  if (found === null) return notFound(context)
  if (!waitsForPayer(found.charge)) return leave(context, found.charge)
  if (result !== 'success' && result !== 'failure')
    throw fail('bad_request', {}, 'result must be success or failure')
  const { world, charge } = found
  return leave(
    context,
    world.commit(() => confirmCharge(world, charge.id, result === 'success')),
  )
}

/** Searches all accounts, because the request has no key. */
const findPayment = (context: AppContext): { world: World; charge: ChargeRow } | null => {
  const payment = context.req.param('payment') ?? ''
  const id = payment.replace(/^paym/, 'chrg')
  for (const world of context.env.backend.accounts.worlds) {
    const charge = world.charges.get(id)
    if (charge !== undefined && charge.payment === payment) return { world, charge }
  }
  return null
}

/** Redirects to the shop, or shows the result if the charge has no `return_uri`. */
const leave = (context: AppContext, charge: ChargeRow): Response => {
  if (charge.returnUri === null) return sendPage(context, donePage(charge), { inFrames: true })
  setHeader(context, 'location', charge.returnUri)
  return sendPage(context, '', { status: 302 })
}

const notFound = (context: AppContext): Response =>
  sendPage(
    context,
    page('Payment not found', html`<h1>Payment not found</h1><p>This address belongs to no payment.</p>`),
    { status: 404 },
  )

const money = (charge: ChargeRow): string =>
  `${charge.currency.toUpperCase()} ${inUnits(charge.amount, charge.currency)}`

const facts = (charge: ChargeRow) =>
  html`<dl><dt>Charge</dt><dd>${charge.id}</dd>${
    charge.description === null ? '' : html`<dt>For</dt><dd>${charge.description}</dd>`
  }</dl>`

const askPage = (charge: ChargeRow): string =>
  page(
    'Confirm your payment',
    html`<h1>Confirm your payment</h1>
<p>Your bank asks whether this is you.</p>
<p class="amount">${money(charge)}</p>
${facts(charge)}
<form method="post">
<button class="good" name="result" value="success">Confirm</button>
<button class="bad" name="result" value="failure">Reject</button>
</form>
<footer>payment-sandbox: no bank is asked and no money moves.</footer>`,
  )

const donePage = (charge: ChargeRow): string =>
  page(
    'Payment finished',
    html`<h1>This payment is ${flagsOf(charge).status}</h1>
<p>${charge.failureMessage ?? 'You can close this page.'}</p>
<p class="amount">${money(charge)}</p>
${facts(charge)}`,
  )
