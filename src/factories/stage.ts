import { Accounts, defaultAccount } from '../accounts'
import { defaults } from '../defaults'
import type { Row } from '../kernel/collection'
import { UndoLog } from '../kernel/commit'
import { ApiError } from '../kernel/errors'
import { Ids } from '../kernel/ids'
import { SandboxError } from '../kernel/sandbox-error'
import { Timeline } from '../kernel/timeline'
import { knownParams, operationContext } from '../library/actions/api-call'
import { profileOf } from '../profiles'
import { kindOf } from '../resources/registry'
import type { Scene } from '../resources/shape'
import type { OperationContext, OperationName } from '../resources/trigger'
import type { World } from '../world'
import { override } from './overrides'

/** What a factory works with: the operations of the API in an account of its own. */
export interface FactoryContext extends OperationContext {
  /** Fields of the overrides that are parameters of the operation, so that what follows from them agrees. */
  readonly given: Readonly<Record<string, unknown>>
  /** Lets the cards that are charged meanwhile wait for 3-D Secure. */
  readonly with3ds: <T>(work: () => T) => T
  /** Moves the clock to the time of the factory, from where a making began. */
  readonly catchUp: () => void
}

/** Makes a record and returns its id. */
export type Make = (making: FactoryContext) => string

/** Ids of other records: they are no parameters, as the account of the factory does not have those records. */
const references = new Set([
  'card',
  'charge',
  'customer',
  'link',
  'recipient',
  'schedule',
  'source',
  'transfer',
])

const profile = profileOf('spec', {})

const isParam = ([name, value]: [string, unknown]): boolean =>
  value !== null &&
  value !== undefined &&
  !references.has(name) &&
  (typeof value !== 'object' || name === 'metadata')

interface FactoryCall {
  /** The operation whose parameters may be among the overrides. */
  readonly takes: OperationName
  readonly overrides: object
  /** How long before the time of the factory it begins, in ms. */
  readonly beginsBefore?: number
}

/** Gives each record an account of its own, so that no record depends on those made before it. */
export class FactoryStage {
  readonly #ids: Ids
  readonly #now: number

  /** @param now epoch milliseconds: when everything happens */
  constructor(seed: string, now: number) {
    this.#ids = new Ids(seed)
    this.#now = now
  }

  get scene(): Scene {
    return { livemode: false, now: this.#now, baseUrl: defaults.baseUrl, profileForm: null }
  }

  /**
   * Does what makes a record, all or nothing.
   * @throws SandboxError `refused`, with the message of the service
   */
  run<T>({ takes, overrides, beginsBefore = 0 }: FactoryCall, work: (making: FactoryContext) => T): T {
    const clock = { now: this.#now - beginsBefore }
    const { world, accounts, undo } = this.#open(clock)
    const given = knownParams(takes, Object.fromEntries(Object.entries(overrides).filter(isParam)))
    const making: FactoryContext = {
      ...operationContext(world, this.scene),
      given,
      with3ds: (charge) => {
        accounts.change(defaultAccount, { require3ds: true })
        const made = charge()
        accounts.change(defaultAccount, { require3ds: false })
        return made
      },
      catchUp: () => {
        clock.now = this.#now
      },
    }
    try {
      return undo.run(() => work(making) as never)
    } catch (error) {
      throw error instanceof ApiError ? new SandboxError('refused', error.message, { cause: error }) : error
    }
  }

  /** Makes a record and shows it as the API does, with the overrides. */
  make(object: string, call: FactoryCall, make: Make): Record<string, unknown> {
    return this.run(call, (making) => {
      const { world, given, scene } = making
      const kind = kindOf(object)
      const id = make(making)
      const row = kind.find(world, id)
      if (row === undefined) throw new Error(`there is no ${object} ${id}`)
      const shown = kind.render({ object, row, related: kind.related(world, row) }, scene)
      return structuredClone(override(shown, call.overrides, new Set(Object.keys(given))))
    })
  }

  #open(clock: { readonly now: number }) {
    const undo = new UndoLog()
    const timeline = new Timeline(() => clock.now, undo)
    const accounts = new Accounts({
      ...{ undo, timeline, ids: this.#ids },
      related: (world: World, object: string, row: Row) => kindOf(object).related(world, row),
      profile,
    })
    const account = {
      ...{ id: defaultAccount, createdAt: clock.now, email: 'merchant@example.com' },
      ...({ country: 'TH', currency: 'thb', locked: false, require3ds: false } as const),
    }
    const pair = (word: string) => ({ public: `pkey_${word}`, secret: `skey_${word}` })
    undo.run(() => accounts.open(account, { test: pair('test_sandbox'), live: pair('sandbox') }))
    return { world: accounts.world(defaultAccount, false), accounts, undo }
  }
}
