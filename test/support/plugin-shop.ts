/**
 * Shops as the public plugins of 2026 are: what each sends for a session, and how it decides when the payer returns.
 * Written after omise-woocommerce 7 (`Omise_UPA_Session_Service`, `Omise_UPA_Payment_Resolver`) and omise-magento 3.12
 * (`UPAPaymentDataBuilder`, `UPACallback`), with `fetch` alone.
 */
import { serverOf } from './server'

export interface PluginShop {
  readonly url: string
  /** Begins an order: the address to which the shop sends its payer. @throws as the plugin does */
  checkOut(order: string, amount: number): Promise<string>
  /** `pending`, `paid`, `failed`, `cancelled` or `on-hold`. */
  statusOf(order: string): string | undefined
}

interface Service {
  /** Such as `https://checkout-page.omise.co`. */
  readonly checkout: string
  readonly api: string
  readonly secretKey: string
  /** The only payment method of the order. Default: `card`. */
  readonly method?: string
}

type Json = Readonly<Record<string, never>> & { readonly [field: string]: unknown }

const asking = ({ secretKey }: Service) => {
  const authorization = `Basic ${btoa(`${secretKey}:`)}`
  return async (url: string, payload?: object): Promise<Json> => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'application/json', authorization, 'content-type': 'application/json' },
      ...(payload === undefined ? {} : { method: 'POST', body: JSON.stringify(payload) }),
    })
    if (!answer.ok) throw new Error(`UPA HTTP ${answer.status}: ${(await answer.json()).message}`)
    return answer.json()
  }
}

interface Payment {
  readonly charge_id?: string
  readonly status?: string
}

const over = ['failed', 'expired', 'reversed', 'cancelled', 'canceled']

const pick = (payments: readonly Payment[]): Payment | undefined =>
  payments.find(({ status, charge_id }) => status === 'successful' && charge_id) ??
  payments.find(({ status = '', charge_id }) => over.includes(status) && charge_id) ??
  payments.find(({ charge_id }) => charge_id) ??
  payments.at(-1)

/** The order of WooCommerce: it carries a state of its own in both addresses, and trusts what the service says of it. */
export const wooCommerce = async (service: Service): Promise<PluginShop> => {
  const ask = asking(service)
  const orders = new Map<string, { session: string; state: string; status: string }>()
  const base = `${service.checkout}/api`

  const resolve = async (session: string): Promise<string> => {
    const found = await ask(`${base}/sessions/${session}`)
    const status = String(found.status).toLowerCase()
    const payment = pick(Array.isArray(found.payments) ? found.payments : [])
    if (payment?.charge_id === undefined) return 'on-hold'
    const charge = await ask(`${service.api}/charges/${payment.charge_id}`)
    if (charge.paid === true || charge.authorized === true) return 'paid'
    const isOver = [status, payment.status, String(charge.status)].some((one) => over.includes(one ?? ''))
    return isOver || charge.failure_code != null ? 'failed' : 'on-hold'
  }

  const url = await serverOf(async (request, answer) => {
    const query = new URL(request.url ?? '/', 'http://shop').searchParams
    const order = orders.get(query.get('order_id') ?? '')
    const isTheirs = order !== undefined && query.get('omise_upa_state')?.split('?')[0] === order.state
    if (isTheirs && query.get('wc-api') === 'omise_upa_complete') order.status = await resolve(order.session)
    if (isTheirs && query.get('wc-api') === 'omise_upa_cancel') order.status = 'cancelled'
    answer.writeHead(isTheirs ? 200 : 403, { 'content-type': 'text/html' })
    answer.end(`<!doctype html><title>Shop</title><h1>Order ${order?.status ?? 'unknown'}</h1>`)
  })

  const callback = (endpoint: string, order: string, state: string) =>
    `${url}/?wc-api=${endpoint}&order_id=${order}&omise_upa_state=${state}`

  return {
    url,
    statusOf: (order) => orders.get(order)?.status,
    checkOut: async (order, amount) => {
      const state = `state${order}`
      const session = await ask(`${base}/sessions`, {
        amount,
        currency: 'THB',
        order_id: order,
        description: `WooCommerce Order id ${order}`,
        payment_methods: [service.method ?? 'card'],
        redirect_urls: {
          complete_url: callback('omise_upa_complete', order, state),
          cancel_url: callback('omise_upa_cancel', order, state),
        },
        metadata: { order_id: order, order_key: `wc_order_${order}` },
        style: { theme_color: '#173799', text_color: '#FFFFFF' },
        locale: 'th',
        auto_capture: true,
      })
      const redirect = String(session.redirect_url)
      if (new URL(redirect).host !== new URL(base).host) throw new Error(`${redirect} is not at ${base}`)
      orders.set(order, { session: String(session.id), state, status: 'pending' })
      return redirect
    },
  }
}

/** The order of Magento: it takes `chargeId` of the return, if the session names it among its payments. */
export const magento = async (service: Service): Promise<PluginShop> => {
  const ask = asking(service)
  const orders = new Map<string, { session: string; status: string }>()
  const endpoint = `${service.checkout}/`

  const decide = async (session: string, chargeId: string): Promise<string> => {
    const { payments } = await ask(`${endpoint}api/sessions/${session}`)
    const known: readonly Payment[] = Array.isArray(payments) ? payments : []
    if (!known.some(({ charge_id }) => charge_id === chargeId)) return 'pending'
    const charge = await ask(`${service.api}/charges/${chargeId}`)
    if (charge.object === 'error' || charge.status === 'failed') return 'failed'
    return charge.status === 'successful' && charge.paid === true ? 'paid' : 'on-hold'
  }

  const url = await serverOf(async (request, answer) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://shop')
    const [, action = '', id = ''] = pathname.split('/')
    const order = orders.get(id)
    if (order !== undefined && action === 'upacallback')
      order.status = await decide(order.session, query.get('chargeId') ?? '')
    if (order !== undefined && action === 'cancel') order.status = 'cancelled'
    answer.writeHead(200, { 'content-type': 'text/html' })
    answer.end(`<!doctype html><title>Shop</title><h1>Order ${order?.status ?? 'unknown'}</h1>`)
  })

  return {
    url,
    statusOf: (order) => orders.get(order)?.status,
    checkOut: async (order, amount) => {
      const session = await ask(`${endpoint}api/sessions`, {
        amount,
        currency: 'THB',
        order_id: order,
        description: `Magento Order id ${order}`,
        payment_methods: [service.method ?? 'card'],
        redirect_urls: { complete_url: `${url}/upacallback/${order}`, cancel_url: `${url}/cancel/${order}` },
        is_upa: true,
      })
      if (session.object !== 'checkout_session' || !session.id) throw new Error('invalid session')
      orders.set(order, { session: String(session.id), status: 'pending' })
      return String(session.redirect_url)
    },
  }
}
