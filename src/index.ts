/** payment-sandbox: a payment service on your laptop and in your tests. */

export type { KeyPair, NewAccount } from './accounts'
export type { Assumption } from './assumptions'
export type { ListenOptions, SandboxOptions } from './config'
export type {
  FaultOptions,
  Faults,
  RequestFault,
  RequestFaultOptions,
  WebhookFault,
  WebhookFaultOptions,
} from './faults/library'
export { FixtureError, type FixtureProblem } from './fixtures/problems'
export type { LeftOut } from './fixtures/record/draft'
export type { RecordingProgress } from './fixtures/record/rehearse'
export type { HostNames, Hosts } from './hosts'
export type { RequestEntry } from './http/env'
export { SandboxError, type SandboxErrorCode } from './kernel/sandbox-error'
export type { AboutAccount, AccountChanges } from './library/account/about'
export type { Account, Mode } from './library/account/account'
export type {
  DisputeReason,
  FailureCode,
  LinkPaymentInput,
  PayerCard,
  Simulate,
  TransferFailureCode,
} from './library/actions/simulate'
export type { CardBrand, TokenCard, TokenInput } from './library/actions/token'
export type { TriggerParameters } from './library/actions/trigger'
export type { Clock, MoveOptions, MoveProgress } from './library/clock/clock'
export type { WaitOptions } from './library/clock/waiting'
export type {
  Catalogue,
  CatalogueCard,
  CatalogueError,
  CatalogueFault,
  CatalogueOperation,
  CatalogueTransition,
  MagicValue,
} from './library/coverage/catalogue'
export type { Coverage, CoverageArea, CoverageRow } from './library/coverage/coverage'
export type {
  Fixture,
  Recording,
  RecordOptions,
  Seeded,
  SeededKind,
  SeededRecord,
  Seeding,
  SeedOptions,
} from './library/fixtures/seed'
export type { EventReader } from './library/records/event-waiting'
export type { Filter } from './library/records/filter'
export type { Reader } from './library/records/reader'
export type { Records } from './library/records/records'
export type { RequestFilter, RequestRecord, Requests } from './library/records/requests'
export type { AccountSnapshot } from './library/snapshots/account-snapshot'
export type { Snapshot } from './library/snapshots/snapshot'
export type { Listening, Sandbox } from './library/surface'
export type { Delivery } from './library/webhooks/delivery'
export type { Webhooks } from './library/webhooks/webhooks'
export type { KeyState } from './resources/account/model'
export type { AccountObject } from './resources/account/record'
export type { Capability } from './resources/capability/record'
export type { Card } from './resources/card/record'
export type { Charge } from './resources/charge/record'
export type { Customer } from './resources/customer/record'
export type { Dispute } from './resources/dispute/record'
export type { Document } from './resources/document/record'
export type { EventKey } from './resources/event/model'
export type { Event, EventPattern } from './resources/event/record'
export type { Forex } from './resources/forex/record'
export type { Link } from './resources/link/record'
export type { Occurrence } from './resources/occurrence/record'
export type { Recipient } from './resources/recipient/record'
export type { Refund } from './resources/refund/record'
export type { Schedule } from './resources/schedule/record'
export type { Source } from './resources/source/record'
export type { Token } from './resources/token/record'
export type { BalanceObject, Transaction } from './resources/transaction/record'
export type { Transfer } from './resources/transfer/record'
export type { WebhookDelivery } from './resources/webhook-delivery/record'
export type { WebhookSecret } from './resources/webhook-secret/record'
export { createSandbox } from './sandbox'
export type { DeliveryHandler } from './webhooks/transmit'
