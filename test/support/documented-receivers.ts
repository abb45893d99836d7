/**
 * Two receivers, each written from the documentation of one service alone and sharing no code with src: the real service,
 * and the specification. They differ in the names of the headers and in the key.
 */
import { refusalOf } from './signed'

const documented = {
  omise: { prefix: 'omise', encoding: 'base64' },
  spec: { prefix: 'service', encoding: 'utf8' },
} as const

export interface Received {
  readonly headers: { readonly get: (name: string) => string | null }
  /** As it came. */
  readonly body: string
}

/** The status that such a receiver answers: 200, or 401 for what it does not believe. */
export const receiverOf =
  (service: keyof typeof documented, secret: string) =>
  ({ headers, body }: Received): 200 | 401 => {
    const names = ['signature', 'signature-timestamp'].map((name) => `${documented[service].prefix}-${name}`)
    const given = Object.fromEntries(names.map((name) => [name, headers.get(name) ?? undefined]))
    return refusalOf({ headers: given, body }, secret, documented[service]) === null ? 200 : 401
  }
