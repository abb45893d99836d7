import { type ChildProcess, spawn } from 'node:child_process'
import * as z from 'zod/mini'
import { uuid } from '../../kernel/digest'
import { within } from '../../kernel/real-time'
import { type LogStyle, processOptions } from '../../options/config'
import type { Sandbox } from '../../sandbox/sandbox'
import type { Listening } from '../../sandbox/servers'
import { type Given, isForOmise, readOptions, wrong } from '../command-line'
import { logOf, noLog, type ServerLog } from '../serve/log'
import { openSandbox } from '../serve/serve'
import { onSignals, patienceMs, watchParent } from '../serve/stop'
import { printMessages, terminalOf } from '../terminal'
import { endOf } from './process-tree'
import { type OpenServers, openServers, readServerOptions } from './servers'
import { Summary, unmetFaults } from './summary'
import { endingWithUs, markVariable } from './watchdog'

/** Runs a command with a sandbox of its own, and exits with the status of the command. */
export const exec = async (given: Given): Promise<void> => {
  const [program, ...args] = given.words ?? []
  if (program === undefined)
    throw wrong('exec needs a command; for example: payment-sandbox exec -- npm test')
  const { log: style, detach = false } = readOptions(
    z.pick(processOptions(), { log: true, detach: true }),
    given,
  )
  const isQuiet = given.flags.quiet === true
  // An app that stays up shows its user no more than "authentication failed"; others end before this is said.
  const sayLate = (line: string) => void setTimeout(() => printMessages([line]), soonMs).unref()
  const summary = new Summary(isQuiet || style !== undefined ? () => undefined : sayLate)
  const { sandbox, env, isReached, close, browser, listening } = await openOwn(given, style, (log) =>
    summary.reading(log),
  )
  // A person sees it at once; in the log of a build it would be noise for each command that ends soon.
  const sayWay = process.stderr.isTTY === true ? (line: string) => printMessages([line]) : sayLate
  if (browser !== null && !isQuiet) sayWay(wayOfBrowser(listening, browser))
  // On Windows npm and similar commands are scripts, which only a shell can start.
  const shell = process.platform === 'win32'
  // Before the command runs: a signal that came between would end this process and leave the command behind.
  let child: ChildProcess | undefined
  let isSignalled = false
  passOnSignals((signal) => {
    isSignalled = true
    child?.kill(signal)
  }, detach)
  const id = uuid()
  try {
    child = spawn(program, args, { stdio: 'inherit', env: { ...env, [markVariable]: id }, shell })
  } catch (error) {
    await close()
    throw error
  }
  const forget = detach ? null : endingWithUs(child, id, soonEndMs)
  // When the command has ended, requests in flight are given up after a moment.
  const unmet: string[] = []
  const code = await endOf(child, program).finally(() => {
    // npm and npx may end by the signal before what they started: then it ends with us.
    if (!isSignalled) forget?.()
    unmet.push(...unmetFaults(sandbox), ...profileNote(given, sandbox))
    return within(patienceMs, close())
  })
  if (!summary.isCalled && !isReached()) unmet.push(noCallNote(given))
  if (!isQuiet) printMessages(summary.lines(unmet))
  process.exit(code)
}

/** For a browser that a person opens: only the command and its children have the environment of exec. */
const wayOfBrowser = (
  { dashboardUrl }: Listening,
  { proxy, keyHash }: NonNullable<OpenServers['browser']>,
): string =>
  `dashboard ${dashboardUrl} - your own browser reaches the sandbox by the proxy ${proxy}: ` +
  `chromium --proxy-server=${proxy} --ignore-certificate-errors-spki-list=${keyHash} --user-data-dir=/tmp/payment-sandbox-browser-${new URL(proxy).port}`

const soonMs = 2000
/** How long a command has to end by itself when this process was killed. */
const soonEndMs = 500

/** A client that goes past the proxy shows nothing, or an answer of the real service. */
const noCallNote = ({ flags }: Given): string =>
  flags.intercept === undefined
    ? 'no call arrived: let the command call PAYMENT_SANDBOX_URL and PAYMENT_SANDBOX_VAULT_URL, or add --intercept omise'
    : 'no call arrived: the command made none, or its client goes past the proxy of HTTPS_PROXY, as Net::HTTP of Ruby ' +
      'with its proxy off: let it use that proxy, or call PAYMENT_SANDBOX_URL and PAYMENT_SANDBOX_VAULT_URL'

/** A user who names the hosts of the real service should know that the answers are those of the specification. */
const profileNote = (given: Given, { profile }: Sandbox): readonly string[] =>
  profile === 'omise' || !isForOmise(given)
    ? []
    : ['the profile was spec, which follows the specification; --profile omise answers as Omise does']

/** A sandbox with its servers. The standard output belongs to others: a log goes to the standard error. */
export const openOwn = async (
  given: Given,
  style: LogStyle | undefined,
  reading = (log: ServerLog): ServerLog => log,
) => {
  const serverOptions = await readServerOptions(given)
  const log = reading(style === undefined ? noLog : logOf(style, terminalOf(process.stderr, process.env)))
  const { sandbox, greeting, close } = await openSandbox(given, log)
  const servers = await openServers(sandbox, serverOptions)
  log.ready(greeting(servers.listening))
  return { sandbox, ...servers, close: () => Promise.all([close(), servers.close()]) }
}

const passOnSignals = (send: (signal: NodeJS.Signals) => void, detached: boolean): void => {
  onSignals((signal) => {
    // A terminal sends Ctrl-C to the command too; a second signal would make many commands stop at once.
    const hasIt = signal === 'SIGINT' && process.stdin.isTTY === true
    if (!hasIt) send(signal)
  })
  if (!detached) watchParent(() => send('SIGTERM'))
}
