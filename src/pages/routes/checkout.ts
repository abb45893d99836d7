import * as z from 'zod/mini'
import { askApi, sendToApi } from '../../control/api'
import { ControlError, invalidBody } from '../../control/errors'
import { type ControlCall, controlRoute } from '../../control/route'
import { flag, text } from '../../kernel/answers'
import { currencies, currencyCodes } from '../../kernel/money'
import { about } from '../../kernel/wire'
import type { CardInput } from '../../service/resources/card/operations'
import { flagsOf, waitsForPayer } from '../../service/resources/charge/machine'
import { smallestCharge } from '../../service/resources/charge/schema'
import { payingCard } from '../../service/simulation/cards'
import { methodOf, methods, samplesFor, takesCard } from '../../service/simulation/methods'
import { shortText } from '../dashboard/records/moves/move'
import { payerPathOf } from '../payers/address'
import { cardOf, testChoiceOf, testChoices } from '../payers/test-cards'
import { viewOf } from './pages'

/** A demo payment: the requests that a shop would send. */

const checkoutInput = () =>
  z.strictObject({
    amount: about(
      'In subunits of the currency',
      z
        .int('must be a whole number of subunits: 100000 is THB 1,000.00')
        .check(z.minimum(1, 'must be above 0')),
    ),
    currency: about(
      'Three letters such as `thb`, in upper or lower case',
      z.pipe(
        z.string('must be a currency such as thb').check(z.toLowerCase()),
        z.enum(currencyCodes, `must be one of ${currencyCodes.join(', ')}`),
      ),
    ),
    order: shortText(
      'Number of the order, kept in the metadata of the charge, at most 100 characters. Default: none',
      100,
    ),
    description: shortText('Description of the charge, at most 255 characters. Default: none', 255),
    pay_with: about(
      'A test card by its outcome, such as `successful`, or a method, such as `promptpay`',
      z.string('must be a test card such as successful, or a method such as promptpay').check(
        z.refine((value) => testChoiceOf(value) !== undefined || methodOf(value) !== undefined, {
          error: `must be a test card (${testChoices
            .map(({ value }) => value)
            .join(', ')}) or a method (${methods.map(({ type }) => type).join(', ')})`,
        }),
      ),
    ),
  })

type CheckoutInput = z.output<ReturnType<typeof checkoutInput>>
type CheckoutCall = ControlCall<CheckoutInput>

/** Before anything is made: a token must not be left of a payment that is refused. @throws ControlError 422 */
const checkAmount = ({ world, input: { amount, currency } }: CheckoutCall): void => {
  const smallest = smallestCharge(world(), currency)
  const { chargeMax } = currencies[currency]
  if (amount < smallest || amount > chargeMax)
    throw invalidBody([
      { path: 'amount', message: `must be from ${smallest} to ${chargeMax} subunits of ${currency}` },
    ])
}

const tokenOf = async (call: CheckoutCall, card: CardInput) =>
  (await askApi(call, { method: 'POST', path: '/tokens', body: { card }, to: 'vault' })).id

/** How the charge is paid: by a token of the vault, as the page of a shop asks for one, or by a source. */
const payerOf = async (call: CheckoutCall): Promise<object> => {
  const { input, sandbox } = call
  const { pay_with, amount, currency } = input
  const now = sandbox.clock.now().getTime()
  const choice = testChoiceOf(pay_with)
  if (choice !== undefined) {
    const card = await tokenOf(call, cardOf(choice, now))
    const { authentication } = choice
    return authentication === undefined ? { card } : { card, authentication }
  }
  const method = methodOf(pay_with)
  if (method === undefined) throw new Error(`${pay_with} is no method`)
  const body = { type: pay_with, amount, currency, ...samplesFor(method, amount) }
  const { id } = await askApi(call, { method: 'POST', path: '/sources', body })
  return takesCard(pay_with) ? { card: await tokenOf(call, payingCard(now)), source: id } : { source: id }
}

/** The charge that an answer is about: a declined one is named in the error. */
const chargeIn = async (call: CheckoutCall): Promise<string> => {
  const { input, sandbox } = call
  const { amount, currency, order, description } = input
  checkAmount(call)
  const payer = await payerOf(call)
  const { at } = viewOf(call)
  const { status, body } = await sendToApi(call, {
    method: 'POST',
    path: '/charges',
    body: {
      amount,
      currency,
      ...payer,
      ...(description === undefined ? {} : { description }),
      ...(order === undefined ? {} : { metadata: { order } }),
      return_uri: `${sandbox.url}${at('/checkout', { order })}`,
    },
  })
  const id = status < 400 ? body.id : body.charge_id
  if (typeof id === 'string') return id
  // An error of four fields does not name the charge that it declined.
  const newest = status === 402 ? call.world().charges : null
  if (newest !== null && newest.length > 0) return newest.at(newest.length - 1).id
  throw new ControlError(status, String(body.message ?? `the API answered ${status}`))
}

export const checkoutRoutes = [
  controlRoute('POST /checkout', {
    summary:
      'Pay as a shop would, for a demo: a test card by its outcome (`successful`, `three_d_secure`, `insufficient_fund`, …) or a method (`promptpay`, …); answers with the charge and the page to open next',
    scoped: 'one',
    input: checkoutInput,
    example: { amount: 100_000, currency: 'thb', pay_with: 'successful', order: 'A-1001' },
    returns: () =>
      z.strictObject({
        charge: text('Id of the charge'),
        status: text('Its status, such as `successful` or `pending`'),
        waits: flag('Whether it waits for its payer'),
        next: text('The page to open next: where the payer pays, or the charge in the dashboard'),
      }),
    run: async (call) => {
      const charge = await chargeIn(call)
      const row = call.world().charges.get(charge)
      if (row === undefined) throw new Error(`${charge} was not kept`)
      const { at } = viewOf(call)
      const payer = waitsForPayer(row) ? payerPathOf(row) : null
      const next = payer === null ? at(`/records/charges/${charge}`) : `${call.sandbox.url}${payer}`
      return { charge, status: flagsOf(row).status, waits: payer !== null, next }
    },
  }),
]
