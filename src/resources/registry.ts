import type { Route } from '../http/route'
import { type Row, rowsOf } from '../kernel/collection'
import { makeDue } from '../webhooks/outbox'
import type { World } from '../world'
import { accountRoutes } from './account/routes'
import { capabilityRoutes } from './capability/routes'
import { cardRoutes } from './card/routes'
import { cardShape } from './card/serialize'
import { chainRoutes } from './chain/routes'
import { lapseCharge } from './charge/levers'
import { chargeRoutes } from './charge/routes'
import { chargeShape } from './charge/serialize'
import { customerRoutes } from './customer/routes'
import { customerShape } from './customer/serialize'
import { lapseDispute } from './dispute/levers'
import { disputeRoutes } from './dispute/routes'
import { disputeShape } from './dispute/serialize'
import { documentRoutes } from './document/routes'
import { documentShape } from './document/serialize'
import type { EventRow, Subject } from './event/model'
import { eventRoutes } from './event/routes'
import { type Event, eventSchema, renderDeliveryOf, renderEvent } from './event/serialize'
import { exportRoutes } from './export/routes'
import { exportShape } from './export/serialize'
import { forexRoutes } from './forex/routes'
import { linkRoutes } from './link/routes'
import { linkShape } from './link/serialize'
import { occurrenceRoutes } from './occurrence/routes'
import { occurrenceShape } from './occurrence/serialize'
import { receiptRoutes } from './receipt/routes'
import { peekRecipient } from './recipient/operations'
import { recipientRoutes } from './recipient/routes'
import { recipientShape } from './recipient/serialize'
import { refundRoutes } from './refund/routes'
import { refundShape } from './refund/serialize'
import { runDueOccurrence } from './schedule/levers'
import { scheduleRoutes } from './schedule/routes'
import { scheduleShape } from './schedule/serialize'
import { searchRoutes } from './search/routes'
import type { Scene, Shape } from './shape'
import { sourceRoutes } from './source/routes'
import { sourceShape } from './source/serialize'
import { tokenRoutes } from './token/routes'
import { tokenShape } from './token/serialize'
import { transactionRoutes } from './transaction/routes'
import { transactionShape } from './transaction/serialize'
import { transferRoutes } from './transfer/routes'
import { transferShape } from './transfer/serialize'
import type { WebhookDeliveryRow } from './webhook-delivery/model'
import { type WebhookDelivery, webhookDeliverySchema } from './webhook-delivery/serialize'
import { webhookSecretRoutes } from './webhook-secret/routes'
import { webhookSecretShape } from './webhook-secret/serialize'

/** A resource as code that must not ask which one it has sees it. */
export interface Resource {
  readonly object: string
  readonly expandable: readonly string[]
  readonly find: (world: World, id: string) => Row | undefined
  readonly related: (world: World, row: Row) => unknown
  readonly render: (subject: Subject, scene: Scene) => Event['data']
  /** The form that its JSON has. */
  readonly schema: Shape<Row, never, Event['data']>['schema']
}

const resource = <R extends Row, X, W extends Event['data']>(
  shape: Shape<R, X, W>,
  rows: (world: World) => { get(id: string): R | undefined },
): Resource => ({
  object: shape.object,
  expandable: shape.expandable,
  find: (world, id) => rows(world).get(id),
  related: (world, row) => shape.related(world, row as R),
  render: (subject, scene) => shape.render(subject.row as R, subject.related as X, scene),
  schema: () => shape.schema(),
})

const noDeliveries: readonly WebhookDeliveryRow[] = []

/** The attempts to deliver an event, oldest first. */
export const deliveriesOf = (world: World, event: string): readonly WebhookDeliveryRow[] =>
  world.webhookDeliveries.length === 0 ? noDeliveries : rowsOf(world.webhookDeliveries.by('event', event))

const eventShape: Shape<EventRow, readonly WebhookDeliveryRow[], Event & Event['data']> = {
  object: 'event',
  related: (world, event) => deliveriesOf(world, event.id),
  render: (event, deliveries, scene) => ({ ...renderEvent(event, deliveries, scene, renderSubject) }),
  expandable: [],
  schema: eventSchema,
}

