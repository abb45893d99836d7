import { iso } from '../../../../kernel/calendar'
import { moneyText } from '../../../../kernel/money'
import type { Charge } from '../../../../service/resources/charge/record'
import { metadataText, payerAddress, RecordLink } from '../../parts/links'
import { Time, timeText } from '../../parts/values'
import { sheet } from './sheet'

/** Charges, what is paid by them or comes out of them, and customers with their cards. */

interface ShownCard {
  readonly brand: string
  readonly last_digits: string
}

const cardText = ({ brand, last_digits }: ShownCard): string => `${brand} ···· ${last_digits}`

const payerText = ({ card, source }: Pick<Charge, 'card' | 'source'>): string | null =>
  card === null ? (source?.type ?? null) : cardText(card)

export const whenText = (at: string | null): string | null => (at === null ? null : timeText(at))

interface Failing {
  readonly failure_code: string | null
  readonly failure_message: string | null
}

export const failureText = ({ failure_code: code, failure_message: message }: Failing) =>
  code === null ? null : <span class="bad">{`${code}: ${message}`}</span>

/** Many shops write their order into both. */
const purposeText = (description: string | null, metadata: Charge['metadata']): string => {
  const further = metadataText(metadata)
  const isSaid = description?.toLowerCase().includes(further.toLowerCase()) === true
  return [description, isSaid ? '' : further].filter(Boolean).join(' · ')
}

const fundingText = (charge: Charge): string | null =>
  charge.funding_currency === charge.currency
    ? null
    : moneyText(charge.funding_amount, charge.funding_currency)

const pageText = (address: string | null) => (address === null ? null : <a href={address}>{address}</a>)

/** A refund shows its charge whole. */
const idOf = (charge: string | { readonly id: string }): string =>
  typeof charge === 'string' ? charge : charge.id

const chargeText = (charge: string | { readonly description: string | null }): string | null =>
  typeof charge === 'string' ? null : charge.description

const respondBy = (dispute: { readonly respondBy: number } | undefined): string | null =>
  dispute === undefined ? null : iso(dispute.respondBy)

