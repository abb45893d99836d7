/** Money is a safe integer of subunits with a currency. No floating point: rates are whole numbers. */
export interface CurrencyRule {
  /** Digits after the point of one unit: 100 satang are one baht, a yen has no subunits. */
  readonly exponent: 0 | 2
  /** Smallest and largest charge, in subunits (spec 7, 8; assumption `charge-limits`). */
  readonly chargeMin: number
  readonly chargeMax: number
  /** The value of one unit in baht, in 1/10^10 (assumption `fixed-exchange-rates`). */
  readonly bahtE10: bigint
}

const chargeMax = 500_000_000_000
const rule = (chargeMin: number, baht: string, exponent: 0 | 2 = 2): CurrencyRule => {
  const [whole = '0', part = ''] = baht.split('.')
  return {
    exponent,
    chargeMin,
    chargeMax,
    bahtE10: BigInt(whole + part.padEnd(10, '0').slice(0, 10)),
  }
}

export const currencies = {
  thb: rule(2000, '1'),
  jpy: rule(50, '0.2961717696', 0),
  usd: rule(100, '32.5438629959'),
  eur: rule(100, '36.7846824686'),
  gbp: rule(100, '42.8132877978'),
  sgd: rule(100, '24.0541767190'),
  aud: rule(100, '21.4'),
  cad: rule(100, '23.3'),
  chf: rule(100, '40.6'),
  cny: rule(100, '4.57'),
  dkk: rule(100, '5.03'),
  hkd: rule(100, '4.18'),
  idr: rule(100, '0.0019'),
  myr: rule(100, '7.85'),
} as const satisfies Record<string, CurrencyRule>

export type Currency = keyof typeof currencies
export const currencyCodes = Object.keys(currencies) as readonly Currency[]
export const isCurrency = (text: string): text is Currency => Object.hasOwn(currencies, text)

/** `part` of `amount`, where `scale` parts make the whole, rounded half up. Exact for all safe integers. */
export const share = (amount: number, part: number, scale: number): number => {
  const exact = amount * part
  if (Number.isSafeInteger(exact * 2)) return Math.floor((exact * 2 + scale) / (2 * scale))
  return Number((BigInt(amount) * BigInt(part) * 2n + BigInt(scale)) / (2n * BigInt(scale)))
}

/** A percentage in hundredths: 365 is 3.65 %. */
export const percentOf = (amount: number, hundredths: number): number => share(amount, hundredths, 10_000)

/** Converts an amount to another currency, rounded half up to its subunit. */
export const convert = (amount: number, from: Currency, to: Currency): number => {
  if (from === to) return amount
  const source: CurrencyRule = currencies[from]
  const target: CurrencyRule = currencies[to]
  const numerator = BigInt(amount) * source.bahtE10 * 10n ** BigInt(target.exponent)
  const denominator = target.bahtE10 * 10n ** BigInt(source.exponent)
  return Number((numerator * 2n + denominator) / (denominator * 2n))
}

/** The smallest amount that converts to at least `least` of another currency. */
export const smallestFor = (least: number, from: Currency, to: Currency): number => {
  if (from === to) return least
  const source: CurrencyRule = currencies[from]
  const target: CurrencyRule = currencies[to]
  const worth = 2n * source.bahtE10 * 10n ** BigInt(target.exponent)
  const wanted = (2n * BigInt(least) - 1n) * target.bahtE10 * 10n ** BigInt(source.exponent)
  return Number((wanted + worth - 1n) / worth)
}

/** The value of one unit of `from` in `to`, to ten digits. Integer division, so that all digits are exact. */
export const rateOf = (from: Currency, to: Currency): number => {
  const scaled =
    (currencies[from].bahtE10 * 10n ** 10n * 2n + currencies[to].bahtE10) / (currencies[to].bahtE10 * 2n)
  const digits = String(scaled).padStart(11, '0')
  return Number(`${digits.slice(0, -10)}.${digits.slice(-10)}`)
}

/** Formats an amount in base units for people: `1,000.50`. Works on digits, so that nothing is rounded. */
export const inUnits = (amount: number, currency: Currency): string => {
  const { exponent }: CurrencyRule = currencies[currency]
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${amount < 0 ? '-' : ''}${whole}${exponent === 0 ? '' : `.${digits.slice(-exponent)}`}`
}

/** `THB 1,000.50`, from subunits; a code that is no currency, as in a broken fixture, shows the plain number. */
export const moneyText = (amount: number, currency: string): string => {
  const code = currency.toLowerCase()
  return `${code.toUpperCase()} ${isCurrency(code) ? inUnits(amount, code) : amount}`
}
