import * as z from 'zod/mini'
import { about, optional } from '../../kernel/wire'
import { newAccount } from '../../options/values'
import type { Account, AccountChanges } from '../../sandbox/account/account'
import { ControlError } from '../errors'
import { accountOf, controlRoute, flag, listOf, text, textOrNull } from '../route'

const keyStates = ['active', 'revoked', 'expired', 'read_only'] as const
const pair = () =>
  z.strictObject({
    public: text('Public key, `pkey_…`'),
    secret: text('Secret key, `skey_…`'),
  })

const isLocked = 'Whether its keys answer 403 `locked_account_error`'
const asks3ds = 'Whether its card charges wait at their `authorize_uri`'

const accountBody = () =>
  z.strictObject({
    id: text('Begins with `acct_`; the same in both modes'),
    email: text('Email address of the merchant'),
    country: text('`TH`, `JP`, `SG` or `MY`'),
    currency: text('Currency in which it settles, in lower case'),
    locked: flag(isLocked),
    require_3ds: flag(asks3ds),
    keys: about(
      'Its keys, by mode',
      z.strictObject({
        test: about('Keys of test mode', pair()),
        live: about('Keys of live mode', pair()),
      }),
    ),
    key_states: about('State of each of its keys, by key', z.record(z.string(), z.enum(keyStates))),
    webhook_secret: textOrNull(
      'The oldest secret in use that signs webhooks of test mode; null when none is left',
    ),
  })

const show = (account: Account) => {
  const { require3ds, keyStates: states, webhookSecret, ...about } = account.about()
  return {
    id: account.id,
    ...about,
    require_3ds: require3ds,
    key_states: states,
    webhook_secret: webhookSecret,
  }
}

/** If many sandboxes share one address, another account in one of them could not be called. */
const madeByKeys = 'an account is made by the first use of its keys, skey_test_<name> and pkey_test_<name>'

export const accountRoutes = [
  controlRoute('GET /accounts', {
    summary: 'Every account with its keys, the default one first',
    returns: () => listOf('The accounts, the default one first', accountBody()),
    run: ({ sandbox }) => ({ data: sandbox.accounts.map(show) }),
  }),
  controlRoute('POST /accounts', {
    summary: 'Create an account with new keys, isolated from all others',
    example: { email: 'shop@example.com', country: 'JP' },
    about: ['keys'],
    input: () =>
      z.extend(z.omit(newAccount(), { require3ds: true }), {
        require_3ds: optional(`${asks3ds}. Default: as the sandbox was started`, z.boolean()),
      }),
    returns: accountBody,
    run: ({ sandbox, context, input: { require_3ds: require3ds, ...input } }) => {
      if (context.env.called !== undefined) throw new ControlError(403, madeByKeys)
      return show(sandbox.createAccount({ ...input, require3ds }))
    },
  }),
  controlRoute('PATCH /accounts/:id', {
    params: { id: 'Id of the account' },
    summary: 'Lock an account, revoke or expire its keys, let its card charges wait for 3-D Secure',
    example: { require_3ds: true },
    input: () =>
      z.strictObject({
        locked: optional(`${isLocked}. Default: unchanged`, z.boolean('must be true or false')),
        keys: optional(
          'New states of keys, by key: `revoked` answers 401, `expired` 403, and `read_only` 403 to what would change something. Default: unchanged',
          z.record(z.string(), z.enum(keyStates, `must be one of ${keyStates.join(', ')}`)),
        ),
        require_3ds: optional(`${asks3ds}. Default: unchanged`, z.boolean('must be true or false')),
      }),
    returns: accountBody,
    run: ({ sandbox, params, input: { locked, keys, require_3ds: require3ds } }) => {
      const account = accountOf(sandbox, params.id ?? '')
      const changes: AccountChanges = {
        ...(locked === undefined ? {} : { locked }),
        ...(keys === undefined ? {} : { keys }),
        ...(require3ds === undefined ? {} : { require3ds }),
      }
      account.update(changes)
      return show(account)
    },
  }),
]
