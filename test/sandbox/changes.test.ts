import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createSandbox } from '../../src/create-sandbox'
import type { Row } from '../../src/kernel/collection'
import type { Sandbox } from '../../src/sandbox/sandbox'
import type { Keeper } from '../../src/sandbox/snapshots/changes'
import type { Snapshot } from '../../src/sandbox/snapshots/snapshot'
import { type Change, SnapshotBuilder, textsOf } from '../../src/sandbox/snapshots/snapshot-builder'
import { patience, runs } from '../support/arbitraries'
import { makeClient } from '../support/client'
import { plainSandbox, start, stateOf } from '../support/set-up'
import { playStory, storyStep } from '../support/story-steps'

vi.setConfig({ testTimeout: patience })

/** Keeps changes as text, as a file would. */
class Memory implements Keeper {
  lines: string[] = []
  fails = false

  add(change: Change): void {
    if (this.fails) throw new Error('the disk is full')
    this.lines.push(JSON.stringify(change))
  }

  replace(snapshot: Snapshot): void {
    if (this.fails) throw new Error('the disk is full')
    this.lines = [...textsOf(snapshot)]
  }

  get snapshot(): Snapshot {
    const sum = new SnapshotBuilder()
    for (const line of this.lines) sum.add(JSON.parse(line))
    return sum.snapshot ?? expect.fail('no whole state')
  }

  /** What a new process would make of it. */
  get state(): string {
    const sandbox = plainSandbox()
    sandbox.restore(this.snapshot)
    return stateOf(sandbox)
  }
}

const kept = (): { readonly sandbox: Sandbox; readonly memory: Memory } => {
  const sandbox = createSandbox({ now: start, freeze: true, randomSeed: 'test' })
  const memory = new Memory()
  sandbox.host.saveState(memory)
  return { sandbox, memory }
}

describe('the stream of changes', () => {
  test('add up to the exact state, whatever happens', async () => {
    const story = fc.array(storyStep, { maxLength: 12 })
    const property = fc.asyncProperty(story, story, async (before, after) => {
      const { sandbox, memory } = kept()
      await playStory(sandbox, before)
      const saved = sandbox.snapshot()
      await playStory(sandbox, after)
      expect(memory.state).toBe(stateOf(sandbox))
      sandbox.restore(saved)
      expect(memory.state).toBe(stateOf(sandbox))
      await playStory(sandbox, after)
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
    const count = memory.lines.length
    await client.get(`/charges/${id}`)
    await client.get('/charges')
    await client.post('/charges', { amount: 1 })
    expect(memory.lines).toHaveLength(count)
    await client.refund(id, { amount: 100 })
    expect(memory.lines).toHaveLength(count + 1)
  })

  test('of a request with an idempotency key hold its answer too: a retry after a crash gets the same answer', async () => {
    const { sandbox, memory } = kept()
    const count = memory.lines.length
    const headers = { 'idempotency-key': 'once' }
    const { body } = await makeClient(sandbox).post('/customers', { email: 'a@example.com' }, { headers })
    expect(memory.lines).toHaveLength(count + 1)
    const next = plainSandbox()
    next.restore(memory.snapshot)
    const again = await makeClient(next).post('/customers', { email: 'a@example.com' }, { headers })
    expect([again.body.id, again.headers.get('idempotent-replayed')]).toEqual([body.id, 'true'])
  })
})

test('a row that an event is about is written once, and is that row again after reading', async () => {
  const { sandbox, memory } = kept()
  const metadata = { subject: { id: 'chrg_1', of: '/charges' }, row: { id: 'a', of: 'b', createdAt: 1 } }
  const charge = await makeClient(sandbox).charge({ description: 'once', metadata })
  await makeClient(sandbox).refund(charge.id, { amount: 100, metadata })
  expect(memory.state).toBe(stateOf(sandbox))
  memory.replace(sandbox.snapshot())
  expect(memory.state).toBe(stateOf(sandbox))
  await makeClient(sandbox).patch(`/charges/${charge.id}`, { description: 'twice' })
  memory.replace(sandbox.snapshot())
  expect(memory.lines.join().match(/"twice"/g)).toHaveLength(1)
  const { charges, events } = memory.snapshot.worlds['acct_sandbox/test'] ?? {}
  const subjects = events?.map((event) => ('subject' in event ? event.subject : null))
  expect(subjects).toContainEqual(expect.objectContaining({ row: charges?.[0] }))
  expect(memory.state).toBe(stateOf(sandbox))
})

test('an event that names a row which is not there is not read', () => {
  const sum = new SnapshotBuilder()
  const event: Row & { subject: unknown } = {
    ...{ id: 'evnt_1', createdAt: 1 },
    subject: { object: 'charge', row: { id: 'chrg_9', of: 'acct_1/test/charges' } },
  }
  expect(() => sum.add({ rows: [['acct_1/test/events', event]] })).toThrow(
    'it names chrg_9, which it does not have',
  )
})

describe('requests at the same time', () => {
  test('are each stored before they are answered', async () => {
    const { sandbox, memory } = kept()
    const client = makeClient(sandbox)
    const count = memory.lines.length
    const answers = [1, 2, 3].map(async () => {
      const { body } = await client.post('/customers', { email: 'a@example.com' })
      return memory.lines.some((line) => line.includes(body.id))
    })
    expect(await Promise.all(answers)).toEqual([true, true, true])
    expect(memory.lines).toHaveLength(count + 3)
    expect(memory.state).toBe(stateOf(sandbox))
  })

  test('that cannot be stored all answer 500, and the next ones get the same ids', async () => {
    const { sandbox, memory } = kept()
    const client = makeClient(sandbox)
    const { id } = await client.charge()
    const before = stateOf(sandbox)
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
})

test('a delivery is made after its event is stored', async () => {
  const { sandbox, memory } = kept()
  const count = memory.lines.length
  const linesAtCall: number[] = []
  sandbox.webhooks.onDelivery(() => {
    linesAtCall.push(memory.lines.length)
    return 200
  })
  await makeClient(sandbox).post('/customers')
  await sandbox.webhooks.settle()
  expect(linesAtCall).toHaveLength(1)
  expect(linesAtCall[0]).toBeGreaterThan(count)
  expect(memory.state).toBe(stateOf(sandbox))
})

describe('a change that cannot be stored', () => {
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
      const { clock, worlds } = sum.snapshot ?? expect.fail('no whole state')
      const newest = Object.values(worlds).flatMap((rows) => Object.values(rows).flat())
      expect(Math.max(...newest.map(({ createdAt }) => createdAt))).toBeLessThanOrEqual(
        (clock.frozenAt ?? 0) + newest.length,
      )
    }
  })
})
