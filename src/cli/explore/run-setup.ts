/** What the runs of `explore -- <command>` need: each a new sandbox, or all of them one sandbox and one application. */
import { mkdirSync, rmSync } from 'node:fs'
import { createSandbox } from '../../create-sandbox'
import { within } from '../../kernel/real-time'
import { type CheckedOptions, defaults } from '../../options/config'
import type { Sandbox } from '../../sandbox/sandbox'
import type { ProbedCall } from '../../service/faults/probe'
import { type Actor, untracked } from '../../suites/explore/actor'
import type { Scenario } from '../../suites/explore/plan'
import { WatchedRun } from '../../suites/explore/watched-run'
import { Failure } from '../command-line'
import { startTree } from '../exec/process-tree'
import { type OpenServers, openServers, type ServerOptions } from '../exec/servers'
import { patienceMs } from '../serve/stop'
import { Application } from './application'

/** What one run needs. */
export interface RunSetup {
  readonly sandbox: Sandbox
  /** What it records. */
  readonly run: WatchedRun
  /** An application that stays up, where there is one. */
  readonly application: Application | null
  /** Makes everything ready for the run, and gives the environment of its commands. */
  open(): Promise<NodeJS.ProcessEnv>
  close(isHung: boolean): Promise<void>
}

/** The sandboxes of all runs. */
export interface SetupOptions {
  readonly sandbox: CheckedOptions
  readonly serverOptions: ServerOptions
  /** For files of the runs. */
  readonly folder: string
}

const environment = (given: NodeJS.ProcessEnv, scenario: Scenario | null, folder: string) => ({
  ...given,
  PAYMENT_SANDBOX_SCENARIO: scenario?.name ?? '',
  PAYMENT_SANDBOX_FOLDER: folder,
})

/** Each run has a new sandbox on free ports, and an empty folder. */
export const separateSetups = ({ sandbox: options, serverOptions, folder: parent }: SetupOptions) => {
  let count = 0
  return (scenario: Scenario | null): RunSetup => {
    count += 1
    const folder = `${parent}/${count}`
    // Different ids in each run: a receiver that stays for all runs must not take an event for one that it has seen.
    const sandbox = createSandbox({ randomSeed: `explore ${scenario?.name ?? ''}`, ...options })
    const run = new WatchedRun(scenario, untracked)
    sandbox.host.setProbe(run)
    let servers: OpenServers | null = null
    return {
      sandbox,
      run,
      application: null,
      open: async () => {
        mkdirSync(folder)
        servers = await openServers(sandbox, serverOptions)
        return environment(servers.env, scenario, folder)
      },
      close: async () => {
        await within(patienceMs, Promise.all([servers?.close(), sandbox.close()]))
        rmSync(folder, { recursive: true, force: true })
      },
    }
  }
}

/** The ids of records in a text. Those of keys are other names. */
const idsIn = (text: string): readonly string[] => text.match(/\b[a-z]{3,}(?:_test)?_[0-9a-z]{19}\b/g) ?? []

/** A call of a run that is over can only be recognised by the records that it names: the latest of these are kept. */
class EarlierIds {
  readonly #ids = new Set<string>()
  /** Those of fixtures, which are the same in each run. */
  readonly #lasting: ReadonlySet<string>

  constructor(lasting: readonly string[]) {
    this.#lasting = new Set(lasting)
  }

