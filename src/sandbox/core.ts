import type { GivenFixture } from '../fixtures/load'
import { UndoLog } from '../kernel/commit'
import { type WebhookReach, wholeReach } from '../kernel/hosts'
import { Ids } from '../kernel/ids'
import { Lifetime } from '../kernel/lifetime'
import { limits } from '../kernel/limits'
import { Timeline } from '../kernel/timeline'
import { type CheckedOptions, defaults } from '../options/config'
import { Accounts } from '../service/accounts'
import type { Probing } from '../service/faults/probe'
import { Journal } from '../service/http/journal'
import { within } from '../service/webhooks/network'
import { chosenRetries, publishedRetries, type RetrySchedule } from '../service/webhooks/outbox'
import { WebhookQueues } from '../service/webhooks/queues'
import { Receivers } from '../service/webhooks/receivers'
import { DueJobs } from './clock/due-jobs'
import { SandboxClock } from './clock/sandbox-clock'
import { Tally } from './coverage/tally'
import { beginningOf, followsDate, type OwnOptions, serversOf, settingsOf } from './opening'

/** How fixtures are read and written; the host reads and writes files. */
export interface FixtureFiles {
  /** A fixture by its name, by its path, or as an object. Throws a FixtureError when there is none. */
  readonly open: (fixture: string | object) => GivenFixture
  /** Reads the text of a fixture, in YAML or JSON. */
  readonly read: (origin: string, text: string) => GivenFixture
  /** A fixture as the text of a file, with comments in its first lines. */
  readonly print: (fixture: object, remarks: readonly string[]) => string
}

/**
 * Makes what all parts of a sandbox share, in order, each out of those before it.
 * @param realTime epoch milliseconds of the machine's clock
 */
export const createCore = (options: OwnOptions, files: FixtureFiles, realTime: () => number) => {
  const beginning = beginningOf(options, files.open)
  const lifetime = new Lifetime()
  const undo = new UndoLog()
  const timeline = new Timeline(realTime, undo, followsDate(options))
  const ids = new Ids(options.randomSeed ?? null)
  undo.watch(ids)
  const settings = settingsOf(options)
  const { journal = defaults.journal } = options
  const webhookReach: WebhookReach = { ...(options.webhookReach ?? wholeReach) }
  const servers = serversOf(lifetime)
  const probing: Probing = { probe: null }
  /** Runs `work` as one step at one time, after all due jobs. They make events, and events deliveries, in commits. */
  const commit = <T>(work: () => T): T => {
    jobs.catchUp()
    return timeline.atOneTime(() => undo.run(work as () => never))
  }
  const receivers = new Receivers([
    ...new Set([...(options.webhook ?? []), ...(options.webhooks?.endpoints ?? [])]),
  ])
  const { timeoutMs = limits.webhookTimeoutMs, parallel = options.webhookParallel ?? false } =
    options.webhooks ?? {}
  const courier = new WebhookQueues({
    ...{ receivers, commit, timeoutMs, parallel },
    format: () => {
      const { baseUrl, headerPrefix, profileForm, profile } = settings
      // Receivers compare the timestamp with their own clock, which does not follow the virtual one.
      const ms = options.signatureTime === 'virtual' ? timeline.now() : realTime()
      const { secretEncoding } = profile
      const isBaseUrlGiven = options.baseUrl !== undefined
      const timestamp = Math.floor(ms / 1000)
      return { baseUrl, isBaseUrlGiven, headerPrefix, profileForm, secretEncoding, timestamp }
    },
    schedule: scheduleOf(options),
    network: () => within(webhookReach, servers.network()),
  })
  const accounts = new Accounts({
    ...{ timeline, ids, undo, webhookReach, probing, courier },
    profile: settings.profile,
    searchDelayMs: options.searchDelay ?? defaults.searchDelay,
    require3ds: options.require3ds ?? false,
    autoMax: options.accounts === 'auto' ? (options.maxAccounts ?? defaults.maxAccounts) : 0,
  })
  const jobs = new DueJobs(timeline, accounts, lifetime)
  /** A commit that a closed sandbox refuses. */
  const happen = <T>(work: () => T): T => {
    lifetime.check()
    return commit(work)
  }
  const clock = new SandboxClock(timeline, jobs, courier)
  beginning.startClock(clock)
  const shared = { options, files, settings, lifetime, undo, timeline, ids, accounts, servers }
  return {
    ...shared,
    ...{ beginning, jobs, probing, commit, happen, receivers, timeoutMs, courier, clock, webhookReach },
    tally: new Tally(),
    journal: journal === 0 ? null : new Journal(journal),
  }
}

export type Core = ReturnType<typeof createCore>

const scheduleOf = ({ webhooks }: CheckedOptions): RetrySchedule => {
  const retry = webhooks?.retry ?? true
  if (retry === true) return publishedRetries
  return chosenRetries(retry === false ? [] : retry)
}
