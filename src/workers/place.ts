import type { NamedServer } from '../hosts'
import { usernameOf } from '../kernel/username'

/** Where a request goes. */
export interface CallPlace {
  /** The name of the account; `null` where the request names none. */
  readonly account: string | null
  /** Whether the address names the account, as the links of its pages do. */
  readonly isInAddress: boolean
  readonly server: NamedServer
  /** The path below the address of the server. */
  readonly path: string
}

const name = '(?!test_)[A-Za-z0-9_]{1,64}'
/** Live keys are those of test mode without `test_`, as `accounts: 'auto'` makes them. */
const keys = new RegExp(`^[sp]key_(?:test_)?(${name})$`)
const names = new RegExp(`^${name}$`)
const beginning = new RegExp(`^/a/(${name})(?=/|$)`)

/** `null` for a text that no account is called. */
export const accountCalled = (text: string | null | undefined): string | null =>
  text != null && names.test(text) ? text : null

/** The path of the address of an account. Its payers have no key, so the links that they follow name it. */
export const pathOfAccount = (account: string): string => `/a/${account}`

export const placeOf = ({ hostname, pathname }: URL, headers: Headers): CallPlace => {
  const [prefix = '', inAddress] = beginning.exec(pathname) ?? []
  const below = pathname.slice(prefix.length) || '/'
  const [vault = ''] = /^\/vault(?=\/|$)/.exec(below) ?? []
  const isVault = vault !== '' || hostname.startsWith('vault.')
  const key = usernameOf(headers.get('authorization') ?? '') ?? ''
  return {
    account: inAddress ?? keys.exec(key)?.[1] ?? null,
    isInAddress: inAddress !== undefined,
    server: isVault ? 'vault' : 'api',
    path: below.slice(vault.length) || '/',
  }
}
