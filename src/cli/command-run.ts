import { mkdirSync, rmSync } from 'node:fs'
import { createPersistentSandbox } from '../create-sandbox'
import { within } from '../kernel/real-time'
import type { CheckedOptions } from '../options/config'
import type { RunContext, RunRecord, RunScenario } from '../suites/explore/drive'
import {
  chargesOf,
  chargesSince,
  judged,
  moneyOf,
  type RuleBreak,
  sharedFields,
} from '../suites/explore/judge'
import { callOfMoment, doubleIn, type Scenario } from '../suites/explore/plan'
import { hintIn } from '../suites/explore/run'
import { type Actor, strangers, WatchedRun } from '../suites/explore/stage'
import { PaymentWatch } from '../suites/explore/watch'
import { type Beside, openBeside, type Surroundings } from './beside'
import { type CommandLine, type ProcessTree, startTree, type TreeEnd } from './process-tree'
import { patienceMs } from './stop'

/** What is run, and how it is judged. */
export interface CommandPlay {
  readonly command: CommandLine
  /** A line for the shell. */
  readonly recover: string | undefined
  readonly sandbox: CheckedOptions
  readonly surroundings: Surroundings
  /** The field whose value no two paid charges may share. */
  readonly once: string | undefined
  /** How far the clock moves, in ms of the virtual clock. */
  readonly settleMs: number
  /** How long a run may take, in ms of real time. */
  readonly timeoutMs: number
  /** Where each run gets a folder. */
  readonly folder: string
}

/** Runs a command beside a new sandbox for each scenario. */
export const runsOf = (play: CommandPlay): RunScenario => {
  let count = 0
  return (scenario, context) => {
    count += 1
    return new CommandRun(play, scenario, context, `${play.folder}/${count}`).record()
  }
}

const folderVariable = 'PAYMENT_SANDBOX_FOLDER'
const quietMs = 200
const firstStepMs = 60_000

class CommandRun {
  readonly #play: CommandPlay
  readonly #scenario: Scenario | null
  readonly #first: RunRecord | null
  readonly #folder: string
  readonly #stage: WatchedRun
  readonly #sandbox: ReturnType<typeof createPersistentSandbox>
  readonly #trees: ProcessTree[] = []
  readonly #verdicts: RuleBreak[] = []
  readonly #charges: ReturnType<typeof chargesSince>
  /** What the part printed that failed. */
  #printed: string | undefined
  #beside: Beside | null = null
  /** How far the clock must still move. */
  #leftMs: number

