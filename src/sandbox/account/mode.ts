import type { FixtureTarget, NamedRecord } from '../../fixtures/load'
import { type Row, rowsOf } from '../../kernel/collection'
import { deepFreeze, once } from '../../kernel/json'
import { SandboxError } from '../../kernel/sandbox-error'
import { meant } from '../../kernel/text'
import type { KeyPair } from '../../service/accounts'
import { balanceOf } from '../../service/ledger/sums'
import type { EventFor, EventPattern } from '../../service/resources/event/record'
import type { Scene } from '../../service/resources/record'
import type { ShownRecords } from '../../service/resources/shown'
import { balanceRecord } from '../../service/resources/transaction/record'
import type { World } from '../../service/world'
import type { Stage } from '../actions/api-call'
import { simulateOn } from '../actions/simulate'
import { tokenOn } from '../actions/token'
import { type TriggerParameters, triggerOn } from '../actions/trigger'
import type { DueJobs } from '../clock/due-jobs'
import type { Core } from '../core'
import { faultsOf } from '../faults'
import type { FixtureLoader } from '../fixtures/fixture-loader'
import type { RecordArguments, SeededKind, SeededRecord, SeedOptions } from '../fixtures/seed'
import { authorizationOf, eventsOf, recordNames, recordsOf } from '../records/records'
import { requestsOf } from '../records/requests'
import { AccountWebhooks, type Webhooks } from '../webhooks/webhooks'
import type { Account, Mode } from './account'
import { sharedParts } from './parts'

/** The same methods, each of which calls `check` first. */
const checked = <T extends object>(methods: T, check: () => void): T =>
  Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [
      name,
      (...given: unknown[]) => {
        check()
        return method(...given)
      },
    ]),
  ) as T

interface ModePlace {
  readonly core: Core
  readonly fixtures: FixtureLoader
  /** The id of its account. */
  readonly id: string
  readonly livemode: boolean
  /** Throws a SandboxError when the account no longer exists. */
  readonly present: () => void
  /** Loads a fixture. Returns what it names. */
  readonly seed: (
    fixture: string | object,
    target: FixtureTarget,
    options?: SeedOptions,
  ) => Record<string, SeededRecord | Account>
  readonly shown: (named: NamedRecord) => SeededRecord | Account | undefined
}

/** What the parts of a mode need. */
class ModeSource implements Stage {
  readonly place: ModePlace
  readonly core: Core
  readonly present: () => void

  constructor(place: ModePlace) {
    this.place = place
    this.core = place.core
    this.present = place.present
  }

  get world(): World {
    this.present()
    return this.core.accounts.world(this.place.id, this.place.livemode)
  }

  get happen(): Core['happen'] {
    return this.core.happen
  }

  get clock(): DueJobs {
    return this.core.jobs
  }

  get keys(): KeyPair {
    this.present()
    return this.core.accounts.keysOf(this.place.id, this.place.livemode)
  }

  readonly scene = (): Scene => {
    const { timeline, settings } = this.core
    const { baseUrl, profileForm } = settings
    return { livemode: this.place.livemode, now: timeline.now(), baseUrl, profileForm }
  }

  readonly webhooks = once((): Webhooks => new AccountWebhooks(this.core, this.world, this.present))
}

const readers = recordNames.map((name) => [
  name,
  (mode: ModeSource) => checked(recordsOf(mode, name), mode.present),
])
const records: { readonly [name in keyof ShownRecords]: (mode: ModeSource) => Mode[name] } =
  Object.fromEntries(readers)

type Looked = 'keys' | 'authorization'

const withModeParts = sharedParts<ModeSource, Pick<Mode, Looked>, Omit<Mode, Looked>>(
  { keys: ({ keys }) => keys, authorization: ({ keys }) => authorizationOf(keys) },
  {
    ...records,
    events: (mode) => {
      const events = eventsOf(mode)
      return { ...checked(events, mode.present), waitFor: events.waitFor }
    },
    simulate: (mode) => checked(simulateOn(mode), mode.present),
    webhooks: ({ webhooks }) => webhooks(),
    faults: ({ world, happen, present }) => checked(faultsOf(world, happen), present),
    requests: ({ core, place: { id: account, livemode }, present }) =>
      checked(requestsOf(core.journal, { account, livemode }), present),
    balance:
      ({ world, clock, scene, present }) =>
      () => {
        present()
        clock.catchUp()
        return deepFreeze(balanceRecord.render({ world, ...balanceOf(world) }, null, scene()))
      },
    trigger: (mode) => {
      const { world, scene, happen, core, present } = mode
      const events = eventsOf(mode)
      const trigger = triggerOn({
        ...{ world, scene, happen, events },
        webhooks: mode.webhooks(),
        clock: core.clock,
      })
      return async <K extends EventPattern>(key: K, parameters?: TriggerParameters) => {
        present()
        return (await trigger(key, parameters)) as EventFor<K>
      }
    },
    token: (mode) => {
      const token = tokenOn(mode)
      return (card) => {
        mode.present()
        return token(card)
      }
    },
    record: ({ place: { fixtures, id, livemode, present } }) =>
      (async (...given: RecordArguments) => {
        present()
        return await fixtures.record({ of: 'mode', account: id, livemode }, ...given)
      }) as Mode['record'],
    seed: ({ place: { seed, id, livemode, present } }) =>
      (async (fixture, options) => {
        present()
        return seed(fixture, { account: id, livemode }, options)
      }) as Mode['seed'],
    named: ({ world, place: { id, livemode, shown: show, present } }) =>
      ((alias: string, kind?: SeededKind) => {
        present()
        const row = world.aliases.get(alias)
        const shown = row && show({ object: row.object, id: row.record, account: id, livemode })
        if (shown === undefined) throw noSuchRecord(alias, kind, rowsOf(world.aliases))
        if (kind !== undefined && row?.object !== kind) throw noSuchKind(alias, kind, String(row?.object))
        return shown
      }) as Mode['named'],
  },
)

const noSuchKind = (alias: string, kind: string, object: string): SandboxError =>
  new SandboxError(
    'not_found',
    `there is no ${kind} named '${alias}': that is ${object === 'account' ? 'an' : 'a'} ${object}`,
  )

/** Of many names, fewer are shown. */
const shownMax = 8

const noSuchRecord = (alias: string, kind = 'record', aliases: readonly Row[] = []): SandboxError => {
  const names = aliases.map(({ id }) => id)
  const hint =
    names.length === 0 ? ': no fixture has given a name' : meant(alias, names, names.slice(0, shownMax))
  return new SandboxError('not_found', `there is no ${kind} named '${alias}'${hint}`)
}

/** One account in one mode. Its world and its parts are made when they are first read. */
export const modeIn = (place: ModePlace): Mode => withModeParts({}, new ModeSource(place))
