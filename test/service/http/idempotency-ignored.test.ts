/** Contract 22: the row idempotencyKeys, and what explore says of a shop that rests on its key alone. */
import { describe, expect, test } from 'vitest'
import type { SandboxOptions } from '../../../src/index'
import { explore } from '../../../src/suites/explore/explore'
import { clientOf, pay, type Run } from '../../suites/explore/flows'
import { makeSandbox } from '../../support/set-up'

describe.each(['spec', 'omise'] as const)('idempotencyKeys in %s', (profile) => {
  const twice = async (options: SandboxOptions) => {
    const sandbox = makeSandbox({ profile, ...options })
    const body = JSON.stringify({ amount: 100_000, currency: 'thb', card: sandbox.token().id })
    const headers = {
      authorization: sandbox.authorization.secret,
      'content-type': 'application/json',
      'idempotency-key': 'A-1',
    }
    const ask = async () => {
      const answer = await sandbox.fetch(`${sandbox.url}/charges`, { method: 'POST', headers, body })
      return { status: answer.status, id: (await answer.json()).id }
    }
    return [await ask(), await ask()]
  }

  test('kept: the same key gives the first answer again', async () => {
    for (const options of [{}, { overrides: { idempotencyKeys: 'kept' } }] as const) {
      const [first, second] = await twice(options)
      expect(second?.id).toBe(first?.id)
    }
  })

  test('ignored: the operation runs again', async () => {
    const [first, second] = await twice({ overrides: { idempotencyKeys: 'ignored' } })
    // The first one has spent the token.
    expect([first?.status, second?.status]).toEqual([200, 400])
  })
})

test('a shop that rests on its key alone is found where keys are ignored, one that looks is not', async () => {
  const sandbox = { overrides: { idempotencyKeys: 'ignored' } } as const
  const resting = ({ sandbox }: Run): Promise<unknown> => {
    const once = clientOf(sandbox, { tries: 1 })
    return pay(once, 'A-1').catch(() => pay(once, 'A-1'))
  }
  const looking = ({ sandbox }: Run): Promise<unknown> => {
    const once = clientOf(sandbox, { tries: 1 })
    return pay(once, 'A-1').catch(() => (sandbox.charges.count() > 0 ? null : pay(once, 'A-1')))
  }
  const options = { kinds: ['answer-lost'] } as const
  expect((await explore({ ...options, flow: resting })).findings).toEqual([])
  const found = await explore({ ...options, sandbox, flow: resting })
  expect(found.findings).toMatchObject([{ scenario: 'POST /charges #1: answer-lost', rule: 'more-money' }])
  expect((await explore({ ...options, sandbox, flow: looking })).findings).toEqual([])
})
