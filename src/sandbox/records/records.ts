import type { Row, Rows } from '../../kernel/collection'
import type { KeyPair } from '../../service/accounts'
import { eventKeysOf } from '../../service/resources/event/keys'
import { applyProfile, type RenderContext } from '../../service/resources/record'
import { kinds } from '../../service/resources/registry'
import type { ShownRecords } from '../../service/resources/shown'
import type { World } from '../../service/world'
import type { Core } from '../core'
import { type EventReader, eventWaiting, type Reader, reader } from './reading'

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

/** A reader for each kind of records. */
type Readers<S> = { readonly [N in keyof S]: Reader<S[N]> }

/** The records of one account in one mode. */
export class Records implements Readers<ShownRecords> {
  readonly #context: Showing
  readonly #core: Pick<Core, 'jobs' | 'settings'>
  /** Made when they are first read: a test uses few. */
  readonly #readers = new Map<string, AnyReader>()

  /** @internal */
  constructor(context: Showing, core: Pick<Core, 'jobs' | 'settings'>) {
    this.#context = context
    this.#core = core
  }

  get cards(): Reader<ShownRecords['cards']> {
    return this.#reader('cards')
  }

  get charges(): Reader<ShownRecords['charges']> {
    return this.#reader('charges')
  }

  get checkoutSessions(): Reader<ShownRecords['checkoutSessions']> {
    return this.#reader('checkoutSessions')
  }

  get customers(): Reader<ShownRecords['customers']> {
    return this.#reader('customers')
  }

  get disputes(): Reader<ShownRecords['disputes']> {
    return this.#reader('disputes')
  }

  get documents(): Reader<ShownRecords['documents']> {
    return this.#reader('documents')
  }

  get events(): EventReader {
    return this.#reader('events')
  }

  get links(): Reader<ShownRecords['links']> {
    return this.#reader('links')
  }

  get occurrences(): Reader<ShownRecords['occurrences']> {
    return this.#reader('occurrences')
  }

  get recipients(): Reader<ShownRecords['recipients']> {
    return this.#reader('recipients')
  }

  get refunds(): Reader<ShownRecords['refunds']> {
    return this.#reader('refunds')
  }

  get schedules(): Reader<ShownRecords['schedules']> {
    return this.#reader('schedules')
  }

  get sources(): Reader<ShownRecords['sources']> {
    return this.#reader('sources')
  }

  get tokens(): Reader<ShownRecords['tokens']> {
    return this.#reader('tokens')
  }

  get transactions(): Reader<ShownRecords['transactions']> {
    return this.#reader('transactions')
  }

  get transfers(): Reader<ShownRecords['transfers']> {
    return this.#reader('transfers')
  }

  get webhookSecrets(): Reader<ShownRecords['webhookSecrets']> {
    return this.#reader('webhookSecrets')
  }

  #reader<N extends keyof Records>(name: N): Records[N] {
    const reader = this.#readers.get(name) ?? this.#made(name)
    this.#readers.set(name, reader)
    return reader as Records[N]
  }

  #made(name: keyof Records): AnyReader {
    const context = this.#context
    const { jobs, settings } = this.#core
    const { rows, render, fields } = declared.find((one) => one.name === name) as (typeof declared)[number]
    const show = (row: Row): object => {
      const renderContext = context.renderContext()
      return applyProfile(render(context.world, row, renderContext), renderContext)
    }
    const made = reader(() => rows(context.world), show, Object.keys(fields))
    if (name !== 'events') return made as AnyReader
    const events = made as EventReader
    const keys = eventKeysOf(settings.profile.eventKeys)
    const eventReader: EventReader = { ...events, keys, waitFor: eventWaiting(context, events, jobs) }
    return eventReader
  }
}

/** Ready values for the Authorization header. */
export const authorizationOf = (keys: KeyPair): KeyPair => ({
  public: `Basic ${btoa(`${keys.public}:`)}`,
  secret: `Basic ${btoa(`${keys.secret}:`)}`,
})
