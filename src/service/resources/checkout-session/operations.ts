import { dayMs } from '../../../kernel/calendar'
import { rowsOf } from '../../../kernel/collection'
import { type ApiError, existing, fail, failInvalid, type Problem, problemWith } from '../../../kernel/errors'
import { type Method, methodOf, methods, rangeOf } from '../../simulation/methods'
import type { World } from '../../world'
import { methodsFor } from '../capability/operations'
import { waitsForPayer } from '../charge/machine'
import type { ChargeRow } from '../charge/model'
import { createCharge } from '../charge/operations'
import { amountProblems } from '../charge/schema'
import { findSource } from '../source/operations'
import { createToken } from '../token/operations'
import { completeCheckout, endSession } from './actions'
import { type CheckoutSessionRow, checkoutPathOf } from './model'
import type { CheckoutPayment, CheckoutSessionInput } from './schema'

/** Assumption `checkout-sessions`. */
const lifetimeMs = dayMs

/** What plugins send where the payer chooses the bank on the page. */
const families = ['mobile_banking', 'internet_banking', 'installment']

const methodsNamed = (name: string): readonly Method[] => {
  if (families.includes(name))
    return methods.filter(({ type, withCard }) => type.startsWith(`${name}_`) && withCard !== true)
  const method = methodOf(name)
  return method === undefined ? [] : [method]
}

type Price = Pick<CheckoutSessionRow, 'amount' | 'currency'>

const takes = (method: Method, { amount, currency }: Price): boolean => {
  const { min, max } = rangeOf(method, currency)
  return method.currencies.includes(currency) && amount >= min && amount <= max
}

const methodProblems = (name: string, i: number, { amount, currency }: Price): readonly Problem[] => {
  if (name === 'card') return []
  const field = `payment_methods[${i}]`
  const named = methodsNamed(name)
  if (named.length === 0) {
    const text = `is no payment method: "${name.slice(0, 40)}" is neither card nor the type of a source`
    return [problemWith(field, text, 'not_supported')]
  }
  const inCurrency = named.filter(({ currencies }) => currencies.includes(currency))
  if (inCurrency.length === 0) {
    const known = [...new Set(named.flatMap(({ currencies }) => currencies))].join(', ')
    return [problemWith(field, `${name} does not take ${currency}, only ${known}`, 'not_supported')]
  }
  const ranges = inCurrency.map((method) => rangeOf(method, currency))
  const [min, max] = [Math.min(...ranges.map((one) => one.min)), Math.max(...ranges.map((one) => one.max))]
  if (amount < min) return [problemWith('amount', `must be at least ${min} for ${name}`, 'too_small')]
  return amount > max ? [problemWith('amount', `must be at most ${max} for ${name}`, 'too_large')] : []
}

export const createSession = (world: World, input: CheckoutSessionInput): CheckoutSessionRow => {
  const { amount, currency, payment_methods: named = [], redirect_urls: urls, style } = input
  const problems = [
    ...amountProblems(world, amount, currency),
    ...named.flatMap((name, i) => methodProblems(name, i, input)),
  ]
  if (problems.length > 0) throw failInvalid('bad_request', problems)
  // From here on nothing can fail.
  const now = world.now()
  const session = world.checkoutSessions.insert({
    id: world.newId('sess'),
    createdAt: now,
    state: 'open',
    amount,
    currency,
    orderId: input.order_id ?? null,
    description: input.description ?? null,
    paymentMethods: [...new Set(named)],
    redirectUrls: { completeUrl: urls.complete_url, cancelUrl: urls.cancel_url ?? null },
    metadata: input.metadata ?? {},
    style: { themeColor: style?.theme_color ?? null, textColor: style?.text_color ?? null },
    locale: input.locale ?? 'en',
    autoCapture: input.auto_capture ?? true,
    isUpa: input.is_upa ?? false,
    expiresAt: now + lifetimeMs,
  })
  world.plan(session.expiresAt, 'checkout_session.expire', session.id)
  return session
}

export const findSession = (world: World, id: string): CheckoutSessionRow =>
  existing(world.checkoutSessions.get(id), 'checkout session', id)

/** How a session can be paid: `card`, and types of sources, in the order of the page. */
export const offeredBy = (world: World, session: CheckoutSessionRow): readonly string[] => {
  const { paymentMethods: named } = session
  const given = named.flatMap((name) =>
    name === 'card' ? ['card'] : methodsNamed(name).map(({ type }) => type),
  )
  // A payer at home has no code for a cashier to scan, and a card pays on its own.
  const usual = () =>
    methodsFor(world.account, session.currency)
      .filter(({ requires, withCard }) => !requires.includes('barcode') && withCard !== true)
      .map(({ type }) => type)
  const all = named.length === 0 ? ['card', ...usual()] : given
  return [...new Set(all)].filter((type) => {
    const method = methodOf(type)
    return method === undefined || takes(method, session)
  })
}

const notOpen = ({ id, state }: CheckoutSessionRow): ApiError =>
  fail('bad_request', {}, `checkout session ${id} is ${state}: only an open one can be paid or cancelled`)

/** The payer leaves without a payment. */
export const cancelSession = (world: World, id: string): CheckoutSessionRow => {
  const session = findSession(world, id)
  if (session.state !== 'open') throw notOpen(session)
  return endSession(world, session, 'cancelled')
}

/**
 * Pays a session. A charge by a code, at a bank or with 3-D Secure then waits for its payer. After a declined card there
 * is a failed charge, and the session stays open. `baseUrl` is the address at which the payer has the page.
 */
export const payAtSession = (
  world: World,
  id: string,
  { card, source, authentication }: CheckoutPayment,
  baseUrl: string,
): ChargeRow => {
  const session = findSession(world, id)
  if (session.state !== 'open') throw notOpen(session)
  const by = typeof source === 'string' ? findSource(world, source).type : (source?.type ?? 'card')
  const offered = offeredBy(world, session)
  if (!offered.includes(by))
    throw fail('bad_request', {}, `${by} is not offered by this session: ${offered.join(', ')}`)
  const attempt = world.charges.by('session', id).length + 1
  const charge = createCharge(world, {
    amount: session.amount,
    currency: session.currency,
    card: typeof card === 'object' ? createToken(world, card).id : card,
    source,
    authentication,
    description: session.description ?? undefined,
    metadata: session.metadata,
    capture: session.autoCapture,
    session: id,
    return_uri: `${baseUrl}${checkoutPathOf(session)}/return?payment=${attempt}`,
  })
  if (!waitsForPayer(charge)) announceEnd(world, charge)
  completeCheckout(world, charge)
  return charge
}

/** A charge with a page has `charge.complete` when it ends, also at once. */
const announceEnd = (world: World, charge: ChargeRow): void => {
  const isMade = rowsOf(world.events.by('charge', charge.id)).some(({ key }) => key === 'charge.complete')
  if (!isMade) world.emit(['charge.complete'], 'charge', charge, charge.id)
}
