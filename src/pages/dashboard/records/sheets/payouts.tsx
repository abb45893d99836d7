import { moneyText } from '../../../../kernel/money'
import { purposeOfEvent, RecordLink } from '../../parts/links'
import { failureText, whenText } from './payments'
import { sheet } from './sheet'

/** Transfers, those who get them, schedules, the movements of the balance, and events. */

export const payoutSheets = {
  schedules: sheet('schedules', {
    state: ({ status }) => status,
    amount: ({ charge, transfer }) => {
      const { amount = null, currency = '' } = charge ?? transfer ?? {}
      return amount === null ? null : { amount, currency }
    },
    // The API says `Every 1 week(s) on Friday`.
    about: ({ in_words }) => in_words.replace(/ 1 (\w+)\(s\)/, ' $1').replace('(s)', 's'),
    columns: [{ head: 'Next', of: ({ next_occurrences_on: [next] }) => next }],
    facts: ({ charge, transfer, start_on, end_on, next_occurrences_on }) => [
      ['Does', charge == null ? 'transfers to a recipient' : 'charges a customer'],
      [
        'Share',
        transfer?.percentage_of_balance == null ? null : `${transfer.percentage_of_balance} % of the balance`,
      ],
      ['From', start_on],
      ['To', end_on],
      ['Next', next_occurrences_on.slice(0, 3).join(', ')],
    ],
    related: ({ id, charge, transfer }, world) => [
      ['Customer', [charge?.customer ?? null]],
      ['Recipient', [transfer?.recipient ?? null]],
      ['Occurrences', world.occurrences.by('schedule', id)],
    ],
  }),
  occurrences: sheet('occurrences', {
    state: ({ status }) => status,
    about: ({ scheduled_on, message }) => [scheduled_on, message].filter(Boolean).join(' · '),
    columns: [{ head: 'Schedule', of: ({ schedule }, view) => <RecordLink view={view} id={schedule} /> }],
    facts: ({ retry_on, processed_at, message }) => [
      ['Message', message],
      ['Processed', whenText(processed_at)],
      ['Retried', retry_on],
    ],
    related: ({ schedule, result }) => [
      ['Schedule', [schedule]],
      ['Result', [result]],
    ],
  }),
  transfers: sheet('transfers', {
    state: ({ id }, world) => world.transfers.get(id)?.state ?? null,
    amount: (transfer) => transfer,
    about: ({ bank_account: { name, last_digits } }) => `${name} ···· ${last_digits}`,
    failure: ({ failure_code }) => failure_code,
    columns: [{ head: 'Recipient', of: ({ recipient }, view) => <RecordLink view={view} id={recipient} /> }],
    facts: (transfer) => [
      ['Fee', moneyText(transfer.total_fee, transfer.currency)],
      ['Arrives', moneyText(transfer.net, transfer.currency)],
      ['Failure', failureText(transfer)],
      ['Sent', whenText(transfer.sent_at)],
      ['Paid', whenText(transfer.paid_at)],
    ],
    related: (transfer, world) => [
      ['Recipient', [transfer.recipient]],
      ['Schedule', [transfer.schedule]],
      ['Occurrence', world.occurrences.by('result', transfer.id)],
      ['Transactions', transfer.transactions.map(({ id }) => id)],
    ],
  }),
  recipients: sheet('recipients', {
    state: ({ deleted, verified, active, failure_code }) => {
      if (deleted) return 'deleted'
      if (verified) return active ? 'active' : 'verified'
      return failure_code === null ? 'unverified' : 'failed'
    },
    about: ({ name }) => name,
    columns: [
      {
        head: 'Bank account',
        of: ({ bank_account: { brand, last_digits } }) => `${brand} ···· ${last_digits}`,
      },
    ],
    facts: (recipient) => [
      ['Type', recipient.type],
      ['Email', recipient.email],
      ['Bank account', `${recipient.bank_account.brand} ···· ${recipient.bank_account.last_digits}`],
      ['Description', recipient.description],
      ['Failure', recipient.failure_code],
      ['Default', recipient.default ? 'yes: transfers without a recipient go here' : null],
    ],
    related: ({ id }, world) => [
      ['Transfers', world.transfers.by('recipient', id)],
      ['Schedules', world.schedules.by('recipient', id)],
    ],
  }),
  transactions: sheet('transactions', {
    state: ({ direction }) => direction,
    amount: ({ amount, currency, direction }) => ({
      amount: direction === 'credit' ? amount : -amount,
      currency,
    }),
    about: ({ key }) => key,
    columns: [{ head: 'Origin', of: ({ origin }, view) => <RecordLink view={view} id={origin} /> }],
    facts: ({ transferable_at }) => [['Transferable', whenText(transferable_at)]],
    related: ({ origin }) => [['Origin', [origin]]],
  }),
  events: sheet('events', {
    state: ({ id }, world) => {
      const attempts = world.webhookDeliveries.by('event', id)
      if (attempts.length === 0) return null
      const { status } = attempts.at(attempts.length - 1)
      return status !== null && status >= 200 && status < 300 ? 'delivered' : 'failed'
    },
    about: ({ id, key }, view) => [key, purposeOfEvent(view, id)].filter(Boolean).join(' · '),
    columns: [{ head: 'Record', of: ({ data }, view) => <RecordLink view={view} id={data.id} /> }],
    facts: ({ key, webhook_deliveries }) => [
      ['Key', key],
      [
        'Attempts',
        webhook_deliveries.length === 0
          ? 'none: there is no address to deliver to'
          : webhook_deliveries.length,
      ],
    ],
    related: ({ data }) => [['Record', [data.id]]],
  }),
}
