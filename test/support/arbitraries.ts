/** What properties draw from: sequences of operations on charges, and parameters that nobody should send. */
import fc from 'fast-check'
import { type Currency, currencies, currencyCodes } from '../../src/kernel/money'
import { goodCard } from './client'
import type { Params, ParamValue } from './form'

/** The same cases in every run; `PROPERTY_SEED` draws others, `PROPERTY_RUNS` allows no more than that. */
export const runs = (numRuns: number): fc.Parameters<unknown> => ({
  numRuns: Math.min(numRuns, Number(process.env.PROPERTY_RUNS ?? numRuns)),
  seed: Number(process.env.PROPERTY_SEED ?? 20_260_115),
})

/** Milliseconds for a property: enough for a busy machine, as its seconds are those of an idle one. */
export const patience = 120_000

/** One thing that is done to a world of charges. `pick` chooses among the charges that there are. */
export type Operation =
  | { readonly do: 'create'; readonly amount: number; readonly currency: Currency; readonly hold: Hold }
  | { readonly do: 'capture'; readonly pick: number; readonly share: Share }
  | { readonly do: 'refund'; readonly pick: number; readonly share: Share; readonly asVoid: boolean }
  | { readonly do: 'reverse'; readonly pick: number }
  | { readonly do: 'expire'; readonly pick: number }
  | { readonly do: 'advance'; readonly ms: number }

/** Whether a charge is captured at once, later as a whole, or later also in part. */
export type Hold = 'none' | 'final_auth' | 'pre_auth'

/** How much of what there is, in percent; `null` leaves the amount out. May be nothing, or too much. */
export type Share = number | null

const currencyOf = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Currency>('thb') },
  { weight: 2, arbitrary: fc.constantFrom(...currencyCodes) },
)

/** Mostly good amounts, near the smallest as well as large; now and then one that is too small. */
const amountOf = (currency: Currency): fc.Arbitrary<number> => {
  const { chargeMin } = currencies[currency]
  return fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: chargeMin, max: chargeMin * 200 }) },
    { weight: 2, arbitrary: fc.integer({ min: chargeMin, max: chargeMin + 50 }) },
    { weight: 1, arbitrary: fc.integer({ min: chargeMin, max: 500_000_000_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: chargeMin - 1 }) },
  )
}

const create: fc.Arbitrary<Operation> = currencyOf.chain((currency) =>
  fc.record({
    do: fc.constant('create' as const),
    amount: amountOf(currency),
    currency: fc.constant(currency),
    hold: fc.constantFrom<Hold>('none', 'none', 'final_auth', 'pre_auth'),
  }),
)

const pick = fc.nat({ max: 20 })
const share: fc.Arbitrary<Share> = fc.oneof(
  fc.constant(null),
  fc.constantFrom(0, 1, 33, 50, 99, 100, 101),
  fc.integer({ min: 1, max: 100 }),
)

const hours = 3_600_000

export const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: create },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('capture' as const), pick, share }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('refund' as const), pick, share, asVoid: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reverse' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      ms: fc.oneof(fc.nat({ max: 10 * hours }), fc.constantFrom(24 * hours, 168 * hours, 168 * hours - 1)),
    }),
  },
)

/** A sequence that begins with a charge, so that most of what follows has something to act on. */
export const operations = (maxLength: number): fc.Arbitrary<readonly Operation[]> =>
  fc.tuple(create, fc.array(operation, { maxLength: maxLength - 1 })).map(([first, rest]) => [first, ...rest])

/** Any code points, halves of surrogate pairs included. fast-check's own needs a second to prepare its map of them. */
export const textOf = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0xffff }), fc.nat({ max: 0x10ffff })), { maxLength })
    .map((points) => String.fromCodePoint(...points))

/** Names that mean something to JavaScript, to a form or to nobody. */
const oddName = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  '[]',
  'a[b',
  'a]b[',
  '0',
  '-1',
  '\u0000',
  'ก',
  '\ud800',
  '💳',
)

const knownName = fc.constantFrom(
  ...['amount', 'currency', 'card', 'customer', 'capture', 'description', 'metadata', 'expires_at', 'email'],
  ...['authorization_type', 'authentication', 'return_uri', 'platform_fee', 'capture_amount', 'void', 'ip'],
  ...['limit', 'offset', 'from', 'to', 'order', 'expand', 'default_card', 'name', 'expiration_month'],
)

const oddScalar: fc.Arbitrary<string | number | boolean | null> = fc.oneof(
  fc.constantFrom(null, true, false, '', ' ', 'thb', 'THB', 'zzz', 'chronological', '3DS', 'pre_auth', '%'),
  fc.constantFrom(0, -1, 1, 20, 100, 101, 2000, 2000.5, 1e21, 1e308, 5e-324, 2 ** 53, -(2 ** 53)),
  fc.constantFrom('1e3', '0x10', '1_000', ' 20 ', '+5', '١٠', '2000.00', 'NaN', 'Infinity', '-0'),
  fc.constantFrom('2026-02-30', '2026-01-15T09:00:00Z', '0000-01-01', '9999-12-31T23:59:59-23:59', 'today'),
  fc.constantFrom(
    '\ud800',
    '\u0000',
    '\u202e',
    'x'.repeat(300),
    'ก'.repeat(100),
    'tokn_test_1',
    'card_test_1',
  ),
  textOf(12),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

const nested = (depth: number): ParamValue =>
  depth === 0 ? 'deep' : depth % 2 === 0 ? [nested(depth - 1)] : { in: nested(depth - 1) }

/** Any JSON at all, also nested deeper than anybody needs. */
export const junk: fc.Arbitrary<ParamValue> = fc.letrec<{ value: ParamValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'junk' },
    oddScalar,
    fc.array(tie('value'), { maxLength: 3, depthIdentifier: 'junk' }),
    fc.dictionary(fc.oneof(oddName, knownName), tie('value'), { maxKeys: 3, depthIdentifier: 'junk' }),
    fc.integer({ min: 1, max: 15 }).map(nested),
  ),
})).value

const order = { amount: 10_000, currency: 'thb', card: goodCard } as const

/** Good parameters of which some were replaced, and some nobody knows. */
export const junkParams: fc.Arbitrary<Params> = fc
  .tuple(
    fc.subarray(Object.entries(order)),
    fc.array(fc.tuple(fc.oneof({ weight: 4, arbitrary: knownName }, oddName), junk), { maxLength: 4 }),
  )
  .map(([good, bad]) => Object.fromEntries([...good, ...bad]))

/** How often a drill is repeated: `few` times in the suite, as often as a release asks for with `DRILL=full`. */
export const drill = (few: number, full: number): number => (process.env.DRILL === 'full' ? full : few)
