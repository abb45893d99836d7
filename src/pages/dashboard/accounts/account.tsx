import { masked } from '../../../kernel/masked'
import type { Account } from '../../../sandbox/account/account'
import { addressIn, type View } from '../frame/view'
import { Value } from '../parts/copy'
import { Facts, Section } from '../parts/detail'
import { Field, Fixed, Send } from '../parts/send'
import { State } from '../parts/values'

interface AccountSheetProps {
  readonly view: View
  readonly account: Account
}

const keyStates = [
  { value: 'active', text: 'active' },
  { value: 'read_only', text: 'read only' },
  { value: 'revoked', text: 'revoked' },
  { value: 'expired', text: 'expired' },
]

interface KeyProps extends AccountSheetProps {
  readonly name: string
  readonly text: string
  readonly isSecret: boolean
}

/** A key with its state. Where it must not be shown, its state cannot be changed here either: the form holds the key. */
const Key = ({ view, account, name, text, isSecret }: KeyProps) => {
  const state = account.about().keyStates[text] ?? 'active'
  if (isSecret && !view.showsKeys)
    return (
      <div class="key">
        <h4>{name}</h4>
        <code>{masked(text)}</code> <State of={state} />
      </div>
    )
  return (
    <div class="key">
      <h4>{name}</h4>
      <Value text={text} what={`the ${name.toLowerCase()}`} />
      <Send
        method="PATCH"
        to={`/accounts/${account.id}`}
        name="Set"
        label={`State of the ${name.toLowerCase()}`}
      >
        <Field label="State" name={`keys.${text}`} value={state} options={keyStates} />
      </Send>
    </div>
  )
}

const Keys = ({ view, account }: AccountSheetProps) => {
  const { keys } = account.about()
  return (
    <Section name="Keys">
      {(['test', 'live'] as const).map((mode) => (
        <>
          <Key
            view={view}
            account={account}
            name={`Public key, ${mode}`}
            text={keys[mode].public}
            isSecret={false}
          />
          <Key view={view} account={account} name={`Secret key, ${mode}`} text={keys[mode].secret} isSecret />
        </>
      ))}
    </Section>
  )
}

const Settings = ({ account }: Pick<AccountSheetProps, 'account'>) => {
  const { locked, require3ds } = account.about()
  const to = `/accounts/${account.id}`
  return (
    <Section name="Behaviour">
      <dl class="facts settings">
        <dt>Requests</dt>
        <dd class="setting">
          {locked ? 'Refused: its keys answer 403' : 'Answered'}
          <Send method="PATCH" to={to} name={locked ? 'Unlock' : 'Lock'}>
            <Fixed name="locked" value={String(!locked)} as="boolean" />
          </Send>
        </dd>
        <dt>3-D Secure</dt>
        <dd class="setting">
          {require3ds ? 'Every card charge waits for its cardholder' : 'Where a charge asks for it'}
          <Send method="PATCH" to={to} name={require3ds ? 'Do not require' : 'Require'}>
            <Fixed name="require_3ds" value={String(!require3ds)} as="boolean" />
          </Send>
        </dd>
      </dl>
    </Section>
  )
}

/** One account: what it is, how it behaves, its keys. */
export const AccountSheet = ({ view, account }: AccountSheetProps) => {
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
      <Settings account={account} />
      <Keys view={view} account={account} />
    </article>
  )
}
