/** The username of a Basic header; the password is empty or ignored (spec 5). `null` when malformed. */
export const usernameOf = (header: string): string | null => {
  const match = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header)
  if (match === null) return null
  const text = decodeBase64(match[1] ?? '')
  const colon = text.indexOf(':')
  return colon === -1 ? null : text.slice(0, colon)
}

const decodeBase64 = (text: string): string => {
  try {
    return atob(text)
  } catch {
    return ''
  }
}
