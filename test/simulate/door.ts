/**
 * Requests as a socket hands them to the app, without the socket: a third of the time of `fetch`, whose web objects
 * have tests of their own.
 */
import type { Answering } from '../../src/node/listener'

export interface Sent {
  readonly method: string
  readonly url: string
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** As much of a request as the app reads when its transport has the body. */
class PlainRequest {
  readonly method: string
  readonly url: string
  readonly headers: { readonly get: (name: string) => string | null }

  constructor({ method, url, headers }: Sent) {
    this.method = method
    this.url = url
    this.headers = { get: (name) => headers[name.toLowerCase()] ?? null }
  }
}

/** Stands for the answer that was written. */
const written = { status: 200 } as Response

/** `null` when the connection ended without an answer. */
export const send = async (sandbox: Answering, host: 'api' | 'vault', sent: Sent): Promise<Reply | null> => {
  let reply: Reply | null = null
  const { body } = sent
  const response = await sandbox.answer(new PlainRequest(sent) as Request, {
    host,
    transport: {
      readBody: () => (body === null ? undefined : Promise.resolve(body)),
      readBytes: () => (body === null ? undefined : Promise.resolve(new TextEncoder().encode(body))),
      respond: (answer) => {
        const text = typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body)
        reply = { status: answer.status, headers: answer.headers, text }
        return written
      },
      cut: () => written,
    },
  })
  if (response === written) return reply
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  }
}
