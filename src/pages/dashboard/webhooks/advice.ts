const otherSecret =
  'The receiver refused the request: compare its secret with the one that signed, which is named at the signature below.'

/** What a receiver most likely means by an answer, and where its owner should look. */
const byStatus: Readonly<Record<number, string>> = {
  400: 'The receiver could not use the request: often it checks the signature with another secret, or over a body that was parsed before.',
  401: otherSecret,
  403: otherSecret,
  404: 'The receiver has nothing at this path: compare the address with the route in its code.',
  405: 'The path takes no POST: compare the address with the route in its code.',
  410: 'The receiver has nothing at this path any more: compare the address with the route in its code.',
  413: 'The receiver takes only smaller bodies.',
  429: 'The receiver takes fewer requests at a time.',
}

interface AttemptAnswer {
  readonly status: number | null
  readonly error: string | null
}

/** The advice for an attempt that failed; `null` where the answer says nothing about the cause. */
export const adviceFor = ({ status, error }: AttemptAnswer): string | null => {
  if (error?.endsWith('by a fault')) return 'The receiver was not called: a fault of webhooks did this.'
  if (status === null)
    return error === 'timeout' ? 'The receiver was too slow: let it answer first and work afterwards.' : null
  if (status >= 500) return 'The receiver failed while it worked: its own log says why.'
  return byStatus[status] ?? null
}
