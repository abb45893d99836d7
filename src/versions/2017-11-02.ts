import { type Form, type Forms, form, type Part, shortWhenDeleted } from './form'

/** From 2019-05-29 back to 2017-11-02 (assumption `older-versions`). */
const made = (fields: string, from: Form['from'] = {}): Form =>
  form(fields, { created: 'created_at', ...from })

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null

const first = (value: unknown): Part | null => (Array.isArray(value) ? (value[0] ?? null) : null)

/** The newest entry of a list that once was the id of one. */
const transactionOf = ({ transactions }: Part): unknown => first(transactions)?.id ?? null

/** The id inside the address that the payer is sent to. */
const referenceOf = ({ authorize_uri: uri }: Part): string | null =>
  (typeof uri === 'string' ? /\/payments\/([^/]+)\//.exec(uri)?.[1] : undefined) ?? null

const cardWithoutPlace = ({ card }: Part): unknown => (isPart(card) ? { ...card, location: undefined } : card)

export const forms: Forms = {
  account: form('object id livemode location email currency supported_currencies created', {
    id: 'team',
    created: 'created_at',
  }),
  balance: form('object livemode location available total currency reserve_amount', {
    available: 'transferable',
    reserve_amount: 'reserve',
  }),
  bank_account: made('object brand last_digits name created', { brand: 'bank_code' }),
  capability: form('object location banks payment_methods zero_interest_installments'),
  card: shortWhenDeleted(
    made(
      'object id livemode location country city postal_code financing bank last_digits brand expiration_month expiration_year fingerprint name security_code_check created',
    ),
  ),
  charge: made(
    'object id livemode location amount currency description metadata status capture authorized reversed paid transaction refunded refunds return_uri reference authorize_uri failure_code failure_message card customer ip dispute source link schedule created',
    { refunded: 'refunded_amount', reference: referenceOf },
  ),
  customer: shortWhenDeleted(
    made('object id livemode location default_card email description created metadata cards'),
  ),
  dispute: made(
    'object id livemode location amount currency status message charge transaction documents reason_code reason_message closed_at created',
    { transaction: transactionOf },
  ),
  document: shortWhenDeleted(made('object id livemode location filename download_uri kind created')),
  event: made('object id livemode location key created data'),
  forex: form('object from to rate location', { from: 'base', to: 'quote' }),
  link: shortWhenDeleted(
    made(
      'object id livemode location used multiple amount currency title description charges payment_uri created',
    ),
  ),
  list: form('object from to offset limit total order location data'),
  'nested list': form('object from to offset limit total order location data', { order: () => null }),
  occurrence: made(
    'object id livemode location schedule schedule_date retry_date processed_at status message result created',
    {
      schedule_date: 'scheduled_on',
      retry_date: 'retry_on',
    },
  ),
  receipt: form(
    'object id location number date customer_name customer_address customer_tax_id customer_email customer_statement_name company_name company_address company_tax_id charge_fee voided_fee transfer_fee subtotal vat wht total credit_note currency adjustment_transaction',
    { date: 'created_at' },
  ),
  recipient: shortWhenDeleted(
    made(
      'object id livemode location verified active name email description type tax_id bank_account failure_code created',
    ),
  ),
  refund: made('object id location amount currency voided charge transaction created'),
  schedule: made(
    'object id livemode location status every period on in_words start_date end_date charge transfer occurrences next_occurrence_dates created',
    {
      start_date: 'start_on',
      end_date: 'end_on',
      next_occurrence_dates: 'next_occurrences_on',
      status: ({ status }) => (status === 'running' ? 'active' : status),
    },
  ),
  scheduled_charge: form('amount currency description customer card', {
    card: (charge) => (charge.default_card === true ? null : charge.card),
  }),
  scheduled_transfer: form('recipient amount currency percentage_of_balance'),
  source: form('object id type flow amount currency installment_terms', {
    installment_terms: ({ installment_term: term }) => term ?? undefined,
  }),
  token: made('object id livemode location used card created', { card: cardWithoutPlace }),
  transaction: made('object id location type source amount currency transferable created', {
    type: 'direction',
    source: 'origin',
    transferable: 'transferable_at',
  }),
  transfer: shortWhenDeleted(
    made(
      'object id livemode location recipient bank_account sent paid amount currency fee fail_fast failure_code failure_message transaction metadata sent_at paid_at created',
      { fee: 'total_fee', transaction: transactionOf },
    ),
  ),
  webhook_secret: null,
}
