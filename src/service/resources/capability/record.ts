import * as z from 'zod/mini'
import { limits } from '../../../kernel/limits'
import { currencies } from '../../../kernel/money'
import type { PayerBank } from '../../simulation/banks'
import type { AccountRow } from '../account/model'
import * as field from '../field'
import { record, type Shown } from '../record'

const amountRange = record<{ readonly min: number; readonly max: number }>()({
  max: field.int('Largest amount in subunits'),
  min: field.int('Smallest amount in subunits'),
})

const bank = record<PayerBank>()({
  code: field.text('Code of the bank'),
  name: field.text('Name of the bank'),
  active: field.flag('Whether it takes payments now'),
})

/** A payment method. What does not apply is left out. */
export interface MethodFacts {
  /** `card`, or the type of a source. */
  readonly type: string
  readonly currencies: readonly string[]
  readonly cardBrands?: readonly string[]
  readonly terms?: readonly number[] | undefined
  readonly loanTerms?: readonly number[] | undefined
  readonly banks?: readonly PayerBank[]
}

const paymentMethod = record<MethodFacts>()({
  object: field.always('payment_method'),
  name: field.text('`card`, or the type of a source', ({ type }) => type),
  currencies: field.texts('Currencies that it takes, in lower case'),
  card_brands: field.of(() => z.nullable(z.readonly(z.array(z.string()))))(
    'Brands of cards; null for other methods',
    ({ cardBrands }) => cardBrands ?? null,
  ),
  installment_terms: field.of(() => z.nullable(z.readonly(z.array(z.int()))))(
    'Numbers of monthly instalments; null for other methods',
    ({ terms }) => terms ?? null,
  ),
  loan_installment_terms: field.of(() => z.nullable(z.readonly(z.array(z.int()))))(
    'Those of them for loan cards; null for methods without',
    ({ loanTerms }) => loanTerms ?? null,
  ),
  banks: field.nestedAll(bank)(
    'Banks to choose from; empty for methods without a choice',
    ({ banks = [] }) => banks,
  ),
  provider: field.unused,
})

export interface CapabilityFacts {
  readonly account: AccountRow
  readonly banks: readonly string[]
  readonly methods: readonly MethodFacts[]
  /** The smallest amount that can be paid in instalments. */
  readonly installmentMin: number
  /** The fee of a transfer, which is also its smallest amount. */
  readonly transferMin: number
  readonly zeroInterest: boolean
  readonly tokenizationMethods: readonly string[]
}

const amountLimits = record<CapabilityFacts>()({
  charge_amount: field.nested(amountRange)('Limits of a charge', ({ account }) => {
    const { chargeMin, chargeMax } = currencies[account.currency]
    return { max: chargeMax, min: chargeMin }
  }),
  transfer_amount: field.nested(amountRange)('Limits of a transfer', ({ transferMin }) => ({
    max: limits.transferAmountMax,
    min: transferMin,
  })),
  installment_amount: field.of(() =>
    z.strictObject({ min: z.int().check(z.describe('Smallest amount in subunits')) }),
  )('Limit of a charge by instalments', ({ installmentMin }) => ({ min: installmentMin })),
})

/** The capabilities of an account: payment methods, currencies and limits. Amounts are subunits. */
export const capabilityRecord = record<CapabilityFacts>()({
  object: field.always('capability'),
  location: field.always('/capability'),
  banks: field.texts('Codes of the banks that recipients can have'),
  limits: field.nested(amountLimits)('Limits of amounts in the currency of the account', (facts) => facts),
  payment_methods: field.nestedAll(paymentMethod)(
    'Methods that charges can use, cards first',
    ({ methods }) => methods,
  ),
  tokenization_methods: field.texts('Wallets whose cards become tokens; as the profile says'),
  zero_interest_installments: field.flag(
    'Whether the merchant bears the interest of instalments by default',
    ({ zeroInterest }) => zeroInterest,
  ),
  country: field.text('ISO 3166 code in upper case, such as `TH`', 'account'),
})
export type Capability = Shown<typeof capabilityRecord>
