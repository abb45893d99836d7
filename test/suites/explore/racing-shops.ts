/** Small shops in which two things at once go wrong, and the same shops mended, each in another way. */
import type { ExploreKind } from '../../../src/service/faults/kinds'
import type { WebhookEvent } from '../../../src/service/webhooks/signature'
import type { ExploreOptions } from '../../../src/suites/explore/explore'
import { exploring, type Scene, type Shop } from './shop'

/** How long the shop's database takes: a few continuations, or some milliseconds. */
export type Pause = () => Promise<unknown>

export const pauses = {
  'in memory': async () => await null,
  'on disk': () => new Promise((resolve) => setTimeout(resolve, 40)),
} satisfies Readonly<Record<string, Pause>>

const orderKey = (): string => 'order-A-1'
const charging = ({ ask, byCard }: Scene) => ask('POST', '/charges', byCard, orderKey)

/** Handles `charge.complete` of a paid charge. */
const onPaid =
  (work: (event: WebhookEvent) => unknown): NonNullable<Shop['hear']> =>
  (event) =>
    event.key === 'charge.complete' && event.data.paid ? work(event) : undefined

/** One after the other: a row lock, or one queue for each order. */
const queue = (): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}

type Open = (scene: Scene, pause: Pause) => Shop

interface Race {
  readonly shop: Open
  readonly mended: Open
  /** The kind that shows it. */
  readonly kind: ExploreKind
}

/** What a receiver does with a payment; `ship` lets a parcel leave. */
type Handle = (event: WebhookEvent, pause: Pause, ship: () => void) => Promise<unknown>

/** @param begin makes the receiver's memory, which a run begins without */
const shipping =
  (begin: () => Handle): Open =>
  (scene, pause) => {
    const handle = begin()
    const ship = (): void => {
      scene.order.parcels += 1
      scene.order.paid = true
    }
    return { checkout: () => charging(scene), hear: onPaid((event) => handle(event, pause, ship)) }
  }

/** The flow and the receiver both send the mail of an order. */
const mailing =
  (claims: (mailed: { is: boolean }, pause: Pause) => Promise<boolean>): Open =>
  (scene, pause) => {
    const mailed = { is: false }
    const mail = async (): Promise<void> => {
      if (!(await claims(mailed, pause))) return
      await pause()
      mailed.is = true
      scene.order.parcels += 1
    }
    return {
      checkout: async () => {
        scene.order.paid = (await charging(scene)).paid
        await mail()
      },
      hear: onPaid(mail),
    }
  }

/** An order as a row that is read and written as a whole. */
interface OrderRow {
  readonly charge: string | null
  readonly paid: boolean
}

const rowShop =
  (
    work: (
      write: (change: Partial<OrderRow>) => Promise<void>,
      scene: Scene,
    ) => Pick<Shop, 'checkout' | 'hear'>,
    change: (read: () => OrderRow, put: (row: OrderRow) => void, pause: Pause) => Change,
  ): Open =>
  (scene, pause) => {
    const put = (row: OrderRow): void => {
      if (row.paid && !scene.order.paid) scene.order.parcels += 1
      Object.assign(scene.order, row)
    }
    const read = (): OrderRow => ({ charge: scene.order.charge, paid: scene.order.paid })
    return work(change(read, put, pause), scene)
  }

type Change = (change: Partial<OrderRow>) => Promise<void>

const writingWhole: Parameters<typeof rowShop>[1] = (read, put, pause) => async (change) => {
  const row = read()
  await pause()
  put({ ...row, ...change })
}

const writingFields: Parameters<typeof rowShop>[1] = (read, put, pause) => async (change) => {
  await pause()
  put({ ...read(), ...change })
}

const writingInTurn: Parameters<typeof rowShop>[1] = (read, put, pause) => {
  const inTurn = queue()
  return (change) => inTurn(() => writingWhole(read, put, pause)(change))
}

/** `charge.create` brings the id, `charge.complete` the payment. */
const byTwoEvents: Parameters<typeof rowShop>[0] = (write, scene) => ({
  checkout: () => charging(scene),
  hear: async ({ key, data }) => {
    if (key === 'charge.create') await write({ charge: data.id })
    if (key === 'charge.complete') await write({ charge: data.id, paid: data.paid })
  },
})

