import * as z from 'zod'
import { once } from '../../kernel/json'
import { currencies, currencyCodes } from '../../kernel/money'
import type { AccountRow } from './model'

const amountRange = () => z.strictObject({ min: z.int(), max: z.int() })

const paymentMethod = () =>
  z.strictObject({
    object: z.literal('payment_method'),
    name: z.string(),
    currencies: z.array(z.string()),
    card_brands: z.array(z.string()).nullable(),
    installment_terms: z.array(z.int()).nullable(),
    loan_installment_terms: z.array(z.int()).nullable(),
    banks: z.array(z.strictObject({ code: z.string(), name: z.string(), active: z.boolean() })),
    provider: z.null(),
  })

/** What the account can do: payment methods, currencies and limits. */
export const capabilitySchema = once(() =>
  z.strictObject({
    object: z.literal('capability'),
    location: z.literal('/capability'),
    banks: z.array(z.string()),
    limits: z.strictObject({ charge_amount: amountRange() }),
    payment_methods: z.array(paymentMethod()),
    tokenization_methods: z.array(z.string()),
    zero_interest_installments: z.boolean(),
    country: z.string(),
  }),
)
export type Capability = z.infer<ReturnType<typeof capabilitySchema>>

export const renderCapability = (account: AccountRow, cardBrands: readonly string[]): Capability => {
  const { chargeMin, chargeMax } = currencies[account.currency]
  return {
    object: 'capability',
    location: '/capability',
    banks: [],
    limits: { charge_amount: { min: chargeMin, max: chargeMax } },
    payment_methods: [
      {
        object: 'payment_method',
        name: 'card',
        currencies: [...currencyCodes],
        card_brands: [...cardBrands],
        installment_terms: null,
        loan_installment_terms: null,
        banks: [],
        provider: null,
      },
    ],
    tokenization_methods: [],
    zero_interest_installments: false,
    country: account.country,
  }
}

/** Answers GET / without a key: what speaks here, in which versions. */
export const systemSchema = once(() =>
  z.strictObject({
    object: z.literal('system_info'),
    location: z.literal('/'),
    versions: z.array(z.string()),
  }),
)
