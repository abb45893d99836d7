import { toBase64 } from '../../kernel/base64'

/** Splits user and password off an address, because `fetch` takes them only as a header. */
export interface SplitAddress {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const none = {} as const

export const addressOf = (uri: string): SplitAddress => {
  if (!uri.includes('@') || !URL.canParse(uri)) return { url: uri, headers: none }
  const url = new URL(uri)
  const { username, password } = url
  if (username === '' && password === '') return { url: uri, headers: none }
  url.username = ''
  url.password = ''
  const bytes = new TextEncoder().encode(`${decoded(username)}:${decoded(password)}`)
  return { url: url.href, headers: { authorization: `Basic ${toBase64(bytes)}` } }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    // A % that encodes nothing is a literal %.
    return text
  }
}
