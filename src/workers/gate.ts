import { bearerIn, tokenInCookies } from '../control/token'
import { isSameSecret } from '../kernel/digest'

/** Whether the caller of the control plane may use it: `null` without a token in the environment. */
export interface Pass {
  /** By the header, which no page of another site can send. */
  readonly byHeader: boolean
  /** By the header, the cookie of the sign-in page, or `?token=` in the address of a page. */
  readonly anyhow: boolean
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
  const isRight = (given: string | null | undefined): boolean => given != null && isSameSecret(given, token)
  const byHeader = isRight(bearerIn(headers.get('authorization') ?? ''))
  const inCookie = isRight(tokenInCookies(headers.get('cookie') ?? '', host))
  return { byHeader, anyhow: byHeader || inCookie || isRight(searchParams.get('token')) }
}