/** The answer brings the id, the webhook the payment. */
const byAnswerAndEvent: Parameters<typeof rowShop>[0] = (write, scene) => ({
  checkout: async () => write({ charge: (await charging(scene)).id }),
  hear: onPaid(() => write({ paid: true })),
})

/** Rows of a table of orders: a second one ships as well. */
const upserting =
  (insert: (rows: Set<object>, find: () => boolean, pause: Pause) => Promise<boolean>): Open =>
  (scene, pause) => {
    const rows = new Set<object>()
    return {
      checkout: () => charging(scene),
      hear: async ({ key }) => {
        if (key !== 'charge.create' && key !== 'charge.complete') return
        scene.order.paid = true
        scene.order.charge = scene.sandbox.charges.last()?.id ?? null
        if (await insert(rows, () => rows.size > 0, pause)) scene.order.parcels += 1
      },
    }
  }

/** A customer's click takes a coupon that is good for one order, and then pays. */
const redeeming =
  (take: (coupon: { left: number }, pause: Pause, key: () => string) => Promise<boolean>): Open =>
  (scene, pause) => {
    const coupon = { left: 1 }
    let clicks = 0
    return {
      checkout: async () => {
        clicks += 1
        const key = `click-${clicks}`
        if (await take(coupon, pause, () => key)) await scene.ask('POST', '/charges', scene.byCard, () => key)
      },
    }
  }

/** A click on "refund": once for an order. */
const refunding =
  (key: (click: number) => string): Open =>
  (scene, pause) => {
    let charge: string | null = null
    let clicks = 0
    const { ask, order } = scene
    return {
      checkout: async () => {
        clicks += 1
        const click = clicks
        charge ??= (await charging(scene)).id
        if (order.refunded > 0) return
        await pause()
        const { amount } = await ask('POST', `/charges/${charge}/refunds`, { amount: '30000' }, () =>
          key(click),
        )
        order.refunded = amount
      },
    }
  }

export const races: Readonly<Record<string, Race>> = {
  'a mail by the receiver and by the page of thanks': {
    kind: 'beside',
    shop: mailing(async ({ is }, pause) => {
      await pause()
      return !is
    }),
    mended: mailing(async (mailed, pause) => {
      await pause()
      if (mailed.is) return false
      mailed.is = true
      return true
    }),
  },
  'two events that write the whole row': {
    kind: 'together',
    shop: rowShop(byTwoEvents, writingWhole),
    mended: rowShop(byTwoEvents, writingInTurn),
  },
  'an answer and an event that write the whole row': {
    kind: 'beside',
    shop: rowShop(byAnswerAndEvent, writingWhole),
    mended: rowShop(byAnswerAndEvent, writingFields),
  },
  'an upsert without a unique key': {
    kind: 'together',
    shop: upserting(async (rows, find, pause) => {
      const isThere = find()
      await pause()
      if (!isThere) rows.add({})
      return !isThere
    }),
    mended: upserting(async (rows, find, pause) => {
      await pause()
      if (find()) return false
      rows.add({})
      return true
    }),
  },
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
  'a coupon for one order': {
    kind: 'double-click',
    shop: redeeming(async (coupon, pause) => {
      if (coupon.left === 0) return false
      await pause()
      coupon.left -= 1
      return true
    }),
    mended: redeeming(async (coupon, pause) => {
      await pause()
      if (coupon.left === 0) return false
      coupon.left -= 1
      return true
    }),
  },
  'two clicks on refund': {
    kind: 'double-click',
    shop: refunding((click) => `refund-${click}`),
    mended: refunding(() => 'refund-A-1'),
  },
  'a session that is closed as its charge begins': {
    kind: 'double-click',
    shop: (scene, pause) => {
      let open = true
      let clicks = 0
      return {
        checkout: async () => {
          clicks += 1
          const key = `click-${clicks}`
          if (!open) return
          await pause()
          await scene.ask('POST', '/charges', scene.byCard, () => key)
          open = false
        },
      }
    },
    mended: (scene, pause) => ({
      checkout: async () => {
        await pause()
        await charging(scene)
      },
    }),
  },
}

/** What a shop of a race is explored with. */
export const racing = (open: Open, pause: Pause, more: Partial<ExploreOptions> = {}): ExploreOptions =>
  exploring((scene) => open(scene, pause), ['once', 'parcels'], more)
