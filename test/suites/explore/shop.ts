/** What the small shops of these tests share: a client that asks again, and a book of orders that outlives a crash. */
import type { Charge, Sandbox } from '../../../src/index'
import { verifyWebhook, type WebhookEvent } from '../../../src/service/webhooks/signature'
import type { ExploreOptions } from '../../../src/suites/explore/explore'

export interface Order {
  charge: string | null
  paid: boolean
  /** Subunits. */
  refunded: number
  parcels: number
}

export type Form = Readonly<Record<string, string>>

/** The service has refused: another attempt would not help. */
export class Refused extends Error {}

/** Asks up to four times: answers get lost, and the service may be busy. */
const asking =
  ({ fetch, url, authorization }: Sandbox) =>
  async <T = Charge>(method: 'GET' | 'POST', path: string, form?: Form, key?: () => string): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      const headers = {
        authorization: authorization.secret,
        ...(key === undefined ? {} : { 'idempotency-key': key() }),
      }
      const body = form === undefined ? null : new URLSearchParams(form)
      const answer = await fetch(`${url}${path}`, { method, headers, body }).catch(() => null)
      if (answer?.ok) return answer.json()
      const isFinal = answer !== null && answer.status < 500 && answer.status !== 429
      if (isFinal) throw new Refused((await answer.json()).code)
      if (tries === 4) throw new Error(`no answer to ${method} ${path}`)
    }
  }

/** What a shop is made of: its order, its client, its customer. */
export interface ShopContext {
  readonly sandbox: Sandbox
  /** Order A-1. */
  readonly order: Order
  readonly ask: ReturnType<typeof asking>
  /** What a charge of the order by the saved card sends. */
  readonly byCard: Form
  /** What the customer's bank or application does with a charge that waits. */
  pay(id: string | null): Promise<void>
}

export interface Shop {
  /** A customer buys. */
  checkout(): Promise<unknown>
  /** What the shop makes of a webhook whose signature is right. */
  hear?(event: WebhookEvent): unknown
  /** The whole receiver, where signatures are not checked. */
  receive?(request: Request): unknown
  /** Runs when the shop starts, and every night. */
  reconcile?(): Promise<unknown>
}

const amount = '100000'

const openIn = (sandbox: Sandbox, open: (context: ShopContext) => Shop) => {
  const order: Order = { charge: null, paid: false, refunded: 0, parcels: 0 }
  const byCard = {
    ...{ amount, currency: 'thb', customer: sandbox.customers.last()?.id ?? '' },
    'metadata[order]': 'A-1',
  }
  const pay = async (id: string | null): Promise<void> => {
    if (id !== null && sandbox.charges.get(id)?.status === 'pending') sandbox.simulate.payCharge(id)
    await sandbox.webhooks.settle()
  }
  const shop = open({ sandbox, order, ask: asking(sandbox), byCard, pay })
  const { hear, receive } = shop
  const verified = async (request: Request): Promise<Response> => {
    try {
      const { secrets } = sandbox.webhooks
      const { headers } = request
      await hear?.(verifyWebhook({ body: await request.text(), headers, secret: secrets }))
      return new Response(null, { status: 204 })
    } catch {
      return new Response(null, { status: 400 })
    }
  }
  if (receive !== undefined) sandbox.webhooks.onDelivery(receive)
  else if (hear !== undefined) sandbox.webhooks.onDelivery(verified)
  return { shop, order }
}

type Judged = 'once' | 'books' | 'parcels'

/** @param by the rules that a shop is judged by; `parcels`: one leaves when the order is paid, and only then */
export const exploring = (
  open: (context: ShopContext) => Shop,
  by: readonly Judged[],
  more: Partial<ExploreOptions> & { readonly recovers?: boolean } = {},
): ExploreOptions => {
  const { recovers = false, ...options } = more
  const shops = new WeakMap<Sandbox, ReturnType<typeof openIn>>()
  const shopOf = (sandbox: Sandbox): ReturnType<typeof openIn> => {
    const opened = shops.get(sandbox) ?? openIn(sandbox, open)
    shops.set(sandbox, opened)
    return opened
  }
  return {
    sandbox: { fixtures: ['saved-card'] },
    flow: ({ sandbox }) => shopOf(sandbox).shop.checkout(),
    ...(recovers ? { recover: ({ sandbox }) => shopOf(sandbox).shop.reconcile?.() } : {}),
    ...(by.includes('once') ? { once: 'metadata.order' } : {}),
    ...(by.includes('books')
      ? {
          books: ({ sandbox }) => {
            const { charge, paid, refunded } = shopOf(sandbox).order
            return charge === null && !paid ? [] : [{ charge, paid, refunded }]
          },
        }
      : {}),
    ...(by.includes('parcels')
      ? {
          check: ({ sandbox }) => {
            const { parcels, paid } = shopOf(sandbox).order
            if (parcels !== (paid ? 1 : 0)) throw new Error(`${parcels} parcels left, and paid is ${paid}`)
          },
        }
      : {}),
    ...options,
  }
}

/** The charges of the order, newest first, by the number in their metadata. */
export const lookUpAll = async ({ ask }: ShopContext): Promise<readonly Charge[]> => {
  const path = '/search?scope=charge&query=metadata.order:A-1'
  return (await ask<{ data: readonly Charge[] }>('GET', path)).data
}

export const lookUp = async (context: ShopContext): Promise<Charge | undefined> =>
  (await lookUpAll(context))[0]
