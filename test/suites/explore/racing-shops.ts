/** Small shops in which two things at once go wrong, and the same shops mended, each in another way. */
import type { Charge } from '../../../src/index'
import type { ExploreOptions } from '../../../src/suites/explore/explore'
import { chargingOrder, type Open, onPaid, type Pause, queue, type Race } from './racing'
import { receiverRaces } from './racing-receivers'
import { exploring, type Shop, type ShopContext } from './shop'

/** The flow and the receiver both send the mail of an order. */
const mailing =
  (claims: (mailed: { is: boolean }, pause: Pause) => Promise<boolean>): Open =>
  (context, pause) => {
    const mailed = { is: false }
    const mail = async (): Promise<void> => {
      if (!(await claims(mailed, pause))) return
      await pause()
      mailed.is = true
      context.order.parcels += 1
    }
    return {
      checkout: async () => {
        context.order.paid = (await chargingOrder(context)).paid
        await mail()
      },
      hear: onPaid(mail),
    }
  }

/** The payer comes back to a page at about the time at which the webhook arrives: one ticket is enough. */
const ticketing =
  (issue: (tickets: Set<string>, id: string, pause: Pause) => Promise<boolean>): Open =>
  ({ ask, order, sandbox }, pause) => {
    const tickets = new Set<string>()
    const ticketFor = async ({ id, paid }: Pick<Charge, 'id' | 'paid'>): Promise<void> => {
      if (!paid) return
      order.paid = true
      if (await issue(tickets, id, pause)) order.parcels += 1
    }
    return {
      checkout: async () => {
        const byCode = {
          amount: '50000',
          currency: 'thb',
          'source[type]': 'promptpay',
          'metadata[order]': 'A-1',
        }
        const { id } = await ask('POST', '/charges', byCode, () => 'order-A-1')
        await sandbox.webhooks.settle()
        sandbox.simulate.payCharge(id)
        await ticketFor(await ask('GET', `/charges/${id}`))
      },
      hear: onPaid(({ data }) => ticketFor(data as Charge)),
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
      context: ShopContext,
    ) => Pick<Shop, 'checkout' | 'hear'>,
    change: (read: () => OrderRow, put: (row: OrderRow) => void, pause: Pause) => Change,
  ): Open =>
  (context, pause) => {
    const put = (row: OrderRow): void => {
      if (row.paid && !context.order.paid) context.order.parcels += 1
      Object.assign(context.order, row)
    }
    const read = (): OrderRow => ({ charge: context.order.charge, paid: context.order.paid })
    return work(change(read, put, pause), context)
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
const byTwoEvents: Parameters<typeof rowShop>[0] = (write, context) => ({
  checkout: () => chargingOrder(context),
  hear: async ({ key, data }) => {
    if (key === 'charge.create') await write({ charge: data.id })
    if (key === 'charge.complete') await write({ charge: data.id, paid: data.paid })
  },
})

/** The answer brings the id, the webhook the payment. */
const byAnswerAndEvent: Parameters<typeof rowShop>[0] = (write, context) => ({
  checkout: async () => write({ charge: (await chargingOrder(context)).id }),
  hear: onPaid(() => write({ paid: true })),
})

/** Rows of a table of orders: a second one ships as well. */
const upserting =
  (insert: (rows: Set<object>, find: () => boolean, pause: Pause) => Promise<boolean>): Open =>
  (context, pause) => {
    const rows = new Set<object>()
    return {
      checkout: () => chargingOrder(context),
      hear: async ({ key }) => {
        if (key !== 'charge.create' && key !== 'charge.complete') return
        context.order.paid = true
        context.order.charge = context.sandbox.charges.last()?.id ?? null
        if (await insert(rows, () => rows.size > 0, pause)) context.order.parcels += 1
      },
    }
  }

/** A customer's click takes a coupon that is good for one order, and then pays. */
const redeeming =
  (take: (coupon: { left: number }, pause: Pause, key: () => string) => Promise<boolean>): Open =>
  (context, pause) => {
    const coupon = { left: 1 }
    let clicks = 0
    return {
      checkout: async () => {
        clicks += 1
        const key = `click-${clicks}`
        if (await take(coupon, pause, () => key))
          await context.ask('POST', '/charges', context.byCard, () => key)
      },
    }
  }

/** A click on "refund": once for an order. */
const refunding =
  (key: (click: number) => string): Open =>
  (context, pause) => {
    let charge: string | null = null
    let clicks = 0
    const { ask, order } = context
    return {
      checkout: async () => {
        clicks += 1
        const click = clicks
        charge ??= (await chargingOrder(context)).id
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
  ...receiverRaces,
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
  'a ticket by the receiver and by the page that the payer comes back to': {
    kind: 'beside',
    shop: ticketing(async (tickets, id, pause) => {
      const isThere = tickets.has(id)
      await pause()
      tickets.add(id)
      return !isThere
    }),
    mended: ticketing(async (tickets, id, pause) => {
      await pause()
      const { size } = tickets
      return tickets.add(id).size > size
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
    shop: (context, pause) => {
      let open = true
      let clicks = 0
      return {
        checkout: async () => {
          clicks += 1
          const key = `click-${clicks}`
          if (!open) return
          await pause()
          await context.ask('POST', '/charges', context.byCard, () => key)
          open = false
        },
      }
    },
    mended: (context, pause) => ({
      checkout: async () => {
        await pause()
        await chargingOrder(context)
      },
    }),
  },
}

/** What a shop of a race is explored with. */
export const racing = (open: Open, pause: Pause, more: Partial<ExploreOptions> = {}): ExploreOptions =>
  exploring((context) => open(context, pause), ['once', 'parcels'], more)
