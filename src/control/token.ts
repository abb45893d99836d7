import { isSameSecret } from '../kernel/digest'
import type { AppContext } from '../service/http/env'
import { readQuery } from '../service/http/read-request'
import { send, setHeader } from '../service/http/send'
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
  const cookie = tokenInCookies(context.req.header('cookie') ?? '', hostOf(context))
  const given =
    bearerIn(context.req.header('authorization')) ??
    (accepted.inAddress ? queryToken(context) : undefined) ??
    (accepted.inCookie ? cookie : undefined)
  if (given !== undefined && isSameSecret(given, wanted)) return
  setHeader(context, 'www-authenticate', 'Bearer')
  if (given === undefined && cookie !== undefined) throw new ControlError(401, cookieAlone)
  throw new ControlError(
    401,
    `${given === undefined ? 'the control plane requires a token here' : 'this is not the token of the control plane'}: ` +
      'open the dashboard at the address that was printed at the start, send "Authorization: Bearer <token>", ' +
      'or run commands with --control-token <token>',
  )
}

const cookieAlone =
  'the token in the cookie counts only for pages of the sandbox, whose requests carry Origin, Referer or ' +
  'Sec-Fetch-Site: send "Authorization: Bearer <token>" instead'

/** Moves the token from the URL of a page, where others could read it, into a cookie; `null` if the URL has none. */
export const moveTokenToCookie = (context: AppContext): Response | null => {
  if (queryToken(context) === undefined) return null
  const url = new URL(context.req.url)
  const { pathname, searchParams } = url
  searchParams.delete(parameter)
  const token = context.env.access?.controlToken ?? null
  if (token !== null)
    setHeader(context, 'set-cookie', tokenCookie(token, { host: hostOf(context), protocol: url.protocol }))
  setHeader(context, 'location', `${pathname}${searchParams.size === 0 ? '' : `?${searchParams}`}`)
  setHeader(context, 'referrer-policy', 'no-referrer')
  return send(context, 303, '')
}

const hostOf = (context: AppContext): string => context.req.header('host') ?? ''

const queryToken = (context: AppContext): string | undefined =>
  new URLSearchParams(readQuery(context)).get(parameter) ?? undefined

/** The name contains the port, because browsers send a cookie to all ports of a host. */
const cookieName = (host: string): string => {
  const [port = ''] = /:\d+$/.exec(host) ?? []
  return `payment_sandbox_token${port.replace(':', '_')}`
}

/** The header that lets a browser keep the token for the control plane of a host. */
export const tokenCookie = (token: string, { host, protocol }: Pick<URL, 'host' | 'protocol'>): string => {
  const secure = protocol === 'https:' ? '; Secure' : ''
  return `${cookieName(host)}=${token}; Path=/_sandbox; HttpOnly; SameSite=Strict${secure}`
}

/** The token among the cookies of a request. */
export const tokenInCookies = (cookies: string, host: string): string | undefined => {
  const name = `${cookieName(host)}=`
  const all = cookies.split(';').map((cookie) => cookie.trim())
  return all.find((cookie) => cookie.startsWith(name))?.slice(name.length)
}

/** The token of a header `Authorization: Bearer <token>`. */
export const bearerIn = (header = ''): string | undefined => /^Bearer +(\S+)$/i.exec(header)?.[1]
