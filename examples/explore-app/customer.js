/** The flow: a customer enters a card and buys. */
const { PORT = '3000', PAYMENT_SANDBOX_VAULT_URL: vault, PAYMENT_SANDBOX_PUBLIC_KEY: publicKey } = process.env

/** The customer's browser sends the card to the vault, and asks again when the line breaks. */
const enterCard = async () => {
  const card = {
    name: 'Somchai Prasert',
    number: '4242424242424242',
    expiration_month: 12,
    expiration_year: 2040,
  }
  const headers = { authorization: `Basic ${btoa(`${publicKey}:`)}`, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ card }) }
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const answer = await fetch(`${vault}/tokens`, init).catch(() => null)
    if (answer?.ok) return (await answer.json()).id
  }
  throw new Error('the card cannot be entered')
}

const body = JSON.stringify({ number: 'A-1', card: await enterCard() })
const answer = await fetch(`http://127.0.0.1:${PORT}/checkout`, { method: 'POST', body })
console.log(`the customer reads: ${answer.status}`)
