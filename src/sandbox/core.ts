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
import type { HttpSettings } from '../service/http/backend'
import { Journal } from '../service/http/journal'
import type { MessageFormat } from '../service/webhooks/message'
import { within } from '../service/webhooks/network'
import { chosenRetries, publishedRetries, type RetrySchedule } from '../service/webhooks/outbox'
import { WebhookQueues } from '../service/webhooks/queues'
import { Receivers } from '../service/webhooks/receivers'
import { Clock } from './clock/clock'
import { DueJobs } from './clock/due-jobs'
import { Tally } from './coverage/tally'
import { followsDate, type OwnOptions, settingsOf } from './opening'
import { Servers } from './servers'

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
  const settings = settingsOf(options)
  const lifetime = new Lifetime()
  const undo = new UndoLog()
  const timeline = new Timeline(realTime, undo, followsDate(options))
  const ids = new Ids(options.randomSeed ?? null)
  undo.watch(ids)
  /** Runs `work` as one step at one time, after all due jobs, which are made below, as they need the accounts. */
  const commit = <T>(work: () => T): T => {
    jobs.catchUp()
    return timeline.atOneTime(() => undo.run(work as () => never))
  }
  const servers = new Servers(lifetime)
  const webhookReach: WebhookReach = { ...(options.webhookReach ?? wholeReach) }
  const receivers = new Receivers(endpointsIn(options))
  const timeoutMs = options.webhooks?.timeoutMs ?? limits.webhookTimeoutMs
  const webhookQueues = new WebhookQueues({
    receivers,
    commit,
    timeoutMs,
    parallel: options.webhooks?.parallel ?? options.webhookParallel ?? false,
    format: () => messageFormat(settings, timeline, realTime),
    schedule: scheduleOf(options),
    network: () => within(webhookReach, servers.network),
  })
  const probing: Probing = { probe: null }
  const accounts = new Accounts({
    undo,
    timeline,
    ids,
    webhookReach,
    probing,
    webhookQueues,
    profile: settings.profile,
    searchDelayMs: options.searchDelay ?? defaults.searchDelay,
    require3ds: options.require3ds ?? false,
    autoSecret: options.webhookSecret,
    autoMax: options.accounts === 'auto' ? (options.maxAccounts ?? defaults.maxAccounts) : 0,
  })
  const jobs = new DueJobs(timeline, accounts, lifetime)
  // One by one, as a spread would double the time that a sandbox takes.
  return {
    options,
    files,
    settings,
    lifetime,
    undo,
    timeline,
    ids,
    commit,
    servers,
    webhookReach,
    receivers,
    timeoutMs,
    webhookQueues,
    probing,
    accounts,
    jobs,
    clock: new Clock(timeline, jobs, webhookQueues),
    journal: journalOf(options),
    tally: new Tally(),
  }
}

export type Core = ReturnType<typeof createCore>

/** The addresses that get each event, whichever option names them. */
const endpointsIn = ({ webhook = [], webhooks }: CheckedOptions): readonly string[] => [
  ...new Set([...webhook, ...(webhooks?.endpoints ?? [])]),
]

const journalOf = ({ journal = defaults.journal }: CheckedOptions): Journal | null =>
  journal === 0 ? null : new Journal(journal)

/** Receivers compare the timestamp with their own clock: by default it does not follow the virtual one. */
const messageFormat = (
  { baseUrl, givenUrls, headerPrefix, profileForm, profile, signatureTime }: HttpSettings,
  timeline: Timeline,
  realTime: () => number,
): MessageFormat => ({
  baseUrl,
  isBaseUrlGiven: givenUrls.baseUrl !== undefined,
  headerPrefix,
  profileForm,
  secretEncoding: profile.secretEncoding,
  timestamp: Math.floor((signatureTime === 'virtual' ? timeline.now() : realTime()) / 1000),
})

const scheduleOf = ({ webhooks }: CheckedOptions): RetrySchedule => {
  const retry = webhooks?.retry ?? true
  if (retry === true) return publishedRetries
  return chosenRetries(retry === false ? [] : retry)
}
