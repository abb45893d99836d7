import { unreachable, type WebhookReach } from '../../kernel/hosts'

/** The request of one attempt: a POST that follows no redirects. */
export interface Outgoing {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Called once the receiver is connected, over sockets with the head sent: the body waits for it. */
  readonly opened?: (() => Promise<void>) | undefined
  /** Why it must not be sent to a private address that its name leads to; `null` where it may. */
  readonly privateRefusal?: string | null
  /** Aborts the attempt. */
  readonly signal: AbortSignal
}

/** What a receiver answered. */
export interface NetworkAnswer {
  readonly status: number
  /** The first characters of its body. */
  readonly text: string
}

/**
 * Resolves after the body of the answer has been read or given up.
 * @throws Error when there is no answer
 */
export type Network = (outgoing: Outgoing) => Promise<NetworkAnswer>

/** The body of an answer is read to its end so that the connection can be reused. */
const readBytesMax = 64 * 1024

/** Collects the first characters of a body, in a size that holds as much text as a delivery keeps. */
export class BodyStart {
  readonly #decoder = new TextDecoder()
  #text = ''
  #bytes = 0

  /** @returns whether enough was read to give the rest up */
  add(chunk: Uint8Array): boolean {
    if (this.#bytes < 4096) this.#text += this.#decoder.decode(chunk.subarray(0, 4096), { stream: true })
    this.#bytes += chunk.length
    return this.#bytes > readBytesMax
  }

  get text(): string {
    return this.#text
  }
}

/**
 * Sends with `fetch`, which exists on every platform.
 * @param current read for each attempt, so that a replaced global `fetch` is used
 */
export const networkOf =
  (current: () => typeof fetch): Network =>
  async ({ url, headers, body, signal, opened }) => {
    await opened?.()
    const request = current()
    const answer = await request(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    const start = new BodyStart()
    try {
      await readInto(start, answer)
    } catch {
      // The receiver has answered: a failing or endless body does not change that.
    }
    return { status: answer.status, text: start.text }
  }

/** Refuses other addresses, as when an endpoint was named before they were refused. */
export const within =
  (reach: WebhookReach, network: Network): Network =>
  async (outgoing) => {
    const address = new URL(outgoing.url)
    const hasPassword = outgoing.headers.authorization !== undefined
    const why = (hasPassword ? reach.passwordRefusal : null) ?? unreachable(reach, address)
    if (why !== null) throw notSent(address.host, why)
    return network({ ...outgoing, privateRefusal: reach.privateRefusal })
  }

/** The code of the error for a name that leads to private addresses only. */
export const privateName = 'ERR_PAYMENT_SANDBOX_PRIVATE_NAME'

export const notSent = (host: string, why: string): Error =>
  new Error(`not sent to ${host}: a webhook ${why}`)

const readInto = async (start: BodyStart, { body }: Response): Promise<void> => {
  if (body === null) return
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    if (start.add(value)) return reader.cancel()
  }
}
