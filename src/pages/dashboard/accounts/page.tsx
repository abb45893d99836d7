import { masked } from '../../../kernel/masked'
import { SandboxError } from '../../../kernel/sandbox-error'
import type { Account } from '../../../sandbox/account/account'
import { countries } from '../../../service/resources/account/model'
import { Facts } from '../../facts'
import { addressIn, nameOf, type PlacePage, type View } from '../frame/view'
import { Empty, Section, Table, Value } from '../parts/layout'
import { SearchForm } from '../parts/search-form'
import { Field, type Option, Send, usualOr } from '../parts/send'
import { State } from '../parts/values'
import { PageLinks, pageOf, textIn } from '../records/paging'

const keyStates = ['active', ['read_only', 'read only'], 'revoked', 'expired'] as const

/** A key with its state. If the key is hidden, its state cannot be changed here either: the form holds the key. */
const keyOf = (account: Account, name: string, text: string, isShown: boolean) => {
  const state = account.about().keyStates[text] ?? 'active'
  return (
    <div class="key">
      <h4>{name}</h4>
      {isShown ? (
        <>
          <Value text={text} what={`the ${name.toLowerCase()}`} />
          <Send
            method="PATCH"
            to={`/_sandbox/accounts/${account.id}`}
            name="Set"
            label={`State of the ${name.toLowerCase()}`}
          >
            <Field label="State" name={`keys.${text}`} value={state} options={keyStates} />
          </Send>
        </>
      ) : (
        <>
          <code>{masked(text)}</code> <State of={state} />
        </>
      )}
    </div>
  )
}

const keysOf = (view: View, account: Account) => {
  const { keys } = account.about()
  return (
    <Section name="Keys">
      {(['test', 'live'] as const).map((mode) => [
        keyOf(account, `Public key, ${mode}`, keys[mode].public, true),
        keyOf(account, `Secret key, ${mode}`, keys[mode].secret, view.showsKeys),
      ])}
    </Section>
  )
}

const settingsOf = (account: Account) => {
  const { locked, require3ds } = account.about()
  const to = `/_sandbox/accounts/${account.id}`
  return (
    <Section name="Behaviour">
      <dl class="facts settings">
        <dt>Requests</dt>
        <dd class="setting">
          {locked ? 'Refused: its keys answer 403' : 'Answered'}
          <Send method="PATCH" to={to} name={locked ? 'Unlock' : 'Lock'} body={{ locked: !locked }} />
        </dd>
        <dt>3-D Secure</dt>
        <dd class="setting">
          {require3ds ? 'Every card charge waits for its cardholder' : 'Where a charge asks for it'}
          <Send
            method="PATCH"
            to={to}
            name={require3ds ? 'Do not require' : 'Require'}
            body={{ require_3ds: !require3ds }}
          />
        </dd>
      </dl>
    </Section>
  )
}

/** One account: what it is, how it behaves, its keys. */
const accountSheet = (view: View, account: Account) => {
  const { email, country, currency, webhookSecret } = account.about()
  const shown = view.showsKeys ? (
    <Value text={webhookSecret ?? ''} what="the webhook secret" />
  ) : (
    <span class="soft">shown on the machine of the sandbox only</span>
  )
  const { open: _, ...list } = Object.fromEntries(view.query)
  return (
    <article>
      <a class="back" href={view.at('/accounts', list)}>
        All accounts
      </a>
      <h2>{nameOf(account)}</h2>
      <Facts
        of={[
          ['Id', <code>{account.id}</code>],
          ['Email', email],
          ['Country', country],
          ['Currency', currency.toUpperCase()],
          ['Webhook secret', webhookSecret === null ? 'none' : shown],
        ]}
      />
      <div class="sends">
        {[false, true].map((livemode) => (
          <a class="button" href={addressIn({ account, livemode, called: view.called })('/')}>
            Switch to {livemode ? 'live' : 'test'} mode
          </a>
        ))}
      </div>
      {settingsOf(account)}
      {keysOf(view, account)}
    </article>
  )
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
          {nameOf(account)}
        </a>{' '}
        {isShown ? <State of="shown" /> : null} {locked ? <State of="locked" /> : null}{' '}
        {require3ds ? <State of="3-D Secure" tone="idle" /> : null}
      </td>
      <td class="extra">
        <code>{account.test.keys.public}</code>
      </td>
      <td class="extra">{email}</td>
      <td class="extra">
        {country} {currency.toUpperCase()}
      </td>
      <td class="switch">
        {[false, true].map((livemode) => (
          <a
            href={addressIn({ account, livemode, called: view.called })('/')}
            aria-label={`Switch to ${nameOf(account)} in ${livemode ? 'live' : 'test'} mode`}
          >
            {livemode ? 'live' : 'test'}
          </a>
        ))}
      </td>
    </tr>
  )
}

const heads = [
  ['Account'],
  ['Public key, test', 'extra'],
  ['Email', 'extra'],
  ['Home', 'extra'],
  ['Switch to'],
] as const

const regions = new Intl.DisplayNames('en', { type: 'region' })

const currencies = ['thb', 'jpy', 'sgd', 'myr', 'usd', 'eur', 'gbp']

const make = (
  <details id="make" class="card fold">
    <summary>Create an account</summary>
    <Send
      to="/_sandbox/accounts"
      name="Make"
      tone="main"
      label="Create an account"
      then="/_sandbox/accounts?open={id}&account={id}"
    >
      <Field label="Email" name="email" placeholder="shop@example.com" />
      <Field
        label="Country"
        name="country"
        options={countries.map((code) => [code, regions.of(code) ?? code])}
      />
      <Field
        label="Currency"
        name="currency"
        options={[['', 'The local one'], ...currencies.map((value): Option => [value, value.toUpperCase()])]}
      />
      <Field
        label="3-D Secure"
        name="require_3ds"
        as="boolean"
        options={usualOr('For every card charge', 'Where a charge asks for it')}
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
    own clock. To open another account, write its name after <code>?account=</code> in the address.
  </p>
)

/** The accounts: make one, switch to it, its keys. */
export const accountsPage = (view: View): PlacePage => {
  const page = pageOf(
    view,
    view.parts.accounts.idsLike(textIn(view)).map((id) => ({ id })),
  )
  const shown = page.shown.flatMap(({ id }) => view.sandbox.account(id) ?? [])
  const account = opened(view)
  return {
    title: account === null ? 'Accounts' : `Account ${nameOf(account)}`,
    content: (
      <>
        <h1>Accounts</h1>
        {view.called === undefined ? together : apart}
        {view.parts.accounts.count > 1 ? (
          <SearchForm
            view={view}
            path="/accounts"
            label="Search accounts"
            placeholder="A name, an id, an email, or a key"
            clear={textIn(view) === '' ? null : view.at('/accounts')}
          />
        ) : null}
        {shown.length === 0 ? (
          <Empty>No account matches.</Empty>
        ) : (
          <Table name="Accounts" look="records" heads={heads}>
            {shown.map((one) => rowOf(view, one))}
          </Table>
        )}
        <PageLinks view={view} page={page} path="/accounts" />
      </>
    ),
    ...(account === null ? {} : { detail: accountSheet(view, account) }),
  }
}
