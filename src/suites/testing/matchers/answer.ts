/** Finds what the service said in whatever a client returned or threw. */
import { isObject, Misuse, print } from './outcome'

/** A charge or an error of the service, as JSON. Older versions of the API lack fields. */
export type Said = Record<string, unknown> & { readonly object: 'charge' | 'error' }

/** Where clients keep the body of an answer: axios, got, superagent, ofetch, wrappers with a cause. */
const places = ['response', 'data', '_data', 'body', 'error', 'cause', 'charge'] as const
const depthMax = 4

const isSaid = (value: unknown): value is Said =>
  isObject(value) && (value.object === 'charge' || value.object === 'error')

/** got keeps the body as text. */
const parsed = (value: unknown): unknown => {
  if (typeof value !== 'string' || !value.startsWith('{')) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Breadth first, so that the outermost answer is found. */
const findSaid = (received: unknown): Said | undefined => {
  let level: readonly unknown[] = [received]
  for (let depth = 0; depth < depthMax; depth += 1) {
    const values = level.map(parsed)
    const said = values.find(isSaid)
    if (said !== undefined) return said
    level = values.filter(isObject).flatMap((value) => places.map((place) => value[place]))
  }
  return undefined
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  isObject(value) && typeof value.then === 'function'

interface Readable {
  clone(): { text(): Promise<string> }
}

/** A `Response` of any fetch whose body is still to be read. */
const isResponse = (value: unknown): value is Readable =>
  isObject(value) && typeof value.clone === 'function' && typeof value.text === 'function'

/** What has to be awaited before it can be judged. */
export const isLate = (received: unknown): boolean => isPromise(received) || isResponse(received)

/** The result or the reason of a promise, and the body of a `Response`. */
export const settled = async (received: unknown): Promise<unknown> => {
  const value = isPromise(received)
    ? await Promise.resolve(received).catch((reason: unknown) => reason)
    : received
  return isResponse(value) ? parsed(await value.clone().text()) : value
}

/** @throws Misuse when it is neither */
export const saidIn = (received: unknown): Said => {
  const said = findSaid(received)
  if (said !== undefined) return said
  throw new Misuse(
    [
      `expected a charge or an error answer of the service, and received ${print(received)}`,
      hintFor(received),
    ].join('\n'),
  )
}

const hintFor = (received: unknown): string => {
  if (received instanceof Error)
    return 'the error holds no answer of the service: did the request reach the sandbox?'
  if (received === undefined || received === null) return 'was the answer returned and awaited?'
  return `it has no "object": 'charge' or 'error', nor has what is under its ${places.join(', ')}`
}
