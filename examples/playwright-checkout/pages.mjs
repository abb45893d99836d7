/** The pages of the shop. A card goes from the form of Omise to its vault: the shop sees a token. */
const page = (title, body) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<h1>${title}</h1>
${body}
</html>`

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const baht = (satang) => `THB ${(satang / 100).toFixed(2)}`

/** With the script and the form that Omise documents, as they are in production. */
export const productPage = ({ id, name, price }, publicKey, problem = '') =>
  page(
    `${name}: ${baht(price)}`,
    `<p role="alert">${escaped(problem)}</p>
<form id="checkout" method="post" action="/products/${id}">
<input type="hidden" name="omiseToken">
<input type="hidden" name="omiseSource">
<button type="button" id="buy">Buy</button>
</form>
<script src="https://cdn.omise.co/omise.js"></script>
<script>
OmiseCard.configure({ publicKey: '${publicKey}', currency: 'THB', frameLabel: 'Tea &amp; Sons', submitLabel: 'Pay' })
const form = document.querySelector('#checkout')
document.querySelector('#buy').addEventListener('click', () => {
  OmiseCard.open({
    amount: ${price},
    defaultPaymentMethod: 'credit_card',
    otherPaymentMethods: 'promptpay',
    onCreateTokenSuccess: (nonce) => {
      form.elements[nonce.startsWith('tokn_') ? 'omiseToken' : 'omiseSource'].value = nonce
      form.submit()
    },
  })
})
</script>`,
  )

/** Shown until the shop learns about the payment. */
const waitingPage = ({ id, code }) =>
  page(
    `Order ${id} waits for your payment`,
    `${code === null ? '' : `<img alt="QR code" src="${code}" width="240">`}
<script type="module">
const look = async () => {
  const { state } = await (await fetch('/orders/${id}/state')).json()
  if (state !== 'waiting') return location.reload()
  setTimeout(look, 100)
}
look()
</script>`,
  )

export const orderPage = (order) => {
  if (order.state === 'waiting') return waitingPage(order)
  if (order.state === 'paid') return page(`Order ${order.id} is paid`, '<p>Thank you.</p>')
  return page(`Order ${order.id} is not paid`, `<p role="alert">${escaped(order.problem)}</p>`)
}
