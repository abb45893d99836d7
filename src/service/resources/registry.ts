import { once } from '../../kernel/json'
import type { ProfileName } from '../../options/profiles'
import { isIn, type Route } from '../http/route'
import type { Scope } from '../search/scope'
import type { World } from '../world'
import { account } from './account'
import { capability } from './capability'
import { card } from './card'
import { chain } from './chain'
import { charge } from './charge'
import { checkoutSession } from './checkout-session'
import { customer } from './customer'
import { dispute } from './dispute'
import { document } from './document'
import { event } from './event'
import type { EventSubject } from './event/model'
import { searchExport } from './export'
import { forex } from './forex'
import { link } from './link'
import { occurrence } from './occurrence'
import { receipt } from './receipt'
import { recipient } from './recipient'
import type { RenderContext, ShownRecord } from './record'
import { refund } from './refund'
import type { Jobs, RecordKind, Resource, Triggers } from './resource'
import { schedule } from './schedule'
import { search } from './search'
import { source } from './source'
import { token } from './token'
import { transaction } from './transaction'
import { transfer } from './transfer'
import { webhookDelivery } from './webhook-delivery'
import { webhookSecret } from './webhook-secret'

/** The JSON of a record of any kind. */
export const renderSubject = (subject: EventSubject, renderContext: RenderContext): ShownRecord =>
  kindOf(subject.object).render(subject.row, subject.related, renderContext)

/**
 * Every resource but the search over them. The order counts once: where a search of everything shows records that were
 * made at the same moment.
 */
const searchable: readonly Resource[] = [
  account,
  capability,
  card,
  chain,
  charge,
  checkoutSession,
  customer,
  dispute,
  document,
  event(renderSubject),
  searchExport,
  forex,
  link,
  occurrence,
  receipt,
  recipient,
  refund,
  transfer,
  transaction,
  schedule,
  source,
  token,
  webhookDelivery(renderSubject),
  webhookSecret,
]

/** All that can be searched (spec 4.10). */
export const scopes = once((): readonly Scope[] => searchable.flatMap((resource) => resource.scopes))

export const resources: readonly Resource[] = [...searchable, search(searchable)]

export const routes: readonly Route[] = resources.flatMap((resource) => resource.routes)

/** Those that a sandbox of a profile has. */
export const routesIn = (profile: ProfileName): readonly Route[] =>
  routes.filter((route) => isIn(profile, route))

/** By their kinds. */
export const jobs: Jobs = Object.assign({}, ...resources.map((resource) => resource.jobs))

/** How to bring about each kind of event, except those about deliveries. */
export const triggers: Triggers = Object.assign({}, ...resources.map((resource) => resource.triggers))

/** The kinds of records, by the prefix of their ids. */
export const kinds: ReadonlyMap<string, RecordKind> = new Map(
  resources.flatMap(({ record }) => (record === null ? [] : [[record.prefix, record]])),
)

const kindsByObject = new Map([...kinds.values()].map((kind) => [kind.object, kind]))

export const kindOf = (object: string): RecordKind => {
  const kind = kindsByObject.get(object)
  if (kind === undefined) throw new Error(`there is no kind of records ${object}`)
  return kind
}

/** The kind of the record that has this id; `undefined` where no id begins so. */
export const kindOfId = (id: string): RecordKind | undefined => kinds.get(id.slice(0, id.indexOf('_')))

/** The JSON of the record that has this id, for `expand`; `null` where there is none. */
export const renderById = (world: World, id: string, renderContext: RenderContext): object | null => {
  const kind = kindOfId(id)
  const row = kind?.find(world, id)
  return kind === undefined || row === undefined
    ? null
    : kind.render(row, kind.related(world, row), renderContext)
}
