import type { Child } from 'hono/jsx'
import { iso } from '../../../kernel/calendar'
import type { Mode } from '../../../sandbox/account/account'
import type { PageKind } from '../../../sandbox/records/records'
import type { Charge } from '../../../service/resources/charge/record'
import { isSuccess } from '../../../service/webhooks/outbox'
import type { Fact } from '../../facts'
import type { View } from '../frame/view'
import { metadataText, payerAddress, purposeOfEvent, RecordLink } from '../parts/links'
import { type MoneyProps, Time } from '../parts/values'

/** What is special about the page of one kind of records: the rest follows from the table of the record. */
export interface Sheet<T> {
  /** What a person would call it. */
  readonly title: (record: T, view: View) => string | null
  /** Further columns of the table. */
  readonly columns?: { readonly [head: string]: (record: T, view: View) => Child }
  /** Default: its `status`. */
  readonly state?: (record: T, view: View) => string | null
  /** Default: its `amount`. */
  readonly amount?: (record: T) => MoneyProps | null
  /** Above the facts that follow from its fields. */
  readonly facts?: (record: T, view: View) => readonly Fact[]
  /** Fields which the page shows in another way, or that say nothing of this record. */
  readonly hides?: (record: T) => readonly (keyof T & string)[]
}

interface ShownCard {
  readonly brand: string
  readonly last_digits: string
}

const cardText = ({ brand, last_digits }: ShownCard): string => `${brand} ···· ${last_digits}`

const payerText = ({ card, source }: Pick<Charge, 'card' | 'source'>): string | null =>
  card === null ? (source?.type ?? null) : cardText(card)

/** Many shops write their order into both. */
const purposeText = (description: string | null, metadata: Charge['metadata']): string => {
  const further = metadataText(metadata)
  const isSaid = description?.toLowerCase().includes(further.toLowerCase()) === true
  return joined(description, isSaid ? '' : further)
}

const joined = (...texts: readonly (string | null)[]): string => texts.filter(Boolean).join(' · ')

const link = (address: string | null) => (address === null ? null : <a href={address}>{address}</a>)

/** To a record, which some profiles show whole and some by its id. */
const linkTo =
  <T,>(of: (record: T) => string | { readonly id: string }) =>
  (record: T, view: View) => {
    const other = of(record)
    return <RecordLink view={view} id={typeof other === 'string' ? other : other.id} />
  }

const descriptionOf = (charge: string | Pick<Charge, 'description'>): string | null =>
  typeof charge === 'string' ? null : charge.description

const deletedState = ({ deleted }: { readonly deleted: boolean }) => (deleted ? 'deleted' : null)

type RecordOf<N extends PageKind> = NonNullable<ReturnType<Mode[N]['get']>>

