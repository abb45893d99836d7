/** Requests as a socket hands them to the app, without the socket. */
import type { Service } from '../../src/service/http/incoming'

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

/** `null` when the connection ended without an answer. */
export const send = async (sandbox: Service, host: 'api' | 'vault', sent: Sent): Promise<Reply | null> => {
  const { method, url, headers, body } = sent
  const bytes = new TextEncoder().encode(body ?? '')
  const response = await sandbox.answer(new Request(url, { method, headers }), {
    host,
    // As over a socket, a body may come with any method.
    connection: {
      headerNames: () => Object.keys(headers),
      hasBody: bytes.length > 0,
      read: () => Promise.resolve(bytes),
      cut: () => Response.error(),
    },
  })
  if (response.type === 'error') return null
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  }
}
