/** A check of webhook signatures written from the specification alone (5.1): it shares no code with src. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface Signed {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Checking {
  readonly prefix?: string
  readonly encoding?: 'utf8' | 'base64'
  /** Unix seconds. */
  readonly now?: number
}

/** `null` when it is right, or why a receiver has to refuse it. */
export const refusalOf = (
  { headers, body }: Signed,
  secret: string,
  { prefix = 'service', encoding = 'utf8', now = Math.floor(Date.now() / 1000) }: Checking = {},
): string | null => {
  const signatures = headers[`${prefix}-signature`]
  const timestamp = headers[`${prefix}-signature-timestamp`]
  if (typeof signatures !== 'string' || typeof timestamp !== 'string') return 'no signature'
  const expected = createHmac('sha256', Buffer.from(secret, encoding)).update(`${timestamp}.${body}`).digest()
  const isRight = signatures.split(',').some((text) => {
    const given = Buffer.from(text, 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isRight) return 'wrong signature'
  return Math.abs(now - Number(timestamp)) > 300 ? 'too old' : null
}
