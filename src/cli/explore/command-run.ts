import { within } from '../../kernel/real-time'
import type { Actor } from '../../suites/explore/actor'
import { type ChargesSince, chargesSince, judged, type Measures } from '../../suites/explore/judge'
import { callOfMoment, repeatIn, type Scenario } from '../../suites/explore/plan'
import type { RuleBreak } from '../../suites/explore/rule-break'
import { hintIn, observedIn, untriedIn } from '../../suites/explore/run'
import {
  type RunContext,
  type RunRecord,
  type RunScenario,
  usualAttempts,
} from '../../suites/explore/run-record'
import { PaymentWatch } from '../../suites/explore/watch'
import { printable } from '../../suites/wording'
import { type CommandLine, type ProcessTree, startTree, type TreeEnd } from '../exec/process-tree'
import { linesOf } from './application'
import { errorLineIn } from './error-line'
import { type RunSetup, whenOf } from './run-setup'

/** What is run, and how it is judged. */
export interface CommandPlay extends Measures {
  readonly command: CommandLine
  /** A line for the shell. */
  readonly recover: string | undefined
  /** How far the clock moves, in ms of the virtual clock. */
  readonly settleMs: number
  /** How long a run may take, in ms of real time. */
  readonly timeoutMs: number
  /** Rejects when the exploration is to end. */
  readonly cancelled: Promise<never>
}

/** Runs a command for each scenario, with a setup for it. */
export const runsOf =
  (play: CommandPlay, setupFor: (scenario: Scenario | null) => RunSetup): RunScenario =>
  (scenario, context) =>
    new CommandRun(play, scenario, context, setupFor(scenario)).record()

const quietMs = 200
const firstStepMs = 60_000

class CommandRun {
  readonly #play: CommandPlay
  readonly #scenario: Scenario | null
  readonly #first: RunRecord | null
  readonly #setup: RunSetup
  readonly #trees: ProcessTree[] = []
  readonly #verdicts: RuleBreak[] = []
  #env: NodeJS.ProcessEnv = {}
  /** What the part printed that failed. */
  #printed: string | undefined
  #isHung = false
  /** How far the clock must still move. */
  #leftMs: number

  constructor(
    play: CommandPlay,
    scenario: Scenario | null,
    { first, patienceMs }: RunContext,
    setup: RunSetup,
  ) {
    setup.run.patienceMs = patienceMs
    setup.run.asks.follow(first)
    this.#play = play
    this.#scenario = scenario
    this.#first = first
    this.#setup = setup
    this.#leftMs = play.settleMs
  }

  async record(): Promise<RunRecord> {
    const { application, run } = this.#setup
    const began = performance.now()
    const during = `during ${whenOf(this.#scenario)}`
    try {
      const work = this.#run()
      const since = await Promise.race([application?.during(during, work) ?? work, this.#play.cancelled])
      const untried = this.#first === null ? untriedIn(run, this.#setup.sandbox) : null
      run.enter('judge')
      const found = judged(run, {
        measures: this.#play,
        scenario: this.#scenario,
        first: this.#first,
        ...since.now(),
        hasFailed: this.#verdicts.length > 0,
      })
      return {
        ...observedIn(run),
        ...found,
        story: run.story.entries,
        verdicts: [...this.#verdicts, ...found.verdicts],
        cause: this.#printed,
        untried,
        ms: Math.round(performance.now() - began),
        hint: this.#scenario === null ? hintIn(this.#setup.sandbox) : null,
      }
    } finally {
      run.end()
      await Promise.all(this.#trees.map((tree) => tree.kill()))
      await this.#setup.close(this.#isHung)
    }
  }

  /** @returns the charges that it made, and those before it */
  async #run(): Promise<ChargesSince> {
    const { sandbox, run } = this.#setup
    this.#env = await this.#setup.open()
    const since = chargesSince(sandbox)
    // Two customers who click look the same: both are the command.
    const isOneSide = repeatIn(this.#scenario) === undefined
    const usual = usualAttempts(this.#scenario, this.#first)
    run.watch = new PaymentWatch(this.#play.once, since, { isOneSide, usual })
    await this.#withinTime(this.#perform())
    return since
  }

  /** Starts of an application take a time of their own. */
  async #withinTime(work: Promise<void>): Promise<void> {
    const { timeoutMs } = this.#play
    const { application } = this.#setup
    const over = work.then(() => true)
    for (let left = timeoutMs; left > 0; ) {
      const before = application?.startingMs ?? 0
      if ((await within(left, over)) !== null) return
      left = (application?.startingMs ?? 0) - before
    }
    this.#isHung = true
    const message = `the run was not over after ${timeoutMs} ms of real time`
    this.#verdicts.push({ rule: 'hung', message })
  }

  /** The command, what recovers, and time that passes. */
  async #perform(): Promise<void> {
    const { command, recover } = this.#play
    const { sandbox, run } = this.#setup
    await this.#runFlow(command)
    if (run.flow.isDead) await this.#startAgain()
    await this.#receiving(() => sandbox.webhooks.settle())
    this.#leftMs -= await run.payers.actLater(
      () => sandbox.clock.now().getTime(),
      (ms) => this.#receiving(() => sandbox.clock.advance(ms)),
    )
    if (recover !== undefined) await this.#recover(recover)
    await this.#receiving(() => {
      run.watch?.endMoments()
      return sandbox.clock.advance(Math.max(0, this.#leftMs))
    })
  }

  /** Twice for a customer who clicks twice: at once, or the second time as the first one makes a call. */
  async #runFlow(command: CommandLine): Promise<void> {
    const { run } = this.#setup
    const flow = (): Promise<void> => this.#runToEnd(command, run.flow, 'the command')
    const double = repeatIn(this.#scenario)
    if (double === undefined) return flow()
    if (double.kind === 'again') return this.#runAgain(flow)
    const at = callOfMoment(double.moment ?? null)
    if (at === null) return void (await Promise.all([flow(), flow()]))
    let second: Promise<void> | null = null
    // A process takes a while to start: the call waits until the second one calls, too.
    const begin = (): Promise<unknown> => {
      run.story.note('the command begins a second time')
      second = flow()
      return Promise.race([run.nextCall(), second])
    }
    run.onCall = { name: at, begin }
    await flow()
    await second
  }

  /** A customer who comes back when everything has arrived. After a crash, what follows is up to what recovers. */
  async #runAgain(flow: () => Promise<void>): Promise<void> {
    const { sandbox, run } = this.#setup
    await flow()
    await run.flow.outlives(sandbox.webhooks.settle(), undefined)
    if (run.flow.isDead) return
    run.story.note('the command runs a second time')
    await flow()
  }

  /** Who calls from now on. What goes on after the end of its run must not reach the next one. */
  #enter(role: 'recover' | 'receiver'): Actor {
    this.#throwIfOver()
    return this.#setup.run.enter(role)
  }

  #throwIfOver(): void {
    if (this.#setup.run.isOver) throw new Error('the run is over')
  }

  /** An application that crashed: it may look up at its start what it has missed. */
  async #startAgain(): Promise<void> {
    const { application, run } = this.#setup
    for (let isDead = application !== null; isDead; ) {
      run.story.note('the application starts again', 'application')
      const caller = this.#enter('recover')
      const up = application?.start()
      await Promise.race([up, caller.died])
      isDead = caller.isDead
    }
  }

