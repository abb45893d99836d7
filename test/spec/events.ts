// Section 6: every event key. `endpoint` names the operation where the specification ties the key to one by
// name; the keys tied to a change of state are in transitions.ts.

export interface EventSpec {
  key: string
  endpoint?: string
  spec: string
}

export const events: readonly EventSpec[] = [
  { key: 'charge.create', spec: '6' },
  { key: 'charge.complete', spec: '6' },
  { key: 'charge.update', spec: '6' },
  { key: 'refund.create', spec: '6' },
  { key: 'customer.create', spec: '6' },
  { key: 'customer.update', spec: '6' },
  { key: 'customer.destroy', spec: '6' },
  { key: 'transfer.create', spec: '6' },
  { key: 'transfer.update', spec: '6' },
  { key: 'transfer.destroy', spec: '6' },
  { key: 'charge.dispute.create', spec: '6' },
  { key: 'charge.dispute.update', spec: '6' },
  { key: 'charge.dispute.close', spec: '6' },
  { key: 'source.create', spec: '6' },
  { key: 'source.update', spec: '6' },
  { key: 'source.failed', spec: '6' },
  { key: 'source.successful', spec: '6' },
  { key: 'link.create', spec: '6' },
  { key: 'link.payment.create', spec: '6' },
  { key: 'link.payment.complete', spec: '6' },
  { key: 'recipient.create', spec: '6' },
  { key: 'recipient.update', spec: '6' },
  { key: 'recipient.verify', endpoint: 'POST /recipients/:id/verify', spec: '6' },
  { key: 'recipient.destroy', spec: '6' },
  { key: 'schedule.create', spec: '6' },
  { key: 'schedule.suspend', spec: '6' },
  { key: 'schedule.activate', spec: '6' },
  { key: 'schedule.destroy', spec: '6' },
  { key: 'schedule.occurrence.scheduled', spec: '6' },
  { key: 'schedule.occurrence.successful', spec: '6' },
  { key: 'schedule.occurrence.failed', spec: '6' },
  { key: 'webhooks.deliver', spec: '6' },
  { key: 'webhooks.retry', spec: '6' },
]
