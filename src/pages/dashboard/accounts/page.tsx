import { SandboxError } from '../../../kernel/sandbox-error'
import type { Account } from '../../../sandbox/account/account'
import { addressIn, type PlacePage, type View } from '../frame/view'
import { Empty, Table } from '../parts/layout'
import { SearchForm } from '../parts/search-form'
import { Field, type Option, Send } from '../parts/send'
import { State } from '../parts/values'
import { pageIn } from '../records/paging'
import { accountSheet } from './account'

/** Accounts on a page. */
const perPage = 50

const textIn = ({ query }: View): string => (query.get('q') ?? '').trim().slice(0, 200)

const idsShown = (view: View): readonly string[] => {
  const { accounts } = view.parts
  const text = textIn(view)
  return text === ''
    ? accounts.idsFrom((pageIn(view) - 1) * perPage, perPage)
    : accounts.idsLike(text, perPage)
}

const rowOf = (view: View, account: Account) => {
  const { email, country, currency, locked, require3ds } = account.about()
  const isShown = account.id === view.account.id
  return (
    <tr
      id={`account-${account.id}`}
      aria-current={view.query.get('open') === account.id ? 'true' : undefined}
    >
      <td class="about">
        <a href={view.at('/accounts', { ...Object.fromEntries(view.query), open: account.id })}>
          {account.id}
        </a>{' '}
        {isShown ? <State of="shown" /> : null} {locked ? <State of="locked" /> : null}{' '}
        {require3ds ? <State of="3-D Secure" tone="idle" /> : null}
      </td>
      <td class="extra">{email}</td>
      <td class="extra">
        {country} {currency.toUpperCase()}
      </td>
      <td class="switch">
        {[false, true].map((livemode) => (
          <a
            href={addressIn({ account, livemode, called: view.called })('/')}
            aria-label={`Switch to ${account.id} in ${livemode ? 'live' : 'test'} mode`}
          >
            {livemode ? 'live' : 'test'}
          </a>
        ))}
      </td>
    </tr>
  )
}

const heads = ['Account', ['Email', 'extra'], ['Home', 'extra'], 'Switch to'] as const

const pages = (view: View) => {
  const { count } = view.parts.accounts
  const [page, last] = [pageIn(view), Math.max(1, Math.ceil(count / perPage))]
  const to = (number: number) => view.at('/accounts', { page: number === 1 ? null : number })
  return (
    <nav class="pages" aria-label="Pages">
      <span class="soft">{count.toLocaleString('en')} in all</span>
      {page > 1 ? <a href={to(page - 1)}>Before</a> : null}
      {page < last ? <a href={to(page + 1)}>Next</a> : null}
      {page < last ? <a href={to(last)}>Last</a> : null}
    </nav>
  )
}

const countries = [
  ['TH', 'Thailand'],
  ['JP', 'Japan'],
  ['SG', 'Singapore'],
  ['MY', 'Malaysia'],
] as const

const currencies = ['thb', 'jpy', 'sgd', 'myr', 'usd', 'eur', 'gbp']

const make = (
  <details id="make" class="card fold">
    <summary>Create an account</summary>
    <Send
      to="/accounts"
      name="Make"
      tone="main"
      label="Create an account"
      then="/_sandbox/accounts?open={id}&account={id}"
    >
      <Field label="Email" name="email" placeholder="shop@example.com" />
      <Field label="Country" name="country" options={countries} />
      <Field
        label="Currency"
        name="currency"
        options={[['', 'The local one'], ...currencies.map((value): Option => [value, value.toUpperCase()])]}
      />
      <Field
        label="3-D Secure"
        name="require_3ds"
        as="boolean"
        options={[
          ['', 'Where a charge asks for it'],
          ['true', 'For every card charge'],
        ]}
      />
    </Send>
  </details>
)

/** The account that is opened beside the list. */
const opened = ({ query, sandbox }: View): Account | null => {
  const id = query.get('open')
  if (id === null) return null
  const account = sandbox.account(id)
  if (account === undefined) throw new SandboxError('not_found', `there is no account ${id.slice(0, 100)}`)
  return account
}

const together = (
  <>
    <p class="lead">
      Accounts are isolated from each other: each has its own keys, records and webhooks, in test and in live
      mode. They share the clock.
    </p>
    {make}
  </>
)

/** Where one address is of many sandboxes, each has one account. */
const apart = (
  <p class="lead">
    The first call with a key such as <code>skey_test_ci</code> creates the account <code>ci</code>, with its
    own clock. <a href="/_sandbox/">Open another account</a>
  </p>
)

/** The accounts: make one, switch to it, its keys. */
export const accountsPage = (view: View): PlacePage => {
  const shown = idsShown(view).flatMap((id) => view.sandbox.account(id) ?? [])
  const account = opened(view)
  return {
    title: account === null ? 'Accounts' : `Account ${account.id}`,
    content: (
      <>
        <h1>Accounts</h1>
        {view.called === undefined ? together : apart}
        {view.parts.accounts.count > 1 ? (
          <search>
            <SearchForm
              view={view}
              to="/_sandbox/accounts"
              label="Search accounts"
              placeholder="An id, an email, or a whole key"
              clear={textIn(view) === '' ? null : view.at('/accounts')}
            />
          </search>
        ) : null}
        {shown.length === 0 ? (
          <Empty>No account matches.</Empty>
        ) : (
          <Table name="Accounts" look="records" heads={heads}>
            {shown.map((one) => rowOf(view, one))}
          </Table>
        )}
        {textIn(view) === '' ? pages(view) : null}
      </>
    ),
    ...(account === null ? {} : { detail: accountSheet(view, account) }),
  }
}
