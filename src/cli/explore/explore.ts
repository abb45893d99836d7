import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, constants } from 'node:os'
import { dirname } from 'node:path'
import { parseDuration } from '../../kernel/calendar'
import { errorMessage, SandboxError } from '../../kernel/sandbox-error'
import { counted } from '../../kernel/text'
import type { SandboxOptions } from '../../options/config'
import { drive } from '../../suites/explore/drive'
import { noCall } from '../../suites/explore/first-run'
import { judgedBy } from '../../suites/explore/judge'
import { checkedOptions } from '../../suites/explore/options'
import type { ExploreProgress } from '../../suites/explore/progress'
import type { ExploreReport } from '../../suites/explore/report'
import { Failure, type Given, optionText, readSandboxOptions, wrong } from '../command-line'
import { type CommandLine, killTrees } from '../exec/process-tree'
import { readServerOptions } from '../exec/servers'
import { progressOn } from '../progress'
import { onSignals, type StopSignal, watchParent } from '../serve/stop'
import { deleteFolder, temporaryFolder } from '../temporary-folder'
import { printResult } from '../terminal'
import { runsOf } from './command-run'
import { confirmFindings } from './confirm-findings'
import { junitOf } from './junit'
import { type ApplicationOptions, openSharedSetup, separateSetups } from './run-setup'

/** Runs a command once to record its calls and deliveries, then once for each failure of one of them. */
export const explore = async (given: Given): Promise<void> => {
  const command = given.words ?? []
  const draw = progressOn(process.stderr)
  stopOnSignals()
  const report = await exploration(given, command, { onProgress: draw }).finally(() => draw(null))
  const { report: junit, html, summary } = filesOf(given)
  if (junit !== undefined) writeFileSync(junit, junitOf(`explore ${command.join(' ')}`, report))
  if (html !== undefined) writeFileSync(html, report.html())
  // Other steps of a job write to the same file.
  if (summary !== undefined) appendFileSync(summary, report.markdown())
  printResult(given, report, () => `${report.text()}\n`)
  process.exitCode = report.ok ? 0 : 1
}

interface Exploring {
  readonly onProgress: (progress: ReturnType<typeof progressData>) => void
  /** Ends it: all that it has started is killed, and it rejects with the reason. */
  readonly signal?: AbortSignal
}

/** @throws Failure, SandboxError `invalid_option`: nothing was explored */
export const exploration = async (
  given: Given,
  command: CommandLine,
  { onProgress, signal }: Exploring,
): Promise<ExploreReport> => {
  const options = readExploring(given)
  // An application that stays up compares the times of records with its own clock.
  const { overrides, ...own } = readSandboxOptions(given)
  const sandbox = {
    ...(options.application === null ? { now: Date.now() } : {}),
    ...own,
    overrides: { ...overrides, ...options.overrides },
  }
  const serverOptions = await readServerOptions(given)
  signal?.throwIfAborted()
  const cancelled = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => {
      killTrees()
      reject(signal.reason)
    })
  })
  cancelled.catch(() => undefined)
  const setup = { sandbox, serverOptions, folder: temporaryFolder('explore') }
  const began = performance.now()
  try {
    const shared =
      options.application === null
        ? null
        : await openSharedSetup(setup, options.application, options.timeoutMs)
    const play = { command, cancelled, ...options }
    const run =
      shared === null ? runsOf(play, separateSetups(setup)) : confirmFindings(runsOf(play, shared.setup))
    const recovers = options.recover !== undefined || shared !== null
    const report = (progress: ExploreProgress): void =>
      onProgress(progressData(progress, performance.now() - began))
    return await drive({ ...options, recovers, onProgress: report }, run).finally(() => shared?.close())
  } catch (error) {
    throw inWords(error, optionText(given, 'intercept'))
  } finally {
    deleteFolder(setup.folder)
  }
}

/** The first run failed: nothing was explored. */
const inWords = (error: unknown, intercept: string | undefined): unknown => {
  if (error instanceof Failure) return new Failure(error.message, 2, error.issues)
  if (!(error instanceof SandboxError)) return error
  const { code, message, cause, story = [] } = error
  const ofCommand = (text: string): string => text.replace(noCall, noCallTo(intercept))
  if (code === 'flow_failed') {
    const [why = ''] = message.split('\n')
    const printed = typeof cause === 'string' && cause.trim() !== '' ? [cause.trimEnd()] : []
    const steps = story.filter((line) => !line.startsWith('printed: ')).map((line) => `  ${ofCommand(line)}`)
    const said = why.replace(/^the flow does not hold/, 'the command does not hold')
    return new Failure([said, ...printed, ...steps].join('\n'), 2)
  }
  if (code === 'invalid_option') return wrong(message.replace(/^(?:only|skip|kinds): /, '--$&'))
  return code === 'invalid_fixture' ? error : new Failure(ofCommand(message), 2)
}

const noCallTo = (intercept: string | undefined): string =>
  intercept === undefined
    ? 'the command made no call: let it call the address in PAYMENT_SANDBOX_URL, or give its hosts with --intercept, such as --intercept omise'
    : `the command made no call, neither to the hosts of --intercept (${intercept}) nor to the address in PAYMENT_SANDBOX_URL: does it run the code that pays?`

const flagOf = (option: string): string => (option === 'timeoutMs' ? '--timeout' : `--${option}`)

