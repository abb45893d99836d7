/**
 * The limit: what no server on node:http can do without. It reads a form, decodes it, builds a charge with the fields
 * of ours, writes it as JSON and answers. It keeps nothing, and checks neither the request nor the key.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from './program'

export type LimitQuestion = { readonly do: 'listen' } | { readonly do: 'cpu' }

const decode = (text: string): Record<string, string> => {
  const form: Record<string, string> = {}
  for (const pair of text.split('&')) {
    const split = pair.indexOf('=')
    form[decodeURIComponent(pair.slice(0, split))] = decodeURIComponent(
      pair.slice(split + 1).replaceAll('+', ' '),
    )
  }
  return form
}

let made = 0
const newId = (prefix: string): string => {
  made += 1
  return `${prefix}_test_5xs2${String(made).padStart(15, '0')}`
}

const cardOf = (customer: string, createdAt: string) => ({
  object: 'card',
  id: 'card_test_5xs2ii0kkhlrbgcjq8t',
  livemode: false,
  location: `/customers/${customer}/cards/card_test_5xs2ii0kkhlrbgcjq8t`,
  deleted: false,
  street1: null,
  street2: null,
  city: null,
  state: null,
  phone_number: null,
  postal_code: null,
  country: 'us',
  financing: 'credit',
  bank: 'JPMORGAN CHASE BANK N.A.',
  brand: 'Visa',
  fingerprint: 'UlF9hKc7i0jn+uXHeyMFxwPF0+Chlko+1KBp+bJ+Uxo=',
  first_digits: null,
  last_digits: '4242',
  name: 'Somchai Prasert',
  expiration_month: 12,
  expiration_year: 2030,
  security_code_check: true,
  tokenization_method: null,
  created_at: createdAt,
})

const noRefunds = (charge: string, now: string) => ({
  object: 'list',
  data: [],
  limit: 20,
  offset: 0,
  total: 0,
  location: `/charges/${charge}/refunds`,
  order: 'chronological',
  from: '1970-01-01T00:00:00.000Z',
  to: now,
})

const flags = {
  multi_capture: false,
  zero_interest_installments: false,
  branch: null,
  terminal: null,
  device: null,
  authorized: true,
  capturable: false,
  capture: true,
  captured: true,
  disputable: true,
  livemode: false,
  refundable: true,
  partially_refundable: true,
  reversed: false,
  reversible: false,
  voided: false,
  paid: true,
  expired: false,
  can_perform_void: true,
  approval_code: null,
  source_of_fund: 'card',
}

const chargeOf = (form: Record<string, string>) => {
  const id = newId('chrg')
  const amount = Number(form.amount)
  const now = new Date().toISOString()
  return {
    object: 'charge',
    id,
    location: `/charges/${id}`,
    amount,
    authorization_type: null,
    authorized_amount: amount,
    captured_amount: amount,
    acquirer_reference_number: null,
    net: amount - 3906,
    fee: 3650,
    fee_vat: 256,
    interest: 0,
    interest_vat: 0,
    funding_amount: amount,
    refunded_amount: 0,
    refunded: 0,
    transaction_fees: { fee_flat: '0.0', fee_rate: '3.65', vat_rate: '7.0' },
    platform_fee: { fixed: null, amount: null, percentage: null },
    currency: form.currency,
    funding_currency: 'thb',
    ip: null,
    refunds: noRefunds(id, now),
    link: null,
    description: form.description,
    metadata: { order_id: form['metadata[order_id]'] },
    card: cardOf(form.customer ?? '', now),
    source: null,
    schedule: null,
    linked_account: null,
    customer: form.customer,
    dispute: null,
    transaction: newId('trxn'),
    failure_code: null,
    failure_message: null,
    merchant_advice: null,
    merchant_advice_code: null,
    missing_3ds_fields: [],
    authenticated_by: null,
    status: 'successful',
    authorize_uri: null,
    return_uri: null,
    created_at: now,
    paid_at: now,
    authorized_at: now,
    expires_at: now,
    expired_at: null,
    reversed_at: null,
    ...flags,
  }
}

const known = chargeOf({ amount: '100000', currency: 'thb', customer: 'cust_test_5xs2ii0kkhlrbgcjq8t' })

const answer = (response: ServerResponse, charge: object): void => {
  const body = JSON.stringify(charge)
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

const handle = (request: IncomingMessage, response: ServerResponse): void => {
  if (request.method === 'GET') answer(response, known)
  else {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => answer(response, chargeOf(decode(Buffer.concat(chunks).toString()))))
  }
}

const server = createServer(handle)

serve((question: LimitQuestion): Promise<number> | number => {
  if (question.do === 'cpu') return process.cpuUsage().user + process.cpuUsage().system
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
})
