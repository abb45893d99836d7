import { isLoopback } from '../../kernel/hosts'
import { SandboxError } from '../../kernel/sandbox-error'
import { destinationOf, unmappedHost, unmappedText } from '../../options/destination'
import type { NamedHosts, NamedServer } from '../../options/hosts'
import type { Receiver } from '../../sandbox/call'

/** Hosts of this process that a receiver answers for. */
export interface ReceiverLine {
  readonly hosts: NamedHosts
  readonly receiver: Receiver
  readonly refusesOthers: boolean
}

/** Where a call goes: to a receiver, or nowhere. */
export type CallRoute =
  | { readonly receiver: Receiver; readonly server: NamedServer }
  | { readonly refused: () => Error }

/** The most origins whose routes are remembered. */
const rememberedMax = 1000

/** Decides where calls go. A call without a route goes to its usual place. */
export class Switchboard {
  #lines: readonly ReceiverLine[] = []
  readonly #known = new Map<string, CallRoute | null>()

  get isIdle(): boolean {
    return this.#lines.length === 0
  }

  /** @throws SandboxError `already_intercepted` when one of the hosts has a receiver already */
  add(line: ReceiverLine): void {
    const taken = this.#lines.flatMap(({ hosts }) => [...hosts.api, ...hosts.vault])
    const twice = [...line.hosts.api, ...line.hosts.vault].find((host) => taken.includes(host))
    if (twice !== undefined)
      throw new SandboxError(
        'already_intercepted',
        `calls to ${twice} are intercepted already: stop() that interception first`,
      )
    this.#change([...this.#lines, line])
  }

  remove(line: ReceiverLine): void {
    this.#change(this.#lines.filter((other) => other !== line))
  }

  /** @param origin `https://api.example.com`, with or without a port */
  routeOf(origin: string): CallRoute | null {
    const known = this.#known.get(origin)
    if (known !== undefined) return known
    const route = URL.canParse(origin) ? this.#find(new URL(origin)) : null
    if (this.#known.size >= rememberedMax) this.#known.clear()
    this.#known.set(origin, route)
    return route
  }

  #change(lines: readonly ReceiverLine[]): void {
    this.#lines = lines
    this.#known.clear()
  }

  #find(url: URL): CallRoute | null {
    let refusal: string | null = null
    for (const { hosts, receiver, refusesOthers } of this.#lines) {
      const destination = destinationOf(hosts, url)
      if (destination === 'api' || destination === 'vault') return { receiver, server: destination }
      if (destination === 'nowhere') refusal ??= unmappedText(hosts, url)
      else if (refusesOthers && !isLoopback(url.hostname)) refusal ??= strictText(hosts, url)
    }
    const text = refusal
    return text === null ? null : { refused: () => Object.assign(new Error(text), { code: unmappedHost }) }
  }
}

const strictText = (hosts: NamedHosts, { host }: URL): string =>
  `the call to ${host} was refused: with others: 'refuse', calls reach ${[...hosts.api, ...hosts.vault].join(', ')} ` +
  'and this machine only'
