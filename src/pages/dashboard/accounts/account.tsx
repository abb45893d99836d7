import { masked } from '../../../kernel/masked'
import type { Account } from '../../../sandbox/account/account'
import { addressIn, type View } from '../frame/view'
import { Value } from '../parts/copy'
import { Facts, Section } from '../parts/layout'
import { Field, Send } from '../parts/send'
import { State } from '../parts/values'

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
            to={`/accounts/${account.id}`}
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
  const to = `/accounts/${account.id}`
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
export const accountSheet = (view: View, account: Account) => {
  const { email, country, currency, webhookSecret } = account.about()
  const shown = view.showsKeys ? (
    <Value text={webhookSecret ?? ''} what="the webhook secret" />
  ) : (
    <span class="soft">shown on the machine of the sandbox only</span>
  )
  const list = Object.fromEntries([...view.query].filter(([name]) => name !== 'open'))
  return (
    <article>
      <a class="back" href={view.at('/accounts', list)}>
        All accounts
      </a>
      <h2>{account.id}</h2>
      <Facts
        of={[
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
