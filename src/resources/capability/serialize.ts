import * as z from 'zod/mini'
import { once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { currencies } from '../../kernel/money'
import type { AccountRow } from '../account/model'
import { field } from '../fields'

const amountRange = () =>
  z.strictObject({
    max: field.int('Largest amount in subunits'),
    min: field.int('Smallest amount in subunits'),
  })

const bank = () =>
  z.strictObject({
    code: field.text('Code of the bank'),
    name: field.text('Name of the bank'),
    active: field.flag('Whether it takes payments now'),
  })

const paymentMethod = () =>
  z.strictObject({
    object: field.always('payment_method'),
    name: field.text('`card`, or the type of a source'),
    currencies: z.readonly(z.array(z.string())).check(z.describe('Currencies that it takes, in lower case')),
    card_brands: z
      .nullable(z.readonly(z.array(z.string())))
      .check(z.describe('Brands of cards; null for other methods')),
    installment_terms: z
      .nullable(z.readonly(z.array(z.int())))
      .check(z.describe('Numbers of monthly instalments; null for other methods')),
    loan_installment_terms: z.nullable(z.array(z.int())).check(z.describe('Always null in the sandbox')),
    banks: z
      .readonly(z.array(bank()))
      .check(z.describe('Banks to choose from; empty for methods without a choice')),
    provider: field.unused(),
  })

/** The capabilities of an account: payment methods, currencies and limits. Amounts are subunits. */
export const capabilitySchema = once(() =>
  z.strictObject({
    object: field.always('capability'),
    location: field.always('/capability'),
    banks: z.readonly(z.array(z.string())).check(z.describe('Codes of the banks that recipients can have')),
    limits: z
      .strictObject({
        charge_amount: amountRange().check(z.describe('Limits of a charge')),
        transfer_amount: amountRange().check(z.describe('Limits of a transfer')),
        installment_amount: z
          .strictObject({ min: field.int('Smallest amount in subunits') })
          .check(z.describe('Limit of a charge by instalments')),
      })
      .check(z.describe('Limits of amounts in the currency of the account')),
    payment_methods: z
      .readonly(z.array(paymentMethod()))
      .check(z.describe('Methods that charges can use, cards first')),
    tokenization_methods: z.array(z.string()).check(z.describe('Always empty in the sandbox')),
    zero_interest_installments: field.flag(
      'Whether the merchant bears the interest of instalments by default',
    ),
    country: field.text('ISO 3166 code in upper case, such as `TH`'),
  }),
)
export type Capability = z.infer<ReturnType<typeof capabilitySchema>>
export type PaymentMethod = z.infer<ReturnType<typeof paymentMethod>>

/** A payment method by its name. Fields that do not apply are left out. */
export const renderMethod = (name: string, about: Partial<PaymentMethod>): PaymentMethod => ({
  object: 'payment_method',
  name,
  currencies: [],
  card_brands: null,
  installment_terms: null,
  loan_installment_terms: null,
  banks: [],
  provider: null,
  ...about,
})

interface CapabilityFacts {
  readonly account: AccountRow
  readonly banks: readonly string[]
  readonly methods: readonly PaymentMethod[]
  /** The smallest amount that can be paid in instalments. */
  readonly installmentMin: number
  /** The fee of a transfer, which is also its smallest amount. */
  readonly transferMin: number
  readonly zeroInterest: boolean
}

export const renderCapability = (facts: CapabilityFacts): Capability => {
  const { chargeMin, chargeMax } = currencies[facts.account.currency]
  return {
    object: 'capability',
    location: '/capability',
    banks: facts.banks,
    limits: {
      charge_amount: { max: chargeMax, min: chargeMin },
      transfer_amount: { max: limits.transferAmountMax, min: facts.transferMin },
      installment_amount: { min: facts.installmentMin },
    },
    payment_methods: facts.methods,
    tokenization_methods: [],
    zero_interest_installments: facts.zeroInterest,
    country: facts.account.country,
  }
}
