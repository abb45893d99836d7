/** The public surface, name by name: what is added, renamed or lost here is a change for users. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as values from '../../src/index'
import * as webhooks from '../../src/service/webhooks/signature'
import * as factories from '../../src/suites/factories/factories'

const types = `
  AboutAccount Account AccountChanges AccountObject AccountSnapshot Assumption BalanceObject
  Capability Card CardBrand Catalogue CatalogueCard CatalogueError CatalogueFault CatalogueOperation
  CatalogueTransition Charge Clock Coverage CoverageArea CoverageRow Customer Delivery DeliveryHandler
  Dispute DisputeReason Document Event EventKey EventPattern EventReader FailureCode FaultOptions
  Faults Filter Fixture FixtureProblem Forex HostNames Hosts KeyPair KeyState LeftOut Link
  LinkPaymentInput ListenOptions Listening MagicValue Mode MoveOptions MoveProgress NewAccount
  Occurrence PayerCard Reader Recipient RecordOptions Recording RecordingProgress Records Refund
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
