import { type Row, rowsOf } from '../../kernel/collection'
import { deepFreeze, once } from '../../kernel/json'
import { meant } from '../../kernel/nearest'
import { SandboxError } from '../../kernel/sandbox-error'
import type { KeyPair } from '../../service/accounts'
import { balanceOf } from '../../service/ledger/sums'
import type { EventFor, EventPattern } from '../../service/resources/event/record'
import type { Scene } from '../../service/resources/shape'
import type { ShownRecords } from '../../service/resources/shown'
import { balanceRecord } from '../../service/resources/transaction/record'
import type { World } from '../../service/world'
import { simulateOn } from '../actions/simulate'
import type { Stage } from '../actions/stage'
import { tokenOn } from '../actions/token'
import { type TriggerParameters, triggerOn } from '../actions/trigger'
import type { WaitingClock } from '../clock/waiting'
import { faultsOf } from '../faults'
import type { RecordArguments, SeededKind } from '../fixtures/seed'
import { authorizationOf, eventsOf, recordNames, recordsOf } from '../records/records'
import type { Webhooks } from '../webhooks/webhooks'
import type { AccountPorts, Mode } from './account'
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
  /** The id of its account. */
  readonly id: string
  readonly livemode: boolean
  readonly ports: AccountPorts
  /** Throws a SandboxError when the account no longer exists. */
  readonly present: () => void
}

/** What the parts of a mode are made of. */
class ModeSource implements Stage, ModePlace {
  readonly id: string
  readonly livemode: boolean
  readonly ports: AccountPorts
  readonly present: () => void

  constructor({ id, livemode, ports, present }: ModePlace) {
    this.id = id
    this.livemode = livemode
    this.ports = ports
    this.present = present
  }

  get world(): World {
    this.present()
    return this.ports.accounts.world(this.id, this.livemode)
  }

  get happen(): AccountPorts['happen'] {
    return this.ports.happen
  }

  get clock(): WaitingClock {
    return this.ports.jobs
  }

  get keys(): KeyPair {
    this.present()
    return this.ports.accounts.keysOf(this.id, this.livemode)
  }

  readonly scene = (): Scene => this.ports.scene(this.livemode)

  readonly webhooks = once((): Webhooks => {
    const { accounts, webhooksOf } = this.ports
    const modes = () => [accounts.world(this.id, false), accounts.world(this.id, true)]
    return webhooksOf(this.world, modes, this.present)
  })
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
    requests: ({ id, livemode, ports, present }) => checked(ports.requestsOf(id, livemode), present),
    balance:
      ({ world, clock, scene, present }) =>
      () => {
        present()
        clock.catchUp()
        return deepFreeze(balanceRecord.render({ world, ...balanceOf(world) }, null, scene()))
      },
    trigger: (mode) => {
      const { world, scene, happen, ports, present } = mode
      const webhooks = mode.webhooks()
      const trigger = triggerOn({
        world,
        scene,
        happen,
        webhooks,
        events: eventsOf(mode),
        clock: ports.clock,
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
    record: ({ id, livemode, ports, present }) =>
      (async (...given: RecordArguments) => {
        present()
        return await ports.record({ of: 'mode', account: id, livemode }, ...given)
      }) as Mode['record'],
    seed: ({ id, livemode, ports, present }) =>
      (async (fixture, options) => {
        present()
        return ports.seed(fixture, { account: id, livemode }, options)
      }) as Mode['seed'],
    named: ({ id, livemode, world, ports, present }) =>
      ((alias: string, kind?: SeededKind) => {
        present()
        const row = world.aliases.get(alias)
        const shown = row && ports.shown({ object: row.object, id: row.record, account: id, livemode })
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
