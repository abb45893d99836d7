import type { AddressInfo } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import type { CheckedListenOptions } from '../config'
import type { Access } from '../http/entrance'
import { newSecret } from '../kernel/digest'
import { addressName, isLoopback, readHostName } from '../kernel/hosts'

/** Where the sandbox behind the servers says that it is: `--base-url` and `--vault-url`, where they are given. */
interface Called {
  readonly url: string
  readonly vaultUrl: string
}

type Options = Pick<CheckedListenOptions, 'host' | 'proxyHost' | 'allowHosts' | 'controlToken'>

/**
 * Who may call the two servers of one `listen` (contract of the sandbox, sections 4 and 5). A web page elsewhere can
 * let a name of its own lead to this machine (DNS rebinding): its requests then name a host that is none of ours.
 */
export class ServerAccess implements Access {
  readonly #called: Called
  readonly #own: Set<string>
  /** Names of the real service: a client that uses this server as its proxy calls them, and no control plane. */
  readonly #proxied: ReadonlySet<string | null>
  /** The `Host` header that was allowed last: most requests have the one of the request before. */
  #last: string | null = null
  #onEveryAddress = false
  #controlToken: string | null

  constructor(called: Called, { host, proxyHost, allowHosts, controlToken }: Options) {
    this.#called = called
    this.#own = new Set(allowHosts)
    if (host !== undefined) this.#own.add(addressName(host.toLowerCase()))
    this.#proxied = new Set([proxyHost?.api, proxyHost?.vault].map((name) => readHostName(name ?? '')))
    this.#controlToken = controlToken ?? null
  }

  get controlToken(): string | null {
    return this.#controlToken
  }

  /** Off loopback the control plane asks for a token: others than this machine's user can reach it. */
  listensOn({ address }: AddressInfo): void {
    const name = addressName(address)
    this.#own.add(name)
    this.#onEveryAddress ||= name === '0.0.0.0' || name === '[::]'
    if (!isLoopback(name)) this.#controlToken ??= newSecret()
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
    return (
      isLoopback(name) ||
      this.#own.has(name) ||
      [url, vaultUrl].some((own) => new URL(own).hostname === name) ||
      (this.#onEveryAddress && machineNames().has(name))
    )
  }
}

/** Asked anew each time: a laptop changes its networks. */
const machineNames = (): ReadonlySet<string> => {
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all)
  return new Set([hostname().toLowerCase(), ...addresses.map(({ address }) => addressName(address))])
}
