import { inUnits, isCurrency } from '../../kernel/money'

/** `THB 1,000.00`, from subunits; a code that is no currency, as in a broken fixture, shows the plain number. */
export const moneyText = (amount: number, currency: string): string => {
  const code = currency.toLowerCase()
  if (!isCurrency(code)) return `${currency.toUpperCase()} ${amount}`
  const sign = amount < 0 ? '-' : ''
  return `${code.toUpperCase()} ${sign}${inUnits(Math.abs(amount), code)}`
}

interface MoneyProps {
  /** In subunits. */
  readonly amount: number
  readonly currency: string
}

export const Money = ({ amount, currency }: MoneyProps) => (
  <span class="money">{moneyText(amount, currency)}</span>
)
