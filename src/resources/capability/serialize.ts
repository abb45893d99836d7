import * as z from 'zod'
import { once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { currencies } from '../../kernel/money'
import type { AccountRow } from '../account/model'
import { objectField, unusedField } from '../fields'

const amountRange = () =>
  z.strictObject({
    max: z.int().describe('Largest amount in subunits'),
    min: z.int().describe('Smallest amount in subunits'),
  })

const bank = () =>
  z.strictObject({
    code: z.string().describe('Code of the bank'),
    name: z.string().describe('Name of the bank'),
    active: z.boolean().describe('Whether it takes payments now'),
  })

const paymentMethod = () =>
  z.strictObject({
    object: objectField('payment_method'),
    name: z.string().describe('`card`, or the type of a source'),
    currencies: z.array(z.string()).readonly().describe('Currencies that it takes, in lower case'),
    card_brands: z
      .array(z.string())
      .readonly()
      .nullable()
      .describe('Brands of cards; null for other methods'),
    installment_terms: z
      .array(z.int())
      .readonly()
      .nullable()
      .describe('Numbers of monthly instalments; null for other methods'),
    loan_installment_terms: z.array(z.int()).nullable().describe('Always null in the sandbox'),
    banks: z.array(bank()).readonly().describe('Banks to choose from; empty for methods without a choice'),
    provider: unusedField(),
  })

/** The capabilities of an account: payment methods, currencies and limits. Amounts are subunits. */
export const capabilitySchema = once(() =>
  z.strictObject({
    object: objectField('capability'),
    location: z.literal('/capability').describe('Always `/capability`'),
    banks: z.array(z.string()).readonly().describe('Codes of the banks that recipients can have'),
    limits: z
      .strictObject({
        charge_amount: amountRange().describe('Limits of a charge'),
        transfer_amount: amountRange().describe('Limits of a transfer'),
        installment_amount: z
          .strictObject({ min: z.int().describe('Smallest amount in subunits') })
          .describe('Limit of a charge by instalments'),
      })
      .describe('Limits of amounts in the currency of the account'),
    payment_methods: z
      .array(paymentMethod())
      .readonly()
      .describe('Methods that charges can use, cards first'),
    tokenization_methods: z.array(z.string()).describe('Always empty in the sandbox'),
    zero_interest_installments: z
      .boolean()
      .describe('Whether the merchant bears the interest of instalments by default'),
    country: z.string().describe('ISO 3166 code in upper case, such as `TH`'),
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
