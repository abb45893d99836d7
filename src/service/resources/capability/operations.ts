import type { Currency } from '../../../kernel/money'
import { type Method, methods } from '../../simulation/methods'
import type { AccountRow } from '../account/model'

/** The currencies with which the capability of an account lists a method. Assumption `methods-by-country`. */
export const listedCurrencies = ({ country, currency }: AccountRow, method: Method): readonly Currency[] => {
  const own = method.currencies.filter((one) => one === currency)
  return country === 'TH' ? (method.thai ?? own) : own
}

/** The methods that the capability of an account lists for a currency. */
export const methodsFor = (account: AccountRow, currency: Currency): readonly Method[] =>
  methods.filter((method) => listedCurrencies(account, method).includes(currency))
