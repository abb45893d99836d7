import { html } from 'hono/html'
import { inUnits } from '../kernel/money'
import { flagsOf } from '../resources/charge/machine'
import type { ChargeRow } from '../resources/charge/model'
import { type LinkRow, tokenOfLink } from '../resources/link/model'
import type { SourceRow } from '../resources/source/model'
import { page } from './layout'

/** The page after the payment of a link: thanks, a code to scan, or the failure. */
export const outcomePage = (link: LinkRow, charge: ChargeRow, source: SourceRow | undefined): string => {
  if (charge.state === 'paid') return paidPage(link, charge)
  if (charge.state === 'awaiting_payment') return waitingPage(link, charge, source)
  return unpaidPage(link, charge)
}

const facts = (charge: ChargeRow) =>
  html`<p class="amount">${charge.currency.toUpperCase()} ${inUnits(charge.amount, charge.currency)}</p>
<dl><dt>Charge</dt><dd>${charge.id}</dd></dl>`

const paidPage = (link: LinkRow, charge: ChargeRow): string =>
  page(
    `${link.title}: paid`,
    html`<h1>Thank you</h1>
<p>Your payment for ${link.title} was received.</p>
${facts(charge)}
<footer>payment-sandbox: no money moved.</footer>`,
  )

const waitingPage = (link: LinkRow, charge: ChargeRow, source: SourceRow | undefined): string => {
  const reference = source?.reference
  return page(
    `${link.title}: scan to pay`,
    html`<h1>${link.title}</h1>
<p>Scan this code with the app of your bank.</p>
${
  reference === undefined || reference === null
    ? ''
    : html`<img class="code" alt="QR code of the payment" src="/charges/${charge.id}/documents/${reference.documentId}/downloads/${reference.downloadToken}">`
}
${facts(charge)}
<form method="post" action="/pay/${tokenOfLink(link)}/complete?charge=${charge.id}">
<button class="good" name="result" value="success">Pay it as the payer would</button>
<button class="bad" name="result" value="failure">Cancel</button>
</form>
<footer>payment-sandbox: no bank sees this code, so the buttons stand in for it.</footer>`,
  )
}

const unpaidPage = (link: LinkRow, charge: ChargeRow): string =>
  page(
    `${link.title}: not paid`,
    html`<h1>This payment is ${flagsOf(charge).status}</h1>
<p>${charge.failureMessage ?? 'It was not finished.'}</p>
${facts(charge)}
<p><a href="/pay/${tokenOfLink(link)}">Try again</a></p>`,
  )
