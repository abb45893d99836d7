/** The pages of the shop. Card data goes from them to the vault only: the shop sees a token. */
const page = (title, body) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${title}</title>
<h1>${title}</h1>
${body}
</html>`

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const baht = (satang) => `THB ${(satang / 100).toFixed(2)}`

const field = (label, name, value = '') =>
  `<p><label>${label} <input name="card[${name}]" value="${value}" required></label></p>`

export const checkoutPage = ({ id, amount, problem }, { vaultUrl, publicKey }) =>
  page(
    `Order ${id}: ${baht(amount)}`,
    `<p role="alert">${escaped(problem ?? '')}</p>
<form id="card">
${field('Name', 'name')}
${field('Number', 'number')}
${field('Month', 'expiration_month')}
${field('Year', 'expiration_year')}
${field('Code', 'security_code')}
<button>Pay by card</button>
</form>
<form id="pay" method="post" action="/orders/${id}/pay">
<input type="hidden" name="card">
<button name="source" value="promptpay">Pay by PromptPay</button>
</form>
<script type="module">
const [form, pay] = [document.getElementById('card'), document.getElementById('pay')]
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const answer = await fetch('${vaultUrl}/tokens', {
    method: 'POST',
    headers: { authorization: 'Basic ' + btoa('${publicKey}:') },
    body: new URLSearchParams(new FormData(form)),
  })
  const token = await answer.json()
  if (!answer.ok) return void (document.querySelector('[role=alert]').textContent = token.message)
  pay.elements.card.value = token.id
  pay.submit()
})
</script>`,
  )

/** Shown until the shop learns about the payment. */
export const waitingPage = ({ id, code }) =>
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

export const paidPage = ({ id }) => page(`Order ${id} is paid`, '<p>Thank you.</p>')
