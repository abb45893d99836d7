/** The request of one attempt: a POST that follows no redirects. */
export interface Outgoing {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Aborts the attempt. */
  readonly signal: AbortSignal
}

/**
 * Resolves with the status of the answer after its body has been read or given up.
 * @throws Error when there is no answer
 */
export type Network = (outgoing: Outgoing) => Promise<number>

/** Only the status of an answer counts. The body is read to its end so that the connection can be reused. */
export const readBytesMax = 64 * 1024

/**
 * Sends with `fetch`, which exists on every platform.
 * @param current read for each attempt, so that a replaced global `fetch` is used
 */
export const networkOf =
  (current: () => typeof fetch): Network =>
  async ({ url, headers, body, signal }) => {
    const request = current()
    const answer = await request(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    try {
      await readAway(answer)
    } catch {
      // The receiver has answered: a failing or endless body does not change that.
    }
    return answer.status
  }

const readAway = async ({ body }: Response): Promise<void> => {
  if (body === null) return
  const reader = body.getReader()
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    bytes += value.length
    if (bytes > readBytesMax) return reader.cancel()
  }
}
