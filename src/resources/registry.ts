import type { Route } from '../http/route'
import type { Row } from '../kernel/collection'
import type { World } from '../world'
import { accountRoutes } from './account/routes'
import { cardRoutes } from './card/routes'
import { cardShape } from './card/serialize'
import { lapseCharge } from './charge/operations'
import { chargeRoutes } from './charge/routes'
import { chargeShape } from './charge/serialize'
import { customerRoutes } from './customer/routes'
import { customerShape } from './customer/serialize'
import type { EventRow, Subject } from './event/model'
import { eventRoutes } from './event/routes'
import { type Event, eventSchema, renderEvent } from './event/serialize'
import { refundRoutes } from './refund/routes'
import { refundShape } from './refund/serialize'
import type { Scene, Shape } from './shape'
import { tokenRoutes } from './token/routes'
import { tokenShape } from './token/serialize'
import { transactionRoutes } from './transaction/routes'
import { transactionShape } from './transaction/serialize'

/** A resource as code that must not ask which one it has sees it. */
export interface Resource {
  readonly object: string
  readonly expandable: readonly string[]
  readonly find: (world: World, id: string) => Row | undefined
  readonly related: (world: World, row: Row) => unknown
  readonly render: (subject: Subject, scene: Scene) => Event['data']
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
})

const eventShape: Shape<EventRow, null, Event & Event['data']> = {
  object: 'event',
  related: () => null,
  render: (event, _, scene) => ({ ...renderEvent(event, scene, renderSubject) }),
  expandable: [],
  schema: eventSchema,
}

/** By the prefix of their ids. */
const resources: { readonly [prefix: string]: Resource } = {
  card: resource(cardShape, (world) => world.cards),
  chrg: resource(chargeShape, (world) => world.charges),
  cust: resource(customerShape, (world) => world.customers),
  evnt: resource(eventShape, (world) => world.events),
  rfnd: resource(refundShape, (world) => world.refunds),
  tokn: resource(tokenShape, (world) => world.tokens),
  trxn: resource(transactionShape, (world) => world.transactions),
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
  ...cardRoutes,
  ...chargeRoutes,
  ...customerRoutes,
  ...eventRoutes,
  ...refundRoutes,
  ...tokenRoutes,
  ...transactionRoutes,
]

/** What happens when a job falls due, by its kind. The subject is the id of a record. */
export const jobs: { readonly [kind: string]: (world: World, subject: string) => void } = {
  'charge.lapse': lapseCharge,
}
