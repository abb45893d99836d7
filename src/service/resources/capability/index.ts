import { type Currency, currencies, currencyCodes } from '../../../kernel/money'
import { plain, route } from '../../http/route'
import { transferFeeOf } from '../../ledger/fees'
import { bankCodesOf, fpxBanks } from '../../simulation/banks'
import { cardBrands } from '../../simulation/cards'
import { type Method, methods, rangeOf } from '../../simulation/methods'
import type { World } from '../../world'
import type { AccountRow } from '../account/model'
import { settingsOf } from '../account/operations'
import { resource } from '../resource'
import { listedCurrencies } from './operations'
import { type CapabilityFacts, capabilityRecord, type MethodFacts } from './record'

/** Of a method, what the capability of an account lists. */
const listedFor = (account: AccountRow, method: Method): MethodFacts | null => {
  const { type, terms, loanTerms, requires } = method
  const currencies = listedCurrencies(account, method)
  if (currencies.length === 0) return null
  return { type, currencies, terms, loanTerms, banks: requires.includes('bank') ? fpxBanks : [] }
}

/** The smallest amount that can be paid in instalments in this currency; without such a method, that of any charge. */
const installmentMinIn = (currency: Currency): number => {
  const plans = methods.filter(
    ({ terms, currencies }) => terms !== undefined && currencies.includes(currency),
  )
  return plans.length === 0
    ? currencies[currency].chargeMin
    : Math.min(...plans.map((plan) => rangeOf(plan, currency).min))
}

/** Cards come first: clients look there. */
const capabilityOf = (world: World): CapabilityFacts => {
  const { account } = world
  const { fee, feeVat } = transferFeeOf(account.currency)
  const listed = methods.map((method) => listedFor(account, method)).filter((method) => method !== null)
  return {
    account,
    banks: bankCodesOf(account.country),
    methods: [{ type: 'card', currencies: currencyCodes, cardBrands }, ...listed],
    installmentMin: installmentMinIn(account.currency),
    transferMin: fee + feeVat,
    zeroInterest: settingsOf(world).zeroInterestInstallments,
    tokenizationMethods: world.profile.tokenizationMethods,
  }
}

export const capability = resource({
  routes: [
    route({
      method: 'get',
      path: '/capability',
      key: 'any',
      summary: 'What the account can do: payment methods, currencies and limits',
      spec: 'wire',
      returns: () => capabilityRecord.schema(),
      run: ({ world, renderContext }) =>
        plain(capabilityRecord.render(capabilityOf(world), null, renderContext)),
    }),
  ],
})
