import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createKeepable } from '../../src/create-sandbox'
import type { Keepable } from '../../src/sandbox/keepable'
import type { Keeper } from '../../src/sandbox/snapshots/changes'
import type { Snapshot } from '../../src/sandbox/snapshots/snapshot'
import { type Change, SnapshotBuilder, textsOf } from '../../src/sandbox/snapshots/sum'
import { patience, runs } from '../support/arbitraries'
import { type Client, makeClient } from '../support/client'
import { happening, tell } from '../support/happenings'
import { plainSandbox, start, stateOf } from '../support/set-up'

vi.setConfig({ testTimeout: patience })

/** Keeps changes as text, as a file would. */
class Memory implements Keeper {
  lines: string[] = []
  fails = false

  add(change: Change): void {
    if (this.fails) throw new Error('the disk is full')
    this.lines.push(JSON.stringify(change))
  }

  #held: (() => void)[] | null = null

  readonly soon = (work: () => void): void => {
    if (this.#held === null) setImmediate(work)
    else this.#held.push(work)
  }

  /** Nothing is kept by itself until what this returns is called. */
  hold(): () => void {
    const held: (() => void)[] = []
    this.#held = held
    return () => {
      this.#held = null
      for (const work of held) work()
    }
  }

  replace(snapshot: Snapshot): void {
    if (this.fails) throw new Error('the disk is full')
    this.lines = [...textsOf(snapshot)]
  }

  get snapshot(): Snapshot {
    const sum = new SnapshotBuilder()
    for (const line of this.lines) sum.add(JSON.parse(line))
    return sum.snapshot
  }

  /** What a new process would make of it. */
  get state(): string {
    const sandbox = plainSandbox()
    sandbox.restore(this.snapshot)
    return stateOf(sandbox)
  }
}

/** All that is ready to happen has happened. */
const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Waits for something that happens before any timer and any other task, such as a delivery. */
const inThisTurn = async (isSo: () => boolean): Promise<void> => {
  for (let i = 0; i < 1000 && !isSo(); i += 1) await Promise.resolve()
  expect(isSo()).toBe(true)
}

/** Enough requests at a time that the next ones are expected to be many too. */
const rush = async (client: Client): Promise<void> => {
  for (let i = 0; i < 3; i += 1) {
    await Promise.all(Array.from({ length: 16 }, () => client.get('/account')))
    await soon()
  }
}

const kept = (): { readonly sandbox: Keepable; readonly memory: Memory } => {
  const sandbox = createKeepable({ now: start, freeze: true, randomSeed: 'test' })
  const memory = new Memory()
  sandbox.keepWith(memory)
  return { sandbox, memory }
}

describe('the stream of changes', () => {
  test('add up to the exact state, whatever happens', async () => {
    const story = fc.array(happening, { maxLength: 12 })
    const property = fc.asyncProperty(story, story, async (before, after) => {
      const { sandbox, memory } = kept()
      await tell(sandbox, before)
      const saved = sandbox.snapshot()
      await tell(sandbox, after)
      expect(memory.state).toBe(stateOf(sandbox))
      sandbox.restore(saved)
      expect(memory.state).toBe(stateOf(sandbox))
      await tell(sandbox, after)
      expect(memory.state).toBe(stateOf(sandbox))
      sandbox.reset()
      expect(memory.state).toBe(stateOf(sandbox))
    })
    await fc.assert(property, runs(100))
  })

  test('include the restore of one account', async () => {
    const { sandbox, memory } = kept()
    const account = sandbox.createAccount()
    const saved = account.snapshot()
    await makeClient(sandbox, account).charge()
    await makeClient(sandbox).charge()
    account.restore(saved)
    expect(memory.state).toBe(stateOf(sandbox))
    expect(JSON.parse(memory.state).worlds).toEqual({ 'acct_sandbox/test': expect.anything() })
  })

  test('are few: a read makes none, a charge makes one', async () => {
    const { sandbox, memory } = kept()
    const client = makeClient(sandbox)
    const { id } = await client.charge()
    const told = memory.lines.length
    await client.get(`/charges/${id}`)
    await client.get('/charges')
    await client.post('/charges', { amount: 1 })
    expect(memory.lines).toHaveLength(told)
    await client.refund(id, { amount: 100 })
    expect(memory.lines).toHaveLength(told + 1)
  })

  test('of a request with an idempotency key hold its answer too: a retry after a crash gets the same answer', async () => {
    const { sandbox, memory } = kept()
    const told = memory.lines.length
    const headers = { 'idempotency-key': 'once' }
    const { body } = await makeClient(sandbox).post('/customers', { email: 'a@example.com' }, { headers })
    expect(memory.lines).toHaveLength(told + 1)
    const next = plainSandbox()
    next.restore(memory.snapshot)
    const again = await makeClient(next).post('/customers', { email: 'a@example.com' }, { headers })
    expect([again.body.id, again.headers.get('idempotent-replayed')]).toEqual([body.id, 'true'])
  })
})

describe('requests at the same time', () => {
  test('are stored by one change, and no request is answered before, not even a read of a new record', async () => {
    const { sandbox, memory } = kept()
    const client = makeClient(sandbox)
    await rush(client)
    const told = memory.lines.length
    const later = memory.hold()
    const headers = { 'idempotency-key': 'once' }
    const create = () => client.post('/customers', { email: 'a@example.com' }, { headers })
    const answers = [create(), create(), client.post('/customers')]
    const linesWhenAnswered = answers.map(async (answer) => [(await answer).status, memory.lines.length])
    await inThisTurn(() => sandbox.customers.count() === 2)
    linesWhenAnswered.push(
      client.get('/customers').then(({ body }) => [Number(body.total), memory.lines.length]),
    )
    await soon()
    expect(memory.lines).toHaveLength(told)
    later()
    expect(await Promise.all(linesWhenAnswered)).toEqual([
      ...[200, 200, 200].map((status) => [status, told + 1]),
      [2, told + 1],
    ])
    expect(memory.state).toBe(stateOf(sandbox))
  })

  test('are stored one by one if they come one by one, because waiting would delay each', async () => {
    const { sandbox, memory } = kept()
    const later = memory.hold()
    expect((await makeClient(sandbox).post('/customers')).status).toBe(200)
    expect(memory.state).toBe(stateOf(sandbox))
    later()
  })

  test('are undone together if they cannot be stored: all answer 500, and the next ones get the same ids', async () => {
    const { sandbox, memory } = kept()
    const client = makeClient(sandbox)
    const { id } = await client.charge()
    const before = stateOf(sandbox)
    await rush(client)
    memory.fails = true
    const some = () => [client.post('/customers'), client.post(`/charges/${id}/refunds`, { amount: 100 })]
    const answers = await Promise.all(some())
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [500, 'internal_error'],
      [500, 'internal_error'],
    ])
    expect([stateOf(sandbox), memory.state]).toEqual([before, before])
    memory.fails = false
    const again = await Promise.all(some())
    expect(again.map(({ status }) => status)).toEqual([200, 200])
    const other = kept()
    await makeClient(other.sandbox).charge()
    const same = await Promise.all([
      makeClient(other.sandbox).post('/customers'),
      makeClient(other.sandbox).post(`/charges/${id}/refunds`, { amount: 100 }),
    ])
    expect(again.map(({ body }) => body.id)).toEqual(same.map(({ body }) => body.id))
    expect(memory.state).toBe(stateOf(sandbox))
  })