export const sheets: { readonly [N in PageKind]?: Sheet<RecordOf<N>> } = {
  cards: {
    title: (card) => `${cardText(card)} · ${card.name}`,
    state: deletedState,
    facts: ({ expiration_month, expiration_year }) => [['Expires', `${expiration_month}/${expiration_year}`]],
    hides: () => ['state', 'expiration_month', 'expiration_year'],
  },
  charges: {
    title: ({ description, metadata }) => purposeText(description, metadata),
    columns: {
      'Paid by': payerText,
      Customer: ({ customer }, { mode }) => customer && (mode.customers.get(customer)?.email ?? customer),
    },
    facts: (charge, view) => [
      ['Payer’s page', link(payerAddress(view, charge.id))],
      ['Paid by', payerText(charge)],
      ['Expires', charge.status === 'pending' ? <Time at={charge.expires_at} /> : null],
    ],
    hides: ({ paid }) => [
      ...(['authorize_uri', 'expires_at', 'refunded', 'source_of_fund'] as const),
      ...(paid ? [] : (['net', 'fee', 'fee_vat'] as const)),
    ],
  },
  checkoutSessions: {
    title: ({ description, order_id }) =>
      description?.includes(order_id ?? '') === true ? description : joined(description, order_id),
    columns: { Payments: ({ payments: { length } }) => length },
    facts: ({ redirect_url, redirect_urls: { complete_url, cancel_url }, style, status, ...session }) => [
      ['Payer’s page', status === 'open' ? link(redirect_url) : null],
      ['Offers', session.payment_methods.join(', ') || 'what the capability lists for the currency'],
      ['Returns to', complete_url],
      ['Leaves to', cancel_url],
      ['Colours', joined(style.theme_color, style.text_color)],
    ],
    hides: () => ['redirect_url', 'redirect_urls', 'payment_methods', 'style', 'payments'],
  },
  customers: {
    title: ({ email, description }) => joined(email, description),
    columns: { Cards: ({ cards: { data } }) => data.map(cardText).join(', ') },
    state: deletedState,
  },
  disputes: {
    title: ({ reason_message }) => reason_message,
    columns: { Charge: linkTo(({ charge }) => charge) },
    facts: ({ id, status }, { world }) => {
      const row = status === 'open' ? world.disputes.get(id) : undefined
      return [['Answer by', row === undefined ? null : <Time at={iso(row.respondBy)} />]]
    },
    hides: () => ['charge_dispute_at'],
  },
  documents: { title: ({ filename }) => filename, state: deletedState },
  events: {
    title: ({ id, key }, view) => joined(key, purposeOfEvent(view, id)),
    columns: { Record: linkTo(({ data }) => data) },
    state: ({ webhook_deliveries: attempts }) => {
      const last = attempts.at(-1)
      return last === undefined ? null : isSuccess(last.status) ? 'delivered' : 'failed'
    },
    facts: ({ webhook_deliveries: { length } }) => [
      ['Attempts', length === 0 ? 'none: there is no address to deliver to' : length],
    ],
  },
  links: {
    title: ({ title, description }) => joined(title, description),
    columns: { Payments: ({ charges: { total } }) => total },
    state: ({ deleted, used, multiple }) => (deleted ? 'deleted' : used && !multiple ? 'used' : 'open'),
    amount: ({ amount, currency }) => (amount === 0 ? null : { amount, currency }),
    facts: ({ amount, currency, payment_uri, multiple }) => [
      ['Amount', amount === 0 ? `chosen by the payer, in ${currency.toUpperCase()}` : null],
      ['Payer’s page', link(payment_uri)],
      ['Can be paid', multiple ? 'many times' : 'once'],
    ],
    hides: () => ['payment_uri'],
  },
  occurrences: {
    title: ({ scheduled_on, message }) => joined(scheduled_on, message),
    columns: { Schedule: linkTo(({ schedule }) => schedule) },
    hides: () => ['transfer_amount'],
  },
  recipients: {
    title: ({ name }) => name,
    columns: { 'Bank account': ({ bank_account }) => cardText(bank_account) },
    state: ({ deleted, verified, active, failure_code }) => {
      if (deleted) return 'deleted'
      if (verified) return active ? 'active' : 'verified'
      return failure_code === null ? 'unverified' : 'failed'
    },
    facts: ({ bank_account, default: isDefault }) => [
      ['Bank account', cardText(bank_account)],
      ['Default', isDefault ? 'yes: transfers without a recipient go here' : null],
    ],
  },
  refunds: {
    title: ({ metadata, charge }) => metadataText(metadata) || descriptionOf(charge),
    columns: { Charge: linkTo(({ charge }) => charge) },
    state: ({ voided }) => (voided ? 'voided' : 'closed'),
    hides: () => ['status'],
  },
  schedules: {
    // The API says `Every 1 week(s) on Friday`.
    title: ({ in_words }) => in_words.replace(/ 1 (\w+)\(s\)/, ' $1').replace('(s)', 's'),
    columns: { Next: ({ next_occurrences_on: [next] }) => next },
    amount: ({ charge, transfer }) => {
      const { amount = null, currency = '' } = charge ?? transfer ?? {}
      return amount === null ? null : { amount, currency }
    },
    facts: ({ charge, transfer, next_occurrences_on }) => [
      ['Does', charge == null ? 'transfers to a recipient' : 'charges a customer'],
      ['Share', transfer?.percentage_of_balance && `${transfer.percentage_of_balance} % of the balance`],
      ['Next', next_occurrences_on.slice(0, 3).join(', ')],
    ],
    hides: () => ['every', 'period', 'in_words', 'state'],
  },
  sources: {
    title: ({ type }) => type,
    facts: ({ scannable_code: code }) => [
      ['Code', code?.image === undefined ? null : <a href={code.image.download_uri}>{code.type}</a>],
    ],
  },
  tokens: {
    title: ({ card }) => card && `${cardText(card)} · ${card.name}`,
    state: ({ used }) => (used ? 'used' : 'unused'),
  },
  transactions: {
    title: ({ key }) => key,
    columns: { Origin: linkTo(({ origin }) => origin) },
    state: ({ direction }) => direction,
    amount: ({ amount, currency, direction }) => ({
      amount: direction === 'credit' ? amount : -amount,
      currency,
    }),
  },
  transfers: {
    title: ({ bank_account: { name, last_digits } }) => `${name} ···· ${last_digits}`,
    columns: { Recipient: linkTo(({ recipient }) => recipient) },
    state: ({ id }, { world }) => world.transfers.get(id)?.state ?? null,
  },
}
