import { once } from '../../kernel/json'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * A Response whose stream is made when it is read. Most clients ask for text or JSON, and to make a stream and read it
 * takes a quarter of the time of a test. Declared at the first answer, since a test environment without `Response` can
 * still load the library.
 */
const textResponse = once(
  () =>
    class TextResponse extends Response {
      readonly #bytes: Uint8Array<ArrayBuffer>
      #isRead = false
      #made: Response | undefined

      constructor(text: string, init: ResponseInit) {
        super(null, init)
        this.#bytes = encoder.encode(text)
        this.headers.set('content-length', String(this.#bytes.byteLength))
      }

      /** The same, with a stream. */
      get #whole(): Response {
        if (this.#made === undefined) {
          this.#made = new Response(this.#bytes, this)
          if (this.#isRead) void this.#made.arrayBuffer()
        }
        return this.#made
      }

      override get body(): Response['body'] {
        return this.#whole.body
      }

      override get bodyUsed(): boolean {
        return this.#isRead || this.#made?.bodyUsed === true
      }

      override async text(): Promise<string> {
        // As it would be decoded from its stream.
        return decoder.decode(await this.arrayBuffer())
      }

      override async json(): Promise<unknown> {
        return JSON.parse(await this.text())
      }

      override async arrayBuffer(): Promise<ArrayBuffer> {
        if (this.bodyUsed || this.#made !== undefined) return await this.#whole.arrayBuffer()
        this.#isRead = true
        return this.#bytes.buffer
      }

      override blob(): Promise<Blob> {
        return this.#whole.blob()
      }

      override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
        return new Uint8Array(await this.arrayBuffer())
      }

      override formData(): Promise<FormData> {
        return this.#whole.formData()
      }

      override clone(): Response {
        return new Response(this.#whole.clone().body, this)
      }
    },
)

/** Bun and Deno send what a Response has inside: its methods do not give them the body. */
const isInside = 'bun' in process.versions || 'deno' in process.versions

/** An answer within the process. */
export const answerOfText = (text: string, init: ResponseInit): Response =>
  isInside ? new Response(text, init) : new (textResponse())(text, init)
