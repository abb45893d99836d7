import { stringify } from 'node:querystring'

/** A request as undici gives it to a dispatcher. */
export interface DispatchOptions {
  readonly origin?: string | URL
  readonly path: string
  readonly method: string
  readonly query?: Record<string, string>
  readonly headers?: unknown
  readonly body?: unknown
  readonly upgrade?: boolean | string | null
  /** Milliseconds until the answer begins; 0 for no limit. */
  readonly headersTimeout?: number | null
}

/** The request as a receiver reads it. */
export const requestFrom = async (
  options: DispatchOptions,
): Promise<{ request: Request; body: Uint8Array | null }> => {
  const { origin = '', path, query, method } = options
  const headers = headersFrom(options.headers)
  const body = await bodyFrom(options.body, headers)
  const search = query === undefined ? '' : `${path.includes('?') ? '&' : '?'}${stringify(query)}`
  return { request: new Request(new URL(`${path}${search}`, origin), { method, headers }), body }
}

/** An object, pairs, or one list of names and values. */
const headersFrom = (given: unknown): Headers => {
  const headers = new Headers()
  const add = (name: unknown, value: unknown): void => {
    for (const single of Array.isArray(value) ? value : [value])
      if (single !== undefined && single !== null) headers.append(String(name), String(single))
  }
  if (Array.isArray(given) && !Array.isArray(given[0])) {
    for (let at = 0; at < given.length; at += 2) add(given[at], given[at + 1])
  } else if (typeof given === 'object' && given !== null) {
    const pairs = isIterable(given) ? given : Object.entries(given)
    for (const pair of pairs) if (Array.isArray(pair)) add(pair[0], pair[1])
  }
  return headers
}

const bodyFrom = async (given: unknown, headers: Headers): Promise<Uint8Array | null> => {
  if (given === null || given === undefined) return null
  if (typeof given === 'string') return Buffer.from(given)
  if (given instanceof Uint8Array) return given
  if (isForm(given)) {
    const form = new Response(ownForm(given))
    headers.set('content-type', form.headers.get('content-type') ?? '')
    return new Uint8Array(await form.arrayBuffer())
  }
  if (isAsyncIterable(given) || isIterable(given)) {
    const chunks: Buffer[] = []
    for await (const chunk of given) chunks.push(Buffer.from(chunk as Uint8Array | string))
    return Buffer.concat(chunks)
  }
  return new Uint8Array(await new Response(given as Blob | ArrayBuffer).arrayBuffer())
}

/** Each copy of undici has a FormData of its own. */
const isForm = (given: unknown): given is FormData =>
  typeof given === 'object' && given !== null && Reflect.get(given, Symbol.toStringTag) === 'FormData'

const ownForm = (given: FormData): FormData => {
  const form = new FormData()
  for (const [name, value] of given) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, value.name)
  }
  return form
}

const isIterable = (given: unknown): given is Iterable<unknown> =>
  typeof given === 'object' && given !== null && Symbol.iterator in given

const isAsyncIterable = (given: unknown): given is AsyncIterable<unknown> =>
  typeof given === 'object' && given !== null && Symbol.asyncIterator in given
