/** Hosted checkouts: a session, its page, and what comes back to the shop. */
import type { CheckoutSession } from '../../src/index'
import type { SandboxOptions } from '../../src/options/config'
import type { Params } from './form'
import { cardForm, type PageAnswer, visit } from './schedules'
import { expectSuccess, setUp } from './set-up'

export const completeUrl = 'https://shop.example/orders/7/return?state=abc'
export const cancelUrl = 'https://shop.example/cart'

export const order = {
  amount: 150_000,
  currency: 'THB',
  order_id: '7',
  description: 'Order 7',
  metadata: { order_id: '7' },
  redirect_urls: { complete_url: completeUrl, cancel_url: cancelUrl },
} as const

/** The profile that has sessions, with the times of the tables that the client checks answers by. */
export const inOmise: SandboxOptions = { profile: 'omise', overrides: { timestamps: 'milliseconds' } }

/** A session of a sandbox in the profile that has them. */
export const openCheckout = async (params: Params = {}, options: SandboxOptions = {}) => {
  const { sandbox, client } = setUp({ ...inOmise, ...options })
  const made = await client.post<CheckoutSession>('/api/sessions', { ...order, ...params }, { as: 'json' })
  const session = expectSuccess(made)
  /** What a payer sends from the page. */
  const send = (body: Record<string, string>, browser = true): Promise<PageAnswer> =>
    visit(sandbox, session.redirect_url, { body, browser })
  const read = async () => expectSuccess(await client.get<CheckoutSession>(`/api/sessions/${session.id}`))
  const show = () => visit(sandbox, session.redirect_url, { browser: true })
  /** Follows where a browser is sent, until the shop. */
  const toShop = async (answer: PageAnswer): Promise<string> => {
    const location = answer.location ?? ''
    return location.startsWith(sandbox.url)
      ? toShop(await visit(sandbox, location, { browser: true }))
      : location
  }
  return { sandbox, client, session, send, read, show, toShop, payByCard: () => send(cardForm()) }
}
