import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { readHost } from '../../kernel/hosts'
import { yieldToEventLoop } from '../../kernel/real-time'
import { createAuthority, namesFor } from '../../node/authority'
import { startProxy } from '../../node/forward'
import { routeTo } from '../../node/https-proxy'
import { outerProxy } from '../../node/outer-proxy'
import { defaults, envOf, listenOptions } from '../../options/config'
import { destinationOf } from '../../options/destination'
import { type NamedHosts, namesOf, tryHosts } from '../../options/hosts'
import type { Sandbox } from '../../sandbox/sandbox'
import type { Listening } from '../../sandbox/servers'
import { execVariable, type Given, optionText, readOptions, wrong } from '../command-line'
import { secretOf } from '../serve/log'
import { temporaryFolder } from '../temporary-folder'
import { printMessages } from '../terminal'
import { CertificateWarnings } from './certificate-warnings'

/** How a command reaches the servers of its sandbox. */
export type ServerOptions = Awaited<ReturnType<typeof readServerOptions>>

/** @throws SandboxError `invalid_option` */
export const readServerOptions = async (given: Given) => {
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
export type OpenServers = Awaited<ReturnType<typeof openServers>>

export const openServers = async (sandbox: Sandbox, { addresses, intercepted, trust }: ServerOptions) => {
  const listening = await sandbox.host.listen(addresses, true)
  const interception = intercepted && trust ? await startInterception(intercepted, listening, trust) : null
  return {
    listening,
    /** How a browser that the command did not start gets to the sandbox; `null` without --intercept. */
    browser: interception?.browser ?? null,
    env: {
      ...process.env,
      ...variablesOf(sandbox, listening),
      ...trust?.variables,
      ...interception?.variables,
    },
    /** Whether the proxy got a call that did not reach the servers, and said why. */
    isReached: () => interception?.isReached() === true,
    /** Ends the ways to the servers; the sandbox closes the servers. */
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

type Intercepted = NonNullable<ReturnType<typeof readIntercepted>>

/**
 * The hosts of `exec --intercept`, as they were written and as they were read.
 * @throws SandboxError `invalid_option`
 */
const readIntercepted = (given: Given) => {
  const text = optionText(given, 'intercept')
  if (text === undefined) return null
  const hosts = tryHosts(text)
  if (!('message' in hosts)) return { text, hosts }
  throw wrong(`--intercept ${hosts.message}, not "${text.slice(0, 60)}"; for example: --intercept omise`)
}

/**
 * Makes processes in every language reach the sandbox at these hosts: Node by `register`, others by a proxy.
 * @returns the environment that leads a command and its children to the sandbox, and what ends this
 */
const startInterception = async ({ text, hosts }: Intercepted, listening: Listening, trust: Trust) => {
  const { env } = process
  const servers = { api: new URL(listening.url), vault: new URL(listening.vaultUrl) }
  const warned = new Set<string>()
  // Many clients show little of why a proxy refused them.
  const warn = (message: string): void => {
    if (!warned.has(message)) printMessages([message])
    warned.add(message)
  }
  const certificate = await trust.authority.issue(namesOf(hosts))
  const warnings = new CertificateWarnings(warn)
  const proxy = await startProxy({
    servers: () => servers,
    certificate: async () => certificate,
    route: (target) => {
      const way = routeTo(hosts, target)
      if (typeof way === 'object') warn(way.message)
      return way
    },
    outer: outerProxy,
    onHandshake: warnings.ended,
  })
  return {
    isReached: () => warned.size > 0,
    close: async () => {
      // The command has ended; what it sent last is still to be read, and may be worth a warning.
      await yieldToEventLoop()
      await yieldToEventLoop()
      await proxy.close()
      warnings.close()
    },
    browser: { proxy: proxy.url, keyHash: certificate.keyHash },
    variables: {
      PAYMENT_SANDBOX_INTERCEPT: text,
      // By it `register` knows that a call through this proxy reaches the sandbox.
      PAYMENT_SANDBOX_EXEC_PROXY: proxy.url,
      NODE_OPTIONS: withRegister(env.NODE_OPTIONS),
      ...inBothCases('HTTPS_PROXY', proxy.url),
      ...inBothCases('HTTP_PROXY', proxy.url),
      ...inBothCases('NO_PROXY', unproxied(env.NO_PROXY ?? env.no_proxy ?? '', hosts)),
    },
  }
}

/**
 * Options of Node that load `register` in each of its processes, after those that were set before. Not by `--import`, with
 * which Node 20 loads the program as an ES module, past the hooks of `require` that ts-node and others bring.
 */
const withRegister = (before = ''): string => {
  const file = join(dirname(__filename), 'register.cjs')
  const option = `--require ${/[\s"\\]/.test(file) ? `"${file.replace(/["\\]/g, '\\$&')}"` : file}`
  return before.includes(option) ? before : `${before} ${option}`.trim()
}

