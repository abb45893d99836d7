/**
 * Two receivers, each written from the documentation of one service alone and sharing no code with src: the real service,
 * and the specification. They differ in the names of the headers and in the key.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

interface Documented {
  /** What the names of the two headers begin with. */
  readonly headers: string
  readonly key: (secret: string) => Buffer
}

const documented = {
  omise: { headers: 'omise-signature', key: (secret) => Buffer.from(secret, 'base64') },
  spec: { headers: 'service-signature', key: (secret) => Buffer.from(secret, 'utf8') },
} as const satisfies Record<string, Documented>

export interface Received {
  readonly headers: { readonly get: (name: string) => string | null }
  /** As it came. */
  readonly body: string
}

const toleranceSeconds = 300

/** The status that such a receiver answers: 200, or 401 for what it does not believe. */
export const receiverOf =
  (service: keyof typeof documented, secret: string) =>
  ({ headers, body }: Received): 200 | 401 => {
    const { headers: name, key }: Documented = documented[service]
    const [timestamp, signatures] = [headers.get(`${name}-timestamp`), headers.get(name)]
    if (timestamp === null || signatures === null) return 401
    if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) return 401
    const expected = createHmac('sha256', key(secret)).update(`${timestamp}.${body}`).digest()
    const isSigned = signatures.split(',').some((signature) => {
      const given = Buffer.from(signature, 'hex')
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
    return isSigned ? 200 : 401
  }
