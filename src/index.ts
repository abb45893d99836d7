/** payment-sandbox: a payment service on your laptop and in your tests. */

export { createSandbox } from './create-sandbox'
export { FixtureError, type FixtureProblem } from './fixtures/problems'
export type { LeftOut } from './fixtures/record/draft'
export { SandboxError, type SandboxErrorCode } from './kernel/sandbox-error'
export type { ListenOptions, SandboxOptions } from './options/config'
export type { HostNames, Hosts } from './options/hosts'
export type { AboutAccount, AccountChanges } from './sandbox/account/about'
export type { Account, Mode } from './sandbox/account/account'
export type {
  CheckoutPaymentInput,
  DisputeReason,
  FailureCode,
  LinkPaymentInput,
  PayerCard,
  Simulate,
  TransferFailureCode,
} from './sandbox/actions/simulate'
export type { CardBrand, CardFailureCode, TokenCard, TokenInput } from './sandbox/actions/token'
export type { TriggerParameters } from './sandbox/actions/trigger'
export type { Clock, MoveOptions, MoveProgress } from './sandbox/clock/clock'
export type { WaitOptions } from './sandbox/clock/waiting'
export type {
  Catalogue,
  CatalogueAction,
  CatalogueCard,
  CatalogueError,
  CatalogueFault,
  CatalogueOperation,
  CatalogueTransition,
  MagicValue,
} from './sandbox/coverage/catalogue'
export type { Coverage, CoverageArea, CoverageRow } from './sandbox/coverage/schema'
export type {
  FaultOptions,
  Faults,
  RequestFault,
  RequestFaultOptions,
  WebhookFault,
  WebhookFaultOptions,
} from './sandbox/faults'
export type {
  Fixture,
  Recording,
  Seeded,
  SeededKind,
  SeededRecord,
  Seeding,
  SeedOptions,
} from './sandbox/fixtures/seed'
export type { EventReader, Filter, Reader } from './sandbox/records/reading'
export type { Records } from './sandbox/records/records'
export type { RequestFilter, RequestRecord, Requests } from './sandbox/records/requests'
export type { Sandbox } from './sandbox/sandbox'
export type { Listening } from './sandbox/servers'
export type { AccountSnapshot } from './sandbox/snapshots/account-snapshot'
export type { Snapshot } from './sandbox/snapshots/snapshot'
export type { Delivery } from './sandbox/webhooks/delivery'
export type { Webhooks } from './sandbox/webhooks/webhooks'
export type { KeyPair, NewAccount } from './service/accounts'
export type { Assumption } from './service/assumptions'
export type { RequestEntry } from './service/http/backend'
export type { KeyState } from './service/resources/account/model'
export type { AccountObject } from './service/resources/account/record'
export type { Capability } from './service/resources/capability/record'
export type { Card } from './service/resources/card/record'
export type { Chain } from './service/resources/chain/record'
export type { Charge } from './service/resources/charge/record'
export type { CheckoutSession } from './service/resources/checkout-session/record'
export type { Customer } from './service/resources/customer/record'
export type { Dispute } from './service/resources/dispute/record'
export type { Document } from './service/resources/document/record'
export type { EventKey } from './service/resources/event/keys'
export type { Event, EventPattern } from './service/resources/event/record'
export type { Forex } from './service/resources/forex/record'
export type { Link } from './service/resources/link/record'
export type { Occurrence } from './service/resources/occurrence/record'
export type { Receipt } from './service/resources/receipt/record'
export type { Recipient } from './service/resources/recipient/record'
export type { Refund } from './service/resources/refund/record'
export type { Schedule } from './service/resources/schedule/record'
export type { Source } from './service/resources/source/record'
export type { Token } from './service/resources/token/record'
export type { BalanceObject, Transaction } from './service/resources/transaction/record'
export type { Transfer } from './service/resources/transfer/record'
export type { WebhookDelivery } from './service/resources/webhook-delivery/record'
export type { WebhookSecret } from './service/resources/webhook-secret/record'
export type { DeliveryHandler } from './service/webhooks/transmit'
