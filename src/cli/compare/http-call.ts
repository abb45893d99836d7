import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, type RequestOptions, request as requestHttps } from 'node:https'
import { connect as connectTls } from 'node:tls'
import { isLoopback } from '../../kernel/hosts'
import { errorMessage } from '../../kernel/sandbox-error'
import { dialThrough, outerProxy } from '../../node/outer-proxy'
import type { OutgoingCall } from './request'

/** Longer answers are none of the service: reading stops there. */
const answerBytesMax = 1024 * 1024

/** What came back over the network. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

/** Why nothing came back. */
export class NoAnswer extends Error {
  /** Whether the next call will most likely fail too: no such host, no listener, no answer in time. */
  readonly isGone: boolean

  constructor(message: string, isGone: boolean) {
    super(message)
    this.isGone = isGone
  }
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'no such host, or no network',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
}
const gone: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ETIMEDOUT',
])

const noAnswer = (error: NodeJS.ErrnoException): NoAnswer =>
  error instanceof NoAnswer
    ? error
    : new NoAnswer(reasons[error.code ?? ''] ?? errorMessage(error), gone.has(error.code ?? ''))

/** Each kept open from call to call. */
const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) }

/** How a connection is made: by a proxy of the environment, if there is one for the host. */
const connecting = async (target: URL): Promise<RequestOptions> => {
  const isSecure = target.protocol === 'https:'
  const proxy = outerProxy(target)
  if (proxy === null) return { agent: agents[isSecure ? 'https:' : 'http:'] }
  const socket = await dialThrough(proxy, target)
  const secure = isSecure ? connectTls({ socket, servername: target.hostname }) : socket
  return { agent: false, createConnection: () => secure }
}

const textOf = async (answer: IncomingMessage): Promise<string> => {
  const tooLong = (): NoAnswer =>
    new NoAnswer(`an answer of more than ${answerBytesMax / 1024 / 1024} MiB`, false)
  if (Number(answer.headers['content-length']) > answerBytesMax) throw tooLong()
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > answerBytesMax) throw tooLong()
    pieces.push(piece)
  }
  if (!answer.complete) throw new NoAnswer('the connection was cut', false)
  return Buffer.concat(pieces).toString()
}

interface Patience {
  readonly timeoutMs: number
  /** A call in flight gets a moment more: what it makes must be deleted. */
  readonly signal?: AbortSignal | undefined
}

const hurriedMs = 3000

/**
 * Makes one call. Redirections are not followed.
 * @throws NoAnswer
 */
export const callOver = async (
  base: string,
  { method, path, headers, body }: OutgoingCall,
  { timeoutMs, signal }: Patience,
): Promise<HttpAnswer> => {
  const target = new URL(`${base}${path}`)
  const stopped = new AbortController()
  const stop = (): void => stopped.abort()
  const timers = [setTimeout(stop, timeoutMs)]
  const hurry = (): unknown => timers.push(setTimeout(stop, hurriedMs))
  signal?.addEventListener('abort', hurry, { once: true })
  try {
    const options = {
      method,
      headers,
      signal: stopped.signal,
      rejectUnauthorized: !isLoopback(target.hostname),
      ...(await connecting(target)),
    }
    const send = target.protocol === 'https:' ? requestHttps : requestHttp
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      send(target, options, resolve)
        .on('error', reject)
        .end(body ?? undefined)
    })
    try {
      return { status: answer.statusCode ?? 0, headers: answer.headers, text: await textOf(answer) }
    } finally {
      if (!answer.complete) answer.destroy()
    }
  } catch (error) {
    if (stopped.signal.aborted) throw new NoAnswer(`no answer within ${timeoutMs / 1000} s`, true)
    throw noAnswer(error as NodeJS.ErrnoException)
  } finally {
    for (const timer of timers) clearTimeout(timer)
    signal?.removeEventListener('abort', hurry)
  }
}

/** Lets the process end. */
export const closeConnections = (): void => {
  for (const agent of Object.values(agents)) agent.destroy()
}