const inBothCases = (name: string, value: string) => ({ [name]: value, [name.toLowerCase()]: value })

const loopback = ['localhost', '127.0.0.1', '::1']

/** The hosts that need no proxy: this machine, and those that were named before. */
const unproxied = (before: string, hosts: NamedHosts): string => {
  const names = before.split(/[\s,]+/).filter((name) => name !== '' && !exempts(name, hosts))
  return [...new Set([...loopback, ...names])].join(',')
}

/** Whether such an entry of NO_PROXY would let calls to a host of the sandbox, or to its neighbours, pass by the proxy. */
const exempts = (entry: string, hosts: NamedHosts): boolean => {
  const name = entry.replace(/^\*?\./, '').toLowerCase()
  const target = readHost(name, 'https:')
  return (
    entry === '*' ||
    namesOf(hosts).some((host) => host.endsWith(`.${name}`)) ||
    (target !== null && destinationOf(hosts, target) !== 'elsewhere')
  )
}

/** A certificate authority made for one run, and the environment in which a command trusts it. */
type Trust = Awaited<ReturnType<typeof makeTrust>>

/** Where systems keep the authorities that they trust: Debian, Fedora, openSUSE, Alpine and macOS, FreeBSD. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
  '/usr/local/share/certs/ca-root-nss.crt',
]

/** The file of each of these replaces the authorities of the system; Node adds its file to those it has. */
const replacing = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE']
const adding = 'NODE_EXTRA_CA_CERTS'

/** Its folder is deleted when this process exits. The private key of the authority is never written to it. */
const makeTrust = async () => {
  const authority = await createAuthority()
  const folder = temporaryFolder('tls')
  const write = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    return file
  }
  // Each variable names one file only: keep the authorities that it trusted before.
  const joined = (variable: string, others: string): string =>
    write(`${variable.toLowerCase()}.pem`, `${readable(process.env[variable]) ?? others}\n${authority.cert}`)
  const system = bundles.map(readable).find((text) => text !== null) ?? rootCertificates.join('\n')
  const variables = Object.fromEntries([
    ...replacing.map((name) => [name, joined(name, system)]),
    [adding, joined(adding, '')],
  ])
  // PHP takes its authorities from settings alone, and reads more of those from folders.
  const settings = ['curl.cainfo', 'openssl.cafile'].map((name) => `${name}="${variables.SSL_CERT_FILE}"\n`)
  write('payment-sandbox.ini', settings.join(''))
  return {
    authority,
    // An empty name stands for the folder that PHP was built with.
    variables: {
      ...variables,
      PHP_INI_SCAN_DIR: [process.env.PHP_INI_SCAN_DIR ?? '', folder].join(delimiter),
    },
    /** Writes a certificate of this authority, and its key, to files that only this user can read. */
    files: async (names: readonly string[]) => {
      const { cert, key } = await authority.issue(names)
      return { tlsCert: write('cert.pem', cert), tlsKey: write('key.pem', key) }
    },
  }
}

const readable = (file: string | undefined): string | null => {
  try {
    return file === undefined ? null : readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