  test('are stored before concurrent changes, and before any delivery', async () => {
    const { sandbox, memory } = kept()
    const client = makeClient(sandbox)
    const charge = await client.authorized()
    const linesWhenTold: number[] = []
    sandbox.webhooks.onDelivery(() => {
      linesWhenTold.push(memory.lines.length)
      return 200
    })
    await rush(client)
    const told = memory.lines.length
    const later = memory.hold()
    const answer = client.post('/customers')
    await inThisTurn(() => sandbox.customers.count() === 1)
    expect(memory.lines).toHaveLength(told)
    sandbox.simulate.expireCharge(charge.id)
    expect(memory.lines).toHaveLength(told + 1)
    later()
    expect(memory.state).toBe(stateOf(sandbox))
    expect((await answer).status).toBe(200)
    await sandbox.webhooks.settle()
    expect(linesWhenTold.length).toBeGreaterThan(0)
    for (const lines of linesWhenTold) expect(lines).toBeGreaterThan(told)
    expect(memory.state).toBe(stateOf(sandbox))
  })

  test('are stored before a restore replaces them', async () => {
    const { sandbox, memory } = kept()
    const client = makeClient(sandbox)
    const saved = sandbox.snapshot()
    await rush(client)
    const later = memory.hold()
    const answer = client.post('/customers')
    await inThisTurn(() => sandbox.customers.count() === 1)
    const { lines } = memory
    sandbox.restore(saved)
    expect(memory.lines).not.toBe(lines)
    later()
    expect((await answer).status).toBe(200)
    expect(memory.state).toBe(stateOf(sandbox))
  })
})

describe('a change that cannot be stored', () => {
  test('is undone: the request answers 500 and leaves nothing, and the next one sees no trace of it', async () => {
    const { sandbox, memory } = kept()
    const client = makeClient(sandbox)
    await client.charge()
    const before = stateOf(sandbox)
    memory.fails = true
    const answer = await sandbox.fetch(`${sandbox.url}/customers`, {
      method: 'POST',
      headers: { authorization: sandbox.authorization.secret },
    })
    expect(answer.status).toBe(500)
    expect([stateOf(sandbox), memory.state]).toEqual([before, before])
    memory.fails = false
    await client.charge()
    expect(memory.state).toBe(stateOf(sandbox))
  })

  test('is not restored either', async () => {
    const { sandbox, memory } = kept()
    const saved = sandbox.snapshot()
    await makeClient(sandbox).charge()
    const before = stateOf(sandbox)
    memory.fails = true
    expect(() => sandbox.restore(saved)).toThrow('the disk is full')
    expect(() => sandbox.reset()).toThrow('the disk is full')
    expect([stateOf(sandbox), memory.state]).toEqual([before, before])
  })
})

describe('the clock', () => {
  test('is kept with what happened at its moments, so that no record is ever of the future', async () => {
    const { sandbox, memory } = kept()
    await makeClient(sandbox).authorized()
    const lines = memory.lines.length
    await sandbox.clock.advance('30d')
    for (let end = lines; end <= memory.lines.length; end += 1) {
      const sum = new SnapshotBuilder()
      for (const line of memory.lines.slice(0, end)) sum.add(JSON.parse(line))
      const { clock, worlds } = sum.snapshot
      const newest = Object.values(worlds).flatMap((rows) => Object.values(rows).flat())
      expect(Math.max(...newest.map(({ createdAt }) => createdAt))).toBeLessThanOrEqual(
        (clock.frozenAt ?? 0) + newest.length,
      )
    }
  })
})
