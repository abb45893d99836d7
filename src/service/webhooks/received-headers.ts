import { signatureHeaderNames } from './scheme'

/** Names of headers to values, as Fetch has them, or Node, Express and most test doubles. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }

export const headerOf = (headers: WebhookHeaders, name: string): string | null => {
  if (typeof headers.get === 'function') return headers.get(name)
  const wanted = name.toLowerCase()
  for (const [key, value] of Object.entries(headers))
    if (key.toLowerCase() === wanted) {
      if (typeof value === 'string') return value
      if (Array.isArray(value)) return value.join(',')
    }
  return null
}

/** The prefixes of the headers that look like signatures, those with a timestamp first. */
const prefixesIn = (headers: WebhookHeaders): readonly string[] => {
  const prefixes = namesIn(headers)
    .flatMap((name) => /^(.+)-signature$/i.exec(name)?.[1] ?? [])
    .map((prefix) => prefix.replace(/^[a-z]/, (letter) => letter.toUpperCase()))
  const isDated = (prefix: string) => headerOf(headers, signatureHeaderNames(prefix).timestamp) !== null
  return [...prefixes.filter(isDated), ...prefixes]
}

/** The prefix with which the headers are signed. */
export const prefixIn = (headers: WebhookHeaders = {}): string => prefixesIn(headers)[0] ?? 'Service'

/** A service with another header prefix signs with that prefix. */
export const otherPrefix = (headers: WebhookHeaders): string => {
  const [other] = prefixesIn(headers)
  return other === undefined ? '' : `; there is ${other}-Signature: pass headerPrefix: '${other}'`
}

/** What has only `get` is asked for the names of the two profiles. */
const namesIn = (headers: WebhookHeaders): readonly string[] => {
  if (typeof headers.get !== 'function') return Object.keys(headers)
  const { keys } = headers as { readonly keys?: () => Iterable<string> }
  if (typeof keys === 'function') return [...keys.call(headers)]
  return headerOf(headers, 'Omise-Signature') === null ? [] : ['Omise-Signature']
}