  add(ids: readonly string[]): void {
    for (const id of ids) if (!this.#lasting.has(id)) this.#ids.add(id)
    for (const id of this.#ids) {
      if (this.#ids.size <= keptIds) return
      this.#ids.delete(id)
    }
  }

  /** The first one that a call names, if there is one. */
  in({ url, exchange: { body } }: ProbedCall): string | undefined {
    if (this.#ids.size === 0) return undefined
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return idsIn(`${url()} ${text}`).find((id) => this.#ids.has(id))
  }
}

const keptIds = 10_000

/** A run with an application that also ran before. */
class SharedRun extends WatchedRun {
  readonly #sandbox: Sandbox
  readonly #application: Application
  readonly #earlier: EarlierIds

  constructor(scenario: Scenario | null, ...shared: [Sandbox, Application, EarlierIds]) {
    super(scenario, untracked)
    this.story.isOfApplication = true
    ;[this.#sandbox, this.#application, this.#earlier] = shared
    this.#watch(this.flow)
  }

  override enter(...given: Parameters<WatchedRun['enter']>): Actor {
    return this.#watch(super.enter(...given))
  }

  #watch(caller: Actor): Actor {
    void caller.died.then(() => this.#application.crash())
    return caller
  }

  /** What names a record of an earlier run comes too late: it finds nothing, changes nothing and does not count. */
  override call(...[call, answer]: Parameters<WatchedRun['call']>): ReturnType<WatchedRun['call']> {
    const id = this.#earlier.in(call)
    if (id === undefined || this.isOver) return super.call(call, answer)
    this.story.note(`${call.method} ${call.path} names ${id} of an earlier run, and does not count`)
    const message = `${id} was of an earlier run of this exploration`
    const respond = { status: 404, code: null, message, headers: {}, body: null }
    return answer({ delayMs: [0, 0], respond, drop: null })
  }

  /** After a crash, webhooks wait for the next start of the application: otherwise the clock would use up their retries. */
  override deliver(...[dispatch, isLocal, send]: Parameters<WatchedRun['deliver']>) {
    return super.deliver(dispatch, isLocal, async (...given) => {
      await this.#application.whenUp().catch(() => undefined)
      return send(...given)
    })
  }

  /** From now on the sandbox answers without this run: the application goes on. */
  override end(): void {
    super.end()
    const { requests, events } = this.#sandbox
    this.#earlier.add(idsIn(JSON.stringify([requests.list(), events.list()])))
    this.#sandbox.host.setProbe(null)
  }
}

export interface ApplicationOptions {
  readonly app: string
  readonly ready: URL
  readonly reset: string | undefined
}

/** One sandbox at one address for all runs, which begins each of them as it began, and one application. */
export const openSharedSetup = async (
  { sandbox: options, serverOptions, folder }: SetupOptions,
  { app, ready, reset }: ApplicationOptions,
  timeoutMs: number,
) => {
  // Ids that are random: those of one run tell its late calls from the calls of the next.
  const sandbox = createSandbox({ ...options, randomSeed: undefined, journal: defaults.journal })
  const earlier = new EarlierIds(idsIn(JSON.stringify(sandbox.snapshot())))
  const servers = await openServers(sandbox, serverOptions)
  const application = new Application({ line: app, ready, env: environment(servers.env, null, folder) })
  const close = async (): Promise<void> => {
    await application.kill()
    await within(patienceMs, Promise.all([servers.close(), sandbox.close()]))
  }
  await application.start().catch(async (error) => {
    await close()
    throw error
  })
  return {
    close,
    setup: (scenario: Scenario | null): RunSetup => {
      const env = environment(servers.env, scenario, folder)
      const run = new SharedRun(scenario, sandbox, application, earlier)
      return {
        sandbox,
        run,
        application,
        open: async () => {
          sandbox.reset()
          if (reset !== undefined) await runReset(reset, env, { scenario, timeoutMs })
          sandbox.host.setProbe(run)
          return env
        },
        // What it still does is unknown.
        close: async (isHung) => (isHung && scenario !== null ? application.start() : undefined),
      }
    },
  }
}

/** @throws Failure when it fails */
const runReset = async (
  line: string,
  env: NodeJS.ProcessEnv,
  { scenario, timeoutMs }: { readonly scenario: Scenario | null; readonly timeoutMs: number },
): Promise<void> => {
  const tree = startTree(line, env)
  const end = await within(timeoutMs, tree.ended).finally(() => tree.kill())
  if (end?.status === 0) return
  const how =
    end === null ? `was not over after ${timeoutMs} ms of real time` : `ended with status ${end.status}`
  const message = `the command of --reset ${how}, before ${whenOf(scenario)}`
  throw new Failure(`${message}\n${tree.output().text}`.trimEnd(), 2)
}

export const whenOf = (scenario: Scenario | null): string => scenario?.name ?? 'the first run'
