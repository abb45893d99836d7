/** The default keys of a sandbox. Everyone knows them, so hints show them in full. */
export const wellKnownKeys = {
  publicKey: 'pkey_test_sandbox',
  secretKey: 'skey_test_sandbox',
  livePublicKey: 'pkey_sandbox',
  liveSecretKey: 'skey_sandbox',
} as const

const wellKnown: readonly string[] = Object.values(wellKnownKeys)

/** Whether it is one of the default keys of every sandbox. */
export const isWellKnown = (key: string): boolean => wellKnown.includes(key)

/** `skey_test_…4x9`: enough to recognise a key, not to use it. */
export const masked = (key: string): string =>
  key.length <= 14 ? `${key.slice(0, 4)}…` : `${key.slice(0, 10)}…${key.slice(-3)}`

/** A key as hints show it: masked, unless it is well known. */
export const hinted = (key: string): string => (isWellKnown(key) ? key : masked(key))

const wellKnownInText = new RegExp(`\\b(${wellKnown.join('|')})\\b`)

/** Changes the parts of a text between well-known keys. */
export const aroundWellKnown = (text: string, change: (part: string) => string): string =>
  text
    .split(wellKnownInText)
    .map((part, i) => (i % 2 === 1 ? part : change(part)))
    .join('')

/** The username of a Basic header; the password is empty or ignored (spec 5). `null` when malformed. */
export const usernameOf = (header: string): string | null => {
  // Spelled out: to ignore the case of all its letters, the first call would take five times as long to prepare.
  const match = /^[Bb][Aa][Ss][Ii][Cc] +([A-Za-z0-9+/=_-]+) *$/.exec(header)
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
