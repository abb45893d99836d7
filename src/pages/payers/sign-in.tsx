import { pageHeaders } from '../../service/http/page-files'
import { PayerPage } from './layout'

export interface SignIn {
  readonly status: number
  /** The account of the address, as it was written. */
  readonly account: string
  /** What names accounts have: a regular expression, and its text, which browsers show with their own complaint. */
  readonly names: { readonly pattern: string; readonly rule: string }
  /** Whether the browser has the token already, so that it only needs the account. */
  readonly isSignedIn: boolean
  /** Why the page is shown again. */
  readonly complaint?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

export const signInPath = '/_sandbox/sign-in'

/** The page where a browser hands over the token, which it then keeps in a cookie that no script can read. */
export const signInPage = ({ status, account, names, isSignedIn, complaint, headers }: SignIn): Response => {
  const page = (
    <PayerPage
      title="Sign in to the sandbox"
      root="/"
      note="an account is the part after skey_test_ of its keys."
    >
      <h1>{isSignedIn ? 'Choose an account' : 'Sign in to the sandbox'}</h1>
      {complaint === undefined ? null : (
        <p class="alert" role="alert">
          {complaint}
        </p>
      )}
      <form method="post" action={signInPath}>
        <div class="field">
          <label for="account">Account, such as ci for skey_test_ci</label>
          <input
            id="account"
            name="account"
            value={account}
            required
            pattern={names.pattern}
            title={names.rule}
          />
        </div>
        {isSignedIn ? null : (
          <div class="field">
            <label for="token">Token, the secret CONTROL_TOKEN</label>
            <input id="token" name="token" type="password" autocomplete="current-password" required />
          </div>
        )}
        <button type="submit" class="good">
          Open the dashboard
        </button>
      </form>
    </PayerPage>
  )
  return new Response(`<!doctype html>${page}`, {
    status,
    headers: {
      ...pageHeaders("form-action 'self'; frame-ancestors 'none'"),
      'cache-control': 'no-cache, no-store',
      ...headers,
    },
  })
}
