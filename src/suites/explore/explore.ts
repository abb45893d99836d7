/** payment-sandbox/explore: every failure of a payment flow, tried. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { runInThisContext } from 'node:vm'
import type { Sandbox, SandboxOptions } from 'payment-sandbox'
import { createSandbox, sandboxMaker } from '../../create-sandbox'
import { SandboxError } from '../../kernel/sandbox-error'
import type { Receiver } from '../../sandbox/call'
import { callers } from './actor'
import { BackgroundWork } from './background-work'
import { drive } from './drive'
import { judgedBy } from './judge'
import { checkedOptions, type ExploreOptions } from './options'
import type { ExploreReport } from './report'
import { runFlow } from './run'
import type { WatchedRun } from './watched-run'

export type { ExploreKind, ExploreRule } from '../../service/faults/kinds'
export type { BookEntry } from './judge'
export type { ExploreOptions, ExploreRun } from './options'
export type { ExploreProgress } from './progress'
export type { ExploreFinding, ExploreReport, ExploreScenario } from './report'

/** The run that is under way. */
interface Present {
  run: WatchedRun | null
  sandbox: Sandbox | null
}

/** Calls reach the sandbox of the run that makes them: those of an earlier run are never answered. */
const receiverOf = (present: Present): Receiver => ({
  receive: (call) => {
    const run = callers.getStore()?.run ?? present.run
    const { sandbox } = present
    if (run !== present.run || sandbox === null) {
      if (present.run !== null) present.run.strays += 1
      return new Promise(() => undefined)
    }
    return sandbox.host.receive(call)
  },
})

/**
 * What a server of this process answers belongs to the run that is under way, though an earlier one may have started it.
 *
 * @returns a function that ends this
 */
const claimRequests = (present: Present): (() => void) => {
  const began = 'http.server.request.start'
  const claim = (message: unknown): void => {
    const { request } = message as { readonly request: IncomingMessage }
    // An intercepted call has no socket: its caller identifies it.
    if (present.run !== null && request.socket instanceof Socket) callers.enterWith(present.run.ambient)
  }
  subscribe(began, claim)
  return () => unsubscribe(began, claim)
}

/** Jest gives tests a copy of `process`, which never emits a rejection. */
const realProcess = (): NodeJS.Process => runInThisContext('process')

type RejectionListener = (reason: unknown, promise: Promise<unknown>) => void

/** A call of a sandbox whose run is over. */
const isOfClosed = (reason: unknown): boolean => reason instanceof SandboxError && reason.code === 'closed'

/**
 * Unhandled rejections belong to the run, and must not end the test run: replaces all other listeners, such as that of
 * a test runner.
 *
 * @returns a function that ends this
 */
const collectRejections = (present: Present): (() => void) => {
  const event = 'unhandledRejection'
  const process = realProcess()
  const others = process.rawListeners(event) as RejectionListener[]
  process.removeAllListeners(event)
  const collect: RejectionListener = (reason) => {
    const run = callers.getStore()?.run ?? present.run
    if (run !== null && !(run.isOver && isOfClosed(reason))) run.leftBehind.push(reason)
  }
  process.on(event, collect)
  return () => {
    process.off(event, collect)
    for (const other of others) process.on(event, other)
  }
}

const plainTest =
  'explore in a test without intercept, such as `test` of payment-sandbox/vitest; every run has a sandbox of its own'

const intercepting = async (
  hosts: ReturnType<typeof checkedOptions>['intercept'],
  present: Present,
): Promise<() => void> => {
  if (hosts === undefined) return () => undefined
  const { interceptFor } = await import('../intercept/interception')
  try {
    const interception = interceptFor(receiverOf(present), hosts)
    return () => interception.stop()
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    const { code, message } = error
    if (code === 'invalid_option')
      throw new SandboxError(code, message.replace(/^hosts\b/, 'sandbox.intercept'))
    if (code !== 'already_intercepted') throw error
    throw new SandboxError(code, message.replace(/already, .*/, `already: ${plainTest}`))
  }
}

/** All runs begin at one time and give the same ids. */
const withSameStart = (options: SandboxOptions): SandboxOptions => {
  const now = options.now ?? createSandbox(options).clock.now().toISOString()
  return { randomSeed: 'explore', freeze: true, ...options, now }
}

/**
 * Runs a flow once as it is, then once for each way in which one of its calls or webhooks can fail: refused, answer lost,
 * error, declined; twice, late, before the answer. Every run has a fresh sandbox with the same clock and the same ids.
 * `check` and the built-in rules judge it.
 *
 * @example
 * const report = await explore({
 *   flow: async ({ sandbox }) => checkout(makeShop(sandbox), 'A-1001'),
 *   once: 'metadata.order',
 * })
 * expect(report).toHaveHeld()
 *
 * @throws SandboxError `invalid_option`, which names each wrong option, and for an unknown `only` the nearest;
 *   `flow_failed` when the flow does not hold without a fault, or when the sandbox refuses its calls; `nothing_to_explore`
 *   when it makes no call; `already_intercepted` when another sandbox has the hosts of `intercept`
 */
export const explore = async <R = unknown>(options: ExploreOptions<R>): Promise<ExploreReport> => {
  const checked = checkedOptions(options)
  const backgroundWork = new BackgroundWork(checked.timeoutMs)
  const makeSandbox = sandboxMaker(withSameStart(checked.sandbox))
  const settings = { ...checked, makeSandbox, backgroundWork }
  const present: Present = { run: null, sandbox: null }
  const stopIntercepting = await intercepting(checked.intercept, present)
  const stopClaiming = claimRequests(present)
  const stopCollecting = collectRejections(present)
  const stopWatching = backgroundWork.watch()
  const started = (run: WatchedRun, sandbox: Sandbox): void => {
    present.run = run
    present.sandbox = sandbox
  }
  try {
    return await drive(
      {
        ...settings,
        recovers: settings.recover !== undefined,
        jobs: 1,
        judgedBy: judgedBy({
          ...settings,
          books: settings.books !== undefined,
          check: settings.check !== undefined,
          exitStatus: false,
        }),
      },
      (scenario, context) => runFlow(settings, started, scenario, context),
    )
  } finally {
    stopWatching()
    stopCollecting()
    stopClaiming()
    stopIntercepting()
  }
}
