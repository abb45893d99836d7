import { version } from '../../package.json'
import { listenOptions, processOptions, sandboxOptions } from '../config'
import { FixtureError } from '../fixtures/problems'
import type { Keepable } from '../library/keeper'
import type { Sandbox } from '../library/surface'
import { createKeepable } from '../sandbox'
import type { ChosenKeys, InFile } from '../state/keep'
import { secretOf } from './banner'
import { type Given, readOptions } from './given'
import { type Log, logOf } from './log'
import { watchStarters } from './parent'
import { processTable } from './process-table'
import { onSignals, stopper } from './stop'
import { terminalOf } from './terminal'
import { watchFiles } from './watch'

/** Runs until it is told to stop, or until the process that started it is gone. */
export const serve = async (given: Given): Promise<void> => {
  const options = readOptions(sandboxOptions(), given)
  const addresses = readOptions(listenOptions(), given)
  const { log: style, detach = false, watch = false, state } = readOptions(processOptions(), given)
  const log = logOf(style, terminalOf(process.stdout, process.env))

  const sandbox = createKeepable(options)
  const inFile = state === undefined ? null : await keep(sandbox, state, options)
  sandbox.onRequest((entry) => log.request(entry, sandbox.clock.now().toISOString()))
  const close = async (): Promise<void> => {
    await sandbox.close().finally(() => inFile?.close())
  }
  const stop = stopper({ close, onWaiting: log.waiting, exit: process.exit })
  onSignals(stop, detach)
  // Before anybody is told that it is ready: who started it may be ended right then.
  if (!detach) watchStarters(process.pid, processTable(), stop)

  if (watch) watchFixtures(sandbox, options.fixtures ?? [], log)
  const { url, vaultUrl, dashboardUrl } = await sandbox.listen(addresses)
  log.ready({
    version,
    url,
    vaultUrl,
    dashboardUrl,
    testKeys: sandbox.keys,
    liveKeys: sandbox.live.keys,
    webhookSecret: secretOf(sandbox),
    clock: options.now === undefined && !sandbox.clock.frozen ? null : clockText(sandbox),
    state: inFile === null || state === undefined ? null : { file: state, resumed: inFile.resumed },
  })
}

/** A file with a mistake changes nothing: the state stays, and the mistake is said. */
const watchFixtures = (sandbox: Sandbox, fixtures: readonly unknown[], log: Log): void => {
  watchFiles(fixtures, (file) => {
    try {
      sandbox.reload()
      log.reloaded(file, [])
    } catch (error) {
      if (!(error instanceof FixtureError)) throw error
      log.reloaded(file, error.message.split('\n'))
    }
  })
}

/** Without --state, none of that code is loaded. */
const keep = async (sandbox: Keepable, file: string, keys: ChosenKeys): Promise<InFile> => {
  const { keepInFile } = await import('../state/keep')
  const inFile = keepInFile(sandbox, file, keys, ({ message }) => {
    process.stderr.write(`payment-sandbox: ${file} goes on growing: ${message}\n`)
  })
  process.once('exit', inFile.release)
  return inFile
}

/** `2026-01-15 09:00:00 UTC`, and whether it moves. */
const clockText = ({ clock }: Sandbox): string => {
  const time = clock.now().toISOString().replace('T', ' ').slice(0, 19)
  return `${time} UTC${clock.frozen ? ', stopped: it only moves when told' : ''}`
}
