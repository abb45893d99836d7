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
export type { AccountObject } from './resources/account/serialize'
export type { Capability } from './resources/capability/serialize'
export type { Card } from './resources/card/serialize'
export type { Charge } from './resources/charge/schema'
export type { Customer } from './resources/customer/serialize'
export type { Dispute } from './resources/dispute/serialize'
export type { Document } from './resources/document/serialize'
export type { EventKey } from './resources/event/model'
export type { Event, EventPattern } from './resources/event/serialize'
export type { Forex } from './resources/forex/serialize'
export type { Link } from './resources/link/serialize'
export type { Occurrence } from './resources/occurrence/serialize'
export type { Recipient } from './resources/recipient/serialize'
export type { Refund } from './resources/refund/serialize'
export type { Schedule } from './resources/schedule/serialize'
export type { Source } from './resources/source/serialize'
export type { Token } from './resources/token/serialize'
export type { BalanceObject, Transaction } from './resources/transaction/serialize'
export type { Transfer } from './resources/transfer/serialize'
export type { WebhookDelivery } from './resources/webhook-delivery/serialize'
export type { WebhookSecret } from './resources/webhook-secret/serialize'
export { createSandbox } from './sandbox'
export type { DeliveryHandler } from './webhooks/transmit'
