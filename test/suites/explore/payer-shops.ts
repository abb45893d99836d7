/** Small shops that count on their payers, each with its mended twin. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Charge } from '../../../src/index'
import type { ExploreKind, ExploreOptions } from '../../../src/suites/explore/explore'
import { exploring, type Form, type Shop, type ShopContext } from './shop'

const common = { amount: '100000', currency: 'thb' }

const codeOf = async ({ ask }: ShopContext, key: string): Promise<Charge> => {
  const form = { ...common, 'source[type]': 'promptpay', 'metadata[order]': 'A-1' }
  return ask('POST', '/charges', form, () => key)
}

/** What the shop stores when it hears of a charge. */
const learned = ({ order }: ShopContext, { id, paid }: Pick<Charge, 'id' | 'paid'>): void => {
  if (order.paid && !paid) return
  if (paid && !order.paid) order.parcels += 1
  Object.assign(order, { charge: id, paid })
}

/** Shows a code, and looks once whether it was paid: what comes later is another customer's, it thinks. */
const forgetsLatePayers =
  (listens: boolean) =>
  (context: ShopContext): Shop => {
    let isOpen = true
    return {
      checkout: async () => {
        const { id } = await codeOf(context, 'A-1')
        context.order.charge = id
        await context.pay(id)
        isOpen = context.order.paid
      },
      hear: ({ key, data }) => {
        if (key === 'charge.complete' && (isOpen || listens)) learned(context, data)
      },
    }
  }

/** Keeps stock for the order while its payer has time. */
const keepsStock =
  (releases: boolean) =>
  (context: ShopContext): Shop & { reserved(): number } => {
    let reserved = 0
    return {
      reserved: () => reserved,
      checkout: async () => {
        reserved = context.order.paid ? 0 : 1
        const { id } = await codeOf(context, 'A-1')
        context.order.charge = id
        await context.pay(id)
      },
      hear: ({ key, data }) => {
        if (key === 'charge.complete') {
          reserved = 0
          learned(context, data)
        }
        if (releases && data.object === 'charge' && data.status === 'expired') reserved = 0
      },
    }
  }

/** Sells by a link that stays open. */
const shipsByLink =
  (counts: 'payments' | 'orders') =>
  (context: ShopContext): Shop => ({
    checkout: async () => {
      const form = { ...common, title: 'Shoes', description: 'A-1', multiple: String(counts === 'payments') }
      const { id } = await context.ask('POST', '/links', form, () => 'A-1')
      context.sandbox.simulate.payLink(id)
      await context.sandbox.webhooks.settle()
    },
    hear: ({ key, data }) => {
      if (key !== 'charge.complete' || !data.paid) return
      context.order.parcels += 1
      Object.assign(context.order, { charge: data.id, paid: true })
    },
  })

/** Sends its customer to the bank, and learns from the page to which he returns. */
const byPage = (
  context: ShopContext,
  returnUri: string,
  returned: (id: string) => Promise<unknown>,
): Shop => ({
  checkout: async () => {
    const { ask, order, sandbox } = context
    const form: Form = { ...context.byCard, authentication: '3DS', return_uri: returnUri }
    const charge = await ask<Charge>('POST', '/charges', form, () => 'A-1')
    order.charge = charge.id
    const body = new URLSearchParams({ result: 'success' })
    const page = { method: 'POST', body, redirect: 'manual' } as const
    const { headers } = await sandbox.fetch(charge.authorize_uri ?? '', page)
    const back = headers.get('location')
    if (back !== null) await returned(charge.id)
  },
})

const believesThePage =
  (alone: boolean) =>
  (context: ShopContext): Shop => {
    const look = async (id: string) => learned(context, await context.ask<Charge>('GET', `/charges/${id}`))
    const shop = byPage(context, 'https://shop.example/thanks', look)
    return alone
      ? { ...shop, hear: () => undefined }
      : { ...shop, hear: ({ key, data }) => void (key === 'charge.complete' && learned(context, data)) }
  }