  /** Deliveries may make an application crash too. */
  async #receiving(receive: () => Promise<unknown>): Promise<void> {
    let caller = this.#enter('receiver')
    const over = receive().then(() => true)
    while (!(await Promise.race([over, caller.died.then(() => this.#setup.application === null && over)]))) {
      await this.#startAgain()
      caller = this.#enter('receiver')
    }
  }

  /** A job that crashes is started again. */
  async #recover(line: string): Promise<void> {
    for (let isDead = true; isDead; ) {
      const caller = this.#enter('recover')
      this.#setup.run.story.note('recover', 'recover')
      const ended = this.#runToEnd(line, caller, 'the command of --recover')
      await this.#passTimeUntil(ended)
      await ended
      isDead = caller.isDead
      if (isDead) await this.#startAgain()
    }
  }

  /** Lets retries reach a receiver that was started again: while there are no other calls, time passes in growing steps. */
  async #passTimeUntil(end: Promise<void>): Promise<void> {
    const { sandbox, run } = this.#setup
    const over = end.then(
      () => true,
      () => true,
    )
    for (let step = firstStepMs, seen = -1; this.#leftMs > 0 && !run.isOver; ) {
      if ((await within(quietMs, over)) !== null) return
      const { length } = run.points
      if (length === seen) {
        const ms = Math.min(step, this.#leftMs)
        this.#leftMs -= ms
        step *= 2
        await sandbox.clock.advance(ms)
      }
      seen = length
    }
  }

  /** Runs a command to its end, or until it crashes. */
  async #runToEnd(line: CommandLine, caller: Actor, what: string): Promise<void> {
    this.#throwIfOver()
    const { application } = this.#setup
    const printed = application?.lines()
    const tree = startTree(line, this.#env)
    this.#trees.push(tree)
    const end = await Promise.race([tree.ended, caller.died.then(() => null)])
    if (end === null) {
      // Nothing of it may keep running.
      await Promise.all([...this.#trees, application].map((one) => one?.kill()))
      this.#note(`${what} was killed${application === null ? '' : ', and the application'}`, caller)
      return
    }
    this.#noteEnd(end, what, caller)
    if (end.status === 0) return
    for (const text of printed?.().slice(-shownLines) ?? [])
      this.#setup.run.story.note(`the application printed: ${text}`, 'application')
  }

  #note(text: string, { role }: Actor): void {
    this.#setup.run.story.note(text, role === 'recover' ? role : 'flow')
  }

  #noteEnd({ status, output, printed }: TreeEnd, what: string, caller: Actor): void {
    this.#note(`${what} ended with status ${status}`, caller)
    const lines = linesOf(printable(output))
    if (status === 0) {
      // What the application answered is what its flow says.
      if (this.#setup.application !== null)
        for (const line of lines.slice(-shownAnswers)) this.#note(`printed: ${line}`, caller)
      return
    }
    this.#printed = output
    const title = errorLineIn(printed)
    const shown = lines.slice(-shownLines)
    if (title !== null && !shown.some((line) => line.includes(title))) shown.unshift(title)
    for (const line of shown) this.#note(`printed: ${line}`, caller)
    const message = `${what} ended with status ${status}${title === null ? '' : `: ${title}`}`
    this.#verdicts.push({ rule: 'check', message })
  }
}

const shownLines = 10
const shownAnswers = 3
