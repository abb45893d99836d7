import * as z from 'zod'
import { once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { currencies } from '../../kernel/money'
import type { AccountRow } from '../account/model'

const amountRange = () => z.strictObject({ max: z.int(), min: z.int() })

const bank = () => z.strictObject({ code: z.string(), name: z.string(), active: z.boolean() })

const paymentMethod = () =>
  z.strictObject({
    object: z.literal('payment_method'),
    name: z.string(),
    currencies: z.array(z.string()).readonly(),
    card_brands: z.array(z.string()).readonly().nullable(),
    installment_terms: z.array(z.int()).readonly().nullable(),
    loan_installment_terms: z.array(z.int()).nullable(),
    banks: z.array(bank()).readonly(),
    provider: z.null(),
  })

/** The capabilities of an account: payment methods, currencies and limits. Amounts are subunits. */
export const capabilitySchema = once(() =>
  z.strictObject({
    object: z.literal('capability'),
    location: z.literal('/capability'),
    banks: z.array(z.string()).readonly(),
    limits: z.strictObject({
      charge_amount: amountRange(),
      transfer_amount: amountRange(),
      installment_amount: z.strictObject({ min: z.int() }),
    }),
    payment_methods: z.array(paymentMethod()).readonly(),
    tokenization_methods: z.array(z.string()),
    zero_interest_installments: z.boolean(),
    country: z.string(),
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
