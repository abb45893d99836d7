import { cutShort, tooLarge } from './body'

/**
 * The body of a request that came without a socket, of at most so many bytes: what is too much is not read to its end,
 * for a stream may have none.
 */
export const readWebBody = async (request: Request, maximum: number): Promise<Uint8Array<ArrayBuffer>> => {
  const reader = request.body?.getReader()
  if (reader === undefined) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw cutShort()
    })
    if (done) return joined(chunks, length)
    length += value.byteLength
    if (length > maximum) {
      // Nobody reads, so nobody writes on. It is not cancelled: in Node 24 a form then rejects a promise that
      // nobody holds, and a test run ends with an error that is not its own.
      reader.releaseLock()
      throw tooLarge(maximum)
    }
    chunks.push(value)
  }
}

const joined = (chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}
