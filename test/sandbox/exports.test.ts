/** The public surface, name by name: what is added, renamed or lost here is a change for users. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type * as api from '../../src/index'
import * as values from '../../src/index'
import * as webhooks from '../../src/service/webhooks/signature'
import * as factories from '../../src/suites/factories/factories'

/** Does not compile when one of them is missing. */
interface Types {
  AboutAccount: api.AboutAccount
  Account: api.Account
  AccountChanges: api.AccountChanges
  AccountObject: api.AccountObject
  AccountSnapshot: api.AccountSnapshot
  Assumption: api.Assumption
  BalanceObject: api.BalanceObject
  Capability: api.Capability
  Card: api.Card
  CardBrand: api.CardBrand
  Catalogue: api.Catalogue
  CatalogueCard: api.CatalogueCard
  CatalogueError: api.CatalogueError
  CatalogueFault: api.CatalogueFault
  CatalogueOperation: api.CatalogueOperation
  CatalogueTransition: api.CatalogueTransition
  Charge: api.Charge
  Clock: api.Clock
  Coverage: api.Coverage
  CoverageArea: api.CoverageArea
  CoverageRow: api.CoverageRow
  Customer: api.Customer
  Delivery: api.Delivery
  DeliveryHandler: api.DeliveryHandler
  Dispute: api.Dispute
  DisputeReason: api.DisputeReason
  Document: api.Document
  Event: api.Event
  EventKey: api.EventKey
  FailureCode: api.FailureCode
  EventPattern: api.EventPattern
  EventReader: api.EventReader
  FaultOptions: api.FaultOptions
  Faults: api.Faults
  Filter: api.Filter<api.Charge>
  Fixture: api.Fixture
  FixtureProblem: api.FixtureProblem
  Forex: api.Forex
  HostNames: api.HostNames
  Hosts: api.Hosts
  KeyPair: api.KeyPair
  KeyState: api.KeyState
  LeftOut: api.LeftOut
  Link: api.Link
  LinkPaymentInput: api.LinkPaymentInput
  ListenOptions: api.ListenOptions
  Listening: api.Listening
  MagicValue: api.MagicValue
  Mode: api.Mode
  MoveOptions: api.MoveOptions
  MoveProgress: api.MoveProgress
  NewAccount: api.NewAccount
  Occurrence: api.Occurrence
  PayerCard: api.PayerCard
  Reader: api.Reader<api.Charge>
  Recipient: api.Recipient
  RecordOptions: api.RecordOptions
  Recording: api.Recording
  RecordingProgress: api.RecordingProgress
  Records: api.Records
  Refund: api.Refund
  RequestEntry: api.RequestEntry
  RequestFault: api.RequestFault
  RequestFaultOptions: api.RequestFaultOptions
  RequestFilter: api.RequestFilter
  RequestRecord: api.RequestRecord
  Requests: api.Requests
  Sandbox: api.Sandbox
  SandboxErrorCode: api.SandboxErrorCode
  SeedOptions: api.SeedOptions
  Seeded: api.Seeded<string>
  SeededKind: api.SeededKind
  SeededRecord: api.SeededRecord
  Seeding: api.Seeding<api.Account>
  SandboxOptions: api.SandboxOptions
  Schedule: api.Schedule
  Simulate: api.Simulate
  Snapshot: api.Snapshot
  Source: api.Source
  Token: api.Token
  TokenCard: api.TokenCard
  TokenInput: api.TokenInput
  Transaction: api.Transaction
  Transfer: api.Transfer
  TransferFailureCode: api.TransferFailureCode
  TriggerParameters: api.TriggerParameters
  WaitOptions: api.WaitOptions
  WebhookDelivery: api.WebhookDelivery
  WebhookFault: api.WebhookFault
  WebhookFaultOptions: api.WebhookFaultOptions
  WebhookSecret: api.WebhookSecret
  Webhooks: api.Webhooks
}

const types: { readonly [name in keyof Types]: true } = {
  AboutAccount: true,
  Account: true,
  AccountChanges: true,
  AccountObject: true,
  AccountSnapshot: true,
  Assumption: true,
  BalanceObject: true,
  Capability: true,
  Card: true,
  CardBrand: true,
  Catalogue: true,
  CatalogueCard: true,
  CatalogueError: true,
  CatalogueFault: true,
  CatalogueOperation: true,
  CatalogueTransition: true,
  Charge: true,
  Clock: true,
  Coverage: true,
  CoverageArea: true,
  CoverageRow: true,
  Customer: true,
  Delivery: true,
  DeliveryHandler: true,
  Dispute: true,
  DisputeReason: true,
  Document: true,
  Event: true,
  EventKey: true,
  FailureCode: true,
  EventPattern: true,
  EventReader: true,
  FaultOptions: true,
  Faults: true,
  Filter: true,
  Fixture: true,
  FixtureProblem: true,
  Forex: true,
  HostNames: true,
  Hosts: true,
  KeyPair: true,
  KeyState: true,
  LeftOut: true,
  Link: true,
  LinkPaymentInput: true,
  ListenOptions: true,
  Listening: true,
  MagicValue: true,
  Mode: true,
  MoveOptions: true,
  MoveProgress: true,
  NewAccount: true,
  Occurrence: true,
  PayerCard: true,
  Reader: true,
  Recipient: true,
  RecordOptions: true,
  Recording: true,
  RecordingProgress: true,
  Records: true,
  Refund: true,
  RequestEntry: true,
  RequestFault: true,
  RequestFaultOptions: true,
  RequestFilter: true,
  RequestRecord: true,
  Requests: true,
  Sandbox: true,
  SandboxErrorCode: true,
  SeedOptions: true,
  Seeded: true,
  SeededKind: true,
  SeededRecord: true,
  Seeding: true,
  SandboxOptions: true,
  Schedule: true,
  Simulate: true,
  Snapshot: true,
  Source: true,
  Token: true,
  TokenCard: true,
  TokenInput: true,
  Transaction: true,
  Transfer: true,
  TransferFailureCode: true,
  TriggerParameters: true,
  WaitOptions: true,
  WebhookDelivery: true,
  WebhookFault: true,
  WebhookFaultOptions: true,
  WebhookSecret: true,
  Webhooks: true,
}

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
  expect(exported.sort()).toEqual(Object.keys(types).sort())
  expect(text).not.toMatch(/export \*/)
})
