import { isLoopback } from '../kernel/hosts'
import { SandboxError } from '../kernel/sandbox-error'
import { defaults } from '../options/config'
import { type NamedHosts, type NamedServer, noHosts, serverFor } from '../options/hosts'
import type { Service } from '../service/http/incoming'
import { unlessAborted } from './call'
import type { Core } from './core'
import type { ServerUrls } from './opening'

/** What decides which server a request within the process is for: its URL alone says so. */
type Addressed = Pick<Core, 'settings' | 'servers' | 'options'>

/**
 * The server that a request is for, and the address of the request as that server sees it.
 * @throws SandboxError `unknown_host`: the sandbox never pretends to be the rest of the internet
 */
const addressee = (address: string, addressed: Addressed) => {
  const { settings, servers } = addressed
  // Each sandbox also answers for the addresses of one without options.
  const own = [settings, defaults, ...servers.urls]
  for (const { vaultUrl } of own)
    if (address.startsWith(`${vaultUrl}/`))
      return { server: 'vault', address: belowPathOf(vaultUrl, address) } as const
  for (const { baseUrl } of own)
    if (address.startsWith(`${baseUrl}/`))
      return { server: 'api', address: belowPathOf(baseUrl, address) } as const
  const url = new URL(address)
  const server = serverFor(hostsOf(addressed), url) ?? serverNear(url, own)
  if (server === null) throw unknownHost(url, addressed)
  return { server, address }
}

const serverNear = ({ origin, hostname }: URL, own: readonly ServerUrls[]): NamedServer | null => {
  if (own.some(({ baseUrl }) => new URL(baseUrl).origin === origin)) return 'api'
  if (own.some(({ vaultUrl }) => new URL(vaultUrl).origin === origin)) return 'vault'
  return isLoopback(hostname) ? 'api' : null
}

/** `https://example.com/charges` for `https://example.com/sandbox/charges`, where the server is `…/sandbox`. */
const belowPathOf = (url: string, address: string): string => {
  const path = url.indexOf('/', url.indexOf('//') + 2)
  return path === -1 ? address : `${url.slice(0, path)}${address.slice(url.length)}`
}

/** The option that names a host that was called; that of a vault says so itself. */
const hostsWith = (host: string, { api }: NamedHosts): string => {
  if (!host.startsWith('vault')) return `{ api: '${host}' }`
  const named = api.length > 1 ? `[${api.map((name) => `'${name}'`).join(', ')}]` : `'${api[0]}'`
  return api.length === 0 ? `{ vault: '${host}' }` : `{ api: ${named}, vault: '${host}' }`
}

const hostsOf = ({ options }: Addressed): NamedHosts => options.hosts ?? noHosts

const unknownHost = ({ host }: URL, addressed: Addressed): SandboxError => {
  const { baseUrl, vaultUrl } = addressed.settings
  const own = [baseUrl, vaultUrl].map((url) => new URL(url).host).join(', ')
  return new SandboxError(
    'unknown_host',
    `sandbox.fetch does not answer for ${host}, only for ${own} and localhost: call sandbox.url or sandbox.vaultUrl, ` +
      `or name the host with createSandbox({ hosts: ${hostsWith(host, hostsOf(addressed))} }); to leave other hosts to the network, ` +
      'use intercept() of payment-sandbox/intercept instead of replacing fetch',
  )
}

/** `sandbox.fetch`. Without a socket a dropped connection is a TypeError, as with `fetch`. */
export const fetchFrom = async (
  service: Service,
  addressed: Addressed,
  input: Request | string | URL,
  init?: RequestInit,
): Promise<Response> => {
  const url =
    typeof input === 'string' && /^\/(?!\/)/.test(input) ? `${addressed.settings.baseUrl}${input}` : input
  const request = new Request(url, init)
  request.signal.throwIfAborted()
  const { server: host, address } = addressee(request.url, addressed)
  const seen = address === request.url ? request : new Request(address, request)
  const answer = await unlessAborted(Promise.resolve(service.answer(seen, { host })), request)
  if (answer.type !== 'error') return answer
  const cause = Object.assign(new Error('the connection was cut by a fault'), { code: 'ECONNRESET' })
  throw new TypeError('fetch failed', { cause })
}
