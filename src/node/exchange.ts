import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * A request of a socket and its answer, in the form that the app knows from `fetch`. The web's own classes are made only
 * for answers that need them: loading them takes longer than Node takes to start, and each costs more than the rest of a
 * small request.
 */

/** An address that cannot be read as a URL. */
export class BadAddress extends Error {
  override readonly name = 'BadAddress'
}

/** A host and a path that a URL would not change. */
const plainHost = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/
const plainPath = /^\/[!$&-;=?-[\]_a-z~]*$/
const dotSegment = /\/\.\.?(?:[/?#]|$)/

/** @throws BadAddress */
const addressOf = ({ url = '', headers, socket }: IncomingMessage): string => {
  // HTTP/1.0 allows a request without a host.
  const host = headers.host || 'localhost'
  const address = `${'encrypted' in socket ? 'https' : 'http'}://${host}${url}`
  if (plainHost.test(host) && plainPath.test(url) && !dotSegment.test(url)) return address
  const parsed = url.startsWith('/') && !/^[^?]*\\/.test(url) ? parse(address) : null
  // What looks like a host may hold a user, a path or a query.
  if (parsed?.hostname !== host.replace(/:\d+$/, '').toLowerCase())
    throw new BadAddress(`cannot be read: ${address}`)
  return parsed.href
}

const parse = (address: string): URL | null => {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

/** As in `Headers`, the values of a name that was sent several times are one value. */
const headerOf = (raw: readonly string[], name: string): string | null => {
  const wanted = name.toLowerCase()
  let found: string | null = null
  for (let i = 0; i < raw.length; i += 2) {
    const each = raw[i]
    if (each?.length !== wanted.length || each.toLowerCase() !== wanted) continue
    const value = raw[i + 1] ?? ''
    found = found === null ? value : `${found}${wanted === 'cookie' ? '; ' : ', '}${value}`
  }
  return found
}

/** The part of `Headers` that the app reads. */
interface ReadHeaders extends Pick<Headers, 'get' | 'has'> {
  forEach(visit: (value: string, name: string) => void): void
}

class RequestHeaders implements ReadHeaders {
  readonly #incoming: IncomingMessage

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming
  }

  get(name: string): string | null {
    return headerOf(this.#incoming.rawHeaders, name)
  }

  has(name: string): boolean {
    return this.get(name) !== null
  }

  forEach(visit: (value: string, name: string) => void): void {
    for (const name of Object.keys(this.#incoming.headers)) visit(this.get(name) ?? '', name)
  }
}

/** The part of `Request` that the app reads; bodies are read from the connection. */
type ReadRequest = Pick<Request, 'method' | 'url' | 'signal'> & { readonly headers: ReadHeaders }

class SocketRequest implements ReadRequest {
  readonly method: string
  readonly url: string
  readonly headers: RequestHeaders
  readonly #outgoing: ServerResponse
  #gone: AbortController | null = null

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.method = incoming.method ?? 'GET'
    this.url = addressOf(incoming)
    this.headers = new RequestHeaders(incoming)
    this.#outgoing = outgoing
  }

  /** Aborted when the connection ends before the answer does. */
  get signal(): AbortSignal {
    this.#gone ??= this.#watched()
    return this.#gone.signal
  }

  #watched(): AbortController {
    const gone = new AbortController()
    const outgoing = this.#outgoing
    const end = (): void => {
      if (!outgoing.writableFinished) gone.abort(new Error('the client is gone'))
    }
    if (outgoing.destroyed) end()
    else outgoing.once('close', end)
    return gone
  }
}

/** @throws BadAddress */
export const requestOf = (incoming: IncomingMessage, outgoing: ServerResponse): Request => {
  const request: ReadRequest = new SocketRequest(incoming, outgoing)
  return request as Request
}

type KnownBody = string | Uint8Array<ArrayBuffer>

/** An answer whose body is known. It has what a `Response` could be made of, as Hono does for HEAD. */
class KnownAnswer {
  readonly body: KnownBody
  readonly status: number
  readonly headers: Record<string, string>

  constructor(body: KnownBody, status: number, headers: Record<string, string>) {
    this.body = body
    this.status = status
    this.headers = headers
  }
}

export const knownAnswer = (body: KnownBody, status: number, headers: Record<string, string>): Response => {
  const answer: Pick<Response, 'status'> = new KnownAnswer(body, status, headers)
  return answer as Response
}

const hasNoLength = (status: number): boolean => status === 204 || status === 304

/** Sends an answer. @throws what the body of a `Response` throws */
export const sendAnswer = (answer: Response, outgoing: ServerResponse): Promise<void> | undefined => {
  // The client is gone, or a fault has cut the connection.
  if (outgoing.destroyed) return answer instanceof KnownAnswer ? undefined : answer.body?.cancel()
  if (!(answer instanceof KnownAnswer)) return sendResponse(answer, outgoing)
  const { body, status, headers } = answer
  if (headers['content-length'] === undefined && !hasNoLength(status))
    headers['content-length'] = String(Buffer.byteLength(body))
  outgoing.writeHead(status, headers)
  outgoing.end(body)
}

const sendResponse = async ({ status, headers, body }: Response, outgoing: ServerResponse): Promise<void> => {
  const cookies = headers.getSetCookie()
  const sent = { ...Object.fromEntries(headers), ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) }
  outgoing.writeHead(
    status,
    body === null && !hasNoLength(status) ? { 'content-length': '0', ...sent } : sent,
  )
  if (body === null) {
    outgoing.end()
    return
  }
  // A stream may wait long for its first part.
  outgoing.flushHeaders()
  await sendBody(body.getReader(), outgoing)
}

const sendBody = async (
  reader: ReadableStreamDefaultReader<Uint8Array>,
  outgoing: ServerResponse,
): Promise<void> => {
  const cancel = (): void => void reader.cancel().catch(() => undefined)
  outgoing.once('close', cancel)
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (outgoing.destroyed) return
    if (!outgoing.write(part.value)) await drained(outgoing)
  }
  outgoing.off('close', cancel).end()
}

const drained = (outgoing: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const go = (): void => {
      outgoing.off('drain', go).off('close', go)
      resolve()
    }
    outgoing.on('drain', go).on('close', go)
  })
