/** What one attempt puts on the wire: a POST that follows no redirects. */
export interface Outgoing {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Ends it, whatever it has come to. */
  readonly signal: AbortSignal
}

/**
 * Resolves with the status of the answer once its body is of no more interest.
 * @throws Error when nothing answered
 */
export type Network = (outgoing: Outgoing) => Promise<number>

/** Nothing of an answer counts but its status. Read to its end, its connection can be used again. */
export const readBytesMax = 64 * 1024

/**
 * Over what `fetch` is: there is one wherever the sandbox runs.
 * @param current looked up for each attempt: whoever replaces the global one is heard
 */
export const networkOf =
  (current: () => typeof fetch): Network =>
  async ({ url, headers, body, signal }) => {
    const request = current()
    const answer = await request(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    try {
      await readAway(answer)
    } catch {
      // It has answered: what becomes of its body, or that it never ends, changes nothing about that.
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
