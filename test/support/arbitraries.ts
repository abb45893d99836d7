/** Values for property tests: parameters that no client should send. */
import fc from 'fast-check'
import { goodCard } from './client'
import type { Params, ParamValue } from './form'

/**
 * How many random cases there are, or operations of a simulation, or kills: all of them with `DRILL=full`, else the
 * first third of them. `PROPERTY_RUNS` decides instead where it is set.
 */
export const cases = (all: number): number =>
  process.env.DRILL === undefined && process.env.PROPERTY_RUNS === undefined ? Math.ceil(all / 3) : all

/** The same cases in every run; `PROPERTY_SEED` draws others, `PROPERTY_RUNS` allows no more than that. */
export const seeded = (numRuns: number): fc.Parameters<unknown> => ({
  numRuns: Math.min(numRuns, Number(process.env.PROPERTY_RUNS ?? numRuns)),
  seed: Number(process.env.PROPERTY_SEED ?? 20_260_115),
})

/** For a property of `all` cases. */
export const runs = (all: number): fc.Parameters<unknown> => seeded(cases(all))

/** Milliseconds for a property: enough for a busy machine, as its seconds are those of an idle one. */
export const patience = 120_000

/** Any code points, halves of surrogate pairs included. fast-check's own needs a second to prepare its map of them. */
export const textOf = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0xffff }), fc.nat({ max: 0x10ffff })), { maxLength })
    .map((points) => String.fromCodePoint(...points))

/** Names with a meaning in JavaScript or in a form, and names without any. */
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

/** Any JSON at all, also nested deeper than any client needs. */
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

/** Valid parameters, some of them replaced, and some unknown ones. */
export const junkParams: fc.Arbitrary<Params> = fc
  .tuple(
    fc.subarray(Object.entries(order)),
    fc.array(fc.tuple(fc.oneof({ weight: 4, arbitrary: knownName }, oddName), junk), { maxLength: 4 }),
  )
  .map(([good, bad]) => Object.fromEntries([...good, ...bad]))

/** Of what a drill repeats or takes `few` in the suite, and with `DRILL=full` what a release asks for. */
export const drill = <T>(few: T, full: T): T => (process.env.DRILL === 'full' ? full : few)
