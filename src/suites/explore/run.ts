/** One run of a flow in this process, on a fresh sandbox. */
import type { Sandbox } from 'payment-sandbox'
import { parseDuration } from '../../kernel/calendar'
import { within, yieldToEventLoop } from '../../kernel/real-time'
import { SandboxError } from '../../kernel/sandbox-error'
import { type Actor, callers } from './actor'
import type { BackgroundWork } from './background-work'
import { type ChargesSince, chargesSince, judged, thrownText, wrongBooks } from './judge'
import type { MoneySums } from './money'
import type { CheckedExploration, ExploreRun } from './options'
import { repeatIn, type Scenario } from './plan'
import { runAgain, runTwice } from './repeat'
import type { RuleBreak } from './rule-break'
import { type RunContext, type RunRecord, usualAttempts } from './run-record'
import { refusedAmong, whyNothingTried } from './tried'
import { PaymentWatch } from './watch'
import { WatchedRun } from './watched-run'

interface FlowSettings<R> extends CheckedExploration<R> {
  readonly makeSandbox: () => Sandbox
  readonly backgroundWork: BackgroundWork
}

/** How the flow ended. */
interface FlowEnd<R> {
  readonly result: R | undefined
  /** What the flow threw, which may be anything; `null` if it did not. */
  readonly error: unknown
}

/** The result of a run. */
interface RunEnd extends Pick<RunRecord, 'verdicts' | 'money' | 'sharedFields' | 'untried'> {
  /** What the flow threw. */
  readonly thrown: { readonly error: unknown } | null
}

/** Ends with `undefined` if the caller crashes before. */
const untilDeath = <T>(caller: Actor, work: () => T | Promise<T>): Promise<T | undefined> =>
  caller.outlives(
    callers.run(caller, async () => work()),
    undefined,
  )

/** One run, step by step. */
class FlowRun<R> {
  readonly run: WatchedRun
  readonly sandbox: Sandbox
  readonly #options: FlowSettings<R>
  readonly #charges: ChargesSince
  readonly #scenario: Scenario | null
  readonly #first: RunRecord | null
  readonly #given: ExploreRun
  #thrown: RunEnd['thrown'] = null

