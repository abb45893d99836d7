import * as z from 'zod/mini'
import { listOf, text } from '../../kernel/answers'
import { renamed, toCamelCase, toSnakeCase } from '../../kernel/text'
import { newAccountSchema } from '../../options/values'
import { aboutSchema, changesSchema } from '../../sandbox/account/about'
import type { Account } from '../../sandbox/account/account'
import { ControlError } from '../errors'
import { accountOf, controlRoute } from '../route'

const accountBody = () =>
  z.strictObject({
    id: text('Begins with `acct_`; the same in both modes'),
    ...renamed<z.core.$ZodType>(aboutSchema().shape, toSnakeCase),
  })

const show = (account: Account) => ({ id: account.id, ...renamed(account.about(), toSnakeCase) })

const inWireNames = ({ shape }: { readonly shape: z.core.$ZodShape }) =>
  z.strictObject(renamed<z.core.$ZodType>(shape, toSnakeCase))

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
    input: () => inWireNames(newAccountSchema()),
    returns: accountBody,
    run: ({ sandbox, exchange, input }) => {
      if (exchange.incoming.accountName !== undefined) throw new ControlError(403, madeByKeys)
      return show(sandbox.createAccount(renamed(input, toCamelCase)))
    },
  }),
  controlRoute('PATCH /accounts/:id', {
    params: { id: 'Id of the account' },
    summary: 'Lock an account, revoke or expire its keys, let its card charges wait for 3-D Secure',
    example: { require_3ds: true },
    input: () => inWireNames(changesSchema()),
    returns: accountBody,
    run: ({ sandbox, params, input }) => {
      const account = accountOf(sandbox, params.id ?? '')
      account.update(renamed(input, toCamelCase))
      return show(account)
    },
  }),
]
