import { usernameOf } from '../kernel/masked'
import { decoded } from '../kernel/text'
import type { NamedServer } from '../options/hosts'

/** Where a request goes. */
export interface CallPlace {
  /** The name of the account; `null` where the request names none. */
  readonly account: string | null
  /** Whether the address names the account, as the links of its pages do. */
  readonly isInAddress: boolean
  /** Whether the request has a key of the account. */
  readonly isKeyed: boolean
  /** Whether that is a key of test mode: any word may follow `skey_`, so that a live key makes no account. */
  readonly isTestKeyed: boolean
  readonly server: NamedServer
  /** The path below the address of the server. */
  readonly path: string
}

/** The names of accounts, as a regular expression. */
const namePattern = '(?!test_)[A-Za-z0-9_]{1,64}'
/** Live keys are those of test mode without `test_`, as `accounts: 'auto'` makes them. */
const keys = new RegExp(`^[sp]key_(test_)?(${namePattern})$`)
const names = new RegExp(`^${namePattern}$`)
const accountPath = new RegExp(`^/a/(${namePattern})(?=/|$)`)

/** What callers of the control plane wrote as the name of an account: the name, or why it is none. */
export type GivenName = { readonly account: string } | { readonly problem: string }

export const readName = (given: string | null): GivenName => {
  const text = given?.trim() ?? ''
  const [, , ofKey] = keys.exec(text) ?? []
  if (ofKey === undefined && names.test(text)) return { account: text }
  if (text === '') return { problem: `is missing. ${wayOut}` }
  if (ofKey !== undefined)
    return { problem: `${text} is a key. Give ${ofKey}, the part after skey_test_ of its keys` }
  const shown = text.length > 64 ? `${text.slice(0, 64)}…` : text
  return { problem: `${shown} is no name of an account. ${wayOut}` }
}

const nameRule =
  'the part after skey_test_ of its keys: 1 to 64 letters, digits and _, which must not begin with test_'

const wayOut = `Give ${nameRule}`

/** The path of the address of an account. Its payers have no key, so the links that they follow name it. */
export const pathOfAccount = (account: string): string => `/a/${account}`

export const placeOf = ({ hostname, pathname }: URL, headers: Headers): CallPlace => {
  const [prefix = '', inAddress] = accountPath.exec(pathname) ?? []
  const below = pathname.slice(prefix.length) || '/'
  const [vault = ''] = /^\/vault(?=\/|$)/.exec(below) ?? []
  const isVault = vault !== '' || /^(?:vault|cdn2?)\./.test(hostname)
  const [, mode, ofKey] = keys.exec(usernameOf(headers.get('authorization') ?? '') ?? '') ?? []
  const account = inAddress ?? ofKey ?? null
  return {
    account,
    isInAddress: inAddress !== undefined,
    isKeyed: account !== null && account === ofKey,
    isTestKeyed: account !== null && account === ofKey && mode !== undefined,
    server: isVault ? 'vault' : 'api',
    path: withPlainControl(below.slice(vault.length) || '/'),
  }
}

export const isControl = (path: string): boolean => /^\/_sandbox(?:\/|$)/.test(path)

/** The sandbox finds its control plane also where letters are encoded, as in `/%5Fsandbox`. */
const withPlainControl = (path: string): string => {
  const [first = ''] = /^\/[^/]*/.exec(path) ?? []
  return decoded(first) === '/_sandbox' ? `/_sandbox${path.slice(first.length)}` : path
}
