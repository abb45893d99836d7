import * as z from 'zod/mini'
import { once } from '../../kernel/json'
import { field } from '../fields'
import { transactionSchema } from '../transaction/serialize'

/** The bill of the service to the merchant for one day. Amounts are subunits. */
export const receiptSchema = once(() =>
  z.strictObject({
    object: field.always('receipt'),
    id: field.id('rcpt'),
    livemode: field.livemode(),
    location: field.location('/receipts/<id>'),
    number: field.text('Number on the receipt'),
    issued_on: z.iso.date().check(z.describe('Day of issue, such as `2026-01-15`')),
    customer_name: field.text('Name of the merchant'),
    customer_address: field.text('Address of the merchant'),
    customer_tax_id: field.textOrNull('Tax number of the merchant; null when not given'),
    customer_email: field.text('Email address of the merchant'),
    customer_statement_name: field.text('Name of the merchant on statements'),
    company_name: field.text('Name of the service'),
    company_address: field.text('Address of the service'),
    company_tax_id: field.textOrNull('Tax number of the service; null when it has none'),
    charge_fee: field.int('Fees of charges in subunits of `currency`'),
    voided_fee: field.int('Fees given back by voids, in subunits of `currency`'),
    transfer_fee: field.int('Fees of transfers in subunits of `currency`'),
    subtotal: field.int('Sum of the fees in subunits of `currency`'),
    vat: field.int('Tax in subunits of `currency`'),
    wht: field.int('Withheld tax in subunits of `currency`'),
    total: field.int('Total in subunits of `currency`'),
    credit_note: field.flag('Whether it gives money back'),
    currency: field.currency(),
    adjustment_transaction: z
      .nullable(transactionSchema())
      .check(z.describe('The transaction that corrects it; null when there is none')),
    created_at: field.createdAt(),
  }),
)
