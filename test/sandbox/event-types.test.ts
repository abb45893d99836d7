import { expect, expectTypeOf } from 'vitest'
import type { Charge, Dispute, Event, Refund, WebhookDelivery } from '../../src/index'
import { test } from '../support/set-up'

test('the key of an event determines the type of its data', () => {
  const amountOf = (event: Event): number | null => {
    if (event.key === 'charge.complete') return event.data.amount
    if (event.key === 'refund.create') return event.data.charge.amount
    return null
  }
  expectTypeOf<Event<'charge.complete'>['data']>().toEqualTypeOf<Charge>()
  expectTypeOf<Event<'refund.create'>['data']>().toEqualTypeOf<Refund>()
  expectTypeOf<Event<'charge.dispute.close'>['data']>().toEqualTypeOf<Dispute>()
  expectTypeOf<Event<'webhooks.retry'>['data']>().toEqualTypeOf<WebhookDelivery>()
  // No kind of event is without data.
  expectTypeOf<Extract<Event, { readonly data: never }>>().toEqualTypeOf<never>()
  expectTypeOf(amountOf).returns.toEqualTypeOf<number | null>()
})

test('an event that was asked for by its key has the type of its key', async ({ sandbox }) => {
  const made = await sandbox.trigger('charge.complete', { amount: 4_000 })
  expect(made.data.amount).toBe(4_000)
  const found = await sandbox.events.waitFor('charge.complete', ({ data }) => data.paid)
  expect(found.data.amount).toBe(4_000)
  expect(sandbox.events.list({ key: 'charge.complete' })[0]?.data.amount).toBe(4_000)
  const any = await sandbox.events.waitFor('charge.*')
  expectTypeOf(any.data.object).toEqualTypeOf<'charge' | 'dispute'>()
  expectTypeOf(await sandbox.trigger('customer.create' as string)).toEqualTypeOf<Event>()
})
