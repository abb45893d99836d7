import type { Mode } from '../../../sandbox/account/account'
import { quoted, quotedOpen } from '../../docs/commands'

interface KeyView {
  readonly mode: Pick<Mode, 'keys'>
  /** Else commands read the secret key from a variable. */
  readonly showsKeys: boolean
}

/** The keys as commands show them: secret ones only on this machine. */
export const shownKeys = ({ mode, showsKeys }: KeyView): Mode['keys'] => ({
  public: mode.keys.public,
  secret: showsKeys ? mode.keys.secret : '$PAYMENT_SECRET_KEY',
})

interface CurlRequest {
  readonly method: string
  readonly url: string
  /** From `shownKeys`; `null` for a request without one. */
  readonly key?: string | null
  /** Further arguments, as the shell reads them. */
  readonly more?: readonly string[]
  /** Parameters such as `amount=1000`, or one body. Nothing in them has a meaning to the shell. */
  readonly data?: readonly string[]
}

/** A request as curl and its arguments. */
export const curlWords = ({
  method,
  url,
  key = null,
  more = [],
  data = [],
}: CurlRequest): readonly string[] => {
  // With data, curl takes POST for granted.
  const isImplied = method === 'GET' || (method === 'POST' && data.length > 0)
  return [
    `curl ${quoted(url)}`,
    ...(key === null ? [] : [`-u ${quotedOpen(`${key}:`)}`]),
    ...more,
    ...(isImplied ? [] : [`-X ${method}`]),
    ...(method === 'GET' && data.length > 0 ? ['-G'] : []),
    ...data.map((one) => `-d ${quoted(one)}`),
  ]
}
