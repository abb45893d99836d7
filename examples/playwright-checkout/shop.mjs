/** A shop as it runs in production, with the published client of Omise. Nothing in it knows of a sandbox. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import omise from 'omise'
import { orderPage, productPage } from './pages.mjs'

const { OMISE_PUBLIC_KEY, OMISE_SECRET_KEY, PORT = '3000', BUG } = process.env
const { charges } = omise({ secretKey: OMISE_SECRET_KEY, omiseVersion: '2019-05-29' })

/** Prices in satang. From `askFrom` on, the bank of the payer confirms (3-D Secure). */
const products = {
  tea: { id: 'tea', name: 'Tea for a year', price: 250_000 },
  teapot: { id: 'teapot', name: 'A teapot', price: 500_000 },
}
const askFrom = 500_000

const orders = new Map()

const charge = ({ price }, order, { omiseToken, omiseSource }) =>
  charges.create({
    // A mistake to switch on: baht in place of satang.
    amount: BUG === 'baht' ? price / 100 : price,
    currency: 'thb',
    description: `Order ${order.id}`,
    return_uri: `${origin}/orders/${order.id}`,
    webhook_endpoints: [`${origin}/webhooks`],
    ...(omiseSource ? { source: omiseSource } : { card: omiseToken }),
    ...(!omiseSource && price >= askFrom && { authentication: '3DS' }),
  })

/** @returns where the payer goes next */
const buy = async (product, sent) => {
  const order = { id: `A-${orders.size + 1}`, state: 'waiting', charge: null, code: null, problem: '' }
  orders.set(order.id, order)
  const made = await charge(product, order, sent)
  order.charge = made.id
  order.code = made.source?.scannable_code?.image.download_uri ?? null
  settle(order, made)
  return made.authorize_uri && made.status === 'pending' && order.code === null
    ? made.authorize_uri
    : `/orders/${order.id}`
}

const settle = (order, { status, failure_message }) => {
  if (status === 'successful') order.state = 'paid'
  if (status === 'failed' || status === 'expired') {
    order.state = 'failed'
    order.problem = failure_message ?? 'the code was not paid in time'
  }
}

/** Asks the service: what a webhook or a browser says is not proof of a payment. */
const lookUp = async (order) => {
  if (order?.state === 'waiting' && order.charge !== null) settle(order, await charges.retrieve(order.charge))
}

const receive = async (body) => {
  const { data } = JSON.parse(body)
  await lookUp([...orders.values()].find((order) => order.charge === data.id))
}

const answer = async ({ method, url }, body) => {
  const [, kind, id, part] = url.split('/')
  if (url === '/webhooks') return receive(body).then(() => ({ status: 204 }))
  if (kind === 'products' && id in products) {
    const product = products[id]
    if (method !== 'POST') return { html: productPage(product, OMISE_PUBLIC_KEY) }
    try {
      return { status: 303, location: await buy(product, Object.fromEntries(new URLSearchParams(body))) }
    } catch ({ message }) {
      return { html: productPage(product, OMISE_PUBLIC_KEY, message) }
    }
  }
  const order = orders.get(id)
  if (kind !== 'orders' || order === undefined) return { status: 404 }
  if (part === 'state') return { html: JSON.stringify({ state: order.state }) }
  await lookUp(order)
  return { html: orderPage(order) }
}

const server = createServer(async (request, response) => {
  const {
    status = 200,
    location,
    html = '',
  } = await answer(request, await text(request)).catch((error) => {
    console.error(error)
    return { status: 500 }
  })
  const headers = { 'content-type': 'text/html; charset=utf-8', ...(location && { location }) }
  response.writeHead(status, headers).end(html)
})
let origin = ''
server.listen(Number(PORT), '127.0.0.1', () => {
  origin = `http://127.0.0.1:${server.address().port}`
  console.log(`the shop is open at ${origin}`)
})
