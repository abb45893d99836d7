import * as z from 'zod/mini'
import { type Row, sequenceOf } from '../../../kernel/collection'
import { failNotFound } from '../../../kernel/errors'
import { once } from '../../../kernel/json'
import { profileRows } from '../../../options/profiles'
import { emptyList, listInput, readInput } from '../../http/inputs'
import { plain, route } from '../../http/route'
import { searchable, time } from '../../search/scope'
import * as field from '../field'
import { listSchema } from '../record'
import { resource } from '../resource'
import { transactionRecord } from '../transaction/record'

/** The bill of the service to the merchant for one day. Amounts are subunits. */
const receiptSchema = once(() =>
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

/** There are no receipts (assumption `receipts`): the scope is known and always empty. */
const receiptSearch = searchable<Row>({
  scope: 'receipt',
  rows: () => sequenceOf<Row>([]),
  kept: () => null,
  filters: { created: time((receipt) => receipt.createdAt) },
  queries: { id: (receipt) => receipt.id },
})

/** Its name is that of the profile. */
const receipts = once(() =>
  z.extend(listSchema(receiptSchema()), {
    object: z
      .literal(['list', profileRows.receiptList.omise])
      .check(z.describe('`list`, or its name in the profile')),
  }),
)

/** The sandbox bills nothing, so there are no receipts (assumption `receipts`). */
export const receipt = resource({
  routes: [
    route({
      method: 'get',
      path: '/receipts',
      summary: 'List receipts; the sandbox bills nothing',
      spec: 'wire',
      input: listInput,
      returns: receipts,
      run: ({ world, input, scene }) =>
        plain({ ...emptyList(input, '/receipts', scene.now), object: world.profile.receiptList }),
    }),
    route({
      method: 'get',
      path: '/receipts/:id',
      summary: 'Retrieve a receipt',
      spec: 'wire',
      input: readInput,
      returns: () => receiptSchema(),
      errors: ['not_found'],
      run: ({ id }) => {
        throw failNotFound('receipt', id)
      },
    }),
  ],
  scopes: [receiptSearch],
  found: () => receiptSchema(),
})
