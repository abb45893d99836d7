import { defaults } from '../../config'
import { type NamedHosts, type NamedServer, serverFor } from '../../hosts'
import { isLoopback } from '../../kernel/hosts'
import { SandboxError } from '../../kernel/sandbox-error'
import type { ServerUrls } from './opening'
import type { Servers } from './servers'

/** Decides which server a request within the process is for: its URL alone says so. */
export class Addressing {
  readonly #urls: ServerUrls
  readonly #servers: Servers
  readonly #hosts: NamedHosts

  /** @param hosts those that it answers besides its own */
  constructor(urls: ServerUrls, servers: Servers, hosts: NamedHosts) {
    this.#urls = urls
    this.#servers = servers
    this.#hosts = hosts
  }

  /** @throws SandboxError `unknown_host`: the sandbox never pretends to be the rest of the internet */
  serverOf(address: string): NamedServer {
    const own = [this.#urls, defaults, ...this.#servers.urls]
    if (own.some(({ vaultUrl }) => isBelow(vaultUrl, address))) return 'vault'
    if (own.some(({ baseUrl }) => isBelow(baseUrl, address))) return 'api'
    const url = new URL(address)
    const named = serverFor(this.#hosts, url)
    if (named !== null) return named
    if (own.some(({ baseUrl }) => new URL(baseUrl).origin === url.origin)) return 'api'
    if (own.some(({ vaultUrl }) => new URL(vaultUrl).origin === url.origin)) return 'vault'
    if (isLoopback(url.hostname)) return 'api'
    throw unknownHost(url, this.#urls)
  }
}

/** The URLs of the sandbox may have paths, and capitals; that of a request always has a path, and no capitals before it. */
const isBelow = (own: string, address: string): boolean => address.startsWith(`${own}/`)

const unknownHost = ({ host }: URL, { baseUrl, vaultUrl }: ServerUrls): SandboxError => {
  const own = [baseUrl, vaultUrl].map((url) => new URL(url).host).join(', ')
  return new SandboxError(
    'unknown_host',
    `sandbox.fetch does not answer for ${host}, only for ${own} and localhost: call sandbox.url or sandbox.vaultUrl, ` +
      `or name the host with createSandbox({ hosts: { api: '${host}' } }); to leave other hosts to the network, ` +
      'use intercept() of payment-sandbox/intercept instead of replacing fetch',
  )
}
