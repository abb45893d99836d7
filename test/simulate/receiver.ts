/** A receiver of webhooks that refuses now and then, and remembers what it was sent. */
import type { Mode } from '../../src/index'
import type { Received, World } from './model/world'

/** Every event is refused this often before it is taken, as its id says. */
const refusals = (event: string): number => {
  const sum = [...event].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 1009, 7)
  return sum % 20 === 0 ? 2 : sum % 10 === 1 ? 1 : 0
}

/**
 * @param now the clock of the service, which stops on its way for each delivery
 * @param world asked each time: a restore puts another one in its place
 */
export const listenOn = (mode: Mode, now: () => number, world: () => World): void => {
  mode.webhooks.onDelivery(async (request) => {
    const event: { readonly id: string } = await request.json()
    const { received } = world()
    const before: Received = received[event.id] ?? { times: [], statuses: [] }
    const status = before.statuses.length < refusals(event.id) ? 503 : 200
    before.times.push(now())
    before.statuses.push(status)
    received[event.id] = before
    return new Response(null, { status })
  })
}
