import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { convert, currencies, currencyCodes, inUnits, percentOf, share } from '../../src/kernel/money'
import { feesOf } from '../../src/service/ledger/fees'
import { patience, runs } from '../support/arbitraries'

vi.setConfig({ testTimeout: patience })

const max = Number.MAX_SAFE_INTEGER

/** Half of the last unit rounds up: in whole numbers of any size, by what is left over. */
const quotient = (numerator: bigint, denominator: bigint): bigint => {
  const whole = numerator / denominator
  const rest = numerator % denominator
  return 2n * rest >= denominator ? whole + 1n : whole
}

const amount = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000 }),
  fc.integer({ min: 0, max: 500_000_000_000 }),
  fc.maxSafeNat(),
  fc.integer({ min: max - 1000, max }),
)

describe('share: a part of an amount, rounded half up', () => {
  test('is exact for all safe integers whose result is one', () => {
    const property = fc.property(amount, amount, fc.integer({ min: 1, max }), (whole, part, scale) => {
      const exact = quotient(BigInt(whole) * BigInt(part), BigInt(scale))
      fc.pre(exact <= BigInt(max))
      expect(share(whole, part, scale)).toBe(Number(exact))
    })
    fc.assert(property, runs(5000))
  })

  test('is exact at the edges: halves, and what is just below them', () => {
    const property = fc.property(
      fc.nat({ max: 10 ** 9 }),
      fc.integer({ min: 1, max: 10 ** 6 }),
      (whole, half) => {
        expect(share(2 * whole * half + half, 1, 2 * half)).toBe(whole + 1)
        expect(share(2 * whole * half + half - 1, 1, 2 * half)).toBe(whole)
      },
    )
    fc.assert(property, runs(2000))
  })
})

test('share is exact where twice the product is no safe integer any more', () => {
  expect(share(1_845_199_049_619, 7021, 10_000)).toBe(1_295_514_252_737)
})

describe('percentOf and fees', () => {
  test('a percentage in hundredths is a part of ten thousand', () => {
    const property = fc.property(amount, fc.integer({ min: 0, max: 10_000 }), (whole, hundredths) => {
      expect(percentOf(whole, hundredths)).toBe(Number(quotient(BigInt(whole) * BigInt(hundredths), 10_000n)))
    })
    fc.assert(property, runs(2000))
  })

  const thaiCard = { rate: 365, flat: 0, vat: 700, interest: 0 }

  test('a fee and its tax never take more than the amount', () => {
    const property = fc.property(fc.integer({ min: 0, max: 500_000_000_000 }), (whole) => {
      const { fee, feeVat } = feesOf(whole, thaiCard)
      expect(fee + feeVat).toBeLessThanOrEqual(whole)
    })
    fc.assert(property, runs(500))
  })
})

/** What one unit is worth in baht, as text with ten digits behind the point. */
const bahtOf = (currency: keyof typeof currencies): string => {
  const digits = String(currencies[currency].bahtE10).padStart(11, '0')
  return `${digits.slice(0, -10)}.${digits.slice(-10)}`
}

const currency = fc.constantFrom(...currencyCodes)

describe('convert: the same worth in another currency', () => {
  test('is rounded once, half up, from the exact worth in baht', () => {
    const property = fc.property(
      fc.integer({ min: 0, max: 500_000_000_000 }),
      currency,
      currency,
      (whole, from, to) => {
        const subunits = (code: keyof typeof currencies): bigint => 10n ** BigInt(currencies[code].exponent)
        const rate = (code: keyof typeof currencies): bigint => BigInt(bahtOf(code).replace('.', ''))
        const exact = quotient(BigInt(whole) * rate(from) * subunits(to), rate(to) * subunits(from))
        expect(convert(whole, from, to)).toBe(Number(exact))
      },
    )
    fc.assert(property, runs(3000))
  })
})

test('inUnits: an amount for people has its digits, and the point where the currency has it', () => {
  const property = fc.property(fc.maxSafeNat(), currency, (whole, code) => {
    const { exponent } = currencies[code]
    const shown = inUnits(whole, code)
    expect(shown).toMatch(exponent === 0 ? /^\d{1,3}(,\d{3})*$/ : /^\d{1,3}(,\d{3})*\.\d{2}$/)
    expect(BigInt(shown.replace(/[,.]/g, ''))).toBe(BigInt(whole))
  })
  fc.assert(property, runs(500))
})
