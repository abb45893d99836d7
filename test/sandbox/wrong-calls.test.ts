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
const { charges, clock, events, faults, requests, simulate, webhooks } = sandbox
const account = sandbox.createAccount()
const receive = () => 200

const calls: readonly (readonly [name: string, call: Loose, given: readonly unknown[], says: RegExp])[] = [
  [
    'seed()',
    loose(sandbox, 'seed'),
    [],
    /^fixture: must be the name of one, a path or an object, not undefined/,
  ],
  ['seed(7)', loose(account, 'seed'), [7], /^fixture: must be .*, not number/],
  ['seed(name, 7)', loose(sandbox, 'seed'), ['first-sale', 7], /^options: must be an object/],
  ['intercept()', intercept as Loose, [], /^sandbox: must be what createSandbox\(\) returns/],
  ['intercept(sandbox)', intercept as Loose, [sandbox], /^hosts: must be hosts such as/],
  ['intercept(sandbox, null)', intercept as Loose, [sandbox, null], /^hosts: must be hosts such as/],
  ['handlers()', handlers as Loose, [], /^sandbox: must be what createSandbox\(\) returns/],
  ['verifyWebhook()', verifyWebhook as Loose, [], /^options: must be an object, not undefined/],
  ['verifyWebhook(7)', verifyWebhook as Loose, [7], /^options: must be an object, not a number/],
  ['signWebhook()', signWebhook as Loose, [], /^options: must be an object, not undefined/],
  [
    'onDelivery(fn, 7)',
    loose(webhooks, 'onDelivery'),
    [receive, 7],
    /^options: must be an object, not a number/,
  ],
  [
    'onDelivery(fn, { url: 7 })',
    loose(webhooks, 'onDelivery'),
    [receive, { url: 7 }],
    /^url: .*, not a number/,
  ],
  [
    'onDelivery(fn, { uri })',
    loose(webhooks, 'onDelivery'),
    [receive, { uri: 'x' }],
    /^uri: is not an option/,
  ],
  [
    'deliveries({}, { lst })',
    loose(webhooks, 'deliveries'),
    [{}, { lst: 1 }],
    /^lst: .*; did you mean last\?$/,
  ],
  [
    'settle({ timeout })',
    loose(webhooks, 'settle'),
    [{ timeout: 9 }],
    /^timeout: .*; did you mean timeoutMs\?$/,
  ],
  [
    'charges.list({}, { first })',
    loose(charges, 'list'),
    [{}, { first: 1 }],
    /^first: .*; the options are last$/,
  ],
  ['requests.list({}, { lst })', loose(requests, 'list'), [{}, { lst: 1 }], /^lst: .*; did you mean last\?$/],
  [
    'advance(1d, { signa })',
    loose(clock, 'advance'),
    ['1d', { signa: 1 }],
    /^signa: .*; did you mean signal\?$/,
  ],
  ['factories({ sede })', factories.factories as Loose, [{ sede: 1 }], /^sede: .*; did you mean seed\?$/],
  [
    'webhook(key, { secrt })',
    factories.webhook as Loose,
    ['charge.complete', { secrt: 1 }],
    /^secrt: .*; did you mean secret\?$/,
  ],
  ['deliveries({}, 7)', loose(webhooks, 'deliveries'), [{}, 7], /^options: must be an object/],
  ['next(key, fn, 7)', loose(webhooks, 'next'), ['charge.create', receive, 7], /^options: must be an object/],
  ['settle(7)', loose(webhooks, 'settle'), [7], /^options: must be an object/],
  [
    'waitFor(key, fn, 7)',
    loose(events, 'waitFor'),
    ['charge.create', receive, 7],
    /^options: must be an object/,
  ],
  ['charges.list({}, 7)', loose(charges, 'list'), [{}, 7], /^options: must be an object/],
  ['requests.list(7)', loose(requests, 'list'), [7], /^filter: must be an object, not a number/],
  ['requests.list({}, [])', loose(requests, 'list'), [{}, []], /^options: must be an object, not a list/],
  ['advance(1d, 7)', loose(clock, 'advance'), ['1d', 7], /^options: must be an object/],
  ['faults.add()', loose(faults, 'add'), [], /^fault: must be an object, not undefined/],
  ['faults.addWebhook(7)', loose(faults, 'addWebhook'), [7], /^fault: must be an object, not a number/],
  ['update()', loose(account, 'update'), [], /^changes: must be an object, not undefined/],
  ['update(7)', loose(account, 'update'), [7], /^changes: must be an object, not a number/],
  ['token(7)', loose(sandbox, 'token'), [7], /^card: must be an object, not a number/],
  ['trigger(key, 7)', loose(sandbox, 'trigger'), ['charge.create', 7], /^parameters: must be an object/],
  ['failCharge(id, 7)', loose(simulate, 'failCharge'), ['chrg_x', 7], /^options: must be an object/],
  [
    'openDispute(id, null)',
    loose(simulate, 'openDispute'),
    ['chrg_x', null],
    /^options: must be an object, not null/,
  ],
  ['payLink(id, 7)', loose(simulate, 'payLink'), ['link_x', 7], /^options: must be an object/],
  ['record(7)', loose(sandbox, 'record'), [7], /^format: must be yaml, not "7"/],
  ["record('xml')", loose(sandbox, 'record'), ['xml'], /^format: must be yaml, not "xml"/],
  ["coverage('xml')", loose(sandbox, 'coverage'), ['xml'], /^format: must be json, text or html, not "xml"/],
  ['createAccount(7)', loose(sandbox, 'createAccount'), [7], /^options: must be an object/],
  ['factories(7)', factories.factories as Loose, [7], /^options: must be an object, not a number/],
  ['charge(7)', factories.charge as Loose, [7], /^overrides: must be an object, not a number/],
  ['event(key, 7)', factories.event as Loose, ['charge.create', 7], /^overrides: must be an object/],
  ["charge.declined('nope')", factories.charge.declined as Loose, ['nope'], /^code: nope is no failure code/],
  [
    'webhook(key)',
    factories.webhook as Loose,
    ['charge.complete'],
    /^options: must be an object, not undefined/,
  ],
  [
    'webhook(key, {})',
    factories.webhook as Loose,
    ['charge.complete', {}],
    /^secret: must be the signing secret/,
  ],
]

test.each(calls)('%s', async (_, call, given, says) => {
  const before = stateOf(sandbox)
  await expect((async () => call(...given))()).rejects.toMatchObject({
    ...{ name: 'SandboxError', code: 'invalid_option', message: expect.stringMatching(says) },
  })
  expect(stateOf(sandbox)).toBe(before)
})

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
