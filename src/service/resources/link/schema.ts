import * as z from 'zod/mini'
import { once } from '../../../kernel/json'
import { limits } from '../../../kernel/limits'
import { bool, currency, int, object, oneOf, text } from '../../../kernel/wire'
import { cardFields } from '../card/schema'
import { authentications } from '../charge/model'
import { inlineSource } from '../source/schema'

const title = () => text({ required: true, max: limits.descriptionLengthMax })

/** Its errors are `invalid_link`, also for an amount that is not an integer. */
export const linkCreate = once(() =>
  z.object({
    amount: int({ min: 0 }),
    currency: currency(),
    title: title(),
    description: title(),
    multiple: z.optional(bool()),
  }),
)
export type LinkInput = z.output<ReturnType<typeof linkCreate>>

/** The form that a payer posts to `payment_uri`. */
export const linkPay = once(() =>
  z.object({
    /** A token, or the data of a card. */
    card: z.optional(z.union([z.string(), object(cardFields())])),
    /** Id of a source, or the parameters of a new one. */
    source: z.optional(z.union([z.string(), inlineSource()])),
    /** In subunits, for a link of amount 0. */
    amount: z.optional(int({ min: 0 })),
    /** The amount in base units, as people write it: `100.50`. */
    amount_in_units: z.optional(text()),
    /** How the cardholder is authenticated, as for a charge. */
    authentication: z.optional(oneOf(authentications)),
  }),
)
export type LinkPayment = z.output<ReturnType<typeof linkPay>>
