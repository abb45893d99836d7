/** What the shops share in which two things at once go wrong. */
import type { ExploreKind } from '../../../src/service/faults/kinds'
import type { WebhookEvent } from '../../../src/service/webhooks/signature'
import type { Shop, ShopContext } from './shop'

/** How long the shop's database takes: a few continuations, or some milliseconds. */
export type Pause = () => Promise<unknown>

export const pauses = {
  'in memory': async () => await null,
  'on disk': () => new Promise((resolve) => setTimeout(resolve, 40)),
} satisfies Readonly<Record<string, Pause>>

const orderKey = (): string => 'order-A-1'
export const chargingOrder = ({ ask, byCard }: ShopContext) => ask('POST', '/charges', byCard, orderKey)

/** Handles `charge.complete` of a paid charge. */
export const onPaid =
  (work: (event: WebhookEvent) => unknown): NonNullable<Shop['hear']> =>
  (event) =>
    event.key === 'charge.complete' && event.data.paid ? work(event) : undefined

/** One after the other: a row lock, or one queue for each order. */
export const queue = (): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}

export type Open = (context: ShopContext, pause: Pause) => Shop

export interface Race {
  readonly shop: Open
  readonly mended: Open
  /** The kind that shows it. */
  readonly kind: ExploreKind
}
