/** Every method works without its object: `const { fetch, trigger } = sandbox`. */
import { describe, expect } from 'vitest'
import type { Account, Clock, Mode, Sandbox, Webhooks } from '../../src/index'
import { plainSandbox, test } from '../support/set-up'

type Calls<T> = Readonly<Record<string, (object: T) => unknown>>

const modeCalls: Calls<Mode> = {
  balance: ({ balance }) => balance(),
  trigger: ({ trigger }) => trigger('customer.create'),
  token: ({ token }) => token(),
  record: ({ record }) => record(),
  seed: ({ seed }) => seed('saved-card'),
  named: async ({ seed, named }) => {
    await seed({ customers: [{ as: 'buyer' }] })
    return named('buyer')
  },
}

const accountCalls: Calls<Account> = {
  ...modeCalls,
  about: ({ about }) => about(),
  update: ({ update }) => update({ locked: true }),
  snapshot: ({ snapshot }) => snapshot(),
  restore: ({ snapshot, restore }) => restore(snapshot()),
  reset: ({ reset }) => reset(),
}

const sandboxCalls: Calls<Sandbox> = {
  ...modeCalls,
  account: ({ account, keys }) => account(keys.secret),
  fetch: ({ fetch }) => fetch('/charges'),
  listen: async ({ listen }) => (await listen({ port: 0 })).close(),
  coverage: ({ coverage }) => coverage('text'),
  clearCoverage: ({ clearCoverage }) => clearCoverage(),
  onRequest: ({ onRequest }) => onRequest(null),
  createAccount: ({ createAccount }) => createAccount(),
  snapshot: ({ snapshot }) => snapshot(),
  restore: ({ snapshot, restore }) => restore(snapshot()),
  reset: ({ reset }) => reset(),
  reload: ({ reload }) => reload(),
  toJSON: ({ toJSON }) => toJSON(),
  close: ({ close }) => close(),
}

const webhookCalls: Calls<Webhooks> = {
  deliverTo: ({ deliverTo }) => deliverTo([]),
  onDelivery: ({ onDelivery }) => onDelivery(() => new Response()),
  deliveries: ({ deliveries }) => deliveries(),
  next: ({ next }) => next('customer.create'),
  settle: ({ settle }) => settle(),
  resend: async ({ next, resend }) => resend((await next()).event.id),
}

const clockCalls: Calls<Clock> = {
  now: ({ now }) => now(),
  advance: ({ advance }) => advance('1d'),
  set: ({ now, set }) => set(now()),
  freeze: ({ freeze }) => freeze(),
  resume: ({ resume }) => resume(),
}

/** The names of what can be taken out of it and called. */
const methodsOf = (object: object): readonly string[] =>
  Object.entries(object).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []))

const check = <T extends object>(what: string, calls: Calls<T>, objectOf: (sandbox: Sandbox) => T) =>
  describe(`of ${what}, without its object`, () => {
    test('each is called below', () => {
      expect(methodsOf(objectOf(plainSandbox())).toSorted()).toEqual(Object.keys(calls).toSorted())
    })

    test.each(Object.entries(calls))('%s()', async (_, call) => {
      const sandbox = plainSandbox()
      sandbox.webhooks.onDelivery(() => new Response())
      await sandbox.trigger('customer.create')
      await call(objectOf(sandbox))
      await sandbox.close()
    })
  })

describe('a method', () => {
  check('a sandbox', sandboxCalls, (sandbox) => sandbox)
  check('an account', accountCalls, (sandbox) => sandbox.createAccount())
  check('a mode', modeCalls, (sandbox) => sandbox.live)
  check('webhooks', webhookCalls, ({ webhooks }) => webhooks)
  check('a clock', clockCalls, ({ clock }) => clock)
})
