import type { Exchange } from '../http/exchange'
import { isSameSecret } from '../kernel/digest'
import { ControlError } from './errors'

/**
 * The token that the control plane asks for off loopback: as a bearer, or in the cookie into which a page takes it
 * from `?token=`.
 */
const parameter = 'token'

interface Places {
  readonly inAddress: boolean
  readonly inCookie: boolean
}

/** @param counts where a token counts besides the header */
export const checkToken = (exchange: Exchange, counts: Places): void => {
  const wanted = exchange.access?.controlToken ?? null
  if (wanted === null) return
  const bearer = /^Bearer +(\S+)$/i.exec(exchange.header('authorization') ?? '')?.[1]
  const given =
    bearer ??
    (counts.inAddress ? queryToken(exchange) : undefined) ??
    (counts.inCookie ? cookieToken(exchange) : undefined)
  if (given !== undefined && isSameSecret(given, wanted)) return
  exchange.setHeader('www-authenticate', 'Bearer')
  throw new ControlError(
    401,
    `${given === undefined ? 'the control plane asks for a token here' : 'this is not the token that the control plane asks for'}: ` +
      'open the dashboard by the address that was printed at the start, send "Authorization: Bearer <token>", ' +
      'or give commands --control-token <token>',
  )
}

/** Takes the token out of a page's address, where others would see it; `null` when there is none. */
export const keepToken = (exchange: Exchange): Response | null => {
  if (queryToken(exchange) === undefined) return null
  const { pathname, searchParams, protocol } = exchange.url
  searchParams.delete(parameter)
  const token = exchange.access?.controlToken ?? null
  if (token !== null) {
    const secure = protocol === 'https:' ? '; Secure' : ''
    exchange.setHeader(
      'set-cookie',
      `${cookieName(exchange)}=${token}; Path=/_sandbox; HttpOnly; SameSite=Strict${secure}`,
    )
  }
  exchange.setHeader('location', `${pathname}${searchParams.size === 0 ? '' : `?${searchParams}`}`)
  exchange.setHeader('referrer-policy', 'no-referrer')
  return exchange.send(303, '')
}

const queryToken = (exchange: Exchange): string | undefined =>
  new URLSearchParams(exchange.query).get(parameter) ?? undefined

/** Browsers keep the cookies of all ports of a host together. */
const cookieName = (exchange: Exchange): string => {
  const [port = ''] = /:\d+$/.exec(exchange.header('host') ?? '') ?? []
  return `payment_sandbox_token${port.replace(':', '_')}`
}

const cookieToken = (exchange: Exchange): string | undefined => {
  const name = `${cookieName(exchange)}=`
  const cookies = (exchange.header('cookie') ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(name))?.slice(name.length)
}
