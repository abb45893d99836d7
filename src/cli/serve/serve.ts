import { watchFile } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { version } from '../../../package.json'
import { createSandbox } from '../../create-sandbox'
import { FixtureError } from '../../fixtures/problems'
import { isFixturePath } from '../../fixtures/shipped'
import { errorMessage } from '../../kernel/sandbox-error'
import type { ChosenKeys, InFile } from '../../node/state/keep'
import { listenOptions, processOptions } from '../../options/config'
import type { Sandbox } from '../../sandbox/sandbox'
import type { Listening } from '../../sandbox/servers'
import { type Given, readOptions, readSandboxOptions } from '../command-line'
import { omiseClientIn } from '../init/omise-client'
import { printMessages, terminalOf } from '../terminal'
import { type Greeting, logOf, type ServerLog, secretOf } from './log'
import { networkUrl } from './network-url'
import { onSignals, stopper, watchParent } from './stop'

/** Runs until a signal stops it, or until the process that started it has ended. */
export const serve = async (given: Given): Promise<void> => {
  const addresses = readOptions(listenOptions(), given)
  const { log: style, detach = false } = readOptions(
    z.pick(processOptions(), { log: true, detach: true }),
    given,
  )
  const log = logOf(style, terminalOf(process.stdout, process.env))
  const { sandbox, greeting, close } = await openSandbox(given, log)
  const stop = stopper(close, log.waiting)
  onSignals(stop, detach)
  // Watch before reporting ready: the process that started this one may end right then.
  if (!detach)
    watchParent(() => {
      log.orphaned()
      stop()
    })
  const listening = await sandbox.host.listen(addresses, true)
  log.ready({ ...greeting(listening), network: networkUrl(addresses.host, listening.dashboardUrl) })
}

/** Editors write a file in several steps, replace it, or work on a mount without change events: polling always works. */
const lookEveryMs = 250

/**
 * A sandbox made from the options of `serve` or `exec`, before it listens.
 * @throws SandboxError, FixtureError for options, files and fixtures that are wrong
 */
export const openSandbox = async (given: Given, log: ServerLog) => {
  const options = readSandboxOptions(given)
  const { state, watch = false } = readOptions(z.pick(processOptions(), { state: true, watch: true }), given)
  const sandbox = createSandbox(options)
  const inFile = state === undefined ? null : await keep(sandbox, state, options)
  if (state !== undefined && inFile !== null && inFile.tornLine !== null) log.torn(state, inFile.tornLine)
  sandbox.onRequest((entry) => log.request(entry, sandbox.clock.now().toISOString()))
  sandbox.host.onDelivery((entry) => log.delivery(entry, sandbox.clock.now().toISOString()))
  sandbox.host.onCatchUp((caughtUp) => log.caughtUp(caughtUp))
  if (watch) watchFixtures(sandbox, options.fixtures ?? [], log)
  return {
    sandbox,
    /** What the banner shows once the server listens. */
    greeting: ({ url, vaultUrl, dashboardUrl }: Listening): Greeting => ({
      version,
      url,
      vaultUrl,
      dashboardUrl,
      profile: sandbox.profile,
      omiseClient: options.profile === undefined && sandbox.profile === 'spec' ? omiseClientIn('.') : null,
      testKeys: sandbox.keys,
      liveKeys: sandbox.live.keys,
      webhooks: sandbox.webhooks.endpoints,
      webhookSecret: secretOf(sandbox),
      clock: options.now === undefined && !sandbox.clock.frozen ? null : clockText(sandbox),
      // A state that was resumed has its own records.
      fixtures: inFile?.resumed ? [] : (options.fixtures ?? []).filter((one) => typeof one === 'string'),
      state: inFile === null || state === undefined ? null : { file: state, resumed: inFile.resumed },
    }),
    /** Finishes requests in flight and saves the state. */
    close: (): Promise<void> => sandbox.close().finally(() => inFile?.close()),
  }
}

/** Loads all fixtures again when a file has changed. A file with a mistake changes nothing; the log reports the mistake. */
const watchFixtures = (sandbox: Sandbox, fixtures: readonly unknown[], log: ServerLog): void => {
  const reload = (file: string): void => {
    try {
      sandbox.reload()
      log.reloaded(file, [])
    } catch (error) {
      if (!(error instanceof FixtureError)) throw error
      log.reloaded(file, error.message.split('\n'))
    }
  }
  const watchOne = (file: string): void => {
    let rest: NodeJS.Timeout | undefined
    watchFile(resolve(file), { interval: lookEveryMs, persistent: false }, (now, before) => {
      if (now.mtimeMs === before.mtimeMs && now.size === before.size) return
      // A file that is being written is empty for a moment, and an empty fixture is valid.
      clearTimeout(rest)
      rest = setTimeout(reload, 2 * lookEveryMs, file).unref()
    })
  }
  // Those that ship never change.
  for (const file of fixtures) if (typeof file === 'string' && isFixturePath(file)) watchOne(file)
}

/** Without --state none of its code is loaded. */
const keep = async (sandbox: Sandbox, file: string, keys: ChosenKeys): Promise<InFile> => {
  const { keepInFile } = await import('../../node/state/keep')
  const inFile = keepInFile(sandbox, file, keys, (error) => {
    printMessages([`${file} keeps growing: ${errorMessage(error)}`])
  })
  process.once('exit', inFile.release)
  return inFile
}

/** `2026-01-15 09:00:00 UTC`, and whether it moves. */
const clockText = ({ clock }: Sandbox): string => {
  const time = clock.now().toISOString().replace('T', ' ').slice(0, 19)
  return `${time} UTC${clock.frozen ? ', stopped: it moves only on request' : ''}`
}
