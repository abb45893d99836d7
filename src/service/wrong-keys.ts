import { type Collection, latest } from '../kernel/collection'
import { hinted, usernameOf } from '../kernel/masked'
import { nearest } from '../kernel/text'
import type { KeyRow } from './resources/account/model'

/** A key of the real service has no place in a test. */
const looksLive = (key: string): string =>
  /^[sp]key_(?!test_)/.test(key)
    ? `: it looks like a live key, use one of test mode, ${key.slice(0, 5)}test_...`
    : ''

/** An app comes with keys of its own. */
const optionsFor = (key: string): string =>
  /^[sp]key_test_/.test(key)
    ? 'the options publicKey and secretKey (--public-key, --secret-key) set your own; '
    : ''

/** Among how many keys, the newest, a similar one is looked for. */
const newestMax = 500

/** How many of them are compared letter by letter: a refusal costs the same with any number of accounts. */
const comparedMax = 24

const nameIn = (key: string): string => key.replace(/^[sp]key_(?:test_)?/, '')

/** Whether two keys may differ by a letter or two: they begin or end alike. */
const mayBeMeant = (given: string, key: string): boolean => {
  const [a, b] = [nameIn(given), nameIn(key)]
  return a.slice(0, 3) === b.slice(0, 3) || a.slice(-3) === b.slice(-3)
}

/**
 * Why a key is refused, with keys that are like it. Masks keys.
 * @param isOpen whether a new key makes an account
 */
export const explainKey = (
  keys: Collection<KeyRow, 'account'>,
  header: string | undefined,
  isOpen: boolean,
) => {
  const username = header === undefined ? null : usernameOf(header)
  const known = knownKeys(keys, username ?? '', isOpen)
  if (header === undefined) return `no Authorization header came; ${known}`
  if (username === null) return `the Authorization header is not Basic base64(<key>:); ${known}`
  const key = keys.get(username)
  if (key === undefined) return `key ${hinted(username)} is not known${looksLive(username)}; ${known}`
  return `key ${hinted(username)} is ${key.state === 'active' ? `a ${key.kind} key, which this operation does not take` : key.state}`
}

/** The way out, which a short line must not cut off; similar keys, and those of the default account. */
const knownKeys = (keys: Collection<KeyRow, 'account'>, username: string, isOpen: boolean): string => {
  const newest = latest(keys, newestMax, ({ id }) => id)
    .filter((key) => mayBeMeant(username, key))
    .slice(-comparedMax)
  const first = [0, 1, 2, 3].map((place) => keys.at(place).id)
  const shown = new Set([...nearest(username, newest, 2), ...first].slice(0, 4))
  const rest = keys.length - shown.size
  const wayOut = isOpen ? 'any skey_test_<name> or pkey_test_<name> makes an account; ' : optionsFor(username)
  return `${wayOut}known keys: ${[...shown].map(hinted).join(', ')}${rest === 0 ? '' : ` and ${rest} more`}`
}

/** A segment of a path that is an id: `/charges/chrg_test_1` and another charge are one place. */
const idInPath = /(?<=\/)[a-z]+_(?:test_)?[a-z0-9]{10,}(?=\/|$)/g

/** `POST /charges/:id/refunds`: the place of a call, the same for all records. */
export const placeOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path.replace(idInPath, ':id')}`

/** What people read of a call whose key was refused, after its place. @param why the hint of the answer, or its message */
export const keyRefusal = (error: string | null, why: string | null): string =>
  `was refused with 401 ${error}${why === null ? '' : `: ${why}`}`
