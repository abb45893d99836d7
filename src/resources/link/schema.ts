import * as z from 'zod'
import { once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { bool, currency, int, object, oneOf, text } from '../../kernel/wire'
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
    multiple: bool().optional(),
  }),
)
export type LinkInput = z.output<ReturnType<typeof linkCreate>>

/** The form that a payer posts to `payment_uri`. */
export const linkPay = once(() =>
  z.object({
    /** A token, or the data of a card. */
    card: z.union([z.string(), object(cardFields())]).optional(),
    /** Id of a source, or the parameters of a new one. */
    source: z.union([z.string(), inlineSource()]).optional(),
    /** In subunits, for a link of amount 0. */
    amount: int({ min: 0 }).optional(),
    /** The amount in base units, as people write it: `100.50`. */
    amount_in_units: text().optional(),
    /** How the cardholder is authenticated, as for a charge. */
    authentication: oneOf(authentications).optional(),
  }),
)
export type LinkPayment = z.output<ReturnType<typeof linkPay>>
