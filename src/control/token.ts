import type { AppContext } from '../http/env'
import { readQuery } from '../http/read-request'
import { send, setHeader } from '../http/send'
import { isSameSecret } from '../kernel/digest'
import { ControlError } from './errors'

/**
 * The token that the control plane requires off loopback: a bearer token, or a cookie that a page sets from `?token=`.
 */
const parameter = 'token'

interface TokenPlaces {
  readonly inAddress: boolean
  readonly inCookie: boolean
}

/** @param accepted the places, besides the header, where a token is accepted */
export const checkToken = (context: AppContext, accepted: TokenPlaces): void => {
  const wanted = context.env.access?.controlToken ?? null
  if (wanted === null) return
  const bearer = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
  const given =
    bearer ??
    (accepted.inAddress ? queryToken(context) : undefined) ??
    (accepted.inCookie ? cookieToken(context) : undefined)
  if (given !== undefined && isSameSecret(given, wanted)) return
  setHeader(context, 'www-authenticate', 'Bearer')
  throw new ControlError(
    401,
    `${given === undefined ? 'the control plane requires a token here' : 'this is not the token of the control plane'}: ` +
      'open the dashboard at the address that was printed at the start, send "Authorization: Bearer <token>", ' +
      'or run commands with --control-token <token>',
  )
}

/** Moves the token from the URL of a page, where others could read it, into a cookie; `null` if the URL has none. */
export const moveTokenToCookie = (context: AppContext): Response | null => {
  if (queryToken(context) === undefined) return null
  const { pathname, searchParams, protocol } = new URL(context.req.url)
  searchParams.delete(parameter)
  const token = context.env.access?.controlToken ?? null
  if (token !== null) {
    const secure = protocol === 'https:' ? '; Secure' : ''
    setHeader(
      context,
      'set-cookie',
      `${cookieName(context)}=${token}; Path=/_sandbox; HttpOnly; SameSite=Strict${secure}`,
    )
  }
  setHeader(context, 'location', `${pathname}${searchParams.size === 0 ? '' : `?${searchParams}`}`)
  setHeader(context, 'referrer-policy', 'no-referrer')
  return send(context, 303, '')
}

const queryToken = (context: AppContext): string | undefined =>
  new URLSearchParams(readQuery(context)).get(parameter) ?? undefined

/** The name contains the port, because browsers send a cookie to all ports of a host. */
const cookieName = (context: AppContext): string => {
  const [port = ''] = /:\d+$/.exec(context.req.header('host') ?? '') ?? []
  return `payment_sandbox_token${port.replace(':', '_')}`
}

const cookieToken = (context: AppContext): string | undefined => {
  const name = `${cookieName(context)}=`
  const cookies = (context.req.header('cookie') ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(name))?.slice(name.length)
}
