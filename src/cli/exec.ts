import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import * as z from 'zod/mini'
import { namesFor } from '../node/authority'
import { defaults, envOf, listenOptions, processOptions } from '../options/config'
import type { NamedHosts } from '../options/hosts'
import type { Listening, Sandbox } from '../sandbox/surface'
import { execVariable, Failure, type Given, readOptions, wrong } from './given'
import { makeTrust, readIntercepted, startInterception } from './interception'
import { logOf, noLog, secretOf } from './log'
import { openSandbox } from './serve'
import { patienceMs, watchParent } from './stop'
import { terminalOf } from './terminal'

/** Runs a command beside a sandbox of its own, and exits with the status of the command. */
export const exec = async (given: Given): Promise<void> => {
  const [program, ...args] = given.words ?? []
  if (program === undefined)
    throw wrong('exec needs a command; for example: payment-sandbox exec -- npm test')
  const addresses = readOptions(listenOptions(), onFreePorts(given))
  const { log: style, detach = false } = readOptions(
    z.pick(processOptions(), { log: true, detach: true }),
    given,
  )
  const intercepted = readIntercepted(given)
  // The standard output belongs to the command.
  const log = style === undefined ? noLog : logOf(style, terminalOf(process.stderr, process.env))
  const { sandbox, greeting, close } = await openSandbox(given, log)
  const ownTls = addresses.tls === true && addresses.tlsCert === undefined
  const trust = ownTls || intercepted !== null ? await makeTrust() : null
  const files = ownTls ? await trust?.files(namesFor(addresses.host ?? defaults.host)) : undefined
  const proxyHost = merged(addresses.proxyHost, intercepted?.hosts)
  const listening = await sandbox.listen({ ...addresses, ...files, proxyHost }, true)
  log.ready(greeting(listening))
  const interception = intercepted && trust ? await startInterception(intercepted, listening, trust) : null
  const env = {
    ...process.env,
    ...variablesOf(sandbox, listening),
    ...trust?.variables,
    ...interception?.variables,
  }
  // On Windows npm and similar commands are scripts, which only a shell can start.
  const shell = process.platform === 'win32'
  // Before the command runs: a signal that came between would end this process and leave the command behind.
  passOnSignals((signal) => child.kill(signal), detach)
  const child = spawn(program, args, { stdio: 'inherit', env, shell })
  const stop = (): Promise<unknown> => Promise.all([close(), interception?.close()])
  const code = await endOf(child, program).finally(() => ended(stop))
  process.exit(code)
}

/** Only a port on the command line is for this sandbox: the environment and the file name those of `serve`. */
const onFreePorts = ({ flags, env, file, ...given }: Given): Given => ({
  ...given,
  flags: { port: '0', ...flags },
  env: { ...env, [envOf('port')]: '', [envOf('vaultPort')]: '' },
  file: { ...file, port: undefined, vaultPort: undefined },
})

/** The hosts that the servers answer for as proxies: those of --proxy-host and of --intercept. */
const merged = (one: NamedHosts | undefined, other: NamedHosts | undefined): NamedHosts | undefined =>
  one && other ? { api: [...one.api, ...other.api], vault: [...one.vault, ...other.vault] } : (one ?? other)

/** When the command has ended, requests in flight are given up after a moment. */
const ended = (close: () => Promise<unknown>): Promise<unknown> =>
  Promise.race([close(), new Promise((resolve) => setTimeout(resolve, patienceMs).unref())])

/** The environment variables of the command. */
const variablesOf = (
  sandbox: Sandbox,
  { url, vaultUrl, controlToken }: Listening,
): Record<string, string> => ({
  PAYMENT_SANDBOX_URL: url,
  PAYMENT_SANDBOX_VAULT_URL: vaultUrl,
  PAYMENT_SANDBOX_PUBLIC_KEY: sandbox.keys.public,
  PAYMENT_SANDBOX_SECRET_KEY: sandbox.keys.secret,
  PAYMENT_SANDBOX_WEBHOOK_SECRET: secretOf(sandbox) ?? '',
  [execVariable]: vaultUrl,
  ...(controlToken === null ? {} : { [envOf('controlToken')]: controlToken }),
})

const passOnSignals = (send: (signal: NodeJS.Signals) => void, detached: boolean): void => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the command too; a second signal would make many commands stop at once.
      const hasIt = signal === 'SIGINT' && process.stdin.isTTY === true
      if (!hasIt) send(signal)
    })
  if (!detached) watchParent(() => send('SIGTERM'))
}

/** The exit statuses of a shell for a command that does not exist, and for one that cannot be started. */
const missing = 127
const notStartable = 126

/** The exit status of the command, as a shell reports it: 128 plus the number of a signal that ended it. */
const endOf = (child: ChildProcess, program: string): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT'
      const why = isMissing ? 'command not found' : error.message
      reject(new Failure(`cannot start "${program}": ${why}`, [], isMissing ? missing : notStartable))
    })
    child.once('close', (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    )
  })
