/** A call with something else where the options stand: a SandboxError that names it, and nothing happens (contract 3). */
import { describe, expect, it, test } from 'vitest'
import { createSandbox } from '../../src/index'
import { signWebhook, verifyWebhook } from '../../src/service/webhooks/signature'
import * as factories from '../../src/suites/factories/factories'
import { intercept } from '../../src/suites/intercept/intercept'
import { handlers } from '../../src/suites/intercept/msw'
import { stateOf } from '../support/set-up'

type Loose = (...given: readonly unknown[]) => unknown
/** What JavaScript calls, without the types. */
const loose = (owner: object, name: string): Loose => {
  const call: unknown = Reflect.get(owner, name)
  if (typeof call !== 'function') throw new Error(`there is no ${name}`)
  return (...given) => Reflect.apply(call, owner, given)
}

const sandbox = createSandbox()
const account = sandbox.createAccount()
const scope = { sandbox, account, factories, intercept, handlers, verifyWebhook, signWebhook }
const receive = () => 200

const calls: readonly (readonly [name: string, given: readonly unknown[], says: RegExp])[] = [
  ['sandbox.seed', [], /^fixture: must be the name of one, a path or an object, not undefined/],
  ['account.seed', [7], /^fixture: must be .*, not number/],
  ['sandbox.seed', ['first-sale', 7], /^options: must be an object/],
  ['intercept', [], /^sandbox: must be what createSandbox\(\) returns/],
  ['intercept', [sandbox], /^hosts: must be hosts such as/],
  ['intercept', [sandbox, null], /^hosts: must be hosts such as/],
  ['handlers', [], /^sandbox: must be what createSandbox\(\) returns/],
  ['verifyWebhook', [], /^options: must be an object, not undefined/],
  ['verifyWebhook', [7], /^options: must be an object, not a number/],
  ['signWebhook', [], /^options: must be an object, not undefined/],
  ['sandbox.webhooks.onDelivery', [receive, 7], /^options: must be an object, not a number/],
  ['sandbox.webhooks.onDelivery', [receive, { url: 7 }], /^url: .*, not a number/],
  ['sandbox.webhooks.onDelivery', [receive, { uri: 'x' }], /^uri: is not an option/],
  ['sandbox.webhooks.deliveries', [{}, { lst: 1 }], /^lst: .*; did you mean last\?$/],
  ['sandbox.webhooks.settle', [{ timeout: 9 }], /^timeout: .*; did you mean timeoutMs\?$/],
  ['sandbox.charges.list', [{}, { first: 1 }], /^first: .*; the options are last$/],
  ['sandbox.requests.list', [{}, { lst: 1 }], /^lst: .*; did you mean last\?$/],
  ['sandbox.clock.advance', ['1d', { signa: 1 }], /^signa: .*; did you mean signal\?$/],
  ['factories.factories', [{ sede: 1 }], /^sede: .*; did you mean seed\?$/],
  ['factories.webhook', ['charge.complete', { secrt: 1 }], /^secrt: .*; did you mean secret\?$/],
  ['sandbox.webhooks.deliveries', [{}, 7], /^options: must be an object/],
  ['sandbox.webhooks.next', ['charge.create', receive, 7], /^options: must be an object/],
  ['sandbox.webhooks.settle', [7], /^options: must be an object/],
  ['sandbox.events.waitFor', ['charge.create', receive, 7], /^options: must be an object/],
  ['sandbox.charges.list', [{}, 7], /^options: must be an object/],
  ['sandbox.requests.list', [7], /^filter: must be an object, not a number/],
  ['sandbox.requests.list', [{}, []], /^options: must be an object, not a list/],
  ['sandbox.clock.advance', ['1d', 7], /^options: must be an object/],
  ['sandbox.faults.add', [], /^fault: must be an object, not undefined/],
  ['sandbox.faults.addWebhook', [7], /^fault: must be an object, not a number/],
  ['account.update', [], /^changes: must be an object, not undefined/],
  ['account.update', [7], /^changes: must be an object, not a number/],
  ['sandbox.token', [7], /^card: must be an object, not a number/],
  ['sandbox.trigger', ['charge.create', 7], /^parameters: must be an object/],
  ['sandbox.simulate.failCharge', ['chrg_x', 7], /^options: must be an object/],
  ['sandbox.simulate.openDispute', ['chrg_x', null], /^options: must be an object, not null/],
  ['sandbox.simulate.payLink', ['link_x', 7], /^options: must be an object/],
  ['sandbox.record', [7], /^format: must be yaml, not "7"/],
  ['sandbox.record', ['xml'], /^format: must be yaml, not "xml"/],
  ['sandbox.coverage', ['xml'], /^format: must be json, text or html, not "xml"/],
  ['sandbox.createAccount', [7], /^options: must be an object/],
  ['factories.factories', [7], /^options: must be an object, not a number/],
  ['factories.charge', [7], /^overrides: must be an object, not a number/],
  ['factories.event', ['charge.create', 7], /^overrides: must be an object/],
  ['factories.charge.declined', ['nope'], /^code: nope is no failure code/],
  ['factories.webhook', ['charge.complete'], /^options: must be an object, not undefined/],
  ['factories.webhook', ['charge.complete', {}], /^secret: must be the signing secret/],
]

test.each(calls.map(([name, given, says]) => [name, says, given] as const))(
  '%s: %s',
  async (name, says, given) => {
    const [last = '', ...path] = name.split('.').reverse()
    const call = loose(
      path.reduceRight<object>((owner, part) => Reflect.get(owner, part), scope),
      last,
    )
    const before = stateOf(sandbox)
    await expect((async () => call(...given))()).rejects.toMatchObject({
      ...{ name: 'SandboxError', code: 'invalid_option', message: expect.stringMatching(says) },
    })
    expect(stateOf(sandbox)).toBe(before)
  },
)

test("coverage('json') is the coverage as an object", () => {
  expect(sandbox.coverage('json')).toEqual(sandbox.coverage())
  expect(sandbox.coverage('json').operations.total).toBeGreaterThan(50)
})

describe('country and currency that there are not', () => {
  it.each([
    [{ country: 'XX' }, 'country: must be TH, JP, SG or MY'],
    [{ currency: 'xxx' }, 'currency: must be one of thb, '],
    [{ accounts: [{ country: 'XX' }] }, 'accounts.0.country: must be TH, JP, SG or MY'],
    [{ accounts: [{ currency: 7 }] }, 'accounts.0.currency: must be one of thb, '],
  ])('%j are named with those that there are', (options, says) => {
    expect(() => loose({ createSandbox }, 'createSandbox')(options)).toThrow(says)
  })
})