export const paymentSheets = {
  charges: sheet('charges', {
    state: ({ status }) => status,
    amount: (charge) => charge,
    about: ({ description, metadata }) => purposeText(description, metadata),
    failure: ({ failure_code }) => failure_code,
    columns: [
      { head: 'Paid by', of: payerText },
      {
        head: 'Customer',
        of: ({ customer }, view) =>
          customer === null ? null : (view.mode.customers.get(customer)?.email ?? customer),
      },
    ],
    facts: (charge, view) => [
      ['Payer’s page', pageText(payerAddress(view, charge.id))],
      ['Paid by', payerText(charge)],
      ['Customer', charge.customer === null ? null : <RecordLink view={view} id={charge.customer} />],
      ['Failure', failureText(charge)],
      [
        'Captured',
        charge.paid && charge.captured_amount !== charge.amount
          ? moneyText(charge.captured_amount, charge.currency)
          : null,
      ],
      ['Refunded', charge.refunded_amount === 0 ? null : moneyText(charge.refunded_amount, charge.currency)],
      ['In the account', fundingText(charge)],
      ['Fee', charge.paid ? moneyText(charge.fee + charge.fee_vat, charge.funding_currency) : null],
      ['Net', charge.paid ? moneyText(charge.net, charge.funding_currency) : null],
      ['Authorized', whenText(charge.authorized_at)],
      ['Paid', whenText(charge.paid_at)],
      ['Expires', charge.status === 'pending' ? <Time at={charge.expires_at} /> : null],
    ],
    related: (charge, world) => [
      ['Customer', [charge.customer]],
      ['Source', [charge.source?.id ?? null]],
      ['Link', [charge.link]],
      ['Schedule', [charge.schedule]],
      ['Refunds', world.refunds.by('charge', charge.id)],
      ['Disputes', world.disputes.by('charge', charge.id)],
      ['Occurrence', world.occurrences.by('result', charge.id)],
      ['Transaction', [charge.transaction]],
    ],
  }),
  refunds: sheet('refunds', {
    state: ({ voided }) => (voided ? 'voided' : 'closed'),
    amount: (refund) => refund,
    about: ({ charge, metadata }) => metadataText(metadata) || chargeText(charge),
    columns: [{ head: 'Charge', of: ({ charge }, view) => <RecordLink view={view} id={idOf(charge)} /> }],
    facts: ({ funding_amount, funding_currency, currency }) => [
      ['In the account', funding_currency === currency ? null : moneyText(funding_amount, funding_currency)],
    ],
    related: ({ charge, transaction }) => [
      ['Charge', [idOf(charge)]],
      ['Transaction', [transaction]],
    ],
  }),
  disputes: sheet('disputes', {
    state: ({ status }) => status,
    amount: (dispute) => dispute,
    about: ({ reason_message }) => reason_message,
    columns: [{ head: 'Charge', of: ({ charge }, view) => <RecordLink view={view} id={charge} /> }],
    facts: (dispute, { world }) => [
      ['Reason', dispute.reason_message],
      ['Answer', dispute.message],
      ['Answer by', dispute.status === 'open' ? whenText(respondBy(world.disputes.get(dispute.id))) : null],
      ['Closed', whenText(dispute.closed_at)],
    ],
    related: (dispute, world) => [
      ['Charge', [dispute.charge]],
      ['Documents', world.documents.by('dispute', dispute.id)],
      ['Transactions', dispute.transactions.map(({ id }) => id)],
    ],
  }),
  documents: sheet('documents', {
    state: ({ deleted }) => (deleted ? 'deleted' : null),
    about: ({ filename }) => filename,
    facts: ({ kind }) => [['Kind', kind]],
    related: (document, world) => [['Dispute', [world.documents.get(document.id)?.dispute ?? null]]],
  }),
  customers: sheet('customers', {
    state: ({ deleted }) => (deleted ? 'deleted' : null),
    about: ({ email, description }) => [email, description].filter(Boolean).join(' · '),
    columns: [{ head: 'Cards', of: ({ cards: { data } }) => data.map(cardText).join(', ') }],
    facts: ({ email, description }) => [
      ['Email', email],
      ['Description', description],
    ],
    related: ({ id }, world) => [
      ['Cards', world.cards.by('customer', id)],
      ['Charges', world.charges.by('customer', id)],
      ['Schedules', world.schedules.by('customer', id)],
    ],
  }),
  cards: sheet('cards', {
    state: ({ deleted }) => (deleted ? 'deleted' : null),
    about: (card) => `${cardText(card)} · ${card.name}`,
    facts: ({ name, bank, expiration_month, expiration_year, country }) => [
      ['Name', name],
      ['Bank', bank],
      ['Expires', `${expiration_month}/${expiration_year}`],
      ['Country', country],
    ],
    related: ({ id }, world) => [['Customer', [world.cards.get(id)?.customer ?? null]]],
  }),
  tokens: sheet('tokens', {
    state: ({ used }) => (used ? 'used' : 'unused'),
    about: ({ card }) => (card === null ? null : `${cardText(card)} · ${card.name}`),
    related: ({ card }) => [['Card', [card?.id ?? null]]],
  }),
  sources: sheet('sources', {
    state: ({ status }) => status,
    amount: (source) => source,
    about: ({ type }) => type,
    facts: ({ type, flow, scannable_code }) => [
      ['Type', type],
      ['Flow', flow],
      [
        'Code',
        scannable_code?.image === undefined ? null : (
          <a href={scannable_code.image.download_uri}>{scannable_code.type}</a>
        ),
      ],
    ],
    related: (source, world) => [['Charge', [world.sources.get(source.id)?.charge ?? null]]],
  }),
  links: sheet('links', {
    state: ({ deleted, used, multiple }) => (deleted ? 'deleted' : used && !multiple ? 'used' : 'open'),
    amount: ({ amount, currency }) => (amount === 0 ? null : { amount, currency }),
    about: ({ title, description }) => `${title} · ${description}`,
    columns: [{ head: 'Payments', of: ({ charges: { total } }) => total }],
    facts: ({ amount, payment_uri, multiple, currency }) => [
      ['Amount', amount === 0 ? `chosen by the payer, in ${currency.toUpperCase()}` : null],
      ['Payer’s page', pageText(payment_uri)],
      ['Can be paid', multiple ? 'many times' : 'once'],
    ],
    related: ({ id }, world) => [['Charges', world.charges.by('link', id)]],
  }),
}
