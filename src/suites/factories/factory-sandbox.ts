import { type Row, rowsOf } from '../../kernel/collection'
import { UndoLog } from '../../kernel/commit'
import { ApiError } from '../../kernel/errors'
import { Ids } from '../../kernel/ids'
import { isObject } from '../../kernel/json'
import { checkObject, SandboxError } from '../../kernel/sandbox-error'
import { nearest } from '../../kernel/text'
import { Timeline } from '../../kernel/timeline'
import { defaults } from '../../options/config'
import type { Profile } from '../../options/profiles'
import { knownParams, operationContext } from '../../sandbox/actions/api-call'
import { Accounts, defaultAccount } from '../../service/accounts'
import { profileFormOf } from '../../service/http/profile-form'
import type { OccasionName } from '../../service/resources/event/keys'
import { applyProfile, type RenderContext } from '../../service/resources/record'
import { kindOf, triggers } from '../../service/resources/registry'
import type { OperationContext, Recipe, TriggerParameters } from '../../service/resources/resource'
import type { Factories } from './kinds'

/** What a factory works with: the operations of the API, in its own account. */
export interface FactoryContext extends OperationContext {
  readonly overrides: object
  /** Fields of the overrides that are parameters of the operation, so that fields that depend on them agree. */
  readonly given: TriggerParameters
  /** The time of what happens next, in epoch milliseconds. */
  readonly clock: { now: number }
}

/** What to make: the event whose trigger makes it, or its own steps. */
export type Make = OccasionName | ((making: FactoryContext) => unknown)

/** Ids of other records: they are no parameters, as the account of the factory does not have those records. */
const references = 'card charge customer link recipient schedule source transfer'.split(' ')

const isParam = ([name, value]: [string, unknown]): boolean =>
  value !== null &&
  value !== undefined &&
  !references.includes(name) &&
  (typeof value !== 'object' || name === 'metadata')

const recipeOf = (occasion: OccasionName): Recipe => {
  const recipe = triggers[occasion]
  if (recipe === undefined) throw new Error(`nothing triggers ${occasion}`)
  return recipe
}

const country = { country: 'TH', currency: 'thb', locked: false, require3ds: false } as const
const keys = (word: string) => ({ public: `pkey_${word}`, secret: `skey_${word}` })

/** Gives each record its own account, so that no record depends on those made before it. */
export class FactorySandbox {
  readonly #ids: Ids
  readonly #now: number

  /** @param now epoch milliseconds: when everything happens */
  constructor(
    seed: string,
    now: number,
    readonly profile: Profile,
  ) {
    this.#ids = new Ids(seed)
    this.#now = now
  }

  /**
   * Makes a record, all or nothing, and shows it.
   * @param like the event whose trigger takes the same parameters
   * @throws SandboxError `refused`, with the message of the service
   */
  run<T>(like: OccasionName, overrides: object, make: Make, show: (making: FactoryContext) => T): T {
    checkObject(overrides, 'overrides')
    const { profile } = this
    const clock = { now: this.#now }
    const undo = new UndoLog()
    const timeline = new Timeline(() => clock.now, undo)
    const accounts = new Accounts({ undo, timeline, ids: this.#ids, profile })
    const account = { id: defaultAccount, createdAt: clock.now, email: 'merchant@example.com', ...country }
    const { baseUrl } = defaults
    const renderContext: RenderContext = {
      livemode: false,
      now: clock.now,
      baseUrl,
      profileForm: profileFormOf(profile),
    }
    const params = Object.fromEntries(Object.entries(overrides).filter(isParam))
    try {
      undo.run(() => accounts.open(account, { test: keys('test_sandbox'), live: keys('sandbox') }))
      return undo.run((() => {
        const context = operationContext(accounts.world(defaultAccount, false), renderContext)
        const making = { ...context, overrides, given: knownParams(recipeOf(like).takes, params), clock }
        if (typeof make === 'string') recipeOf(make).run(making, making.given)
        else make(making)
        return show(making)
      }) as () => never)
    } catch (error) {
      throw error instanceof ApiError ? new SandboxError('refused', error.message, { cause: error }) : error
    }
  }
}

type Traits<F> = { readonly [K in keyof F]: Trait<F[K]> }
/** A trait with a second parameter takes it before its overrides. */
type Trait<M> = M extends (...given: infer A) => unknown
  ? 2 extends A['length']
    ? (making: FactoryContext, first: A[0]) => unknown
    : Make
  : never
type AnyTrait = OccasionName | ((making: FactoryContext, first: never) => unknown)

interface More {
  /** How the record without a trait is made. Default: by the trigger. */
  readonly make?: Make
  /** Default: the newest one. */
  readonly pick?: (rows: readonly Row[]) => Row | undefined
}

/** @param like the event whose trigger makes the record, or at least takes the same parameters */
export const kind =
  <K extends Exclude<keyof Factories, 'event' | 'webhook'>>(
    object: K,
    like: OccasionName,
    traits: Traits<Factories[K]>,
    { make = like, pick = (rows) => rows.at(-1) }: More = {},
  ) =>
  (sandbox: FactorySandbox): Factories[K] => {
    const show = ({ world, renderContext, overrides, given }: FactoryContext): unknown => {
      const { reader, related, render } = kindOf(object)
      const row = reader === null ? undefined : pick(rowsOf(reader.rows(world)))
      if (row === undefined) throw new Error(`nothing made a ${object}`)
      const shown = applyProfile(render(row, related(world, row), renderContext), renderContext)
      return structuredClone(override(shown, overrides, given))
    }
    const made = (how: Make, overrides: object = {}): unknown => sandbox.run(like, overrides, how, show)
    const methodOf = (trait: AnyTrait) =>
      typeof trait === 'function' && trait.length > 1
        ? (first?: unknown, overrides?: object) => made((making) => trait(making, first as never), overrides)
        : (overrides?: object) => made(trait as Make, overrides)
    const methods = Object.entries<AnyTrait>(traits).map(([name, trait]) => [name, methodOf(trait)])
    return Object.assign((overrides?: object) => made(make, overrides), Object.fromEntries(methods))
  }

/** Objects whose fields have any name. */
const isFree = (name: string): boolean => ['metadata', 'billing', 'shipping'].includes(name)

/**
 * A record with some of its fields replaced.
 * @param settled fields of the record that already have their value
 * @throws SandboxError `refused` for a field that the record does not have
 */
export const override = (
  record: Readonly<Record<string, unknown>>,
  overrides: object,
  settled: object = {},
): Record<string, unknown> => {
  const changed: Record<string, unknown> = { ...record }
  for (const [name, value] of Object.entries(overrides)) {
    if (!Object.hasOwn(record, name)) throw unknownField(record, name)
    if (value === undefined || Object.hasOwn(settled, name)) continue
    const present = record[name]
    const isPart = isObject(value) && isObject(present) && !isFree(name)
    changed[name] = isPart ? override(present, value) : value
  }
  return changed
}

const unknownField = (record: Readonly<Record<string, unknown>>, name: string): SandboxError => {
  const [near] = nearest(name, Object.keys(record), 1)
  const hint = near === undefined ? '' : `; did you mean ${near}?`
  const what = typeof record.object === 'string' ? `a ${record.object.replaceAll('_', ' ')}` : 'it'
  return new SandboxError('refused', `${what} has no field ${name.slice(0, 80)}${hint}`)
}
