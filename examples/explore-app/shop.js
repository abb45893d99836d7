/** A shop that stays up: orders in a database, a checkout, webhooks, and a look-up of open orders. */
import { createServer } from 'node:http'
import { buffer, json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from './database.js'
import { charge, chargesOf, isSigned } from './payments.js'

const { PORT = '3000', BUG: bug } = process.env
const database = await openDatabase()

/** A paid order leaves at once. The news comes by a webhook or a look-up, any number of times, also at the same time. */
const learn = async ({ id, paid, metadata }) => {
  if (!paid) return
  if (bug === 'looks-first') {
    if (database.find(metadata.order)?.charge) return
    // The work between the look and the change: a mail, a label for the parcel.
    await setTimeout(20)
  }
  database.ship(metadata.order, id)
}

const checkout = async ({ number, card }) => {
  const order = { number, amount: 100_000 }
  // Before the money moves: after a crash the order is still known.
  if (bug !== 'stores-late') database.place(number, order.amount)
  const answer = await charge(order, card)
  if (bug === 'stores-late') database.place(number, order.amount)
  return { status: answer.paid === true ? 200 : 402 }
}

/** Runs at the start and every night: asks the service about orders that are still open. */
const lookUp = async () => {
  for (const { number } of database.open()) for (const found of await chargesOf(number)) await learn(found)
}

const webhook = async (request) => {
  const body = await buffer(request)
  if (!isSigned(body, request.headers)) return { status: 400 }
  const { key, data } = JSON.parse(body)
  if (key === 'charge.complete') await learn(data)
  return { status: 204 }
}

const routes = {
  'GET /health': () => ({ status: 204 }),
  'POST /checkout': async (request) => checkout(await json(request)),
  'POST /webhooks': webhook,
  'POST /look-up': () => lookUp().then(() => ({ status: 204 })),
  'GET /orders/A-1': () => ({ status: 200, body: database.find('A-1') ?? null }),
}

const answer = async (request) => {
  try {
    return (await routes[`${request.method} ${request.url}`]?.(request)) ?? { status: 404 }
  } catch (error) {
    console.error(error)
    return { status: 500 }
  }
}

const server = createServer(async (request, response) => {
  const { status, body } = await answer(request)
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(body === undefined ? '' : JSON.stringify(body))
})

await lookUp()
server.listen(Number(PORT), '127.0.0.1', () => console.log(`shop on ${PORT}`))
