import { once } from '../../kernel/json'
import { SandboxError } from '../../kernel/sandbox-error'
import type { RecordArguments } from '../fixtures/seed'
import { recordNames } from '../records/records'
import { about, change } from './about'
import type { Account, AccountPorts, Mode } from './account'
import { modeIn } from './mode'
import { sharedParts } from './parts'

/** The parts of a test mode that both an account and the sandbox have: the latter those of its default account. */
const commonParts = [
  'keys',
  'authorization',
  'simulate',
  'webhooks',
  'faults',
  'balance',
  'trigger',
  'token',
  'seed',
  'named',
] as const satisfies readonly (keyof Mode & keyof Account)[]

/** The parts of its test mode that an account has itself. */
const accountParts = [...commonParts, 'requests'] as const

/** The parts of the test mode of its default account that a sandbox has itself. Its `requests` are those of all accounts. */
export const sandboxParts = [...commonParts, ...recordNames] as const

/** How parts of a mode are read, which may be gone or another one after a restore. */
export const partsOfMode = <S, P extends keyof Mode>(
  names: readonly P[],
  modeOf: (from: S) => Mode,
): { readonly [name in P]: (from: S) => Mode[name] } =>
  Object.fromEntries(names.map((name) => [name, (from: S) => modeOf(from)[name]])) as never

interface Modes {
  readonly test: () => Mode
  readonly live: () => Mode
}

type AccountPart = 'test' | 'live' | (typeof accountParts)[number]

const withAccountParts = sharedParts<Modes, Pick<Account, AccountPart>>({
  test: ({ test }) => test(),
  live: ({ live }) => live(),
  ...partsOfMode(accountParts, ({ test }) => test()),
})

/** Modes are created at the first use: a server may have hundreds of accounts that only use HTTP. */
export const accountOf = (id: string, ports: AccountPorts): Account => {
  const { accounts, states, commit } = ports
  /** Its id, while it exists. */
  const present = (): string => {
    if (accounts.has(id)) return id
    throw new SandboxError(
      'not_found',
      `there is no account ${id} any more, since a restore or reset took it away: createAccount() makes another one`,
    )
  }
  const modeOf = (livemode: boolean) => {
    const made = once(() => modeIn({ id, livemode, ports, present }))
    return (): Mode => {
      present()
      return made()
    }
  }
  const own: Omit<Account, AccountPart> = {
    id,
    record: ((...given: RecordArguments) =>
      ports.record({ of: 'account', account: present() }, ...given)) as Account['record'],
    about: () => about(present(), accounts),
    update: (changes) => change(present(), changes, accounts, commit),
    snapshot: () => states.take(present()),
    restore: (snapshot) => states.put(present(), snapshot),
    reset: () => states.reset(present()),
  }
  return withAccountParts(own, { test: modeOf(false), live: modeOf(true) })
}
