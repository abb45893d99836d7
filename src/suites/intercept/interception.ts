import { isObject } from '../../kernel/json'
import type { Using } from '../../kernel/lifetime'
import { SandboxError } from '../../kernel/sandbox-error'
import type { HostNames, Hosts } from '../../options/hosts'
import { atHand, type Receiver, requestOf, responseTo, unlessAborted } from '../../sandbox/call'
import { interceptAgents } from './agents'
import { answering, currentDispatcher, interceptDispatchers } from './dispatcher'
import { givenHosts } from './given'
import { replace } from './patch'
import { type CallRoute, type ReceiverLine, Switchboard } from './switchboard'

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

/** `intercept`, for any receiver of calls. @param given text as in the environment, too */
export const interceptFor = (receiver: Receiver, given: Hosts | InterceptedHosts | string): Interception => {
  const { others = 'pass', ...names }: Partial<InterceptedHosts> = isObject(given) ? given : {}
  const hosts = givenHosts(isObject(given) ? names : given)
  if (others !== 'pass' && others !== 'refuse')
    throw new SandboxError('invalid_option', 'hosts.others: must be pass or refuse')
  const line: ReceiverLine = { hosts, receiver, refusesOthers: others === 'refuse' }
  if (switchboard.isIdle) stopIntercepting = begin()
  switchboard.add(line)
  let isStopped = false
  const stop = (): void => {
    if (isStopped) return
    isStopped = true
    switchboard.remove(line)
    if (switchboard.isIdle) stopIntercepting()
  }
  return { stop, [Symbol.dispose]: stop }
}

const begin = (): (() => void) => {
  for (const runtime of ['bun', 'deno'])
    if (process.versions[runtime] !== undefined)
      throw new SandboxError(
        'unsupported_runtime',
        `calls can be intercepted in Node, not in ${runtime}: give your code the fetch of createSandbox({ hosts })`,
      )
  const ends = [interceptAgents, interceptDispatchers, interceptFetch].map((start) => start(switchboard))
  return () => {
    for (const end of ends.reverse()) end()
  }
}

type Fetch = typeof globalThis.fetch

/**
 * Intercepts the global `fetch`, even if another global dispatcher is set later. A call that passes is Node's own.
 *
 * @returns a function that ends this
 */
const interceptFetch = (switchboard: Switchboard): (() => void) => {
  const native = globalThis.fetch
  const fetch: Fetch = async (input, init) => {
    const route = switchboard.isIdle ? null : switchboard.routeOf(originOf(input))
    return route === null ? native(input, init) : answerFetch(input, init, route, native)
  }
  return replace(globalThis, 'fetch', fetch)
}

const originOf = (input: Parameters<Fetch>[0]): string => {
  const address = input instanceof Request ? input.url : String(input)
  const pathAt = address.indexOf('/', 'https://'.length)
  return pathAt < 0 ? address : address.slice(0, pathAt)
}

const answerFetch = async (
  input: Parameters<Fetch>[0],
  init: RequestInit | undefined,
  route: CallRoute,
  native: Fetch,
): Promise<Response> => {
  const { request, sent } = requestOf(input, init)
  request.signal.throwIfAborted()
  if ('refused' in route) throw failed(route.refused())
  const body = sent ?? (await bytesIn(request))
  const asked = responseTo(route.receiver, { request, server: route.server, body }).catch((error) =>
    Promise.reject(failed(error)),
  )
  const answer = await unlessAborted(asked, request, input, init)
  return answer.headers.has('location')
    ? redirected(request, body, answer, native)
    : shown(answer, request.url)
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

/** Node's own fetch follows, refuses or shows the redirect: it gets this answer, and sends the next request. */
const redirected = async (
  request: Request,
  body: string | Uint8Array<ArrayBuffer> | null,
  answer: Response,
  native: Fetch,
): Promise<Response> => {
  const { url, method, headers, redirect, signal } = request
  const dispatcher = answering(await atHand(answer), currentDispatcher())
  return native(url, { method, headers, redirect, signal, body, ...{ dispatcher } })
}

/** A constructed Response has no URL, which clients read. */
const shown = (response: Response, url: string): Response => {
  const clone = response.clone.bind(response)
  return Object.defineProperties(response, {
    url: { value: url },
    clone: { value: () => shown(clone(), url) },
  })
}