  constructor(options: FlowSettings<R>, scenario: Scenario | null, { first, patienceMs }: RunContext) {
    const as = <T>(caller: Actor, work: () => T): T => callers.run(caller, work)
    this.run = new WatchedRun(scenario, { caller: () => callers.getStore() ?? null, as })
    this.run.patienceMs = patienceMs
    this.run.asks.follow(first)
    const sandbox = options.makeSandbox()
    this.#charges = chargesSince(sandbox)
    const usual = usualAttempts(scenario, first)
    this.run.watch = new PaymentWatch(options.once, this.#charges, { isOneSide: true, usual })
    sandbox.host.setProbe(this.run)
    this.sandbox = sandbox
    this.#options = options
    this.#scenario = scenario
    this.#first = first
    this.#given = { sandbox: this.sandbox, scenario: scenario?.name ?? null }
  }

  async go(): Promise<RunEnd> {
    const { run } = this
    const { settle, recover, check, books, backgroundWork } = this.#options
    const workEnds = backgroundWork.begin(run, this.#scenario === null)
    const end = await this.#flow(workEnds)
    run.enter('receiver')
    await this.#advance(0, workEnds)
    const { clock } = this.sandbox
    const waitedMs = await run.payers.actLater(
      () => clock.now().getTime(),
      (ms) => this.#advance(ms, workEnds),
    )
    const recovered = recover === undefined ? [] : await this.#recover(recover)
    run.enter('receiver')
    run.watch?.endMoments()
    const moved = await this.#advance(Math.max(0, (parseDuration(settle) ?? 0) - waitedMs), workEnds)
    const untried = this.#first === null ? untriedIn(run, this.sandbox) : null
    const judge = run.enter('judge')
    const { charges, made } = this.#areChargesRead ? this.#charges.now() : noCharges
    const checked = check === undefined ? [] : await callers.run(judge, () => this.#check(check, end))
    const booked =
      books === undefined ? [] : await callers.run(judge, () => this.#books(books, end, charges, made))
    const found = judged(run, {
      measures: this.#options,
      scenario: this.#scenario,
      first: this.#first,
      charges,
      made,
      books: booked,
      hasFailed: this.#thrown !== null,
    })
    const verdicts = [...recovered, ...moved, ...checked, ...found.verdicts]
    return { ...found, verdicts, thrown: this.#thrown, untried }
  }

  /** With `once` a single charge shares nothing with another: it is read for books and refunds only. */
  get #areChargesRead(): boolean {
    const { once, books } = this.#options
    if (this.#first === null || once === undefined || books !== undefined) return true
    return this.#charges.count() > 1 || [...this.#first.money.values()].some(({ refunded }) => refunded > 0)
  }

  async #flow(workEnds: () => Promise<boolean>): Promise<FlowEnd<R>> {
    const { run } = this
    const click = (): Promise<R> => (async () => this.#options.flow(this.#given))()
    const flow = (): Promise<R> => {
      const repeat = repeatIn(this.#scenario)
      if (repeat === undefined) return click()
      return repeat.kind === 'again'
        ? runAgain(run, click, () => this.#advance(0, workEnds))
        : runTwice(run, click, repeat.moment)
    }
    try {
      const result = await untilDeath(run.flow, flow)
      if (run.flow.isDead) run.story.note('the flow has stopped for good')
      return { result, error: null }
    } catch (error) {
      this.#thrown = { error }
      run.story.note(`the flow threw ${thrownText(error)}`)
      return { result: undefined, error }
    }
  }

  /** A job that crashes is started again. */
  async #recover(recover: NonNullable<CheckedExploration<R>['recover']>): Promise<readonly RuleBreak[]> {
    for (;;) {
      this.run.story.note('recover', 'recover')
      const caller = this.run.enter('recover')
      try {
        await untilDeath(caller, () => recover(this.#given))
      } catch (error) {
        return [{ rule: 'check', message: `recover threw ${thrownText(error)}` }]
      }
      if (!caller.isDead) return []
      this.run.story.note('recover has stopped for good, and starts again', 'recover')
    }
  }

  /** Until all that is due has arrived, and the work after it is done. Deliveries that never end are a finding. */
  async #advance(by: number, workEnds: () => Promise<boolean>): Promise<readonly RuleBreak[]> {
    const { clock } = this.sandbox
    try {
      await clock.advance(by)
      while (await workEnds()) await clock.advance(0)
      return []
    } catch (error) {
      if (error instanceof SandboxError && error.code === 'endless_events')
        return [{ rule: 'hung', message: error.message }]
      throw error
    }
  }

  async #check(
    check: NonNullable<CheckedExploration<R>['check']>,
    end: FlowEnd<R>,
  ): Promise<readonly RuleBreak[]> {
    try {
      await check({ ...this.#given, ...end })
      return []
    } catch (error) {
      const message = error instanceof Error && error.message !== '' ? error.message : thrownText(error)
      return [{ rule: 'check', message }]
    }
  }

  async #books(
    books: NonNullable<CheckedExploration<R>['books']>,
    { result }: FlowEnd<R>,
    ...charges: readonly [Parameters<typeof wrongBooks>[1], Parameters<typeof wrongBooks>[2]]
  ): Promise<readonly RuleBreak[]> {
    try {
      const given = await books({ ...this.#given, result })
      return wrongBooks(given, ...charges)
    } catch (error) {
      return [{ rule: 'books', message: `books threw ${thrownText(error)}` }]
    }
  }
}

const noCharges = { charges: [], made: [] }

const noMoney: MoneySums = new Map()

/** What is known of a run that came to no end. */
const nothing = { money: noMoney, sharedFields: [], untried: null }

/** One process: what a crash leaves in memory is not gone. */
const heldByDead =
  ': the flow has crashed, but in memory it still holds its locks; let recover open the shop again on its database, and register its receiver again'

const endOf = async <R>(flowRun: FlowRun<R>, { timeoutMs }: FlowSettings<R>): Promise<RunEnd> => {
  try {
    const outcome = await within(timeoutMs, flowRun.go())
    if (outcome !== null) return outcome
    const { strays } = flowRun.run
    const strayed =
      strays === 0
        ? ''
        : `, and code that an earlier run had started made ${strays} calls, which get no answer: start workers in ` +
          'each run, or before explore()'
    const held = flowRun.run.flow.isDead ? heldByDead : ''
    const message = `the run was not over after ${timeoutMs} ms of real time${strayed}${held}`
    return { ...nothing, verdicts: [{ rule: 'hung', message }], thrown: null }
  } catch (error) {
    // Such as a flow that has closed its sandbox.
    return { ...nothing, verdicts: [{ rule: 'check', message: thrownText(error) }], thrown: { error } }
  }
}

/** @param started called with the run that is under way */
export const runFlow = async <R>(
  options: FlowSettings<R>,
  started: (run: WatchedRun, sandbox: Sandbox) => void,
  scenario: Scenario | null,
  context: RunContext,
): Promise<RunRecord> => {
  const began = performance.now()
  const flowRun = new FlowRun(options, scenario, context)
  const { run, sandbox } = flowRun
  started(run, sandbox)
  const { verdicts, money, thrown, sharedFields, untried } = await endOf(flowRun, options)
  // What was rejected shows up when the event loop turns.
  await yieldToEventLoop()
  const isShown =
    scenario === null || verdicts.length > 0 || run.leftBehind.length > 0 || options.only !== undefined
  const story = isShown ? run.story.entries : []
  const hint = scenario === null ? hintIn(sandbox) : null
  run.end()
  await sandbox.close()
  // In the first run there is nothing that could have made the flow fail.
  const failed: readonly RuleBreak[] =
    scenario === null && thrown !== null && verdicts.length === 0
      ? [{ rule: 'check', message: `the flow threw ${thrownText(thrown.error)}` }]
      : []
  return {
    ...observedIn(run),
    story,
    money,
    verdicts: [...failed, ...verdicts],
    ms: Math.round((performance.now() - began) * 100) / 100,
    cause: thrown?.error,
    hint,
    sharedFields,
    untried,
  }
}

/** What was seen of a run from within, in this process or around a command. */
export const observedIn = (run: WatchedRun) => ({
  points: run.points,
  missed: run.missed,
  leftBehind: run.leftBehind,
  overlaps: run.overlaps,
  deliveries: [...run.deliveries.outcomes.values()],
  attempts: run.watch?.attempts ?? 0,
  askers: run.asks.askers,
  flowAsks: run.asks.flowAsks,
  refusedCalls: refusedAmong(run.tried),
})

/** Why the first run tried nothing, with the calls of wrong keys. */
export const untriedIn = ({ tried }: WatchedRun, { requests }: Sandbox): string | null =>
  whyNothingTried(tried, requests.list({ status: 401 }))

/** Why a receiver may have refused webhooks, or the sandbox a key. */
export const hintIn = ({ webhooks, requests }: Sandbox): string | null =>
  webhooks.deliveries().find(({ hint }) => hint !== null)?.hint ??
  requests.last({ status: 401 })?.warnings[0] ??
  null
