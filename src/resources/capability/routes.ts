import { plain, route } from '../../http/route'
import { currencyCodes } from '../../kernel/money'
import { transferFeeOf } from '../../ledger/fees'
import { bankCodesOf, fpxBanks } from '../../simulation/banks'
import { cardBrands } from '../../simulation/cards'
import { type Method, methods } from '../../simulation/methods'
import type { World } from '../../world'
import { settingsOf } from '../account/operations'
import { capabilitySchema, type PaymentMethod, renderCapability, renderMethod } from './serialize'

const methodOf = (method: Method): PaymentMethod =>
  renderMethod(method.type, {
    currencies: method.currencies,
    installment_terms: method.terms ?? null,
    banks: method.type === 'fpx' ? fpxBanks : [],
  })

const installmentMin = Math.min(
  ...methods.filter((method) => method.terms !== undefined).map((method) => method.min ?? 0),
)

/** Cards come first: clients look there. */
const capabilityOf = (world: World) => {
  const { fee, feeVat } = transferFeeOf(world.account.currency)
  return renderCapability({
    account: world.account,
    banks: bankCodesOf(world.account.country),
    methods: [
      renderMethod('card', { currencies: currencyCodes, card_brands: cardBrands }),
      ...methods.map(methodOf),
    ],
    installmentMin,
    transferMin: fee + feeVat,
    zeroInterest: settingsOf(world).zeroInterestInstallments,
  })
}

export const capabilityRoutes = [
  route({
    method: 'get',
    path: '/capability',
    key: 'any',
    summary: 'What the account can do: payment methods, currencies and limits',
    spec: 'wire',
    returns: () => capabilitySchema(),
    run: ({ world }) => plain(capabilityOf(world)),
  }),
]
