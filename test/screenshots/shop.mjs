/** A shop with a history, and a receiver of webhooks that fails now and then. */
import { createServer } from 'node:http'
import { createSandbox } from 'payment-sandbox'
import { explore } from 'payment-sandbox/explore'
import { verifyWebhook } from 'payment-sandbox/webhooks'

/** Fails each third delivery. */
const openReceiver = async () => {
  let count = 0
  const server = createServer((request, answer) => {
    request.resume()
    count += 1
    answer.writeHead(count % 3 === 0 ? 500 : 200).end()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}/webhooks`, close: () => server.close() }
}

const thanks = 'https://shop.example/thanks'

/** Sends a request with the secret key, or another value of the Authorization header. */
const sendTo = async (sandbox, path, parameters, authorization = sandbox.authorization.secret) => {
  const answer = await sandbox.fetch(path, {
    method: parameters === undefined ? 'GET' : 'POST',
    headers: { authorization },
    ...(parameters === undefined ? {} : { body: new URLSearchParams(parameters) }),
  })
  return answer.json()
}

/** Charges in every state that a payer can see. */
const makeCharges = async (sandbox) => {
  const charge = (parameters) =>
    sendTo(sandbox, '/charges', { amount: 100_000, currency: 'thb', ...parameters })
  const paid = await charge({
    card: sandbox.token().id,
    description: 'Order A-1001',
    'metadata[order]': 'A-1001',
  })
  await charge({ amount: 250_000, card: sandbox.token('insufficient_fund').id, description: 'Order A-1002' })
  const qr = await charge({ amount: 42_000, 'source[type]': 'promptpay', return_uri: thanks })
  const wallet = await charge({
    amount: 99_000,
    'source[type]': 'truemoney',
    'source[phone_number]': '0812345678',
    return_uri: thanks,
  })
  const bank = await charge({ amount: 310_000, 'source[type]': 'mobile_banking_scb', return_uri: thanks })
  const [account] = sandbox.accounts
  account.update({ require3ds: true })
  const secure = await charge({ amount: 75_000, card: sandbox.token().id, return_uri: thanks })
  account.update({ require3ds: false })
  return { paid, qr, wallet, bank, secure }
}

export const openShop = async () => {
  const receiver = await openReceiver()
  const sandbox = createSandbox({
    now: '2026-01-15T09:00:00Z',
    fixtures: ['busy-shop'],
    webhooks: { endpoints: [receiver.url] },
  })
  const { url } = await sandbox.listen({ port: 0, vaultPort: 0 })
  const charges = await makeCharges(sandbox)
  await sendTo(sandbox, `/charges/${charges.paid.id}/refunds`, { amount: 25_000 })
  const chair = { amount: 129_000, currency: 'thb', title: 'Blue chair', description: 'One chair' }
  const link = await sendTo(sandbox, '/links', chair)
  await sendTo(sandbox, '/charges/chrg_test_none')
  await sendTo(sandbox, '/charges', { amount: 100_000 }, `Basic ${btoa('skey_test_wrong:')}`)
  await sandbox.webhooks.settle()
  const close = async () => {
    await sandbox.close()
    receiver.close()
  }
  return { url, sandbox, ...charges, link, close }
}

/** The page of the exploration in README.md: a shop that charges again without a key, and remembers a webhook late. */
export const makeReport = async () => {
  const flow = async ({ sandbox }) => {
    const { secret } = sandbox.webhooks
    const [heard, parcels] = [new Set(), []]
    sandbox.webhooks.onDelivery(async (request) => {
      const { id, data } = verifyWebhook({ body: await request.text(), headers: request.headers, secret })
      if (heard.has(id)) return new Response()
      parcels.push(data.id)
      await new Promise(setImmediate)
      heard.add(id)
      return new Response()
    })
    const customer = sandbox.named('somchai', 'customer').id
    const order = { amount: 99_900, currency: 'thb', customer, 'metadata[order]': 'A-1' }
    await sendTo(sandbox, '/charges', order).catch(() => sendTo(sandbox, '/charges', order))
    return parcels
  }
  const report = await explore({
    sandbox: { intercept: 'omise', fixtures: ['saved-card'] },
    flow,
    once: 'metadata.order',
    check: ({ result: parcels = [] }) => {
      if (new Set(parcels).size < parcels.length) throw new Error(`${parcels.length} parcels for one charge`)
    },
  })
  return report.html()
}
