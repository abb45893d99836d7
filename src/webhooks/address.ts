/** Where a request goes: `fetch` takes no name and password in an address, and wants them as a header. */
export interface Address {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const none = {} as const

export const addressOf = (uri: string): Address => {
  if (!uri.includes('@') || !URL.canParse(uri)) return { url: uri, headers: none }
  const url = new URL(uri)
  const { username, password } = url
  if (username === '' && password === '') return { url: uri, headers: none }
  url.username = ''
  url.password = ''
  const bytes = new TextEncoder().encode(`${decoded(username)}:${decoded(password)}`)
  return { url: url.href, headers: { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` } }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    // A lone % stands for itself.
    return text
  }
}
