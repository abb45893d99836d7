import { createServer, get, type Server as PlainServer, type RequestListener } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { newSecret } from '../kernel/digest'
import { addressName, answersTo, isLoopback, readHostName } from '../kernel/hosts'
import { isObject, jsonIn } from '../kernel/json'
import { afterMsIfAlive } from '../kernel/real-time'
import { errorMessage, isNotKept, SandboxError } from '../kernel/sandbox-error'
import {
  type CheckedListenOptions,
  checkOptions,
  defaults,
  type ListenOptions,
  listenOptions,
} from '../options/config'
import { namesOf, noHosts } from '../options/hosts'
import type { DueJobs } from '../sandbox/clock/due-jobs'
import type { Listening } from '../sandbox/servers'
import type { Access, Service } from '../service/http/incoming'
import type { Certificate } from './authority'
import { closing } from './closing'
import { listenerOf } from './listener'
import { refuseConnect } from './proxy'
import type { ConnectHandler } from './serving-proxy'

export { nodeNetworkOf } from './sockets'

type Called = Pick<Listening, 'url' | 'vaultUrl'>

type Alarming = Pick<DueJobs, 'catchUp' | 'nextDueMs' | 'watch'>

/** Two Node servers, API and vault, in front of one sandbox. */
export const startServers = async (
  sandbox: Service & Called,
  jobs: Alarming,
  given: ListenOptions,
  ownsProcess: boolean,
): Promise<Listening> => {
  const options = checkOptions(listenOptions(), given)
  const host = options.host ?? defaults.host
  const port = options.port ?? defaults.port
  const speaksTls = options.tls === true || options.tlsCert !== undefined
  const certificate = speaksTls ? await (await import('./authority')).certificateFor(host, options) : null
  const stops = new Set<() => void>()
  const access = new ServerAccess(sandbox, options)
  const urls = () => ({ api: new URL(api.url), vault: new URL(vault.url) })
  const { proxyHost } = options
  // Its code is loaded only where hosts are named.
  const proxy = proxyHost && (await import('./serving-proxy')).proxyFor(proxyHost, urls)
  const connect: ConnectHandler =
    proxy?.connect ?? ((incoming, client) => refuseConnect(incoming, client, sandbox.errorPage()))
  const open = (which: 'api' | 'vault', at: number) => {
    const listener = listenerOf(sandbox, {
      which,
      proxyHosts: proxyHost,
      access,
      authority: proxy?.authority,
      stops,
      ownsProcess,
    })
    const isNext = which === 'vault' && options.vaultPort === undefined && port !== 0
    return listen(listener, { which, host, port: at, isNext, certificate, access, connect })
  }
  const api = await open('api', port)
  const vaultPort = options.vaultPort ?? (port === 0 ? 0 : port + 1)
  const vault = await open('vault', vaultPort).catch(async (error) => {
    await api.close()
    throw error
  })
  const stopAlarm = startAlarm(jobs)
  const { controlToken } = access
  return {
    url: api.url,
    vaultUrl: vault.url,
    dashboardUrl: `${api.url}/_sandbox/${controlToken === null ? '' : `?${new URLSearchParams({ token: controlToken })}`}`,
    controlToken,
    unref: () => {
      api.unref()
      vault.unref()
    },
    close: async () => {
      stopAlarm()
      for (const end of [...stops]) end()
      await Promise.all([api.close(), vault.close()])
    },
  }
}

interface ServerPlan {
  readonly which: 'api' | 'vault'
  readonly host: string
  readonly port: number
  /** Whether the port is that after the one of the API, as none was given. */
  readonly isNext: boolean
  readonly certificate: Certificate | null
  readonly access: ServerAccess
  readonly connect: ConnectHandler
}

/** Loads `node:https` only when it is needed. */
const serverOf = async (certificate: Certificate | null): Promise<PlainServer | TlsServer> =>
  certificate === null ? createServer() : (await import('node:https')).createServer(certificate)

/**
 * How long an idle connection is kept, in real time. Node's default of 5 s resets connections on a busy machine: a
 * process without processor time runs its timer before it reads the request that has already arrived.
 */
const keepAliveMs = 65_000

const listen = async (listener: RequestListener, plan: ServerPlan) => {
  const { host, port, certificate, access, connect } = plan
  checkPermission(plan)
  const server = await serverOf(certificate)
  const ending = closing(server)
  server.keepAliveTimeout = keepAliveMs
  server.on('request', listener)
  // `100 Continue` is sent when the body is read.
  server.on('checkContinue', listener)
  server.on('connect', connect)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => void explain(error, plan).then(reject))
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  access.listensOn(address)
  return { url: urlOf(certificate === null ? 'http' : 'https', host, address), ...ending }
}

/** Node throws where nobody can catch it. Versions that know no such permission say that it is missing. */
const checkPermission = ({ which, host, port }: ServerPlan): void => {
  const { permission }: { readonly permission?: { has(scope: string): boolean } } = process
  if (permission === undefined || permission.has('net')) return
  if (!process.allowedNodeEnvironmentFlags.has('--allow-net')) return
  const text = 'no permission: start Node with --allow-net'
  throw new SandboxError('cannot_listen', `cannot listen on ${host}:${port} (${names[which]}): ${text}`)
}

