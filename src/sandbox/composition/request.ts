/** A byte order mark, which is not part of the text that arrives, and halves of characters, which change on the way. */
const altered = /[\ufeff\ud800-\udfff]/

/** The body, where what arrives is the text that was given. */
const textIn = (body: RequestInit['body']): string | undefined => {
  if (body instanceof URLSearchParams) return String(body)
  return typeof body === 'string' && !altered.test(body) ? body : undefined
}

/** A request whose body comes beside it: a body in the request is a stream, and to make it takes as long as to read it. */
const withoutBody = (url: string | URL, init: RequestInit = {}): Request => {
  const request = new Request(url, { ...init, body: null })
  // Throws: these have no body.
  if (request.method === 'GET' || request.method === 'HEAD') return new Request(url, init)
  if (!request.headers.has('content-type')) {
    const type = typeof init.body === 'string' ? 'text/plain' : 'application/x-www-form-urlencoded'
    request.headers.set('content-type', `${type};charset=UTF-8`)
  }
  return request
}

/** The request of a call of `fetch`, and its body, where that comes beside it. */
export const requestOf = (
  url: RequestInfo | URL,
  init?: RequestInit,
): { request: Request; sent?: string } => {
  if (url instanceof Request) return { request: init === undefined ? url : new Request(url, init) }
  // JavaScript may pass null as well, which the platform takes for no options.
  const sent = textIn(init?.body)
  return sent === undefined ? { request: new Request(url, init) } : { request: withoutBody(url, init), sent }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

/** The answer of a call of `fetch`. Rejects as the platform does when its caller aborts it meanwhile. */
export const unlessAborted = (
  answer: Promise<Response>,
  { signal }: Request,
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> =>
  input instanceof Request || init?.signal ? Promise.race([answer, aborted(signal)]) : answer
