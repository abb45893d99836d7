/** Long moves of the clock: others are answered meanwhile, it says how far it is, and it can be stopped. */
import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { MoveProgress, Sandbox } from '../../src/index'
import type { Client } from '../support/client'
import { readEvents } from '../support/event-stream'
import { createSchedule, withCustomer } from '../support/schedules'
import { day, later, plainSandbox, savedState, start, stateOf } from '../support/set-up'

/** A schedule that charges every day for two years. */
const busy = async () => {
  const setup = await withCustomer()
  await createSchedule(setup, { end_on: '2028-01-15' })
  return setup
}

const moveBy = (
  { fetch, url }: Pick<Sandbox, 'fetch' | 'url'>,
  advance: string,
  init: RequestInit = {},
): Promise<Response> =>
  fetch(`${url}/_sandbox/clock`, { method: 'POST', body: JSON.stringify({ advance }), ...init })

const asStream = { headers: { accept: 'text/event-stream' } }

describe('a long move', () => {
  test('answers other requests on the way, at the moment that it has reached', async () => {
    const { sandbox, client } = await busy()
    const moving = sandbox.clock.advance('150d')
    const seen: string[] = []
    let isOver = false
    moving.then(() => {
      isOver = true
    })
    while (!isOver) {
      await new Promise(setImmediate)
      const { created_at } = await client.customer()
      seen.push(created_at)
      expect(sandbox.events.list().every((event) => event.created_at <= created_at)).toBe(true)
    }
    expect(seen.length).toBeGreaterThan(5)
    expect(seen).toEqual(seen.toSorted())
    expect(seen.filter((at) => at > start && at < later(start, 150 * day)).length).toBeGreaterThan(3)
    expect((await moving).toISOString()).toBe(later(start, 150 * day))
  })

  test('has the same result with and without requests on the way, including snapshots and restores elsewhere', async () => {
    const { sandbox } = await busy()
    const copy = plainSandbox()
    copy.restore(savedState(sandbox))
    const moving = sandbox.clock.advance('100d')
    await new Promise(setImmediate)
    const halfway = plainSandbox()
    halfway.restore(savedState(sandbox))
    expect(halfway.clock.now().getTime()).toBeLessThan(Date.parse(later(start, 100 * day)))
    await moving
    for (let i = 0; i < 100; i += 1) await copy.clock.advance('1d')
    await halfway.clock.set(later(start, 100 * day))
    expect(stateOf(copy)).toBe(stateOf(sandbox))
    expect(stateOf(halfway)).toBe(stateOf(sandbox))
  })

  test('reports its progress', async () => {
    const { sandbox } = await busy()
    const reports: MoveProgress[] = []
    await sandbox.clock.advance('500d', { onProgress: (progress) => reports.push(progress) })
    expect(reports.length).toBeGreaterThan(1)
    const times = reports.map(({ now }) => now.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    for (const { to, done, due } of reports) {
      expect(to.toISOString()).toBe(later(start, 500 * day))
      expect([done, due].every((count) => count > 0)).toBe(true)
    }
  })

  test('stops at its signal between two jobs, and reports the time of the clock', async () => {
    const { sandbox } = await busy()
    const end = new AbortController()
    const moving = sandbox.clock.advance('150d', { signal: end.signal, onProgress: () => end.abort() })
    await expect(moving).rejects.toMatchObject({ name: 'SandboxError', code: 'stopped' })
    const now = sandbox.clock.now().toISOString()
    await expect(moving).rejects.toThrow(`the clock was stopped at ${now}, on its way to 2026-06-14`)
    expect(now > start && now < later(start, 150 * day)).toBe(true)
    await sandbox.clock.set(later(start, 150 * day))
    expect(sandbox.charges.list()).toHaveLength(150)
  })

  test('does not begin with an aborted signal', async () => {
    const { sandbox } = await busy()
    const before = stateOf(sandbox)
    await expect(sandbox.clock.advance('1d', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'stopped',
    })
    expect(stateOf(sandbox)).toBe(before)
  })

  test('can be stopped while a receiver is slow', async () => {
    const { sandbox } = await busy()
    const end = new AbortController()
    let answer = (): void => undefined
    const answered = new Promise<number>((resolve) => {
      answer = () => resolve(200)
    })
    sandbox.webhooks.onDelivery(() => {
      end.abort()
      return answered
    })
    await expect(sandbox.clock.advance('2d', { signal: end.signal })).rejects.toMatchObject({
      code: 'stopped',
    })
    expect(sandbox.clock.now().toISOString()).toBe('2026-01-16T01:30:00.000Z')
    answer()
    await sandbox.webhooks.settle()
  })

  test('waits until an earlier move is over, and both reach their time', async () => {
    const { sandbox } = await busy()
    const both = await Promise.all([sandbox.clock.advance('100d'), sandbox.clock.advance('50d')])
    expect(both.map((time) => time.toISOString())).toEqual([later(start, 100 * day), later(start, 150 * day)])
  })

  test('ends with the sandbox', async () => {
    const sandbox = plainSandbox()
    const { sandbox: full } = await busy()
    sandbox.restore(full.snapshot())
    const moving = sandbox.clock.advance('700d')
    const refused = expect(moving).rejects.toMatchObject({ code: 'closed' })
    await sandbox.close()
    await refused
  })

  test('ends where it is after a reset or restore', async () => {
    const { sandbox } = await busy()
    const moving = sandbox.clock.advance('150d')
    await new Promise(setImmediate)
    sandbox.reset()
    expect((await moving).toISOString()).toBe(start)
    expect(sandbox.charges.list()).toEqual([])
  })
})

describe('POST /_sandbox/clock (contract 4)', () => {
  test('with Accept: text/event-stream reports its progress, and the time of the clock at the end', async () => {
    const { sandbox } = await busy()
    const answer = await moveBy(sandbox, '150d', asStream)
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const stream = readEvents(answer)
    const to = later(start, 150 * day)
    expect(await stream.next()).toMatchObject({
      event: 'progress',
      data: { now: expect.any(String), to, done: expect.any(Number), due: expect.any(Number) },
    })
    let last = await stream.next()
    while (last?.event === 'progress') last = await stream.next()
    expect(last).toMatchObject({ event: 'done', data: { now: to, frozen: true } })
    expect(await stream.next()).toBeNull()
  })

  test('refuses a wrong request with the usual status, not with a stream', async () => {
    const { sandbox } = await busy()
    const answer = await moveBy(sandbox, 'soon', asStream)
    expect([answer.status, await answer.json()]).toMatchObject([422, { error: { code: 'invalid_duration' } }])
  })

  const leaving: Readonly<Record<string, (sandbox: Sandbox, client: Client) => Promise<void>>> = {
    'a reader of the progress': async (sandbox) => {
      const stream = readEvents(await moveBy(sandbox, '700d', asStream))
      await stream.next()
      await stream.leave()
    },
    'a client in the process': async (sandbox) => {
      const end = new AbortController()
      const moving = moveBy(sandbox, '700d', { signal: end.signal })
      while (sandbox.clock.now().toISOString() === start) await new Promise(setImmediate)
      end.abort()
      await moving.catch(() => undefined)
    },
    'a client over a socket': async (sandbox) => {
      const { url } = await sandbox.listen({ port: 0 })
      const asked = request(`${url}/_sandbox/clock`, { method: 'POST' })
      const broken = once(asked, 'error')
      asked.end('{"advance":"700d"}')
      while (sandbox.clock.now().toISOString() === start) await new Promise(setImmediate)
      asked.destroy(new Error('goes away'))
      await broken
    },
  }

  test.each(Object.keys(leaving))('%s that disconnects stops the move where it is', async (who) => {
    const { sandbox, client } = await busy()
    await leaving[who]?.(sandbox, client)
    // The next move begins when this one is over.
    const stopped = await sandbox.clock.advance(0)
    expect(stopped.getTime()).toBeLessThan(Date.parse(later(start, 700 * day)))
  })
})