/** An event that its retries outlive takes them along: they cannot be shown without it. */
const peekDelivery = (world: World, id: string): WebhookDeliveryRow | undefined => {
  const delivery = world.webhookDeliveries.get(id)
  return delivery === undefined || world.events.get(delivery.event) === undefined ? undefined : delivery
}

/** Its related row is the event, which the payload is made of. */
const webhookDeliveryShape: Shape<WebhookDeliveryRow, EventRow, WebhookDelivery> = {
  object: 'webhook_delivery',
  related: (world, delivery) => {
    const event = world.events.get(delivery.event)
    if (event === undefined) throw new Error(`${delivery.id} outlived its event ${delivery.event}`)
    return event
  },
  render: (delivery, event, scene) => renderDeliveryOf(delivery, event, scene, renderSubject),
  expandable: [],
  schema: webhookDeliverySchema,
}

/** By the prefix of their ids. */
export const resources: { readonly [prefix: string]: Resource } = {
  card: resource(cardShape, (world) => world.cards),
  chrg: resource(chargeShape, (world) => world.charges),
  cust: resource(customerShape, (world) => world.customers),
  docu: resource(documentShape, (world) => world.documents),
  dspt: resource(disputeShape, (world) => world.disputes),
  evnt: resource(eventShape, (world) => world.events),
  expt: resource(exportShape, (world) => world.exports),
  link: resource(linkShape, (world) => world.links),
  occu: resource(occurrenceShape, (world) => world.occurrences),
  recp: resource(recipientShape, (world) => ({ get: (id) => peekRecipient(world, id) })),
  rfnd: resource(refundShape, (world) => world.refunds),
  schd: resource(scheduleShape, (world) => world.schedules),
  src: resource(sourceShape, (world) => world.sources),
  tokn: resource(tokenShape, (world) => world.tokens),
  trsf: resource(transferShape, (world) => world.transfers),
  trxn: resource(transactionShape, (world) => world.transactions),
  whdl: resource(webhookDeliveryShape, (world) => ({ get: (id) => peekDelivery(world, id) })),
  whsec: resource(webhookSecretShape, (world) => world.webhookSecrets),
}

const byObject = new Map(Object.values(resources).map((entry) => [entry.object, entry]))

export const resourceOf = (object: string): Resource => {
  const found = byObject.get(object)
  if (found === undefined) throw new Error(`there is no resource ${object}`)
  return found
}

export const renderSubject = (subject: Subject, scene: Scene): Event['data'] =>
  resourceOf(subject.object).render(subject, scene)

/** The JSON of whatever has this id, for `expand`. */
export const renderById = (world: World, id: string, scene: Scene): object | null => {
  const found = resources[id.slice(0, id.indexOf('_'))]
  const row = found?.find(world, id)
  return found === undefined || row === undefined
    ? null
    : found.render({ object: found.object, row, related: found.related(world, row) }, scene)
}

export const routes: readonly Route[] = [
  ...accountRoutes,
  ...capabilityRoutes,
  ...cardRoutes,
  ...chainRoutes,
  ...chargeRoutes,
  ...customerRoutes,
  ...disputeRoutes,
  ...documentRoutes,
  ...eventRoutes,
  ...exportRoutes,
  ...forexRoutes,
  ...linkRoutes,
  ...occurrenceRoutes,
  ...receiptRoutes,
  ...recipientRoutes,
  ...refundRoutes,
  ...scheduleRoutes,
  ...searchRoutes,
  ...sourceRoutes,
  ...tokenRoutes,
  ...transactionRoutes,
  ...transferRoutes,
  ...webhookSecretRoutes,
]

/** What happens when a job falls due, by its kind. The subject is the id of a record. */
export const jobs: { readonly [kind: string]: (world: World, subject: string) => void } = {
  'charge.lapse': lapseCharge,
  'occurrence.run': runDueOccurrence,
  'dispute.lapse': lapseDispute,
  'webhook.attempt': makeDue,
}