/** Its page of thanks is a real one: a browser opens it. */
const shipsAtThePage =
  (once: boolean) =>
  (context: ShopContext): Shop => {
    const ship = async (): Promise<void> => {
      const { order, ask } = context
      const { paid } = await ask<Charge>('GET', `/charges/${order.charge}`)
      if (!paid || (once && order.paid)) return
      order.paid = true
      order.parcels += 1
    }
    return {
      checkout: async () => {
        const server = createServer(async (_, response) => {
          await ship()
          response.end('Thank you')
        }).listen(0, '127.0.0.1')
        await new Promise((resolve) => server.once('listening', resolve))
        server.unref()
        const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/thanks`
        await byPage(context, uri, () => fetch(uri).then((answer) => answer.text())).checkout()
      },
    }
  }

/** A customer who refuses one code and pays the next one. */
const failsAnEarlierCharge =
  (compares: boolean) =>
  (context: ShopContext): Shop => ({
    checkout: async () => {
      const { sandbox, order } = context
      const first = await codeOf(context, 'A-1-1')
      sandbox.simulate.failCharge(first.id)
      await sandbox.webhooks.settle()
      const second = await codeOf(context, 'A-1-2')
      order.charge = second.id
      await context.pay(second.id)
    },
    hear: ({ key, data }) => {
      if (key !== 'charge.complete') return
      if (data.paid) learned(context, data)
      else if (!compares || data.id === context.order.charge) Object.assign(context.order, { paid: false })
    },
  })

/** A page that is loaded again. */
const chargesOnEachVisit =
  (withKey: boolean) =>
  (context: ShopContext): Shop => {
    let visits = 0
    return {
      checkout: async () => {
        visits += 1
        const key = withKey ? 'A-1' : `A-1-${visits}`
        learned(context, await context.ask<Charge>('POST', '/charges', context.byCard, () => key))
      },
    }
  }

interface PayerMistake {
  readonly kind: ExploreKind
  readonly broken: ExploreOptions
  readonly mended: ExploreOptions
}

type Exploring = Parameters<typeof exploring>

const mistake = (
  kind: ExploreKind,
  open: (isMended: boolean) => Exploring[0],
  by: Exploring[1],
  more: Exploring[2] = {},
): PayerMistake => ({
  kind,
  broken: exploring(open(false), by, more),
  mended: exploring(open(true), by, more),
})

/** Stock is kept for an order that waits, and for no other. */
const stocked = (releases: boolean): ExploreOptions => {
  const opened = new WeakMap<object, ReturnType<ReturnType<typeof keepsStock>>>()
  const open = (context: ShopContext): Shop => {
    const shop = keepsStock(releases)(context)
    opened.set(context.sandbox, shop)
    return shop
  }
  return exploring(open, [], {
    check: ({ sandbox }) => {
      const waits = sandbox.charges.list().some(({ status }) => status === 'pending')
      const reserved = opened.get(sandbox)?.reserved() ?? 0
      if (reserved > (waits ? 1 : 0)) throw new Error('stock is kept for an order that nobody can pay')
    },
    skip: ['charge.*'],
  })
}

export const payerMistakes: Readonly<Record<string, PayerMistake>> = {
  'a late payer who is forgotten': mistake('payer-late', forgetsLatePayers, ['books'], {
    skip: ['charge.*'],
  }),
  'stock that is kept for a payer who never came': {
    kind: 'payer-never',
    broken: stocked(false),
    mended: stocked(true),
  },
  'a second tab that ships twice, by a link': mistake(
    'payer-twice',
    (isMended) => shipsByLink(isMended ? 'orders' : 'payments'),
    ['parcels'],
    { skip: ['charge.*'] },
  ),
  'a second tab that ships twice, at the page of thanks': mistake('payer-twice', shipsAtThePage, ['parcels']),
  'a return page that alone is believed': mistake(
    'payer-gone',
    (isMended) => believesThePage(!isMended),
    ['books'],
    { skip: ['charge.*', 'GET *'] },
  ),
  'an order that fails as its earlier charge fails after a later one was paid': mistake(
    'payer-late',
    failsAnEarlierCharge,
    ['books'],
    { skip: ['charge.*', 'POST *'] },
  ),
  'a flow that charges again as it runs again': mistake('again', chargesOnEachVisit, ['once']),
}
