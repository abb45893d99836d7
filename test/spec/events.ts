// Section 6: every event key. `endpoint` names the operation where the specification ties the key to one by
// name; the keys tied to a change of state are in transitions.ts.

export interface EventSpec {
  key: string
  family:
    | 'charge'
    | 'refund'
    | 'customer'
    | 'transfer'
    | 'dispute'
    | 'source'
    | 'link'
    | 'recipient'
    | 'schedule'
    | 'schedule occurrence'
    | 'webhook delivery'
  endpoint?: string
  spec: string
}

export const events = [
  { key: 'charge.create', family: 'charge', spec: '6' },
  { key: 'charge.complete', family: 'charge', spec: '6' },
  { key: 'charge.update', family: 'charge', spec: '6' },
  { key: 'refund.create', family: 'refund', spec: '6' },
  { key: 'customer.create', family: 'customer', spec: '6' },
  { key: 'customer.update', family: 'customer', spec: '6' },
  { key: 'customer.destroy', family: 'customer', spec: '6' },
  { key: 'transfer.create', family: 'transfer', spec: '6' },
  { key: 'transfer.update', family: 'transfer', spec: '6' },
  { key: 'transfer.destroy', family: 'transfer', spec: '6' },
  { key: 'charge.dispute.create', family: 'dispute', spec: '6' },
  { key: 'charge.dispute.update', family: 'dispute', spec: '6' },
  { key: 'charge.dispute.close', family: 'dispute', spec: '6' },
  { key: 'source.create', family: 'source', spec: '6' },
  { key: 'source.update', family: 'source', spec: '6' },
  { key: 'source.failed', family: 'source', spec: '6' },
  { key: 'source.successful', family: 'source', spec: '6' },
  { key: 'link.create', family: 'link', spec: '6' },
  { key: 'link.payment.create', family: 'link', spec: '6' },
  { key: 'link.payment.complete', family: 'link', spec: '6' },
  { key: 'recipient.create', family: 'recipient', spec: '6' },
  { key: 'recipient.update', family: 'recipient', spec: '6' },
  { key: 'recipient.verify', family: 'recipient', endpoint: 'POST /recipients/:id/verify', spec: '6' },
  { key: 'recipient.destroy', family: 'recipient', spec: '6' },
  { key: 'schedule.create', family: 'schedule', spec: '6' },
  { key: 'schedule.suspend', family: 'schedule', spec: '6' },
  { key: 'schedule.activate', family: 'schedule', spec: '6' },
  { key: 'schedule.destroy', family: 'schedule', spec: '6' },
  { key: 'schedule.occurrence.scheduled', family: 'schedule occurrence', spec: '6' },
  { key: 'schedule.occurrence.successful', family: 'schedule occurrence', spec: '6' },
  { key: 'schedule.occurrence.failed', family: 'schedule occurrence', spec: '6' },
  { key: 'webhooks.deliver', family: 'webhook delivery', spec: '6' },
  { key: 'webhooks.retry', family: 'webhook delivery', spec: '6' },
] as const satisfies readonly EventSpec[]
