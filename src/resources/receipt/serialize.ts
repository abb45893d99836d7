import * as z from 'zod'
import { once } from '../../kernel/json'
import { isoTime } from '../../kernel/wire'
import { transactionSchema } from '../transaction/serialize'

/** The bill of the service to the merchant for one day. Amounts are subunits. */
export const receiptSchema = once(() =>
  z.strictObject({
    object: z.literal('receipt'),
    id: z.string(),
    livemode: z.boolean(),
    location: z.string(),
    number: z.string(),
    issued_on: z.iso.date(),
    customer_name: z.string(),
    customer_address: z.string(),
    customer_tax_id: z.string().nullable(),
    customer_email: z.string(),
    customer_statement_name: z.string(),
    company_name: z.string(),
    company_address: z.string(),
    company_tax_id: z.string().nullable(),
    charge_fee: z.int(),
    voided_fee: z.int(),
    transfer_fee: z.int(),
    subtotal: z.int(),
    vat: z.int(),
    wht: z.int(),
    total: z.int(),
    credit_note: z.boolean(),
    currency: z.string(),
    adjustment_transaction: transactionSchema().nullable(),
    created_at: isoTime(),
  }),
)
