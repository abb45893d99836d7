import { once } from '../kernel/json'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * A whole Response, whose text and JSON are read without its stream: reading that takes as long as a half of an operation.
 * Declared at the first answer, since a test environment without `Response` can still load the library.
 */
export const textResponse = once(
  () =>
    class TextResponse extends Response {
      readonly #text: string

      constructor(text: string, init: ResponseInit) {
        super(text, init)
        this.#text = text
      }

      override async text(): Promise<string> {
        return this.#taken() ?? (await super.text())
      }

      override async json(): Promise<unknown> {
        const text = this.#taken()
        return text === null ? await super.json() : JSON.parse(text)
      }

      /** The text as a stream would give it; `null` when another reader has the body. */
      #taken(): string | null {
        const { body } = this
        if (body === null || body.locked || this.bodyUsed) return null
        void body.cancel()
        return decoder.decode(encoder.encode(this.#text))
      }
    },
)
