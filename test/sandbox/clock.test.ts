import { describe, expect } from 'vitest'
import { createSandbox, type SandboxErrorCode } from '../../src/index'
import { day, later, makeSandbox, setUp, start, test } from '../support/set-up'

const refusal = (code: SandboxErrorCode, message = /./) =>
  expect.objectContaining({ name: 'SandboxError', code, message: expect.stringMatching(message) })

/** Waits for the machine's clock, not with a timer: it moves within a few milliseconds. */
const untilRealTimePasses = (): void => {
  const from = Date.now()
  while (Date.now() === from);
}

describe('advance', () => {
  test.each([
    ['90m', 90 * 60_000],
    ['15d', 15 * day],
    ['1d12h', 1.5 * day],
    ['2w', 14 * day],
    ['30s', 30_000],
    ['250ms', 250],
    ['1h1m1s1ms', 3_661_001],
    ['0s', 0],
    [0, 0],
    [1500, 1500],
  ])('%s moves it by %i ms and returns the new time', async (duration, ms) => {
    const { clock } = makeSandbox()
    expect((await clock.advance(duration)).toISOString()).toBe(later(start, ms))
    expect(clock.now().toISOString()).toBe(later(start, ms))
  })

  test.each([
    '',
    'soon',
    '5',
    '-5d',
    '1.5h',
    '5 d',
    '5d ',
    '5D',
    'd',
    'ms',
    '1y',
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('%j is not a duration', async (duration) => {
    const { clock } = makeSandbox()
    await expect(clock.advance(duration)).rejects.toEqual(refusal('invalid_duration', /is not a duration/))
    expect(clock.now().toISOString()).toBe(start)
  })

  test.each(['9999999999w', Number.MAX_SAFE_INTEGER])(
    '%s ends after the last year of four digits',
    async (far) => {
      const { clock } = makeSandbox()
      await expect(clock.advance(far)).rejects.toEqual(refusal('invalid_duration'))
      expect(clock.now().toISOString()).toBe(start)
    },
  )

  test('all due jobs on the way run, in order and at their own time', async ({ client, sandbox }) => {
    const ids: string[] = []
    for (const minutes of [30, 10, 20])
      ids.push((await client.authorized({ expires_at: later(start, minutes * 60_000) })).id)
    await sandbox.clock.advance('1d')
    const expired = sandbox.events.list((event) => event.key === 'charge.update')
    expect(expired.map(({ data }) => data.id)).toEqual([ids[1], ids[2], ids[0]])
    expect(expired.map(({ created_at }) => created_at)).toEqual(
      [10, 20, 30].map((minutes) => later(start, minutes * 60_000)),
    )
  })
})

describe('set', () => {
  const times: (string | number | Date)[] = [
    '2026-02-01T00:00:00Z',
    '2026-02-01',
    Date.UTC(2026, 1, 1),
    new Date(Date.UTC(2026, 1, 1)),
  ]
  test.each(times)('takes %j', async (time) => {
    expect((await makeSandbox().clock.set(time)).toISOString()).toBe('2026-02-01T00:00:00.000Z')
  })

  test('accepts the current time, which changes nothing', async () => {
    const { clock } = makeSandbox()
    await clock.set(clock.now())
    expect(clock.now().toISOString()).toBe(start)
  })

  test.each(['', 'tomorrow', '2026-02-30', Number.NaN, 1.5, new Date(Number.NaN), 1e17])(
    '%j is no time',
    async (time) => {
      await expect(makeSandbox().clock.set(time)).rejects.toEqual(refusal('invalid_time', /is not a time/))
    },
  )

  test('never goes back', async () => {
    const { clock } = makeSandbox()
    const before = Date.parse(start) - 1
    await expect(clock.set(before)).rejects.toEqual(refusal('clock_backwards', /never goes back/))
    expect(clock.now().toISOString()).toBe(start)
  })

  test('runs due jobs, like advance', async ({ client, sandbox }) => {
    const { id } = await client.authorized()
    await sandbox.clock.set('2026-02-01')
    expect(sandbox.charges.get(id)?.expired_at).toBe(later(start, 7 * day))
  })
})

describe('freeze and resume', () => {
  test('a running clock moves by itself, a frozen clock does not, and a resumed clock continues from there', () => {
    const { clock } = createSandbox({ now: start })
    untilRealTimePasses()
    expect(clock.now().getTime()).toBeGreaterThan(Date.parse(start))
    clock.freeze()
    const stopped = clock.now()
    untilRealTimePasses()
    expect([clock.frozen, clock.now()]).toEqual([true, stopped])
    clock.freeze()
    clock.resume()
    clock.resume()
    untilRealTimePasses()
    expect(clock.frozen).toBe(false)
    expect(clock.now().getTime()).toBeGreaterThan(stopped.getTime())
    expect(clock.now().getTime()).toBeLessThan(stopped.getTime() + 60_000)
  })

  test('jobs that fall due on a running clock are done before the next request is answered', async () => {
    const { client, sandbox } = setUp()
    const { id } = await client.authorized({ expires_at: later(start, 1) })
    sandbox.clock.resume()
    untilRealTimePasses()
    untilRealTimePasses()
    expect((await client.get(`/charges/${id}`)).body.status).toBe('expired')
  })

  test('the Date that now() gives is a copy', () => {
    const { clock } = makeSandbox()
    clock.now().setFullYear(1999)
    expect(clock.now().toISOString()).toBe(start)
  })
})