/** @throws SandboxError `invalid_option`, with one line for each mistake */
const readExploring = (given: Given) => {
  const mistakes: string[] = []
  const text = (name: string): string | undefined => optionText(given, name)
  const numberOf = (name: string): number | undefined => {
    const value = text(name)
    return value === undefined ? undefined : /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  }
  const msOf = (name: string, fallback: string): number => {
    const ms = parseDuration(text(name) ?? fallback)
    if (!ms) mistakes.push(`--${name} must be a duration such as ${fallback}, not "${text(name)}"`)
    return ms || 1
  }
  const application = readApplication(given, mistakes)
  const jobs =
    numberOf('jobs') ?? (application === null ? Math.max(1, Math.floor(availableParallelism() / 2)) : 1)
  if (!(jobs >= 1)) mistakes.push(`--jobs must be a whole number of at least 1, not "${text('jobs')}"`)
  if (text('app') !== undefined && jobs > 1)
    mistakes.push('--jobs must be 1 with --app: there is one application, and one scenario at a time')
  const timeoutMs = msOf('timeout', '1m')
  const settleMs = msOf('settle', '3d')
  const [recover, once, only] = ['recover', 'once', 'only'].map(text)
  const allowMoreMoney = given.flags.allowMoreMoney === true
  const skip = Array.isArray(given.flags.skip) ? given.flags.skip.map(String) : undefined
  const overrides = readOverrides(text('idempotencyKeys'), mistakes)
  for (const [name, file] of Object.entries(filesOf(given))) mistakes.push(...refusalOf(name, file))
  try {
    const words = text('kinds')?.split(',')
    const own = { depth: numberOf('depth'), runs: numberOf('runs'), once, only, timeoutMs }
    const { depth, runs, kinds, named } = checkedOptions({
      ...own,
      kinds: words?.map((kind) => kind.trim()),
      flow: () => undefined,
    } as Parameters<typeof checkedOptions>[0])
    if (mistakes.length > 0) throw wrong(mistakes.join('\n'))
    return {
      depth,
      runs,
      kinds,
      named,
      skip,
      once,
      allowMoreMoney,
      overrides,
      judgedBy: judgedBy({ once, allowMoreMoney, books: false, check: false, exitStatus: true }),
      only,
      recover,
      jobs,
      timeoutMs,
      settleMs,
      application,
    }
  } catch (error) {
    if (!(error instanceof SandboxError) || error.issues.length === 0) throw error
    const more = error.issues.map(({ path, message }) =>
      message.startsWith('must ')
        ? `${flagOf(path)} ${message}, not "${text(path)}"`
        : `${flagOf(path)}: ${message}`,
    )
    throw wrong([...mistakes, ...more].join('\n'))
  }
}

/** Rows of the profile that only explorations set by an option. */
const readOverrides = (
  idempotencyKeys: string | undefined,
  mistakes: string[],
): SandboxOptions['overrides'] => {
  if (idempotencyKeys !== undefined && !/^(?:kept|ignored)$/.test(idempotencyKeys))
    mistakes.push(`--idempotency-keys must be kept or ignored, not "${idempotencyKeys}"`)
  return idempotencyKeys === 'ignored' ? { idempotencyKeys } : {}
}

/** Where the results go. */
const filesOf = (given: Given) => ({
  report: optionText(given, 'report'),
  html: optionText(given, 'html'),
  summary: optionText(given, 'summary'),
})

/** The application that stays up. `null` without one, or with a mistake. */
const readApplication = (given: Given, mistakes: string[]): ApplicationOptions | null => {
  const [app, ready, reset] = ['app', 'ready', 'reset'].map((name) => optionText(given, name))
  if (app === undefined) {
    for (const name of ['ready', 'reset', 'port'])
      if (given.flags[name] !== undefined)
        mistakes.push(`--${name} needs --app: an application that stays up`)
    return null
  }
  if (app.trim() === '') mistakes.push('--app must be a command such as \'npm start\', not ""')
  if (reset?.trim() === '') mistakes.push('--reset must be a command, not ""')
  if (ready === undefined)
    mistakes.push(
      '--app needs --ready: the address at which it answers once it is ready, such as http://127.0.0.1:3000/',
    )
  else if (!URL.canParse(ready) || !/^https?:$/.test(new URL(ready).protocol))
    mistakes.push(`--ready must be an http or https URL such as http://127.0.0.1:3000/, not "${ready}"`)
  else return { app, ready: new URL(ready), reset }
  return null
}

/** An exploration takes a while: a file that cannot be written at its end is refused at its start. */
const refusalOf = (name: string, file: string | undefined): readonly string[] => {
  if (file === undefined) return []
  const folder = dirname(file)
  if (!existsSync(folder)) return [`--${name} cannot write ${file}: there is no folder ${folder}`]
  const isNew = !existsSync(file)
  try {
    appendFileSync(file, '')
    // A first run that fails leaves no empty report.
    if (isNew) rmSync(file)
    return []
  } catch (error) {
    return [`--${name} cannot write ${file}: ${errorMessage(error)}`]
  }
}

/** With the time that is left, estimated from the runs so far. */
const progressData = ({ done, of, findings }: ExploreProgress, ms: number) => {
  const seconds = Math.ceil((ms / done) * (of - done) * 0.001)
  const left = seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
  return { phase: `${counted(findings, 'finding')}, ${left} left`, done, due: of - done }
}

const stopOnSignals = (): void => {
  const stop = (signal: StopSignal): void => {
    killTrees()
    process.exit(128 + constants.signals[signal])
  }
  process.once('exit', killTrees)
  onSignals(stop)
  watchParent(() => stop('SIGTERM'))
}
