import { moneyText } from '../../../kernel/money'

interface MoneyProps {
  /** In subunits. */
  readonly amount: number
  readonly currency: string
}

export const Money = ({ amount, currency }: MoneyProps) => (
  <span class="money">{moneyText(amount, currency)}</span>
)
