import * as z from 'zod/mini'
import { once } from '../../../kernel/json'
import * as field from '../field'
import { transactionRecord } from '../transaction/record'

/**
 * The bill of the service to the merchant for one day. Amounts are subunits. Made at its first use: at load, with its list,
 * it would cost a first charge 1.6 ms.
 */
export const receiptSchema = once(() =>
  z.strictObject({
    object: field.always('receipt').form(),
    id: field.id('rcpt').form(),
    livemode: field.livemode.form(),
    location: z.string().check(z.describe('Path `/receipts/<id>`')),
    number: z.string().check(z.describe('Number on the receipt')),
    issued_on: z.iso.date().check(z.describe('Day of issue, such as `2026-01-15`')),
    customer_name: z.string().check(z.describe('Name of the merchant')),
    customer_address: z.string().check(z.describe('Address of the merchant')),
    customer_tax_id: z
      .nullable(z.string())
      .check(z.describe('Tax number of the merchant; null when not given')),
    customer_email: z.string().check(z.describe('Email address of the merchant')),
    customer_statement_name: z.string().check(z.describe('Name of the merchant on statements')),
    company_name: z.string().check(z.describe('Name of the service')),
    company_address: z.string().check(z.describe('Address of the service')),
    company_tax_id: z
      .nullable(z.string())
      .check(z.describe('Tax number of the service; null when it has none')),
    charge_fee: z.int().check(z.describe('Fees of charges in subunits of `currency`')),
    voided_fee: z.int().check(z.describe('Fees given back by voids, in subunits of `currency`')),
    transfer_fee: z.int().check(z.describe('Fees of transfers in subunits of `currency`')),
    subtotal: z.int().check(z.describe('Sum of the fees in subunits of `currency`')),
    vat: z.int().check(z.describe('Tax in subunits of `currency`')),
    wht: z.int().check(z.describe('Withheld tax in subunits of `currency`')),
    total: z.int().check(z.describe('Total in subunits of `currency`')),
    credit_note: z.boolean().check(z.describe('Whether it gives money back')),
    currency: field.currency.form(),
    adjustment_transaction: z
      .nullable(transactionRecord.schema())
      .check(z.describe('The transaction that corrects it; null when there is none')),
    created_at: field.createdAt.form(),
  }),
)
export type Receipt = z.output<ReturnType<typeof receiptSchema>>
