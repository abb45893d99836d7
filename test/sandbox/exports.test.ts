/** The public surface, name by name: what is added, renamed or lost here is a change for users. */
import { readFileSync } from 'node:fs'
import { expect, expectTypeOf, it } from 'vitest'
import type { Charge, Dispute, Event, Refund, WebhookDelivery } from '../../src/index'
import * as values from '../../src/index'
import { resources } from '../../src/service/resources/registry'
import type { Resource } from '../../src/service/resources/resource'
import * as webhooks from '../../src/service/webhooks/signature'
import * as factories from '../../src/suites/factories/factories'
import { test } from '../support/set-up'

const types = `
  AboutAccount Account AccountChanges AccountObject AccountSnapshot Assumption BalanceObject
  Capability Card CardBrand CardFailureCode Catalogue CatalogueAction CatalogueCard CatalogueError CatalogueFault CatalogueOperation
  CatalogueTransition Chain Charge CheckoutPaymentInput CheckoutSession Clock Coverage CoverageArea CoverageRow Customer Delivery DeliveryHandler
  Dispute DisputeReason Document Event EventKey EventPattern EventReader FailureCode FaultOptions
  Faults Filter Fixture FixtureProblem Forex HostNames Hosts KeyPair KeyState LeftOut Link
  LinkPaymentInput ListenOptions Listening MagicValue Mode MoveOptions MoveProgress NewAccount
  Occurrence PayerCard Reader Receipt Recipient Recording Records Refund
  RequestEntry RequestFault RequestFaultOptions RequestFilter RequestRecord Requests Sandbox
  SandboxErrorCode SandboxOptions Schedule SeedOptions Seeded SeededKind SeededRecord Seeding Simulate
  Snapshot Source Token TokenCard TokenInput Transaction Transfer TransferFailureCode
  TriggerParameters WaitOptions WebhookDelivery WebhookFault WebhookFaultOptions WebhookSecret
  Webhooks
`

test('the values are these', () => {
  expect(Object.keys(values).sort()).toEqual(['FixtureError', 'SandboxError', 'createSandbox'])
  expect(values.createSandbox).toBeTypeOf('function')
  expect(new values.SandboxError('closed', 'why')).toBeInstanceOf(Error)
})

test('payment-sandbox/factories has a factory for each kind of record, for events and for webhooks', () => {
  const { factories: make, ...usual } = factories
  expect(Object.keys(usual).sort()).toEqual(Object.keys(make()).sort())
  expect(Object.keys(usual).sort()).toEqual([
    ...['card', 'charge', 'customer', 'dispute', 'event', 'link', 'occurrence', 'recipient', 'refund'],
    ...['schedule', 'source', 'token', 'transaction', 'transfer', 'webhook'],
  ])
})

test('payment-sandbox/webhooks has these values', () => {
  expect(Object.keys(webhooks).sort()).toEqual(['WebhookError', 'signWebhook', 'verifyWebhook'])
  expect(new webhooks.WebhookError('malformed_body', 'why')).toBeInstanceOf(Error)
})

test('the types are these', () => {
  const text = readFileSync(new URL('../../src/index.ts', import.meta.url), 'utf8')
  const exported = [...text.matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(([, typeOnly, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && (typeOnly !== undefined || name.startsWith('type ')))
      .map((name) => name.replace(/^type /, '')),
  )
  expect(exported.sort()).toEqual(types.trim().split(/\s+/).sort())
  expect(text).not.toMatch(/export \*/)
})

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

// Resources declare what the service knows about them; the registry joins the declarations by their names.

const names: Record<string, (resource: Resource) => readonly (string | undefined)[]> = {
  'kind of job': ({ jobs }) => Object.keys(jobs),
  'event to trigger': ({ triggers }) => Object.keys(triggers),
  operation: ({ routes }) => routes.map(({ method, path }) => `${method} ${path}`),
  'search scope': ({ scopes }) => scopes.map(({ name }) => name),
  'prefix of ids': ({ record }) => [record?.prefix],
  'name of an object': ({ record }) => [record?.object],
  'reader in the library': ({ record }) => [record?.reader?.name],
}

it.each(Object.entries(names))('two resources never declare the same %s', (_, namesOf) => {
  const all = resources.flatMap(namesOf).filter((name) => name !== undefined)
  expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([])
  expect(all.length).toBeGreaterThan(0)
})
