import { constants } from 'node:os'
import { namesFor } from '../node/authority'
import { type CheckedListenOptions, defaults, envOf, listenOptions } from '../options/config'
import type { NamedHosts } from '../options/hosts'
import type { Keepable } from '../sandbox/keepable'
import type { Listening, Sandbox } from '../sandbox/surface'
import { execVariable, Failure, type Given, readOptions } from './given'
import { type Intercepted, makeTrust, readIntercepted, startInterception, type Trust } from './interception'
import { secretOf } from './log'

/** How a command reaches the sandbox beside it. */
export interface Surroundings {
  readonly addresses: CheckedListenOptions
  readonly intercepted: Intercepted | null
  readonly trust: Trust | null
}

/** @throws SandboxError `invalid_option` */
export const readSurroundings = async (given: Given): Promise<Surroundings> => {
  const options = readOptions(listenOptions(), onFreePorts(given))
  const intercepted = readIntercepted(given)
  const ownTls = options.tls === true && options.tlsCert === undefined
  const trust = ownTls || intercepted !== null ? await makeTrust() : null
  const files = ownTls ? await trust?.files(namesFor(options.host ?? defaults.host)) : undefined
  const proxyHost = merged(options.proxyHost, intercepted?.hosts)
  return { addresses: { ...options, ...files, proxyHost }, intercepted, trust }
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

/** The servers of a sandbox, and the environment in which a command calls them. */
export interface Beside {
  readonly listening: Listening
  readonly env: NodeJS.ProcessEnv
  /** Ends the ways to the servers; the sandbox closes the servers. */
  close(): Promise<void>
}

export const openBeside = async (
  sandbox: Keepable,
  { addresses, intercepted, trust }: Surroundings,
): Promise<Beside> => {
  const listening = await sandbox.listen(addresses, true)
  const interception = intercepted && trust ? await startInterception(intercepted, listening, trust) : null
  return {
    listening,
    env: {
      ...process.env,
      ...variablesOf(sandbox, listening),
      ...trust?.variables,
      ...interception?.variables,
    },
    close: async () => interception?.close(),
  }
}

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

/** The exit statuses of a shell for a command that does not exist, and for one that cannot be started. */
const missing = 127
const notStartable = 126

/** Why a command did not start, with the status of a shell. */
export const notStarted = (program: string, { code, message }: NodeJS.ErrnoException): Failure => {
  const why = code === 'ENOENT' ? 'command not found' : message
  return new Failure(`cannot start "${program}": ${why}`, [], code === 'ENOENT' ? missing : notStartable)
}

/** The exit status of a command, as a shell reports it: 128 plus the number of a signal that ended it. */
export const statusOf = (code: number | null, signal: NodeJS.Signals | null): number =>
  code ?? 128 + (signal === null ? 0 : constants.signals[signal])
