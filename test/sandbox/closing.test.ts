/** What waits when a sandbox is closed, what is called afterwards, and accounts that do not exist any more. */
import { describe, expect, test, vi } from 'vitest'
import type { Account, Sandbox } from '../../src/index'
import { makeClient } from '../support/client'
import { plainSandbox } from '../support/set-up'

const closed = expect.objectContaining({ name: 'SandboxError', code: 'closed' })
const gone = (id: string) => {
  const message = expect.stringContaining(`there is no account ${id} any more`)
  return expect.objectContaining({ name: 'SandboxError', code: 'not_found', message })
}

/** A sandbox with a receiver that never answers, and one event on its way to it. */
const hanging = async (): Promise<{ sandbox: Sandbox; event: string }> => {
  const sandbox = plainSandbox()
  sandbox.webhooks.onDelivery(() => new Promise(() => undefined))
  await makeClient(sandbox).charge()
  return { sandbox, event: sandbox.events.last()?.id ?? '' }
}

const longest = { timeoutMs: 600_000 }

const awaitEvent = ({ events }: Pick<Sandbox, 'events'>) =>
  events.waitFor('transfer.destroy', undefined, longest)

const waits: [what: string, wait: (sandbox: Sandbox, event: string) => Promise<unknown>][] = [
  ['events.waitFor()', awaitEvent],
  ['webhooks.next()', (sandbox) => sandbox.webhooks.next('transfer.destroy', undefined, longest)],
  ['webhooks.settle()', (sandbox) => sandbox.webhooks.settle(longest)],
  ['webhooks.resend()', (sandbox, event) => sandbox.webhooks.resend(event)],
  ['clock.advance()', (sandbox) => sandbox.clock.advance('1d')],
  [
    'a second clock.advance()',
    (sandbox) => {
      sandbox.clock.advance('1d').catch(() => undefined)
      return sandbox.clock.advance('1d')
    },
  ],
  ['clock.set()', (sandbox) => sandbox.clock.set('2099-01-01T00:00:00Z')],
  ['trigger()', (sandbox) => sandbox.trigger('webhooks.deliver')],
  ['waitFor() of live mode', (sandbox) => awaitEvent(sandbox.live)],
  ['waitFor() of another account', (sandbox) => awaitEvent(sandbox.createAccount().test)],
  ['listen()', (sandbox) => sandbox.listen({ port: 0 })],
]

// At once: a close gives functions that receive webhooks half a second.
describe.concurrent('a pending wait rejects with code `closed` when the sandbox is closed', () => {
  test.each(waits)('%s', async (_, wait) => {
    const { sandbox, event } = await hanging()
    const waiting = wait(sandbox, event)
    waiting.catch(() => undefined)
    await sandbox.close()
    await expect(waiting).rejects.toEqual(closed)
  })

  test('a request that a fault delays is answered instead', async () => {
    const sandbox = plainSandbox()
    sandbox.faults.add({ delayMs: 600_000, times: 2 })
    const { url } = await sandbox.listen({ port: 0 })
    const late = fetch(`${url}/customers`, { headers: { authorization: sandbox.authorization.secret } })
    const inProcess = makeClient(sandbox).get('/charges')
    await vi.waitFor(() => expect(sandbox.faults.list()[0]?.hits).toBe(2), 25_000)
    await sandbox.close()
    expect([(await late).status, (await inProcess).status]).toEqual([200, 200])
  })

  test('the clock does not move past a pending delivery', async () => {
    const { sandbox } = await hanging()
    const before = sandbox.clock.now().getTime()
    sandbox.clock.advance('1d').catch(() => undefined)
    await sandbox.close()
    expect(sandbox.clock.now().getTime() - before).toBeLessThan(60_000)
  })
})

const acts: [what: string, act: (sandbox: Sandbox, account: Account) => unknown][] = [
  ['fetch()', (sandbox) => sandbox.fetch(sandbox.url)],
  ['listen()', (sandbox) => sandbox.listen({ port: 0 })],
  ['events.waitFor()', (sandbox) => sandbox.events.waitFor('charge.create')],
  ['webhooks.next()', (sandbox) => sandbox.webhooks.next()],
  ['webhooks.settle()', (sandbox) => sandbox.webhooks.settle()],
  ['webhooks.resend()', (sandbox) => sandbox.webhooks.resend(sandbox.events.last()?.id ?? '')],
  ['webhooks.onDelivery()', (sandbox) => sandbox.webhooks.onDelivery(() => 200)],
  ['webhooks.deliverTo()', (sandbox) => sandbox.webhooks.deliverTo('https://shop.example/hooks')],
  ['clock.advance()', (sandbox) => sandbox.clock.advance(1)],
  ['clock.set()', (sandbox) => sandbox.clock.set('2099-01-01T00:00:00Z')],
  ['clock.freeze()', (sandbox) => sandbox.clock.freeze()],
  ['clock.resume()', (sandbox) => sandbox.clock.resume()],
  ['trigger()', (sandbox) => sandbox.trigger('charge.create')],
  ['seed()', (sandbox) => sandbox.seed('saved-card')],
  ['simulate', (sandbox) => sandbox.simulate.openDispute(sandbox.charges.last()?.id ?? '')],
  ['faults.add()', (sandbox) => sandbox.faults.add({ drop: 'request' })],
  ['faults.addWebhook()', (sandbox) => sandbox.faults.addWebhook({ drop: true })],
  ['faults.clear()', (sandbox) => sandbox.faults.clear()],
  ['createAccount()', (sandbox) => sandbox.createAccount()],
  ['restore()', (sandbox) => sandbox.restore(sandbox.snapshot())],
  ['reset()', (sandbox) => sandbox.reset()],
  ['reload()', (sandbox) => sandbox.reload()],
  ['update() of an account', (_, account) => account.update({ locked: true })],
  ['reset() of an account', (_, account) => account.reset()],
  ['restore() of an account', (_, account) => account.restore(account.snapshot())],
  ['faults.add() of live mode', (_, account) => account.live.faults.add({ drop: 'request' })],
]

