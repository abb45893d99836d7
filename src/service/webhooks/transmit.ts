import { toBase64 } from '../../kernel/base64'
import { isObject } from '../../kernel/json'
import { afterMsIfAlive } from '../../kernel/real-time'
import { decoded } from '../../kernel/text'
import type { Message } from './message'
import type { Network, NetworkAnswer, Outgoing } from './network'
import { isSuccess } from './outbox'
import { tlsFailure } from './tls-failures'

/** One attempt, over the network or to a function as receiver. */

/**
 * A function as receiver of webhooks. It gets the request as it would arrive over the network, and returns a Response
 * (or any object with a `status`), or a status from 200 to 599; any other result, also none, counts as 200. When it
 * throws, the delivery fails with 500, and its `error` is the message. It must not wait for `clock.advance()` or
 * `webhooks.settle()`, since they wait for it.
 *
 * @example
 * sandbox.webhooks.onDelivery(async (request) => {
 *   const body = await request.text()
 *   const event = verifyWebhook({ body, headers: request.headers, secret: sandbox.webhooks.secrets })
 *   return new Response(null, { status: 204 })
 * })
 */
export type DeliveryHandler = (request: Request) => unknown

export interface Attempt {
  readonly uri: string
  readonly message: Message
  readonly timeoutMs: number
  /** Aborts the attempt when it takes too long or its result is no longer needed. */
  readonly ended: AbortController
  readonly opened?: Outgoing['opened']
  readonly handler: DeliveryHandler | undefined
  readonly network: Network
}

export interface TransmitResult {
  /** `null` for no answer. */
  readonly status: number | null
  readonly error: string | null
  /** The first characters of the body of an answer that was no success. */
  readonly answer: string | null
}

/** Characters of an answer that are kept. */
const answerMax = 1000

export const transmit = async (attempt: Attempt): Promise<TransmitResult> => {
  let isLate = false
  const forget = afterMsIfAlive(attempt.timeoutMs, () => {
    isLate = true
    attempt.ended.abort()
  })
  try {
    const { handler } = attempt
    return await (handler === undefined ? send(attempt) : call(attempt, handler))
  } catch (error) {
    return { status: null, error: isLate ? 'timeout' : explainFailure(error), answer: null }
  } finally {
    forget()
  }
}

const outgoingOf = ({ uri, message, ended, opened }: Attempt): Outgoing => {
  const { url, headers } = addressOf(uri)
  const { signal } = ended
  return { url, headers: { ...message.headers, ...headers }, body: message.body, opened, signal }
}

const send = async (attempt: Attempt): Promise<TransmitResult> =>
  outcomeOf(await attempt.network(outgoingOf(attempt)))

const call = (attempt: Attempt, handler: DeliveryHandler): Promise<TransmitResult> =>
  new Promise((resolve, reject) => {
    attempt.ended.signal.addEventListener('abort', () => reject(new Error('ended')), { once: true })
    const answer = async (): Promise<TransmitResult> => {
      const { url, headers, body } = outgoingOf(attempt)
      const request = new Request(url, { method: 'POST', headers, body })
      return outcomeOf(await answerIn(await handler(request)))
    }
    answer().then(resolve, (error) => resolve({ status: 500, error: explainFailure(error), answer: null }))
  })

const statusIn = (answer: unknown): number => {
  const given = isObject(answer) ? answer.status : answer
  return typeof given === 'number' && given >= 200 && given < 600 ? given : 200
}

/** The body is read only where a person may want it. */
const answerIn = async (answer: unknown): Promise<NetworkAnswer> => {
  const status = statusIn(answer)
  const isRead = answer instanceof Response && !isSuccess(status) && !answer.bodyUsed
  return { status, text: isRead ? await answer.text() : '' }
}

export const outcomeOf = ({ status, text }: NetworkAnswer): TransmitResult => ({
  status,
  error: redirects.includes(status) ? 'redirects are not followed' : null,
  answer: isSuccess(status) || text === '' ? null : text.slice(0, answerMax),
})

const redirects: readonly number[] = [301, 302, 303, 307, 308]

/** Texts for the error codes of Node's sockets. Other platforms have their own messages. */
const texts: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ConnectionRefused: 'connection refused',
  ECONNRESET: 'connection closed',
  EPIPE: 'connection closed',
  UND_ERR_SOCKET: 'connection closed',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
}

/** The error of `fetch` only says `fetch failed`; its cause has the reason. */
const explainFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const cause: unknown = error.cause ?? error
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
  const failed = cause instanceof Error && cause.message !== '' ? cause : error
  return texts[code] ?? tlsFailure(failed, code) ?? failed.message
}

/** Splits user and password off an address, because `fetch` takes them only as a header. */
export const addressOf = (uri: string): { readonly url: string; readonly headers: Outgoing['headers'] } => {
  if (!uri.includes('@') || !URL.canParse(uri)) return { url: uri, headers: {} }
  const url = new URL(uri)
  const { username, password } = url
  if (username === '' && password === '') return { url: uri, headers: {} }
  url.username = ''
  url.password = ''
  const bytes = new TextEncoder().encode(`${decoded(username)}:${decoded(password)}`)
  return { url: url.href, headers: { authorization: `Basic ${toBase64(bytes)}` } }
}
