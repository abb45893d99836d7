import { readHost, readHostName } from '../kernel/hosts'
import { isObject } from '../kernel/json'
import type { ProfileName } from './profiles'

/** Host names of the API and the vault. At least one is needed. */
export interface HostNames {
  /** The host of the API, or several. A name with a port, such as `localhost:8080`, means this port only. */
  readonly api?: string | readonly string[] | undefined
  /** The host of the vault, which creates tokens, or several. */
  readonly vault?: string | readonly string[] | undefined
}

/** Hosts that published clients have built in. */
const hostPresets = {
  // Plugins send payers to the second of the API; pages of shops load omise.js from the last two of the vault.
  omise: {
    api: ['api.omise.co', 'checkout-page.omise.co'],
    vault: ['vault.omise.co', 'cdn.omise.co', 'cdn2.omise.co'],
  },
} as const satisfies Record<string, HostNames>

/**
 * The hosts by which the code under test calls the payment service: host names, or the name of a preset. `omise` is
 * `api.omise.co` and `vault.omise.co`, which the published clients have built in, `checkout-page.omise.co`, where the
 * hosted checkout is, and `cdn.omise.co`, from where pages load `omise.js`.
 */
export type Hosts = 'omise' | HostNames

/** Checked hosts: `api.example.com` for every port of it, `api.example.com:8443` for one. */
export interface NamedHosts {
  readonly api: readonly string[]
  readonly vault: readonly string[]
}

export const noHosts: NamedHosts = { api: [], vault: [] }

/** Whether one of them is a host of the real service, by whose name the preset goes. */
export const areOmise = ({ api, vault }: NamedHosts): boolean =>
  hostPresets.omise.api.some((host) => api.includes(host)) ||
  hostPresets.omise.vault.some((host) => vault.includes(host))

/** Whether hosts, as a user gave them, are those of the real service. */
export const nameOmise = (given: unknown): boolean => {
  const { api, vault } = isObject(given) ? given : {}
  const hosts = tryHosts(isObject(given) ? { api, vault } : given)
  return 'api' in hosts && areOmise(hosts)
}

/** Options, with the profile `omise` where they give none and these hosts are those of the real service. */
export const withProfileFor = <O extends { readonly profile?: ProfileName | undefined }>(
  hosts: unknown,
  options: O,
): O => (options.profile === undefined && nameOmise(hosts) ? { ...options, profile: 'omise' } : options)

/** `payment-sandbox/register` names the host that was called in it, since it calls the address of the sandbox instead. */
export const calledHostHeader = 'sandbox-called-host'

const omiseNames = Object.values(hostPresets.omise)
  .flat()
  .map((name) => name.replaceAll('.', '\\.'))
/** How a URL of the real service begins. */
export const omiseUrl = new RegExp(`^https?://(?:${omiseNames.join('|')})(?:[.:/]|$)`)

/** The server of the sandbox that answers for a host. */
export type NamedServer = keyof NamedHosts

export interface HostsProblem {
  /** Where it is, within the hosts. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

const general: HostsProblem = {
  path: [],
  message: `must be hosts such as api=api.example.com,vault=vault.example.com, or ${Object.keys(hostPresets).join(', ')}`,
}

/** Checks hosts: a preset, an object, or text as options and the environment have it, `api=<host>,vault=<host>`. */
export const tryHosts = (given: unknown): NamedHosts | HostsProblem => {
  const names = typeof given === 'string' ? ofText(given) : given
  if (!isObject(names)) return general
  const unknown = Object.keys(names).find((key) => key !== 'api' && key !== 'vault')
  if (unknown !== undefined) return { ...general, path: typeof given === 'string' ? [] : [unknown] }
  const read = { api: readNames('api', names.api), vault: readNames('vault', names.vault) }
  if ('message' in read.api) return read.api
  if ('message' in read.vault) return read.vault
  return whole(withCheckout({ api: read.api, vault: read.vault }))
}

const [omiseApi, omiseCheckout] = hostPresets.omise.api

/** Hosts that are written out as those of the real service include that of its hosted checkout. */
const withCheckout = ({ api, vault }: NamedHosts): NamedHosts =>
  api.includes(omiseApi) && ![...api, ...vault].includes(omiseCheckout)
    ? { api: [...api, omiseCheckout], vault }
    : { api, vault }

const ofText = (text: string): unknown => {
  if (Object.hasOwn(hostPresets, text)) return hostPresets[text as keyof typeof hostPresets]
  const names: Record<string, string[]> = {}
  for (const part of text.split(',')) {
    const [, server = '', host = ''] = /^\s*(\w+)\s*=\s*(\S+)\s*$/.exec(part) ?? []
    if (readName(host) === null) return null
    names[server] = [...(names[server] ?? []), host]
  }
  return names
}

const readNames = (server: NamedServer, given: unknown): readonly string[] | HostsProblem => {
  const all: readonly unknown[] = Array.isArray(given) ? given : given === undefined ? [] : [given]
  const names = all.map(readName)
  const wrong = names.indexOf(null)
  if (wrong < 0) return names.filter((name) => name !== null)
  const path = Array.isArray(given) ? [server, wrong] : [server]
  return { path, message: 'must be a host such as api.example.com, without https:// and without a path' }
}

const readName = (given: unknown): string | null => {
  const name = typeof given === 'string' ? readHostName(given) : null
  if (name === null) return null
  // The URL parser drops the port that is usual for a scheme.
  const [, port] = /:0*(\d+)$/.exec(String(given)) ?? []
  return port === undefined ? name : `${name}:${port}`
}

const whole = (hosts: NamedHosts): NamedHosts | HostsProblem => {
  if (hosts.api.length + hosts.vault.length === 0) return general
  const both = hosts.api.find((name) => hosts.vault.includes(name))
  if (both === undefined) return hosts
  return { path: ['vault'], message: `must not be ${both} too: it is the host of the API` }
}

/** The server that answers for the host of a URL; `null` when the hosts do not name it. */
export const serverFor = (hosts: NamedHosts, { hostname, port, protocol }: URL): NamedServer | null => {
  const name = hostname.replace(/\.$/, '')
  const usual = protocol === 'https:' || protocol === 'wss:' ? '443' : '80'
  for (const form of [`${name}:${port || usual}`, name]) {
    if (hosts.api.includes(form)) return 'api'
    if (hosts.vault.includes(form)) return 'vault'
  }
  return null
}

/** The names without their ports. */
export const namesOf = ({ api, vault }: NamedHosts): readonly string[] => [
  ...new Set([...api, ...vault].map((host) => readHost(host)?.hostname ?? host)),
]
