/**
 * A shop whose payers pay at a hosted checkout. The return of a payer proves nothing: anyone can open the address, with
 * any `chargeId`, and many payers never come back. So the shop decides by one thing alone: the charge, as the service
 * shows it, of the session that it made itself. Returns and webhooks only say when to look.
 */

/** Calls the service. @throws Error for any other answer than success */
const asking = (secretKey) => async (address, body) => {
  const answer = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Basic ${btoa(`${secretKey}:`)}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const json = await answer.json()
  if (!answer.ok) throw new Error(`${address}: ${json.code}: ${json.message}`)
  return json
}

const page = ({ id, state }) =>
  new Response(`<!doctype html><title>Shop</title><h1>Order ${id}: ${state}</h1>`, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })

/**
 * @param service `{ checkout, api, secretKey }`: the addresses of the hosted checkout and the API, and the key
 * @param url the address of this shop, as payers reach it
 */
export function openShop({ checkout, api, secretKey }, url) {
  // In a real shop, a table.
  const orders = new Map()

  const ask = asking(secretKey)

  /** Begins an order. @returns where to send the payer */
  const place = async (id, amount) => {
    const session = await ask(`${checkout}/api/sessions`, {
      amount,
      currency: 'thb',
      order_id: id,
      description: `Order ${id}`,
      payment_methods: ['card', 'promptpay'],
      redirect_urls: { complete_url: `${url}/orders/${id}/return`, cancel_url: `${url}/orders/${id}/cancel` },
      metadata: { order: id },
    })
    orders.set(id, { id, amount, session: session.id, state: 'open', charge: null })
    return session.redirect_url
  }

  /** Asks the service how an order stands. It may run twice, at once, and late: the answer is the same. */
  const check = async (order) => {
    const { payments, status } = await ask(`${checkout}/api/sessions/${order.session}`)
    const charges = []
    for (const { charge_id } of payments) charges.push(await ask(`${api}/charges/${charge_id}`))
    const paid = charges.find((charge) => charge.paid && charge.amount === order.amount)
    if (paid !== undefined) return Object.assign(order, { state: 'paid', charge: paid.id })
    if (order.state === 'paid') return order
    // After a failed payment the session is open: the same address takes the next attempt.
    const isWaiting = charges.some((charge) => charge.status === 'pending')
    return Object.assign(order, { state: isWaiting ? 'waiting' : status })
  }

  /** A webhook says which order changed, not how: the service is asked, as for a return. */
  const receive = async (request) => {
    const event = await request.json().catch(() => null)
    const order = orders.get(event?.data?.metadata?.order)
    if (order !== undefined) await check(order)
    return new Response(null, { status: 204 })
  }

  /** A request of a payer's browser, or a webhook. */
  const handle = async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/webhooks') return receive(request)
    const [, folder, id, action] = pathname.split('/')
    if (folder === 'orders' && request.method === 'POST') {
      const amount = Number(new URLSearchParams(await request.text()).get('amount'))
      return new Response(null, { status: 303, headers: { location: await place(id, amount) } })
    }
    const order = orders.get(id)
    if (folder !== 'orders' || order === undefined) return new Response('not found', { status: 404 })
    // `chargeId` in the query is not read: the session names its charges itself.
    if (action === 'return' || action === 'cancel') return page(await check(order))
    return page(order)
  }

  return { handle, receive, place, order: (id) => orders.get(id) }
}
