import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { version } from '../../../package.json'
import { deferred } from '../../kernel/deferred'
import { hmacHex } from '../../kernel/digest'
import { signatureHeaderNames, signatureHeaders } from '../../service/webhooks/scheme'
import { tlsFailure } from '../../service/webhooks/tls-failures'
import type { SigningAgreement } from './verify'

/** The result of one delivery. */
export interface ReceiverAnswer {
  /** `null` for no answer: `failure` has the reason. */
  readonly status: number | null
  readonly failure: string | null
  /** Whether a connection was made. */
  readonly connected: boolean
  /** From the last byte that was sent. */
  readonly durationMs: number
}

/** How a delivery differs from what the service would send. */
export interface TestDelivery {
  readonly body: string
  /** The signed text. Default: the body. */
  readonly signedBody?: string
  readonly secrets: readonly string[]
  /** How long ago it was signed, in seconds. */
  readonly ageSeconds?: number
  /** Changes the two headers of the signature. */
  readonly headers?: (signed: SignedHeaders) => Partial<SignedHeaders>
  /** Number of pieces in which the body is sent, with a pause between them. */
  readonly pieces?: number
  /** Where it waits with its last byte for the others that arrive at the same moment. */
  readonly meeting?: Meeting
  /** Header names and key other than those agreed on. */
  readonly agreement?: HeadersAndKey
}

export type HeadersAndKey = Pick<SigningAgreement, 'headerPrefix' | 'secretEncoding'>

export type Meeting = ReturnType<typeof meetingOf>

/** Lets so many deliveries arrive at one moment: connections take different times, the last byte of each does not. */
export const meetingOf = (count: number) => {
  let left = count
  const { promise: begun, resolve: begin } = deferred()
  return {
    begun,
    /** One is ready, or will never be. */
    come: (): void => {
      left -= 1
      if (left === 0) begin()
    },
  }
}

export interface SignedHeaders {
  readonly signature: string
  readonly timestamp: string
}

export interface CheckedReceiver {
  readonly url: URL
  readonly agreement: SigningAgreement
  readonly timeoutMs: number
}

export type Send = (delivery: TestDelivery) => Promise<ReceiverAnswer>

/** Sends damaged and forged deliveries too. Like the service, it does not follow redirects. */
export const senderTo =
  ({ url, agreement, timeoutMs }: CheckedReceiver): Send =>
  (delivery) => {
    const body = Buffer.from(delivery.body)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
      'user-agent': `payment-sandbox/${version} (check-webhook)`,
      ...headersOf(delivery, agreement),
    }
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest
    let connected = false
    let sentAt = performance.now()
    return new Promise((resolve) => {
      // Each delivery has its own connection: a receiver that closes one does not affect the next.
      const outgoing = open(url, { method: 'POST', headers, agent: false })
      let come = (): void => delivery.meeting?.come()
      const end = (status: number | null, failure: string | null): void => {
        come()
        come = () => undefined
        clearTimeout(timer)
        outgoing.destroy()
        resolve({ status, failure, connected, durationMs: performance.now() - sentAt })
      }
      const late = (): void => end(null, `no answer within ${timeoutMs / 1000} s`)
      let timer = setTimeout(late, timeoutMs)
      outgoing.once('response', (incoming: IncomingMessage) => {
        incoming.resume()
        incoming.once('close', () => end(incoming.statusCode ?? null, null))
      })
      outgoing.on('error', (error: NodeJS.ErrnoException) => end(null, reasonOf(error)))
      outgoing.once('socket', (socket) => socket.once('connect', () => (connected = true)))
      const sent = (): void => {
        sentAt = performance.now()
        clearTimeout(timer)
        timer = setTimeout(late, timeoutMs)
      }
      if (delivery.meeting === undefined) write(outgoing, body, delivery.pieces ?? 1, sent)
      else {
        outgoing.write(body.subarray(0, -1), () => {
          come()
          come = () => undefined
        })
        void delivery.meeting.begun.then(() => {
          if (outgoing.destroyed) return
          sent()
          outgoing.end(body.subarray(-1))
        })
      }
    })
  }

const headersOf = (delivery: TestDelivery, agreed: SigningAgreement): Record<string, string> => {
  const { headerPrefix, secretEncoding } = delivery.agreement ?? agreed
  const timestamp = Math.floor(Date.now() / 1000) - (delivery.ageSeconds ?? 0)
  const body = delivery.signedBody ?? delivery.body
  const made = signatureHeaders(
    { headerPrefix, timestamp, body, secrets: delivery.secrets, secretEncoding },
    hmacHex,
  )
  const names = signatureHeaderNames(headerPrefix)
  const signed = { signature: made[names.signature] ?? '', timestamp: String(timestamp) }
  const { signature, timestamp: time } = delivery.headers?.(signed) ?? signed
  return {
    ...(signature === undefined ? {} : { [names.signature]: signature }),
    ...(time === undefined ? {} : { [names.timestamp]: time }),
  }
}

const pauseMs = 150

const write = (outgoing: ClientRequest, body: Buffer, pieces: number, sent: () => void): void => {
  const size = Math.ceil(body.length / pieces)
  const writeFrom = (position: number): void => {
    if (outgoing.destroyed) return
    if (position + size >= body.length) {
      sent()
      outgoing.end(body.subarray(position))
      return
    }
    outgoing.write(body.subarray(position, position + size))
    setTimeout(() => writeFrom(position + size), pauseMs)
  }
  writeFrom(0)
}

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server listens there',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
}

/** This command has no option for an authority. */
const reasonOf = (error: NodeJS.ErrnoException): string => {
  const { code = '' } = error
  const failed = tlsFailure(error, code)?.replace(/with --webhook-ca .*?\)/, 'in NODE_EXTRA_CA_CERTS')
  return words[code] ?? failed ?? error.message
}