  constructor(
    play: CommandPlay,
    scenario: Scenario | null,
    { first, patienceMs }: RunContext,
    folder: string,
  ) {
    this.#play = play
    this.#scenario = scenario
    this.#first = first
    this.#folder = folder
    this.#leftMs = play.settleMs
    this.#stage = new WatchedRun(scenario, strangers, patienceMs)
    // Different ids in each run: a receiver that stays for all runs must not take an event for one that it has seen.
    this.#sandbox = createPersistentSandbox({
      randomSeed: `explore ${scenario?.name ?? ''}`,
      ...play.sandbox,
    })
    this.#stage.watch = new PaymentWatch(
      play.once,
      () => chargesOf(this.#sandbox),
      doubleIn(scenario) === undefined,
    )
    this.#sandbox.probe(this.#stage)
    this.#charges = chargesSince(this.#sandbox)
  }

  async record(): Promise<RunRecord> {
    const began = performance.now()
    try {
      await this.#withinTime(this.#perform())
      this.#stage.enter('judge')
      const { charges, made } = this.#charges()
      const found = judged(this.#stage, charges, { once: this.#play.once, first: this.#first, made })
      const { points, missed, leftBehind, story } = this.#stage
      return {
        ...{ points, missed, leftBehind, story: story.entries, verdicts: [...this.#verdicts, ...found] },
        ...{ money: moneyOf(charges), cause: this.#printed },
        ms: Math.round(performance.now() - began),
        deliveries: [...this.#stage.outcomes.values()],
        hint: this.#scenario === null ? hintIn(this.#sandbox) : null,
        sharedFields: sharedFields(made),
      }
    } finally {
      await this.#clear()
    }
  }

  async #withinTime(work: Promise<void>): Promise<void> {
    const { timeoutMs } = this.#play
    const isOver = await within(
      timeoutMs,
      work.then(() => true),
    )
    if (isOver !== null) return
    const message = `the run was not over after ${timeoutMs} ms of real time`
    this.#verdicts.push({ rule: 'hung', message })
  }

  /** The command, what recovers, and time that passes. */
  async #perform(): Promise<void> {
    const { command, recover, surroundings } = this.#play
    const sandbox = this.#sandbox
    mkdirSync(this.#folder)
    this.#beside = await openBeside(sandbox, surroundings)
    await this.#runFlow(command)
    this.#stage.enter('receiver')
    await sandbox.webhooks.settle()
    if (recover !== undefined) await this.#recover(recover)
    this.#stage.enter('receiver')
    this.#stage.watch?.endMoments()
    await sandbox.clock.advance(this.#leftMs)
  }

  /** Twice for a customer who clicks twice: at once, or the second time as the first one makes a call. */
  async #runFlow(command: CommandLine): Promise<void> {
    const stage = this.#stage
    const run = (): Promise<void> => this.#runToEnd(command, stage.flow, 'the command')
    const double = doubleIn(this.#scenario)
    if (double === undefined) return run()
    const at = callOfMoment(double.moment ?? null)
    if (at === null) return void (await Promise.all([run(), run()]))
    let second: Promise<void> | null = null
    // A process takes a while to start: the call waits until the second one calls, too.
    const begin = (): Promise<unknown> => {
      stage.story.note('the command begins a second time')
      second = run()
      return Promise.race([stage.nextCall(), second])
    }
    stage.onCall = { name: at, begin }
    await run()
    await second
  }

  /** A job that crashes is started again. */
  async #recover(line: string): Promise<void> {
    for (let isDead = true; isDead; ) {
      this.#stage.story.note('recover', 'recover')
      const caller = this.#stage.enter('recover')
      const ended = this.#runToEnd(line, caller, 'the command of --recover')
      await this.#passTimeUntil(ended)
      await ended
      isDead = caller.isDead
    }
  }

  /** Lets retries reach a receiver that was started again: while nothing else happens, time passes in growing steps. */
  async #passTimeUntil(end: Promise<void>): Promise<void> {
    const over = end.then(
      () => true,
      () => true,
    )
    for (let step = firstStepMs, seen = -1; this.#leftMs > 0; ) {
      if ((await within(quietMs, over)) !== null) return
      const { length } = this.#stage.points
      if (length === seen) {
        const ms = Math.min(step, this.#leftMs)
        this.#leftMs -= ms
        step *= 2
        await this.#sandbox.clock.advance(ms)
      }
      seen = length
    }
  }

  /** Runs a command to its end, or until it crashes. */
  async #runToEnd(line: CommandLine, caller: Actor, what: string): Promise<void> {
    const env = {
      ...this.#beside?.env,
      PAYMENT_SANDBOX_SCENARIO: this.#scenario?.name ?? '',
      [folderVariable]: this.#folder,
    }
    const tree = startTree(line, env, folderVariable)
    this.#trees.push(tree)
    const end = await Promise.race([tree.ended, caller.died.then(() => null)])
    if (end === null) {
      // Nothing of it may keep running.
      await Promise.all(this.#trees.map((one) => one.kill()))
      this.#note(`${what} was killed`, caller)
    } else this.#noteEnd(end, what, caller)
  }

  #note(text: string, { role }: Actor): void {
    this.#stage.story.note(text, role === 'recover' ? role : 'flow')
  }

  #noteEnd({ status, output }: TreeEnd, what: string, caller: Actor): void {
    this.#note(`${what} ended with status ${status}`, caller)
    if (status === 0) return
    this.#printed = output
    const lines = output.split('\n').filter((line) => line.trim() !== '')
    const last = lines.findLast((line) => isError.test(line)) ?? lines.findLast((line) => !isTrace.test(line))
    const shown = lines.slice(-shownLines)
    if (last !== undefined && !shown.includes(last)) shown.unshift(last)
    for (const line of shown) this.#note(`printed: ${line}`, caller)
    const message = `${what} ended with status ${status}${last === undefined ? '' : `: ${last.trim()}`}`
    this.#verdicts.push({ rule: 'check', message })
  }

  async #clear(): Promise<void> {
    this.#stage.end()
    await Promise.all(this.#trees.map((tree) => tree.kill()))
    const closed = Promise.all([this.#beside?.close(), this.#sandbox.close()])
    await within(patienceMs, closed)
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const shownLines = 10

/** `TypeError: fetch failed`; Node prints its properties below, Python prints it last. */
const isError = /^(?:Uncaught )?[\w.]*(?:Error|Exception)\b.*:/

/** Lines that say where, not what: the stack of an error, the version of Node below it. */
const isTrace = /^\s+at |^Node\.js v|^[\s{}()[\]^]*$/
