import type { KeyPair } from '../../accounts'
import { type Row, type Rows, sequenceOf } from '../../kernel/collection'
import { type Card, cardShape } from '../../resources/card/serialize'
import type { Charge } from '../../resources/charge/schema'
import { chargeShape } from '../../resources/charge/serialize'
import { type Customer, customerShape } from '../../resources/customer/serialize'
import { type Dispute, disputeShape } from '../../resources/dispute/serialize'
import { type Document, documentShape } from '../../resources/document/serialize'
import type { EventRow } from '../../resources/event/model'
import { keptEvents, peekEvent } from '../../resources/event/operations'
import { renderEvent } from '../../resources/event/serialize'
import { type Link, linkShape } from '../../resources/link/serialize'
import { type Occurrence, occurrenceShape } from '../../resources/occurrence/serialize'
import type { RecipientRow } from '../../resources/recipient/model'
import { allRecipients, peekRecipient } from '../../resources/recipient/operations'
import { type Recipient, recipientShape } from '../../resources/recipient/serialize'
import { type Refund, refundShape } from '../../resources/refund/serialize'
import { renderSubject } from '../../resources/registry'
import { type Schedule, scheduleShape } from '../../resources/schedule/serialize'
import { dressed, type Scene, type Shape } from '../../resources/shape'
import { type Source, sourceShape } from '../../resources/source/serialize'
import { type Token, tokenShape } from '../../resources/token/serialize'
import { type Transaction, transactionShape } from '../../resources/transaction/serialize'
import { type Transfer, transferShape } from '../../resources/transfer/serialize'
import { deliveriesOf } from '../../resources/webhook-delivery/operations'
import type { WebhookSecretRow } from '../../resources/webhook-secret/model'
import { webhookSecretsOf } from '../../resources/webhook-secret/operations'
import { renderWithSecret, type WebhookSecret } from '../../resources/webhook-secret/serialize'
import type { World } from '../../world'
import type { WaitingClock } from '../clock/waiting'
import { type EventReader, eventWaiting } from './event-waiting'
import { type Reader, reader } from './reader'

/** The records of one account in one mode. */
export interface Records {
  readonly cards: Reader<Card>
  readonly charges: Reader<Charge>
  readonly customers: Reader<Customer>
  readonly disputes: Reader<Dispute>
  /** Evidence of disputes, also what was deleted. */
  readonly documents: Reader<Document>
  readonly events: EventReader
  /** Recipients of transfers, the default one included. */
  readonly recipients: Reader<Recipient>
  readonly links: Reader<Link>
  readonly occurrences: Reader<Occurrence>
  readonly refunds: Reader<Refund>
  readonly schedules: Reader<Schedule>
  readonly sources: Reader<Source>
  readonly tokens: Reader<Token>
  readonly transactions: Reader<Transaction>
  readonly transfers: Reader<Transfer>
  /** The secrets in use, with their values. */
  readonly webhookSecrets: Reader<WebhookSecret>
}

/** The names of all of them. */
export const recordNames = Object.keys({
  cards: 0,
  charges: 0,
  customers: 0,
  disputes: 0,
  documents: 0,
  events: 0,
  links: 0,
  occurrences: 0,
  recipients: 0,
  refunds: 0,
  schedules: 0,
  sources: 0,
  tokens: 0,
  transactions: 0,
  transfers: 0,
  webhookSecrets: 0,
} satisfies Record<keyof Records, 0>) as readonly (keyof Records)[]

interface Showing {
  readonly world: World
  readonly scene: () => Scene
  readonly clock: WaitingClock
  /** Throws a SandboxError when the account is not there any more. */
  readonly present: () => void
}

export const recordsOf = ({ world, scene, clock, present }: Showing): Records => {
  const shaped = <R extends Row, X, W extends { readonly object: string }>(
    rows: Rows<R>,
    shape: Shape<R, X, W>,
  ) =>
    reader(rows, (row) => {
      const now = scene()
      return dressed(shape.render(row, shape.related(world, row), now), now)
    })
  const events = reader(keptBy(world), (row) =>
    dressed(renderEvent(row, deliveriesOf(world, row.id), scene(), renderSubject), scene()),
  )
  return {
    cards: shaped(world.cards, cardShape),
    charges: shaped(world.charges, chargeShape),
    customers: shaped(world.customers, customerShape),
    disputes: shaped(world.disputes, disputeShape),
    documents: shaped(world.documents, documentShape),
    events: { ...events, waitFor: eventWaiting(world, events, clock, present) },
    recipients: shaped(recipientsOf(world), recipientShape),
    links: shaped(world.links, linkShape),
    occurrences: shaped(world.occurrences, occurrenceShape),
    refunds: shaped(world.refunds, refundShape),
    schedules: shaped(world.schedules, scheduleShape),
    sources: shaped(world.sources, sourceShape),
    tokens: shaped(world.tokens, tokenShape),
    transactions: shaped(world.transactions, transactionShape),
    transfers: shaped(world.transfers, transferShape),
    webhookSecrets: reader(secretsOf(world), (row) => dressed(renderWithSecret(row, scene()), scene())),
  }
}

/** The events that the API still shows. */
const keptBy = (world: World): Rows<EventRow> => ({
  get: (id) => peekEvent(world, id),
  get length() {
    return keptEvents(world).length
  },
  at: (position) => keptEvents(world).at(position),
})

const secretsOf = (world: World): Rows<WebhookSecretRow> => ({
  get: (id) => webhookSecretsOf(world).find((secret) => secret.id === id),
  get length() {
    return webhookSecretsOf(world).length
  },
  at: (position) => sequenceOf(webhookSecretsOf(world)).at(position),
})

const recipientsOf = (world: World): Rows<RecipientRow> => ({
  get: (id) => peekRecipient(world, id),
  get length() {
    return allRecipients(world).length
  },
  at: (position) => allRecipients(world).at(position),
})

/** Ready values for the Authorization header. */
export const authorizationOf = (keys: KeyPair): KeyPair => ({
  public: `Basic ${btoa(`${keys.public}:`)}`,
  secret: `Basic ${btoa(`${keys.secret}:`)}`,
})
