/** What each attribute reads of a record: an export shows all of them, as a search knows them. */
import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../../../../src/index'
import type { Export } from '../../../../src/service/resources/export/index'
import type { Client } from '../../../support/client'
import { dispute } from '../../../support/disputes'
import type { Params } from '../../../support/form'
import { createRecipient, createTransfer, verifyRecipient } from '../../../support/payouts'
import { createLink } from '../../../support/schedules'
import type { SearchBody } from '../../../support/search'
import { expectSuccess, setUpWith } from '../../../support/set-up'

const metadata = { order: 'A-1' }
const dates = { every: 1, period: 'day', start_on: '2026-02-15', end_on: '2026-03-15' }

/** Records of each kind, made from 09:00 to 14:00. */
const shop = setUpWith(async (client, sandbox) => {
  const hour = () => sandbox.clock.advance('1h')
  const make = async (path: string, params: Params) => expectSuccess(await client.post(path, params)).id
  const about = { description: 'A regular', email: 'nok@example.com', metadata }
  const { id: customer, default_card: card } = await client.customer(about)
  await hour()
  const charge = await client.charge({ customer, amount: 500_050, description: 'Tea', metadata })
  const bought = { amount: 300_000, currency: 'thb', return_uri: 'https://shop.example' }
  const source = { type: 'installment_bay', installment_term: 4 }
  const instalments = await make('/charges', { ...bought, source })
  const fraud = sandbox.token('failed_fraud_check').id
  await client.post('/charges', { amount: 2000, currency: 'jpy', card: fraud })
  await hour()
  const { id: refund } = await client.refund(charge.id, { amount: 5000, metadata })
  const { id: disputed } = await dispute(client, charge.id, { metadata })
  const link = await createLink(client, { description: 'One cup' })
  await hour()
  await client.patch(`/disputes/${disputed}`, { message: 'It was delivered' })
  await client.patch(`/disputes/${disputed}/close`, { status: 'won' })
  sandbox.simulate.payLink(link.id)
  const landlord = { email: 'rent@example.com', description: 'Rent', tax_id: '77', metadata }
  const { id: recipient } = await createRecipient(client, landlord)
  await hour()
  await verifyRecipient(client, recipient)
  const { id: transfer } = await createTransfer(client, { recipient, metadata })
  const { transactions } = expectSuccess(
    await client.post<{ transactions: { id: string }[] }>(`/transfers/${transfer}/mark_as_sent`),
  )
  await hour()
  await client.post(`/transfers/${transfer}/mark_as_paid`)
  const { id: failed } = await createTransfer(client, { recipient })
  await client.patch(`/transfers/${failed}`, { success: false, failure_code: 'transfer_failed' })
  const box = { customer, amount: 10_000, description: 'Box' }
  return {
    customer,
    card: card ?? '',
    charge: charge.id,
    instalments,
    refund,
    disputed,
    recipient,
    transfer,
    failed,
    debit: transactions[0]?.id ?? '',
    link: link.id,
    key: link.payment_uri.replace(/.*\//, ''),
    declined: sandbox.charges.list({ status: 'failed' })[0]?.id ?? '',
    subscription: await make('/schedules', { ...dates, charge: box }),
    salary: await make('/schedules', { ...dates, transfer: { recipient, amount: 5000 } }),
  }
})

/** `amount=20.00; used`: what a cell says of each record, by their ids. */
const exported = async (client: Client, { fetch }: Sandbox, scope: string, made: Record<string, string>) => {
  const asked = { scope, export: true, filter_type: 'monthly_created' }
  const found = expectSuccess(await client.get<SearchBody>('/search', asked))
  const { download_uri } = expectSuccess(await client.get<Export>(`/exports/${found.export}`))
  const lines = (await (await fetch(download_uri)).text()).trimEnd().split('\r\n')
  const [names = [], ...rows] = lines.map((line) => line.replaceAll('"', '').split(','))
  const said = rows.map((cells) =>
    names
      .map((name, i) => `${name}=${cells[i]}`)
      .filter((cell) => !/^month|=(false|\{\}|)$/.test(cell))
      .join('; ')
      .replace(/=true|2026-01-15T|:00.000Z/g, ''),
  )
  return said.map((text) =>
    Object.entries(made).reduce((shown, [name, id]) => shown.replaceAll(id, `<${name}>`), text),
  )
}

const visa = 'card_bank=JPMORGAN CHASE BANK N.A.; card_name=Somchai Prasert'
const bank = 'bank_name=Shop Ltd; bank_brand=Bangkok Bank bbl'
const payee = 'recipient_email=rent@example.com; recipient_id=<recipient>; recipient_name=Shop Ltd'
const order = 'metadata={order:A-1}'

describe('spec 4.10: the values of', () => {
  test.each([
    [
      'charge',
      'amount=2000.00; capture; created=10:00; credit_card_brand=Visa; card_last_digits=0016; currency=jpy; ' +
        'failure_code=failed_fraud_check; source_of_fund=card; status=failed; fraud; refund_amount=0.00; ' +
        `id=<declined>; ${visa}; failure_message=fraud check failed`,
      'amount=3000.00; capture; created=10:00; currency=thb; source_of_fund=offsite; ' +
        'source_type=installment_bay; status=pending; is_installment; refund_amount=0.00; ' +
        'installment_terms=4; id=<instalments>',
      'amount=5000.50; authorized; capture; captured; captured_at=10:00; created=10:00; ' +
        'credit_card_brand=Visa; card_last_digits=4242; currency=thb; source_of_fund=card; ' +
        `status=successful; refunded; refund_amount=50.00; id=<charge>; ${visa}; description=Tea; ${order}`,
    ],
    ['customer', `created=09:00; id=<customer>; description=A regular; email=nok@example.com; ${order}`],
    [
      'dispute',
      'amount=4950.50; card_last_digits=4242; charge_id=<charge>; currency=thb; status=won; ' +
        'closed_at=12:00; created=11:00; id=<disputed>; card_brand=Visa; card_id=<card>; ' +
        `card_name=Somchai Prasert; ${order}; message=It was delivered; ` +
        'reason_code=goods_or_services_not_provided; reason_message=Merchandise/Services Not Received',
    ],
    [
      'link',
      'amount=200.00; created=11:00; used_at=12:00; currency=thb; used; id=<link>; description=One cup; ' +
        'link_reference=<key>; title=Coffee',
    ],
    [
      'recipient',
      'active; verified; activated_at=13:00; created=12:00; verified_at=13:00; bank_last_digits=7890; ' +
        `type=corporation; id=<recipient>; ${bank}; description=Rent; email=rent@example.com; ${order}; ` +
        'name=Shop Ltd; tax_id=77',
    ],
    [
      'refund',
      'amount=50.00; card_last_digits=4242; charge_id=<charge>; status=closed; created=11:00; id=<refund>; ' +
        'card_bank=JPMORGAN CHASE BANK N.A.; card_brand=Visa; card_id=<card>; card_name=Somchai Prasert; ' +
        `charge_description=Tea; currency=thb; ${order}`,
    ],
    [
      'transfer',
      `amount=100.00; fee=28.04; created=14:00; currency=thb; id=<failed>; ${bank}; ` +
        'failure_code=transfer_failed; failure_message=the bank of the recipient returned the transfer; ' +
        payee,
      'amount=100.00; fee=28.04; created=13:00; paid_at=14:00; sent_at=13:00; currency=thb; paid; sent; ' +
        `id=<transfer>; ${bank}; ${order}; ${payee}; transaction_id=<debit>`,
    ],
    [
      'transaction',
      'amount=100.00; created=13:00; hold_until=13:00; currency=thb; kind=transfer.sent.debit; id=<debit>; ' +
        'record_id=<transfer>',
    ],
    [
      'charge_schedule',
      'status=running; card_last_digits=4242; active; amount=100.00; created=14:00; ' +
        'recurrence_id=<subscription>; currency=thb; description=Box; customer_email=nok@example.com; ' +
        'card_brand=Visa; card_bank=JPMORGAN CHASE BANK N.A.; card_name=Somchai Prasert',
    ],
    [
      'transfer_schedule',
      'status=running; active; created=14:00; recurrence_id=<salary>; recipient_name=Shop Ltd',
    ],
  ])('a %s', async (scope, ...expected) => {
    const { client, sandbox, made } = await shop()
    expect(await exported(client, sandbox, scope, made)).toEqual(expect.arrayContaining(expected))
  })
})

describe('spec 4.10: a search', () => {
  test.each([
    ['the kind of a movement, as a whole', 'transaction', { kind: 'transfer.sent.debit' }, 1],
    ['its direction', 'transaction', { kind: 'CREDIT' }, 3],
    ['what it is about', 'transaction', { kind: 'refund' }, 1],
    ['the end of a kind', 'transaction', { kind: 'sent.debit' }, 0],
    ['what no record has', 'dispute', { card_first_digits: '424242' }, 0],
    ['a time that there is not', 'transfer', { paid_at: '2026-01-01..' }, 1],
    ['a time to the millisecond', 'charge', { created: '2026-01-15T09:59:59.500Z' }, 0],
    ['a range with spaces', 'charge', { amount: ' 5000.5000 .. 6000 ' }, 1],
    ['an amount below zero', 'charge', { amount: '-5000.50..' }, 4],
    ['a number with a sign', 'charge', { installment_terms: '+4' }, 1],
  ])('by %s', async (_, scope, filters, total) => {
    const { client } = await shop()
    expect(expectSuccess(await client.get<SearchBody>('/search', { scope, filters })).total).toBe(total)
  })

  test.each([
    ['charge', 'card'],
    ['dispute', 'card'],
    ['refund', 'card'],
    ['refund', 'charge'],
    ['transfer', 'recipient'],
    ['charge_schedule', 'card'],
    ['transfer_schedule', 'recipient'],
  ] as const)('for a %s knows the new name of its %s at once', async (scope, what) => {
    const { client, made } = await shop()
    const { customer, card, recipient, charge } = made
    const found = async (query: string) =>
      expectSuccess(await client.get<SearchBody>('/search', { scope, query })).total
    expect(await found('malee')).toBe(0)
    const changes = {
      card: () => client.patch(`/customers/${customer}/cards/${card}`, { name: 'Malee Suk' }),
      recipient: () => client.patch(`/recipients/${recipient}`, { name: 'Malee Suk' }),
      charge: () => client.patch(`/charges/${charge}`, { description: 'Malee' }),
    }
    expectSuccess(await changes[what]())
    expect(await found('malee')).toBeGreaterThan(0)
  })

  test.each([
    ['customer', 'customers', 'customer', 0],
    ['link', 'links', 'link', 0],
    ['transfer_schedule', 'schedules', 'salary', 0],
    ['recipient', 'recipients', 'recipient', 2],
  ] as const)('for a %s that was deleted', async (scope, folder, record, total) => {
    const { client, made } = await shop()
    expectSuccess(await client.delete(`/${folder}/${made[record]}`))
    expect(expectSuccess(await client.get<SearchBody>('/search', { scope })).total).toBe(total)
  })
})
