import { limits } from '../../kernel/limits'
import { cutShort, tooLarge } from './body'
import type { AppContext } from './env'

/** The query string, without the `?`. */
export const readQuery = ({ req }: AppContext): string => {
  const mark = req.url.indexOf('?')
  return mark === -1 ? '' : req.url.slice(mark + 1)
}

/** Whether the request has a body: some published clients send one with GET, so the method does not decide this. */
export const hasBody = ({ env, req }: AppContext): boolean =>
  env.sent === undefined ? (env.connection?.hasBody ?? req.raw.body !== null) : env.sent.length > 0

/**
 * Reads the body. The readers of Hono have no limit for a chunked body, nor for the body of a GET.
 *
 * @param maximum bytes
 * @returns `undefined` when the request has no body, so that the caller need not wait
 * @throws ApiError `body_too_large`, at once or as a rejection
 */
export const readBytes = (context: AppContext, maximum: number): Promise<Uint8Array> | undefined => {
  const { connection, sent } = context.env
  if (sent !== undefined) {
    const given = within(maximum, sent)
    return Promise.resolve(typeof given === 'string' ? encoder.encode(given) : given)
  }
  if (connection !== undefined) return connection.hasBody ? connection.read(maximum) : undefined
  if (Number(context.req.header('content-length') ?? 0) > maximum) throw tooLarge(maximum)
  const { body } = context.req.raw
  return body === null ? undefined : readStream(body, maximum)
}

const utf8 = new TextDecoder()
const encoder = new TextEncoder()

/** The body as text; without a body `''`, not a promise. */
export const readText = (
  context: AppContext,
  maximum: number = limits.bodyBytesMax,
): string | Promise<string> => {
  const { sent } = context.env
  if (sent === undefined) return readBytes(context, maximum)?.then((bytes) => utf8.decode(bytes)) ?? ''
  const given = within(maximum, sent)
  return typeof given === 'string' ? given : utf8.decode(given)
}

/** The sent text, if it has no more bytes than this. */
const within = <T extends string | Uint8Array>(maximum: number, sent: T): T => {
  // A character is at most three bytes.
  if (3 * sent.length > maximum && bytesOf(sent) > maximum) throw tooLarge(maximum)
  return sent
}

/** How long it is, as it is sent. */
export const bytesOf = (sent: string | Uint8Array): number =>
  typeof sent === 'string' ? encoder.encode(sent).byteLength : sent.byteLength

/** Reads a stream up to its limit, because it may be endless. */
export const readStream = async (body: ReadableStream<Uint8Array>, maximum: number): Promise<Uint8Array> => {
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw cutShort()
    })
    if (done) return join(chunks, length)
    length += value.byteLength
    if (length > maximum) {
      // Not cancelled: in Node 24 the stream of a form then rejects a promise that nothing handles, which fails the
      // test run of a user.
      reader.releaseLock()
      throw tooLarge(maximum)
    }
    chunks.push(value)
  }
}

const join = (chunks: readonly Uint8Array[], length: number): Uint8Array => {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}
