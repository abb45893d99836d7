import type { Exchange } from '../../../service/http/exchange'
import { PayerPage, sendPage } from '../../payers/layout'

/** The page where a browser without the token of the control plane hands it over: it then keeps it in a cookie. */
export const tokenPage = (exchange: Exchange): Response => {
  const { pathname, searchParams } = new URL(exchange.req.url)
  const isWrong = searchParams.has('token')
  searchParams.delete('token')
  const page = (
    <PayerPage
      title="Token · payment-sandbox"
      root="/"
      note="programs send the header Authorization: Bearer and the token."
    >
      <h1>This sandbox asks for its token</h1>
      {isWrong ? (
        <p class="alert" role="alert">
          This is not its token.
        </p>
      ) : null}
      <p>It is in the address of the dashboard that the sandbox printed when it started.</p>
      <form action={pathname}>
        {[...searchParams].map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <div class="field">
          <label for="token">Token</label>
          <input id="token" name="token" type="password" autocomplete="current-password" required />
        </div>
        <button type="submit" class="good">
          Open the dashboard
        </button>
      </form>
    </PayerPage>
  )
  return sendPage(exchange, page, { status: 401 })
}
