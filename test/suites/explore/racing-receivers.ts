/** Receivers that let a parcel leave twice when an event arrives twice at once, and the same receivers mended. */
import type { WebhookEvent } from '../../../src/service/webhooks/signature'
import { chargingOrder, type Open, onPaid, type Pause, queue, type Race } from './racing'

/** What a receiver does with a payment; `ship` lets a parcel leave. */
type Handle = (event: WebhookEvent, pause: Pause, ship: () => void) => Promise<unknown>

/** @param begin makes the receiver's memory, which a run begins without */
const shipping =
  (begin: () => Handle): Open =>
  (context, pause) => {
    const handle = begin()
    const ship = (): void => {
      context.order.parcels += 1
      context.order.paid = true
    }
    return { checkout: () => chargingOrder(context), hear: onPaid((event) => handle(event, pause, ship)) }
  }

export const receiverRaces: Readonly<Record<string, Race>> = {
  'an event that is remembered when all is done': {
    kind: 'at-once',
    shop: shipping(() => {
      const seen = new Set<string>()
      return async ({ id }, pause, ship) => {
        if (seen.has(id)) return
        await pause()
        ship()
        seen.add(id)
      }
    }),
    mended: shipping(() => {
      const seen = new Set<string>()
      return async ({ id }, pause, ship) => {
        if (seen.has(id)) return
        seen.add(id)
        await pause()
        ship()
      }
    }),
  },
  'a lock that is taken after the look': {
    kind: 'at-once',
    shop: shipping(() => {
      const [seen, lock] = [new Set<string>(), queue()]
      return async ({ id }, pause, ship) => {
        await pause()
        if (seen.has(id)) return
        await lock(async () => {
          await pause()
          ship()
          seen.add(id)
        })
      }
    }),
    mended: shipping(() => {
      const [seen, lock] = [new Set<string>(), queue()]
      return ({ id }, pause, ship) =>
        lock(async () => {
          await pause()
          if (seen.has(id)) return
          ship()
          seen.add(id)
        })
    }),
  },
  'a mark that is taken away before the next one is set': {
    kind: 'at-once',
    shop: shipping(() => {
      const [working, done] = [new Set<string>(), new Set<string>()]
      return async ({ id }, pause, ship) => {
        if (working.has(id) || done.has(id)) return
        working.add(id)
        await pause()
        ship()
        working.delete(id)
        await pause()
        done.add(id)
      }
    }),
    mended: shipping(() => {
      const state = new Map<string, 'working' | 'done'>()
      return async ({ id }, pause, ship) => {
        if (state.has(id)) return
        state.set(id, 'working')
        await pause()
        ship()
        await pause()
        state.set(id, 'done')
      }
    }),
  },
  'payments that are counted by reading and writing': {
    kind: 'at-once',
    shop: shipping(() => {
      let count = 0
      return async (_, pause, ship) => {
        const before = count
        await pause()
        count = before + 1
        if (before === 0) ship()
      }
    }),
    mended: shipping(() => {
      let count = 0
      return async (_, pause, ship) => {
        await pause()
        count += 1
        if (count === 1) ship()
      }
    }),
  },
  'a job that goes on after the answer': {
    kind: 'at-once',
    shop: shipping(() => {
      let isShipped = false
      const job = async (pause: Pause, ship: () => void): Promise<void> => {
        await pause()
        if (isShipped) return
        await pause()
        ship()
        isShipped = true
      }
      return async (_, pause, ship) => void job(pause, ship)
    }),
    mended: shipping(() => {
      let isShipped = false
      const job = async (pause: Pause, ship: () => void): Promise<void> => {
        await pause()
        if (isShipped) return
        isShipped = true
        await pause()
        ship()
      }
      return async (_, pause, ship) => void job(pause, ship)
    }),
  },
  'an outbox that is read and then emptied': {
    kind: 'at-once',
    shop: shipping(() => {
      const outbox = new Set<string>()
      return async ({ id }, pause, ship) => {
        outbox.add(id)
        const waiting = [...outbox]
        await pause()
        for (const _ of waiting) ship()
        outbox.clear()
      }
    }),
    mended: shipping(() => {
      const [outbox, sent] = [new Set<string>(), new Set<string>()]
      return async ({ id }, pause, ship) => {
        await pause()
        if (!sent.has(id)) outbox.add(id)
        for (const waiting of outbox) {
          outbox.delete(waiting)
          sent.add(waiting)
          ship()
        }
      }
    }),
  },
}
