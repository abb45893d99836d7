/** A receiver of webhooks that refuses now and then, checks signatures, and remembers what it was sent. */
import { createHmac } from 'node:crypto'
import type { Mode } from '../../src/index'
import type { Received, World } from './model/world'

/** Every event is refused this often before it is taken, as its id says. */
const refusals = (event: string): number => {
  const sum = [...event].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 1009, 7)
  return sum % 20 === 0 ? 2 : sum % 10 === 1 ? 1 : 0
}

/** What it answers to a webhook that is signed wrongly. */
export const badSignature = 400

/** A signature by each secret. Its date is that of real time, which receivers compare it with. */
const isSigned = (headers: Headers, body: string, { mode, world }: Ear): boolean => {
  const { signature, timestamp, secret: encoding } = world().profile.webhooks
  const seconds = headers.get(timestamp)
  const signatures = mode.webhooks.secrets.map((secret) =>
    createHmac('sha256', Buffer.from(secret, encoding)).update(`${seconds}.${body}`).digest('hex'),
  )
  return headers.get(signature) === signatures.join(',')
}

interface Ear {
  readonly mode: Mode
  /** The clock of the service, which stops on its way for each delivery. */
  readonly now: () => number
  /** Asked each time: a restore puts another one in its place. */
  readonly world: () => World
}

export const listenOn = (ear: Ear): void => {
  const { mode, now, world } = ear
  mode.webhooks.onDelivery(async (request) => {
    const body = await request.text()
    const event: { readonly id: string } = JSON.parse(body)
    const { received } = world()
    const before: Received = received[event.id] ?? { times: [], statuses: [] }
    const taken = before.statuses.length < refusals(event.id) ? 503 : 200
    const status = isSigned(request.headers, body, ear) ? taken : badSignature
    before.times.push(now())
    before.statuses.push(status)
    received[event.id] = before
    return new Response(null, { status })
  })
}
