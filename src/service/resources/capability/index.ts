import { currencyCodes } from '../../../kernel/money'
import { plain, route } from '../../http/route'
import { transferFeeOf } from '../../ledger/fees'
import { bankCodesOf, fpxBanks } from '../../simulation/banks'
import { cardBrands } from '../../simulation/cards'
import { type Method, methods } from '../../simulation/methods'
import type { World } from '../../world'
import { settingsOf } from '../account/operations'
import { resource } from '../resource'
import { type CapabilityFacts, capabilityRecord, type MethodFacts } from './record'

const methodOf = ({ type, currencies, terms }: Method): MethodFacts => ({
  type,
  currencies,
  terms,
  banks: type === 'fpx' ? fpxBanks : [],
})

const installmentMin = Math.min(
  ...methods.filter((method) => method.terms !== undefined).map((method) => method.min ?? 0),
)

/** Cards come first: clients look there. */
const capabilityOf = (world: World): CapabilityFacts => {
  const { fee, feeVat } = transferFeeOf(world.account.currency)
  return {
    account: world.account,
    banks: bankCodesOf(world.account.country),
    methods: [{ type: 'card', currencies: currencyCodes, cardBrands }, ...methods.map(methodOf)],
    installmentMin,
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
      run: ({ world, scene }) => plain(capabilityRecord.render(capabilityOf(world), null, scene)),
    }),
  ],
})
