/**
 * A shop that learns by webhook which orders are paid. It checks the sender, acts on each event once, copes with events
 * in any order and of unknown kinds, and answers at once.
 *
 *   PAYMENT_SANDBOX_WEBHOOK_SECRET=… PORT=3000 node receiver.mjs
 */
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { verifyWebhook, WebhookError } from 'payment-sandbox/webhooks'

// During a rotation both secrets, separated by a comma: create the new one, add it here, delete the old one.
const secrets = (process.env.PAYMENT_SANDBOX_WEBHOOK_SECRET ?? '').split(',')

// In a real shop these are two tables. A unique key on the id of the event decides which request wins when an event
// comes twice at once; write both in one transaction, so that an event counts as seen exactly when it was acted on.
const seen = new Set()
const charges = new Map()

const app = new Hono()

app.post('/webhooks', async (context) => {
  const event = read(await context.req.text(), context.req.raw.headers)
  if (event === null) return context.body(null, 400)
  if (!seen.has(event.id)) {
    seen.add(event.id)
    act(event)
  }
  // Also for repeated and unknown events: after any other answer they are sent again and again.
  return context.body(null, 204)
})

app.get('/handled', (context) => context.json({ handled: seen.size }))
app.get('/charges/:id', (context) => context.json(charges.get(context.req.param('id')) ?? null))

/** The event, or null when it is not what the service sent. */
function read(body, headers) {
  try {
    return verifyWebhook({ body, headers, secret: secrets })
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error
    // The reason is for us. The sender learns only that it was refused.
    console.error(`webhook refused: ${error.message}`)
    return null
  }
}

function act(event) {
  if (event.data.object !== 'charge') return
  const { id, status, amount, refunded_amount } = event.data
  const known = charges.get(id)
  // An event holds the whole charge as it was then: an older event adds nothing.
  if (known !== undefined && known.at > event.created_at) return
  charges.set(id, { at: event.created_at, status, amount, refunded_amount })
}

const server = serve(
  { fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT ?? 3000) },
  (address) => console.log(`webhooks on http://127.0.0.1:${address.port}/webhooks`),
)
process.on('SIGTERM', () => server.close())
