/** What ends with a sandbox, and real time beside it. */
import { describe, expect, test } from 'vitest'
import { Lifetime } from '../../src/kernel/lifetime'
import { afterMs, afterMsIfAlive } from '../../src/kernel/real-time'
import { isNotKept, SandboxError } from '../../src/kernel/sandbox-error'

const never = new Promise<never>(() => undefined)
const closed = 'this sandbox was closed: make another one with createSandbox()'

describe('a lifetime', () => {
  test('lasts until it ends, and is over then', () => {
    const life = new Lifetime()
    life.check()
    expect(life.isOver).toBe(false)
    life.end()
    expect(life.isOver).toBe(true)
    expect(() => life.check()).toThrow(closed)
  })

  test('ends each registered part once, but no removed part; a later part ends at once', () => {
    const life = new Lifetime()
    const ended: string[] = []
    life.onEnd(() => ended.push('a'))
    life.onEnd(() => ended.push('b'))()
    expect(ended).toEqual([])
    life.end()
    life.end()
    life.onEnd(() => ended.push('c'))
    expect(ended).toEqual(['a', 'c'])
  })

  test('returns the result of work, and ends work that it no longer waits for', async () => {
    const life = new Lifetime()
    expect(await life.during(Promise.resolve(7))).toBe(7)
    await expect(life.during(Promise.reject(new Error('no')))).rejects.toThrow('no')
    const waits = life.during(never)
    life.end()
    await expect(waits).rejects.toMatchObject({ name: 'SandboxError', code: 'closed', message: closed })
    await expect(life.during(never)).rejects.toThrow(closed)
  })

  test('pauses for a while, or until it is over', async () => {
    const life = new Lifetime()
    await life.pause(1)
    const long = life.pause(2 ** 40)
    life.end()
    await long
    await life.pause(2 ** 40)
  })
})

test.each([
  ['keeps a process alive', afterMs],
  ['does not', afterMsIfAlive],
])(
  'work after some time that %s is done, unless it is cancelled, and never at once for a long time',
  async (_, after) => {
    const done: string[] = []
    after(0, () => done.push('taken back'))()
    const stop = after(2 ** 40, () => done.push('long'))
    after(0, () => done.push('a'))
    await new Promise((resolve) => setTimeout(resolve, 5))
    stop()
    expect(done).toEqual(['a'])
  },
)

test('a failure to store is distinct from other failures', () => {
  expect(isNotKept(new SandboxError('cannot_write', 'disk full'))).toBe(true)
  expect(isNotKept(new SandboxError('closed', 'no'))).toBe(false)
  expect(isNotKept(Object.assign(new Error('no'), { code: 'cannot_write' }))).toBe(false)
})
