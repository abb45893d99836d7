import type { Row, Rows } from '../../kernel/collection'
import type { KeyPair } from '../../service/accounts'
import { eventKeysOf, type KeySet } from '../../service/resources/event/keys'
import { applyProfile, type RenderContext } from '../../service/resources/record'
import { kinds } from '../../service/resources/registry'
import type { ShownRecords } from '../../service/resources/shown'
import type { World } from '../../service/world'
import type { DueJobs } from '../clock/due-jobs'
import { type EventReader, eventWaiting, type Reader, reader } from './reading'

/** A reader for each kind of records. */
type Readers<S> = { readonly [N in keyof S]: Reader<S[N]> }

/** The records of one account in one mode. */
export interface Records extends Readers<ShownRecords> {
  readonly events: EventReader
}

const declared = [...kinds.values()].flatMap((kind) => kind.reader ?? [])

/** The names of all of them. */
export const recordNames = declared.map(({ name }) => name as keyof Records)

/** The kinds of records that have pages: secrets of webhooks have none. */
export type PageKind = Exclude<keyof Records, 'webhookSecrets'>
export const pageKinds = recordNames.filter((name): name is PageKind => name !== 'webhookSecrets')
export const isPageKind = (name: string): name is PageKind => pageKinds.some((kind) => kind === name)

/** A reader of any kind, for code that treats all kinds alike. */
export interface AnyReader {
  count(): number
  get(id: string): AnyRecord | undefined
  last(): AnyRecord | undefined
  list(filter: undefined, options: { readonly last: number }): readonly AnyRecord[]
}

/** A record of any kind. */
export interface AnyRecord {
  readonly id: string
}

/** The rows of a kind, by the name of its reader, such as `charges`; `undefined` for an unknown name. */
export const rowsOfKind = (world: World, name: string): Rows<Row> | undefined =>
  declared.find((one) => one.name === name)?.rows(world)

interface Showing {
  /** Throws a SandboxError when the account no longer exists. */
  readonly world: World
  readonly renderContext: () => RenderContext
}

/** The reader of a kind of records. */
export const readerOf = <N extends keyof Records>(
  name: N,
  context: Showing,
  clock: DueJobs,
  eventKeys: KeySet,
): Records[N] => {
  const { rows, render, fields } = declared.find((one) => one.name === name) as (typeof declared)[number]
  const show = (row: Row): object => {
    const renderContext = context.renderContext()
    return applyProfile(render(context.world, row, renderContext), renderContext)
  }
  const made = reader(() => rows(context.world), show, Object.keys(fields)) as Records[N]
  if (name !== 'events') return made
  const events = made as EventReader
  return { ...made, keys: eventKeysOf(eventKeys), waitFor: eventWaiting(context, events, clock) }
}

/** Ready values for the Authorization header. */
export const authorizationOf = (keys: KeyPair): KeyPair => ({
  public: `Basic ${btoa(`${keys.public}:`)}`,
  secret: `Basic ${btoa(`${keys.secret}:`)}`,
})
