import { rowsOf } from '../../../kernel/collection'
import { flagsOf } from '../charge/machine'
import type { ChargeRow } from '../charge/model'
import * as field from '../field'
import { record, type Shown } from '../record'
import { type CheckoutSessionRow, checkoutPathOf, locales, sessionStates } from './model'

const payment = record<ChargeRow>()({
  charge_id: field.text('Id of the charge', ({ id }) => id),
  status: field.text(
    'Status of the charge, such as `successful`, `pending` or `failed`',
    (charge) => flagsOf(charge).status,
  ),
})

/** A hosted checkout (profile `omise`): the page of the service where a payer pays an order. */
export const checkoutSessionRecord = record<CheckoutSessionRow, readonly ChargeRow[]>((world, { id }) =>
  rowsOf(world.charges.by('session', id)),
)({
  object: field.always('checkout_session'),
  id: field.id('sess'),
  livemode: field.livemode,
  status: field.oneOf(sessionStates)('`open` until it is paid, left or 24 hours old', ({ state }) => state),
  amount: field.money('In subunits of `currency`'),
  currency: field.currency,
  order_id: field.textOrNull('Number of the order in the shop; null when none was given'),
  description: field.textOrNull('What is paid for; null when none was given'),
  payment_methods: field.texts(
    '`card`, types of sources and their families, as given; empty when the page offers what the capability lists',
  ),
  redirect_urls: field.nested(
    record<CheckoutSessionRow['redirectUrls']>()({
      complete_url: field.text('Where the payer returns after a payment, with `chargeId` in the query'),
      cancel_url: field.textOrNull('Where the payer returns without one; null when none was given'),
    }),
  )('Addresses of the shop', ({ redirectUrls }) => redirectUrls),
  metadata: field.metadata,
  style: field.nested(
    record<CheckoutSessionRow['style']>()({
      theme_color: field.textOrNull('Background of the main button, `#rrggbb`; null for the usual one'),
      text_color: field.textOrNull('Text on that button, `#rrggbb`; null for the usual one'),
    }),
  )('Colours of the page', ({ style }) => style),
  locale: field.oneOf(locales)('Language of the page'),
  auto_capture: field.flag('Whether a card is charged at once; false reserves the money'),
  is_upa: field.flag('As given; false when it was not'),
  payments: field.nestedAll(payment)('Its charges, oldest first: each attempt', (_, charges) => charges),
  redirect_url: field.text(
    'Address of its page, at the host that was called',
    (session, _, { baseUrl, calledAddress = () => baseUrl }) =>
      `${calledAddress()}${checkoutPathOf(session)}`,
  ),
  created_at: field.createdAt,
  expires_at: field.time('When it expires if it is open then, ISO 8601 in UTC'),
})
export type CheckoutSession = Shown<typeof checkoutSessionRecord>
