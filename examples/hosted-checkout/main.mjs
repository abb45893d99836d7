/** The shop on port 3000: POST /orders/A-1 with amount=150000 leads to the hosted checkout. */
import { createServer } from 'node:http'
import { openShop } from './shop.mjs'

const { PAYMENT_SANDBOX_URL, PAYMENT_SANDBOX_SECRET_KEY: secretKey } = process.env
// Beside a sandbox, both are at its address.
const checkout = PAYMENT_SANDBOX_URL ?? 'https://checkout-page.omise.co'
const api = PAYMENT_SANDBOX_URL ?? 'https://api.omise.co'

const port = Number(process.env.PORT ?? 3000)
const url = `http://127.0.0.1:${port}`
const shop = openShop({ checkout, api, secretKey }, url)

const bodyOf = async (request) => {
  const parts = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

const server = createServer(async (incoming, outgoing) => {
  const { method } = incoming
  const body = method === 'POST' ? { body: await bodyOf(incoming) } : {}
  const answer = await shop.handle(new Request(`${url}${incoming.url}`, { method, ...body }))
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
  outgoing.end(await answer.text())
})

server.listen(port, '127.0.0.1', async () => {
  console.log(`shop on ${url}`)
  console.log(`pay at  ${await shop.place('A-1', 150_000)}`)
})
process.on('SIGTERM', () => server.close())
process.on('SIGINT', () => server.close())