const names = { api: 'API server', vault: 'vault server' } as const
const portOptions = { api: 'port', vault: 'vaultPort' } as const

const explain = async (
  error: NodeJS.ErrnoException,
  { which, host, port, isNext }: ServerPlan,
): Promise<SandboxError> => {
  const next = isNext ? ', which takes the port after that of the API unless it is given one' : ''
  const name = `${names[which]}${next}`
  if (error.code === 'EADDRINUSE') {
    const version = await neighbourAt(host, port)
    const user = version === null ? 'what uses it' : `the payment-sandbox ${version} that runs there`
    const use = version === null ? '' : 'use it, '
    const message = `port ${port} of ${host} is taken (${name}): ${use}stop ${user}, or choose another port (0 picks a free one)`
    return new SandboxError('port_taken', message, { issues: [{ path: portOptions[which], message }] })
  }
  return new SandboxError(
    'cannot_listen',
    `cannot listen on ${host}:${port} (${name}): ${errorMessage(error)}`,
  )
}

const afterTroubleMs = 1000

/** Runs due jobs without a request. Its timer does not keep the process alive. */
export const startAlarm = (jobs: Alarming, after = afterMsIfAlive): (() => void) => {
  let disarm = (): void => undefined
  const arm = (): void => {
    disarm()
    const wait = jobs.nextDueMs
    if (wait !== null) disarm = after(wait, ring)
  }
  const ring = (): void => {
    try {
      jobs.catchUp()
    } catch (error) {
      if (!isNotKept(error)) throw error
      // Every request gets the same error; the jobs stay due until the state can be saved again.
      disarm = after(afterTroubleMs, ring)
      return
    }
    arm()
  }
  const unwatch = jobs.watch(arm)
  arm()
  return () => {
    unwatch()
    disarm()
  }
}

const urlOf = (scheme: string, host: string, { port }: AddressInfo): string => {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** How long a neighbour has to answer, in ms of real time. */
const patienceMs = 500

/**
 * The version of the payment-sandbox that answers at an address; `null` when something else uses it.
 *
 * @param host as given to `listen`; `0.0.0.0` and `::` mean every address of this machine
 */
const neighbourAt = (host: string, port: number): Promise<string | null> =>
  new Promise((resolve) => {
    const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
    const asked = get({ host: name, port, path: '/_sandbox/health', timeout: patienceMs }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk) => {
        text += chunk
        if (text.length > 10_000) asked.destroy()
      })
      answer.once('close', () => resolve(versionIn(text)))
    })
    asked.once('timeout', () => asked.destroy())
    asked.once('error', () => resolve(null))
  })

/** `null` for the answer of another server. */
const versionIn = (text: string): string | null => {
  const health = jsonIn(text)
  return isObject(health) && 'uptime_ms' in health && typeof health.version === 'string'
    ? health.version
    : null
}

type Options = Pick<CheckedListenOptions, 'host' | 'proxyHost' | 'allowHosts' | 'controlToken'>

/**
 * Decides which requests the two servers of one `listen` accept (contract of the sandbox, sections 4 and 5). A foreign
 * web page can point its own host name to this machine (DNS rebinding); its requests have that name as their host.
 */
export class ServerAccess implements Access {
  /** The addresses that the sandbox gives for its servers: `--base-url` and `--vault-url`, if given. */
  readonly #called: Called
  readonly #own: Set<string>
  /** Host names of the real service, which clients of the proxy call. They never reach the control plane. */
  readonly #proxied: ReadonlySet<string>
  /** The last allowed `Host` header: most requests have the same one as the request before. */
  #last: string | null = null
  #onEveryAddress = false
  controlToken: string | null

  constructor(called: Called, { host, proxyHost, allowHosts, controlToken }: Options) {
    this.#called = called
    this.#own = new Set(allowHosts)
    if (host !== undefined) this.#own.add(addressName(host.toLowerCase()))
    this.#proxied = new Set(namesOf(proxyHost ?? noHosts))
    this.controlToken = controlToken ?? null
  }

  /** On other addresses than loopback the control plane requires a token: other machines can reach it. */
  listensOn({ address }: AddressInfo): void {
    const name = addressName(address)
    this.#own.add(name)
    this.#onEveryAddress ||= name === '0.0.0.0' || name === '[::]'
    if (!isLoopback(name)) this.controlToken ??= newSecret()
  }

  allows(host: string, plane: 'service' | 'control'): boolean {
    if (host === this.#last) return true
    const name = readHostName(host)
    if (name === null) return false
    if (!this.#isOwn(name)) return plane === 'service' && this.#proxied.has(name)
    this.#last = host
    return true
  }

  #isOwn(name: string): boolean {
    const { url, vaultUrl } = this.#called
    return answersTo(name, this.#own, [url, vaultUrl]) || (this.#onEveryAddress && machineNames().has(name))
  }
}

/** Read at each call, since a laptop changes its networks. */
const machineNames = (): ReadonlySet<string> => {
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all)
  return new Set([hostname().toLowerCase(), ...addresses.map(({ address }) => addressName(address))])
}
