import { bearerIn, tokenInCookies } from '../control/token'
import { isSameSecret } from '../kernel/digest'

/** The places in which a request has the right token. */
export interface Pass {
  /** Which no page of another site can send. */
  readonly byHeader: boolean
  /** The one of the sign-in page. */
  readonly inCookie: boolean
  /** `?token=`, for the address of a page. */
  readonly inAddress: boolean
  /** All that it has, right or wrong. */
  readonly given: readonly string[]
}

/** Characters that a header and a cookie carry without encoding. */
const writable = /^[!#-+\--:<-[\]-~]+$/

/** Why the control plane is closed for everyone; `null` when it is open for those with the token. */
export const whyClosed = (token: string | undefined): string | null => {
  if (!token)
    return 'the control plane is closed, as the secret CONTROL_TOKEN is not set: set it with "npx wrangler secret put CONTROL_TOKEN"'
  return writable.test(token)
    ? null
    : 'the control plane is closed: CONTROL_TOKEN must be letters, digits and marks, without spaces, quotes, commas, ; and \\'
}

export const passOf = ({ headers }: Request, { host, searchParams }: URL, token: string): Pass => {
  const isRight = (given: string | undefined): boolean => given !== undefined && isSameSecret(given, token)
  const header = bearerIn(headers.get('authorization') ?? '')
  const cookie = tokenInCookies(headers.get('cookie') ?? '', host)
  const address = searchParams.get('token') ?? undefined
  return {
    byHeader: isRight(header),
    inCookie: isRight(cookie),
    inAddress: isRight(address),
    given: [header, cookie, address].filter((token) => token !== undefined),
  }
}
