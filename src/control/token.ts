import type { AppContext } from '../http/env'
import { readQuery } from '../http/read-request'
import { send } from '../http/send'
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

/** @param counts the places, besides the header, where a token is accepted */
export const checkToken = (context: AppContext, counts: Places): void => {
  const wanted = context.env.access?.controlToken ?? null
  if (wanted === null) return
  const bearer = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
  const given =
    bearer ??
    (counts.inAddress ? queryToken(context) : undefined) ??
    (counts.inCookie ? cookieToken(context) : undefined)
  if (given !== undefined && isSameSecret(given, wanted)) return
  context.header('www-authenticate', 'Bearer')
  throw new ControlError(
    401,
    `${given === undefined ? 'the control plane asks for a token here' : 'this is not the token that the control plane asks for'}: ` +
      'open the dashboard by the address that was printed at the start, send "Authorization: Bearer <token>", ' +
      'or give commands --control-token <token>',
  )
}

/** Takes the token out of a page's address, where others would see it; `null` when there is none. */
export const keepToken = (context: AppContext): Response | null => {
  if (queryToken(context) === undefined) return null
  const { pathname, searchParams, protocol } = new URL(context.req.url)
  searchParams.delete(parameter)
  const token = context.env.access?.controlToken ?? null
  if (token !== null) {
    const secure = protocol === 'https:' ? '; Secure' : ''
    context.header(
      'set-cookie',
      `${cookieName(context)}=${token}; Path=/_sandbox; HttpOnly; SameSite=Strict${secure}`,
    )
  }
  context.header('location', `${pathname}${searchParams.size === 0 ? '' : `?${searchParams}`}`)
  context.header('referrer-policy', 'no-referrer')
  return send(context, 303, '')
}

const queryToken = (context: AppContext): string | undefined =>
  new URLSearchParams(readQuery(context)).get(parameter) ?? undefined

/** Browsers keep the cookies of all ports of a host together. */
const cookieName = (context: AppContext): string => {
  const [port = ''] = /:\d+$/.exec(context.req.header('host') ?? '') ?? []
  return `payment_sandbox_token${port.replace(':', '_')}`
}

const cookieToken = (context: AppContext): string | undefined => {
  const name = `${cookieName(context)}=`
  const cookies = (context.req.header('cookie') ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(name))?.slice(name.length)
}