describe('a closed sandbox refuses every change with code `closed`', () => {
  test.each(acts)('%s', async (_, act) => {
    const sandbox = plainSandbox()
    const account = sandbox.createAccount()
    await makeClient(sandbox).charge()
    await sandbox.close()
    const before = JSON.stringify(sandbox.snapshot().worlds)
    await expect((async () => await act(sandbox, account))()).rejects.toEqual(closed)
    expect(JSON.stringify(sandbox.snapshot().worlds)).toBe(before)
  })

  test('a second close has no effect', async () => {
    const sandbox = plainSandbox()
    await Promise.all([sandbox.close(), sandbox.close()])
    await sandbox.close()
  })
})

const uses: [what: string, use: (account: Account) => unknown][] = [
  ['test', (account) => account.test],
  ['live', (account) => account.live],
  ['keys', (account) => account.keys],
  ['authorization', (account) => account.authorization],
  ['simulate', (account) => account.simulate.payCharge('chrg_test_1')],
  ['webhooks', (account) => account.webhooks.onDelivery(() => 200)],
  ['faults', (account) => account.faults.list()],
  ['named()', (account) => account.named('any')],
  ['seed()', (account) => account.seed('saved-card')],
  ['trigger()', (account) => account.trigger('charge.create')],
  ['record()', (account) => account.record()],
  ['about()', (account) => account.about()],
  ['update()', (account) => account.update({ locked: true })],
  ['snapshot()', (account) => account.snapshot()],
  ['reset()', (account) => account.reset()],
]

/** Parts of the account that a caller still holds after its removal. */
const parts = (account: Account): [what: string, use: () => unknown][] => {
  const { test: mode, live, requests } = account
  return [
    ['charges.list()', () => mode.charges.list()],
    ['charges.get()', () => mode.charges.get('chrg_test_1')],
    ['charges.last()', () => live.charges.last()],
    ['charges.count()', () => live.charges.count()],
    ['events.waitFor()', () => mode.events.waitFor('charge.create')],
    ['keys', () => mode.keys],
    ['simulate', () => live.simulate.payCharge('chrg_1')],
    ['faults.add()', () => mode.faults.add({ drop: 'request' })],
    ['webhooks.endpoints', () => mode.webhooks.endpoints],
    ['webhooks.secret', () => mode.webhooks.secret],
    ['webhooks.deliveries()', () => mode.webhooks.deliveries()],
    ['webhooks.next()', () => live.webhooks.next()],
    ['webhooks.settle()', () => mode.webhooks.settle()],
    ['webhooks.resend()', () => mode.webhooks.resend('evnt_test_1')],
    ['trigger()', () => live.trigger('charge.create')],
    ['seed()', () => mode.seed('saved-card')],
    ['named()', () => mode.named('any')],
    ['balance()', () => mode.balance()],
    ['requests.list()', () => requests.list()],
    ['requests.last()', () => requests.last()],
  ]
}

describe('an account that a reset or restore removed refuses every call and names the reason', () => {
  const takenAway = async (): Promise<{ account: Account; held: ReturnType<typeof parts> }> => {
    const sandbox = plainSandbox()
    const before = sandbox.snapshot()
    const account = sandbox.createAccount()
    const held = parts(account)
    sandbox.restore(before)
    return { account, held }
  }

  test.each(uses)('%s', async (_, use) => {
    const { account } = await takenAway()
    await expect((async () => await use(account))()).rejects.toEqual(gone(account.id))
  })

  test('also on parts that the caller already holds', async () => {
    const { account, held } = await takenAway()
    for (const [what, use] of held)
      await expect((async () => await use())(), what).rejects.toEqual(gone(account.id))
  })

  test('also to pending waits', async () => {
    const sandbox = plainSandbox()
    const account = sandbox.createAccount()
    const waiting = [
      account.test.events.waitFor('charge.create', undefined, longest),
      account.test.webhooks.next('*', undefined, longest),
    ]
    for (const wait of waiting) wait.catch(() => undefined)
    sandbox.reset()
    for (const wait of waiting) await expect(wait).rejects.toEqual(gone(account.id))
    await sandbox.close()
  })

  test('an account that still exists after a restore keeps working', async () => {
    const sandbox = plainSandbox()
    const account = sandbox.createAccount()
    const { live } = account
    sandbox.restore(sandbox.snapshot())
    expect(live.charges.count()).toBe(0)
    expect(account.keys.secret).toBe(sandbox.account(account.id)?.keys.secret)
    await account.trigger('charge.create')
    expect(account.test.charges.count()).toBe(1)
  })
})
