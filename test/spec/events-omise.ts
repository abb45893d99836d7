// The keys of the real service, as its documentation and public applications list them: the profile `omise` has these and no others.

export const omiseEvents: readonly string[] = [
  ...['card.destroy', 'card.update'],
  ...[
    'charge.capture',
    'charge.complete',
    'charge.create',
    'charge.expire',
    'charge.reverse',
    'charge.update',
  ],
  ...['customer.create', 'customer.destroy', 'customer.update', 'customer.update.card'],
  ...['dispute.accept', 'dispute.close', 'dispute.create', 'dispute.update'],
  'link.create',
  ...['recipient.activate', 'recipient.create', 'recipient.deactivate', 'recipient.destroy'],
  ...['recipient.update', 'recipient.verify'],
  'refund.create',
  ...['schedule.create', 'schedule.destroy', 'schedule.expire', 'schedule.expiring', 'schedule.suspend'],
  ...['transfer.create', 'transfer.destroy', 'transfer.fail', 'transfer.pay', 'transfer.send'],
  'transfer.update',
]
