import { isLoopback } from '../../kernel/hosts'
import { hinted, isWellKnown, usernameOf } from '../../kernel/masked'
import { SandboxError } from '../../kernel/sandbox-error'
import { destinationOf, unmappedHost, unmappedText, unreadableText } from '../../options/destination'
import type { NamedHosts, NamedServer } from '../../options/hosts'
import type { InterceptedCall, Receiver } from '../../sandbox/call'

/** Hosts of this process that a receiver answers for. */
export interface ReceiverLine {
  readonly hosts: NamedHosts
  /** `null` in a worker thread, where the sandbox is an object of another thread: calls are refused. */
  readonly receiver: Receiver | null
  readonly refusesOthers: boolean
}

/** Where a call goes: to a receiver, or nowhere. */
export type CallRoute = ReceiverRoute | RefusedRoute

export interface ReceiverRoute {
  readonly receiver: Receiver
  readonly server: NamedServer
}

interface RefusedRoute {
  readonly refused: () => Error
  /** Refused by `others: 'refuse'` only. */
  readonly isForOthers?: true
}

/** Decides where calls go. A call without a route goes to its usual place. */
export class Switchboard {
  #lines: readonly ReceiverLine[] = []

  get isIdle(): boolean {
    return this.#lines.length === 0
  }

  /** @throws SandboxError `already_intercepted` when one of the hosts has a receiver with the same keys already */
  add(line: ReceiverLine): void {
    const taken = this.#lines.filter(({ receiver }) => shareKeys(receiver, line.receiver)).flatMap(hostsOf)
    const twice = hostsOf(line).find((host) => taken.includes(host))
    if (twice !== undefined)
      throw new SandboxError(
        'already_intercepted',
        `calls to ${twice} are intercepted already, for a sandbox with the same keys: stop() that interception first, or ` +
          'give each sandbox a publicKey and a secretKey of its own',
      )
    this.#lines = [...this.#lines, line]
  }

  remove(line: ReceiverLine): void {
    this.#lines = this.#lines.filter((other) => other !== line)
  }

  /** @param origin `https://api.example.com`, with or without a port */
  routeOf(origin: string): CallRoute | null {
    const route = URL.canParse(origin) ? this.#routeOfUrl(new URL(origin)) : null
    return route ?? (isReadable(origin) ? null : this.#routeOfUnreadable(authorityIn(origin)))
  }

  #routeOfUrl(url: URL): CallRoute | null {
    const routes: ReceiverRoute[] = []
    let refusal: string | null = null
    let strictRefusal: string | null = null
    let isOutOfReach = false
    for (const { hosts, receiver, refusesOthers } of this.#lines) {
      const destination = destinationOf(hosts, url)
      if (destination === 'api' || destination === 'vault') {
        if (receiver !== null) routes.push({ receiver, server: destination })
        isOutOfReach ||= receiver === null
      } else if (destination === 'nowhere') refusal ??= unmappedText(hosts, url)
      else if (refusesOthers && !isLoopback(url.hostname)) strictRefusal ??= strictText(hosts, url)
    }
    const [first] = routes
    if (first !== undefined)
      return routes.length === 1 && !hasOwnKeys(first.receiver)
        ? first
        : { ...first, receiver: choosing(routes) }
    if (isOutOfReach) return { refused: failing(unreachableHost, threadText(url)) }
    if (refusal !== null) return { refused: failing(unmappedHost, refusal) }
    return strictRefusal === null
      ? null
      : { refused: failing(unmappedHost, strictRefusal), isForOthers: true }
  }

  /** Node looks such a name up too. */
  #routeOfUnreadable(host: string): CallRoute | null {
    for (const { hosts } of this.#lines) {
      const text = unreadableText(hosts, host)
      if (text !== null) return { refused: failing(unmappedHost, text) }
    }
    const strict = this.#lines.find(({ refusesOthers }) => refusesOthers)
    return strict === undefined
      ? null
      : { refused: failing(unmappedHost, strictText(strict.hosts, { host })), isForOthers: true }
  }
}

const authorityIn = (origin: string): string => origin.slice(origin.indexOf('//') + 2).replace(/^.*@/, '')

/** Whether the URL parser takes all of the name that the caller gave as the name of a host. */
const isReadable = (origin: string): boolean =>
  URL.canParse(origin) && !/[\s/\\?#%]/.test(authorityIn(origin))

const hostsOf = ({ hosts }: ReceiverLine): readonly string[] => [...hosts.api, ...hosts.vault]

const shareKeys = (one: Receiver | null, other: Receiver | null): boolean =>
  one !== null && other !== null && haveSameKeys(one, other)

const haveSameKeys = (one: Receiver, { keys }: Receiver): boolean =>
  keys === undefined || one.owns === undefined || one.owns(keys.public) || one.owns(keys.secret)

const hasOwnKeys = ({ keys }: Receiver): boolean => keys !== undefined && !isWellKnown(keys.secret)

/** The code of the error for a call to a mapped host that the sandbox cannot answer. */
export const unreachableHost = 'ERR_PAYMENT_SANDBOX_UNREACHABLE'

export const failing = (code: string, text: string) => (): Error => Object.assign(new Error(text), { code })

/** Several receivers for one host: the key of a call says whose it is or, without a key, an id in its path. */
const choosing = (routes: readonly ReceiverRoute[]): Receiver => ({
  receive: async (call) => {
    const { request } = call
    const key = usernameOf(request.headers.get('authorization') ?? '')
    const ids = new URL(request.url).pathname.match(/[a-z]+_\w+/g) ?? []
    const owners = routes.filter(({ receiver }) =>
      (key === null ? ids : [key]).some((one) => receiver.owns?.(one)),
    )
    // One alone answers for every key, but for those that everyone knows: these are meant for another sandbox.
    const [chosen] =
      owners.length === 0 && routes.length === 1 && !(key !== null && isWellKnown(key)) ? routes : owners
    if (chosen === undefined || owners.length > 1) throw unowned(call, key)
    return chosen.receiver.receive({ ...call, server: chosen.server })
  },
})

const unowned = ({ request }: InterceptedCall, key: string | null): Error => {
  const { host, pathname } = new URL(request.url)
  const problem =
    key === null
      ? `without a key, and none of the open sandboxes, or more than one, has a record that ${pathname} names`
      : `with the key ${hinted(key)}, which none of the open sandboxes has, or more than one`
  return failing(
    'ERR_PAYMENT_SANDBOX_UNKNOWN_KEY',
    `the call to ${host} is one ${problem}: concurrent tests have keys of their own, so call with those of sandbox.keys`,
  )()
}

const threadText = ({ host }: URL): string =>
  `the call to ${host} by a worker thread was refused: intercept() answers calls of the thread that calls it; call ` +
  'intercept() in the worker thread too, with a sandbox of its own, or run the program by payment-sandbox exec --intercept'

const strictText = (hosts: NamedHosts, { host }: Pick<URL, 'host'>): string =>
  `the call to ${host} was refused: with others: 'refuse', calls reach ${[...hosts.api, ...hosts.vault].join(', ')} ` +
  'and this machine only'

/** What a request of HTTP/1.1 is for: by a proxy, another host than that of its connection. */
export const targetOf = ({
  method,
  path,
  origin,
}: {
  readonly method?: string | undefined
  readonly path?: string | null | undefined
  readonly origin: string | URL
}): string => {
  if (method === 'CONNECT') return `https://${path}`
  return /^https?:\/\//.test(path ?? '') && URL.canParse(path ?? '')
    ? new URL(path ?? '').origin
    : String(origin)
}
