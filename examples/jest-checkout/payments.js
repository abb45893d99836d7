/** The shop's client for the payment service, by the global `fetch`. It does not know about the sandbox. */

class PaymentError extends Error {
  /** @param body the answer to a request that the service refused */
  constructor(body) {
    super(body.message)
    this.body = body
  }
}

/** @param options `url` and `secretKey` of the service; `fetch`, by default the global one */
function createPayments({ url, secretKey, fetch = globalThis.fetch }) {
  const headers = {
    authorization: `Basic ${btoa(`${secretKey}:`)}`,
    'content-type': 'application/json',
  }

  /** Repeats a request when the answer was lost: with the same idempotency key nothing happens twice. */
  async function post(path, key, body) {
    const init = {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': key },
      body: JSON.stringify(body),
    }
    const ask = () => fetch(url + path, init)
    const response = await ask().catch(ask)
    const answer = await response.json()
    if (!response.ok) throw new PaymentError(answer)
    return answer
  }

  return {
    authorize: (order, amount, card) =>
      post('/charges', `authorize-${order}-${card}`, {
        ...{ amount, currency: 'thb', card },
        ...{ capture: false, metadata: { order } },
      }),
    capture: (charge) => post(`/charges/${charge}/capture`, `capture-${charge}`, {}),
    reverse: (charge) => post(`/charges/${charge}/reverse`, `reverse-${charge}`, {}),
    refund: (charge, amount, key) =>
      post(`/charges/${charge}/refunds`, `refund-${charge}-${key}`, { amount }),
  }
}

module.exports = { createPayments, PaymentError }
