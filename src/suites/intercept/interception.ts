import { syncBuiltinESMExports } from 'node:module'
import { isObject } from '../../kernel/json'
import type { Using } from '../../kernel/lifetime'
import { SandboxError } from '../../kernel/sandbox-error'
import type { HostNames, Hosts } from '../../options/hosts'
import { type Receiver, responseTo, unlessAborted } from '../../sandbox/call'
import { interceptAgents } from './agents'
import { endReusable } from './connection'
import { passByEnvProxy } from './env-proxy'
import { readHosts } from './options'
import { replace } from './patch'
import { interceptSockets } from './sockets'
import { type CallRoute, type ReceiverLine, Switchboard } from './switchboard'
import { interceptThreads, passToThreads, type ThreadLine } from './threads'

export interface InterceptedHosts extends HostNames {
  /**
   * What happens to calls to other hosts: `pass` (default), or `refuse`, except for calls to this machine. A host beside
   * a mapped one, as `anything.example.com` is beside `api.example.com`, is refused in both cases.
   */
  readonly others?: 'pass' | 'refuse' | undefined
}

export interface Interception extends Using<'dispose', () => void> {
  /** Ends it: calls go to their usual place again. A second call does nothing. */
  stop(): void
}

const switchboard = new Switchboard()
let stopIntercepting = (): void => undefined
let ownProxy: URL | null = null

/**
 * `intercept`, for any receiver of calls.
 * @param receiver `null` refuses them
 * @param given text as in the environment, too
 * @param way where worker threads find the receiver, and a proxy whose tunnels lead to it
 */
export const interceptFor = (
  receiver: Receiver | null,
  given: Hosts | InterceptedHosts | string,
  { servers, proxy }: Pick<ThreadLine, 'servers' | 'proxy'> = { servers: null, proxy: null },
): Interception => {
  const { others = 'pass', ...names }: Partial<InterceptedHosts> = isObject(given) ? given : {}
  const hosts = readHosts(isObject(given) ? names : given)
  if (others !== 'pass' && others !== 'refuse')
    throw new SandboxError('invalid_option', 'hosts.others: must be pass or refuse')
  const line: ReceiverLine = { hosts, receiver, refusesOthers: others === 'refuse' }
  checkRuntime()
  const isFirst = switchboard.isIdle
  switchboard.add(line)
  if (proxy !== null) ownProxy ??= new URL(proxy)
  if (isFirst) stopIntercepting = begin()
  const leaveThreads = passToThreads({ hosts, refusesOthers: line.refusesOthers, servers, proxy })
  let isStopped = false
  const stop = (): void => {
    if (isStopped) return
    isStopped = true
    switchboard.remove(line)
    leaveThreads()
    void endReusable()
    if (switchboard.isIdle) stopIntercepting()
  }
  return { stop, [Symbol.dispose]: stop }
}

const checkRuntime = (): void => {
  for (const runtime of ['bun', 'deno'])
    if (process.versions[runtime] !== undefined)
      throw new SandboxError(
        'unsupported_runtime',
        `calls can be intercepted in Node, not in ${runtime}: give your code the fetch of createSandbox({ hosts })`,
      )
}

const begin = (): (() => void) => {
  const ends = [
    ...interceptAgents(switchboard),
    ...interceptSockets(switchboard, () => ownProxy),
    interceptThreads(),
    ...passByEnvProxy(switchboard),
    replace(globalThis, 'fetch', interceptedFetch),
  ]
  syncBuiltinESMExports()
  return () => {
    for (const end of ends.reverse()) end()
    syncBuiltinESMExports()
  }
}

type Fetch = typeof globalThis.fetch

/** The global `fetch` over another one, which gets the calls that pass as they came. */
const interceptedFetch = (below: Fetch): Fetch => {
  const call = (redirects: number, ...given: Parameters<Fetch>): Promise<Response> => {
    const route = switchboard.isIdle ? null : switchboard.routeOf(originOf(given[0]))
    return route === null ? below(...given) : answered(redirects, route, ...given)
  }
  const answered = async (
    redirects: number,
    route: CallRoute,
    ...[input, init]: Parameters<Fetch>
  ): Promise<Response> => {
    const request = new Request(input, init)
    request.signal.throwIfAborted()
    if ('refused' in route) throw failed(route.refused())
    const body = await bytesIn(request)
    const asked = responseTo(route.receiver, { request, server: route.server, body }).catch((error) =>
      Promise.reject(failed(error)),
    )
    const answer = await unlessAborted(asked, request)
    const next = nextOf(request, body, answer)
    if (next === null) return answerAt(answer, request.url)
    if (redirects === redirectsMax) throw failed(new Error('redirect count exceeded'))
    const last = await call(redirects + 1, next.url, next)
    return Object.defineProperty(last, 'redirected', { value: true })
  }
  return (...given) => call(0, ...given)
}

/** As the standard of `fetch` has it. */
const redirectsMax = 20

const originOf = (input: Parameters<Fetch>[0]): string => {
  const address = input instanceof Request ? input.url : String(input)
  const [origin] = /^https?:\/\/[^/\\?#]*/i.exec(address) ?? []
  return origin ?? (URL.canParse(address) ? new URL(address).origin : address)
}

const bytesIn = async (request: Request): Promise<Uint8Array<ArrayBuffer> | null> =>
  request.body === null ? null : new Uint8Array(await request.arrayBuffer())

/** A network failure as every `fetch` shows it. Where the reason is ours, message and code name it. */
const failed = (cause: unknown): TypeError => {
  const code = cause instanceof Error ? Reflect.get(cause, 'code') : undefined
  const isCut = code === 'ECONNRESET' || !(cause instanceof Error)
  const error = new TypeError(isCut ? 'fetch failed' : `fetch failed: ${cause.message}`, { cause })
  return isCut || code === undefined ? error : Object.assign(error, { code })
}

interface NextRequest extends RequestInit {
  readonly url: URL
}

/**
 * The request that follows a redirect, as the standard of `fetch` has it; `null` for any other answer.
 * @throws TypeError where the caller wants no redirect
 */
const nextOf = (
  { url, method, headers: sent, redirect, signal }: Request,
  body: Uint8Array<ArrayBuffer> | null,
  { status, headers }: Response,
): NextRequest | null => {
  const location = headers.get('location')
  if (location === null || ![301, 302, 303, 307, 308].includes(status) || redirect === 'manual') return null
  if (redirect === 'error') throw failed(new Error('unexpected redirect'))
  const next = { url: new URL(location, url), method, body, headers: new Headers(sent), signal }
  const dropped = next.url.origin === new URL(url).origin ? [] : ['authorization', 'cookie', 'host']
  const isPost = method === 'POST'
  if (status === 303 ? method !== 'HEAD' : status < 303 && isPost) {
    Object.assign(next, { method: 'GET', body: null })
    dropped.push('content-type', 'content-length', 'content-encoding', 'content-language', 'content-location')
  }
  for (const name of dropped) next.headers.delete(name)
  return next
}

/** A constructed Response has no URL, which clients read. */
const answerAt = (response: Response, url: string): Response => {
  const clone = response.clone.bind(response)
  return Object.defineProperties(response, {
    url: { value: url },
    clone: { value: () => answerAt(clone(), url) },
  })
}
