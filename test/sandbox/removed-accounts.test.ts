import { afterAll, beforeAll, describe, expect } from 'vitest'
import { createSandbox } from '../../src/index'
import { World } from '../../src/service/world'
import { makeClient } from '../support/client'
import { Noted } from '../support/garbage'
import { clientWith, test } from '../support/set-up'

/** The worlds of this file: everything that is done with one asks it for the time. */
const worlds = new Noted()
const { now } = World.prototype
beforeAll(() => {
  World.prototype.now = function () {
    worlds.note(this)
    return now.call(this)
  }
})
afterAll(() => {
  World.prototype.now = now
})

/** An account with records, a followed queue of deliveries, and parts of the library that were read. */
const useOne = async (sandbox: ReturnType<typeof createSandbox>): Promise<void> => {
  const account = sandbox.createAccount()
  account.test.webhooks.onDelivery(() => new Response())
  await makeClient(sandbox, account).charge()
  await account.test.webhooks.settle()
  expect([account.test.charges.count(), account.live.balance().total]).toEqual([1, 0])
}

describe('a sandbox lets go of the accounts that', () => {
  const removals: [name: string, remove: (sandbox: ReturnType<typeof createSandbox>) => () => unknown][] = [
    ['a reset removes', (sandbox) => () => sandbox.reset()],
    [
      'a restore removes',
      (sandbox) => {
        const before = sandbox.snapshot()
        return () => sandbox.restore(before)
      },
    ],
  ]
  test.each(removals)('%s', async (_, removal) => {
    // Without a seed: the ids of accounts are new in each round.
    const sandbox = createSandbox({ journal: 0 })
    const remove = removal(sandbox)
    await useOne(sandbox)
    await remove()
    const before = await worlds.left()
    const rounds = 6
    for (let round = 0; round < rounds; round += 1) {
      for (let i = 0; i < 5; i += 1) await useOne(sandbox)
      await remove()
    }
    // The last commit is kept, with its world, and the engine may hold on to what ran last.
    expect((await worlds.left()) - before).toBeLessThan(rounds)
    await sandbox.close()
  })
})

describe('parts of an account that a test still holds', () => {
  test('go on when a restore brings the account back', async ({ sandbox }) => {
    const before = sandbox.snapshot()
    const account = sandbox.createAccount()
    const { charges, faults, balance, webhooks } = account.test
    const delivered: string[] = []
    webhooks.onDelivery(async (request) => {
      delivered.push((await request.json()).key)
      return new Response()
    })
    const between = sandbox.snapshot()
    sandbox.restore(before)
    expect(() => charges.count()).toThrow(expect.objectContaining({ code: 'not_found' }))
    sandbox.restore(between)
    const theirs = clientWith(sandbox, account.keys)
    await theirs.charge()
    await webhooks.settle()
    expect([charges.count(), balance().total > 0, delivered.length > 0]).toEqual([1, true, true])
    faults.add({ respond: { status: 503 } })
    expect((await theirs.get('/charges')).status).toBe(503)
  })

  test('go on when an account with the same id is created after a reset', async ({ sandbox }) => {
    const { faults } = sandbox.createAccount().test
    sandbox.reset()
    const again = sandbox.createAccount()
    faults.add({ respond: { status: 503 } })
    const saved = sandbox.snapshot()
    expect(saved.worlds[`${again.id}/test`]).toHaveProperty('requestFaults')
    expect(again.test.faults.list()).toHaveLength(1)
  })
})
