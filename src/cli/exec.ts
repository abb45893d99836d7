import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import * as z from 'zod'
import { version } from '../../package.json'
import { listenOptions, processOptions, sandboxOptions } from '../config'
import { once } from '../kernel/json'
import type { Sandbox } from '../library/surface'
import { createSandbox } from '../sandbox'
import { wrong } from './agreement'
import { secretOf } from './banner'
import { Failure } from './failure'
import { type Given, readOptions, toldVariable } from './given'
import { logOf } from './log'
import { watchStarters } from './parent'
import { processTable } from './process-table'
import { terminalOf } from './terminal'

/** The ports are free ones, whatever the environment says. */
const addressOptions = once(() => {
  const { host, proxyHost } = listenOptions().shape
  return z.strictObject({ host, proxyHost })
})

/** Runs a command with a sandbox of its own beside it, and ends as the command did. */
export const exec = async (given: Given): Promise<void> => {
  const [program, ...args] = given.words ?? []
  if (program === undefined)
    throw wrong('exec needs a command; for example: payment-sandbox exec -- npm test')
  const options = readOptions(sandboxOptions(), given)
  const { host, proxyHost } = readOptions(addressOptions(), given)
  const { log: style } = readOptions(processOptions().pick({ log: true }), given)
  const sandbox = createSandbox(options)
  const { url, vaultUrl, dashboardUrl } = await sandbox.listen({ port: 0, host, proxyHost })
  if (style !== undefined) {
    // The standard output is the command's.
    const log = logOf(style, terminalOf(process.stderr, process.env))
    const keys = { testKeys: sandbox.keys, liveKeys: sandbox.live.keys, webhookSecret: secretOf(sandbox) }
    log.ready({ version, url, vaultUrl, dashboardUrl, ...keys, clock: null, state: null })
    sandbox.onRequest((entry) => log.request(entry, sandbox.clock.now().toISOString()))
  }
  const env = { ...process.env, ...variablesOf(sandbox, url, vaultUrl) }
  // npm and its like are scripts on Windows, which only its shell can start.
  const shell = process.platform === 'win32'
  const child = spawn(program, args, { stdio: 'inherit', env, shell })
  passOnSignals(child)
  const code = await endOf(child, program).finally(() => sandbox.close())
  process.exit(code)
}

/** What the command finds in its environment. */
const variablesOf = (sandbox: Sandbox, url: string, vaultUrl: string): Record<string, string> => ({
  PAYMENT_SANDBOX_URL: url,
  PAYMENT_SANDBOX_VAULT_URL: vaultUrl,
  PAYMENT_SANDBOX_PUBLIC_KEY: sandbox.keys.public,
  PAYMENT_SANDBOX_SECRET_KEY: sandbox.keys.secret,
  PAYMENT_SANDBOX_WEBHOOK_SECRET: secretOf(sandbox) ?? '',
  [toldVariable]: vaultUrl,
})

const passOnSignals = (child: ChildProcess): void => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      // A terminal sends its Ctrl-C to the command as well: twice would end many at once.
      const hasIt = signal === 'SIGINT' && process.stdin.isTTY === true
      if (!hasIt) child.kill(signal)
    })
  watchStarters(process.pid, processTable(), () => child.kill('SIGTERM'))
}

/** How the command ended, as a shell says it: 128 and the number of the signal that ended it. */
const endOf = (child: ChildProcess, program: string): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'ENOENT' ? 'there is no such command' : error.message
      reject(new Failure(`cannot start "${program}": ${why}`))
    })
    child.once('close', (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    )
  })
