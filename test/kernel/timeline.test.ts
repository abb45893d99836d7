/** The clock of the sandbox beside that of the machine, which these tests move by hand. */
import { describe, expect, test } from 'vitest'
import { UndoLog } from '../../src/kernel/commit'
import { SandboxError } from '../../src/kernel/sandbox-error'
import { Timeline } from '../../src/kernel/timeline'

const setUp = () => {
  const machine = { time: 1000 }
  const undo = new UndoLog()
  const timeline = new Timeline(() => machine.time, undo)
  const calls = { times: 0, kept: 0 }
  timeline.watchers.add(() => {
    calls.times += 1
  })
  undo.saveWith(() => {
    calls.kept += 1
  })
  /** Moves the clock of the machine, and reads the clock of the sandbox. */
  const later = (ms: number): number => {
    machine.time += ms
    return timeline.now()
  }
  const plan = (...times: readonly number[]) =>
    undo.run(() => {
      for (const time of times) timeline.plan(time, 'test', 'world', 'subject')
    })
  /** The job that runs, if one is due. */
  const takeDue = (time: number): unknown => {
    const taken: unknown[] = []
    timeline.runNext(time, (job) => void taken.push(job))
    return taken[0] ?? null
  }
  return { machine, undo, timeline, calls, later, plan, takeDue }
}

const fail = (): never => {
  throw new Error('no')
}

describe('the clock', () => {
  test('runs with the clock of the machine', () => {
    const { timeline, later } = setUp()
    expect([timeline.now(), later(5), timeline.frozen]).toEqual([1000, 1005, false])
    expect(timeline.state).toEqual({ offset: 0, frozenAt: null })
  })

  test('never goes back, even if the clock of the machine does', () => {
    const { later } = setUp()
    expect([later(5), later(-9), later(3), later(2)]).toEqual([1005, 1005, 1005, 1005])
    expect(later(7)).toBe(1008)
  })

  test('stays where it is frozen, and continues from there', () => {
    const { timeline, calls, later } = setUp()
    timeline.freeze()
    expect([later(50), timeline.frozen, calls]).toEqual([1000, true, { times: 0, kept: 1 }])
    expect(timeline.state).toEqual({ offset: 0, frozenAt: 1000 })
    timeline.resume()
    expect([timeline.now(), timeline.frozen, calls]).toEqual([1000, false, { times: 1, kept: 2 }])
    expect(later(7)).toBe(1007)
    expect(timeline.state).toEqual({ offset: -50, frozenAt: null })
  })

  test('that already runs has nothing to resume', () => {
    const { timeline, calls } = setUp()
    timeline.resume()
    expect(calls).toEqual({ times: 0, kept: 0 })
  })

  test('can be set, also to an earlier time, and continues from there', () => {
    const { timeline, calls, later } = setUp()
    timeline.place(200)
    expect([timeline.now(), later(3), calls]).toEqual([200, 203, { times: 1, kept: 1 }])
    expect(timeline.state).toEqual({ offset: -800, frozenAt: null })
  })

  test.each(['place', 'stopAt'] as const)('that is frozen stays where it is set: %s', (set) => {
    const { timeline, later } = setUp()
    timeline.freeze()
    timeline[set](5000)
    expect([later(9), timeline.state]).toEqual([5000, { offset: 0, frozenAt: 5000 }])
    timeline.resume()
    expect(later(1)).toBe(5001)
  })

  test('stays where it is stopped until it is set, and would continue from there', () => {
    const { timeline, later } = setUp()
    timeline.stopAt(5000)
    expect([later(50), timeline.frozen]).toEqual([5000, false])
    expect(timeline.state).toEqual({ offset: 5000 - 1050, frozenAt: null })
    timeline.place(6000)
    expect(later(1)).toBe(6001)
  })

  test('runs on from where it was held once it is released; one that runs is left alone', () => {
    const { timeline, calls, later } = setUp()
    timeline.release()
    expect([calls.times, later(5)]).toEqual([0, 1005])
    timeline.stopAt(5000)
    expect(later(50)).toBe(5000)
    timeline.release()
    expect(later(1)).toBe(5001)
    timeline.release()
    expect([later(1), calls.times]).toEqual([5002, 2])
  })

  test('does not move during the work of one moment, nor in work which that starts', () => {
    const { timeline, later } = setUp()
    const moments = timeline.atOneTime(() => [later(5), timeline.atOneTime(() => later(5)), later(5)])
    expect(moments).toEqual([1000, 1000, 1000])
    expect(timeline.now()).toBe(1015)
    expect(() => timeline.atOneTime(fail)).toThrow('no')
    expect(later(1)).toBe(1016)
  })

  test('shows the moment of a replayed job, in any order', () => {
    const { timeline } = setUp()
    expect(timeline.replaying).toBe(false)
    const inner = () => timeline.replay(7, () => [timeline.now(), timeline.replaying])
    expect(timeline.replay(9000, () => [inner(), timeline.now(), timeline.replaying])).toEqual([
      [7, true],
      9000,
      true,
    ])
    expect([timeline.now(), timeline.replaying]).toEqual([1000, false])
    expect(() => timeline.replay(1, fail)).toThrow('no')
    expect([timeline.now(), timeline.replaying]).toEqual([1000, false])
  })
})

describe('the state of the clock while a job runs', () => {
  test.each([
    ['due later than the clock has come', 1500, { offset: 500, frozenAt: null }],
    ['due earlier', 900, { offset: 0, frozenAt: null }],
    ['due now', 1000, { offset: 0, frozenAt: null }],
  ])('%s', (_, runAt, state) => {
    const { timeline, plan } = setUp()
    plan(runAt)
    const states: unknown[] = []
    timeline.runUntil(2000, () => states.push(timeline.state, timeline.now()))
    expect(states).toEqual([state, runAt])
    expect(timeline.state).toEqual({ offset: 0, frozenAt: null })
  })

  test('of a clock that was moved is the time of the clock if the job is late', () => {
    const { timeline, plan } = setUp()
    timeline.load([], 0, { offset: 4000, frozenAt: null }, 0)
    plan(3000)
    const states: unknown[] = []
    timeline.runUntil(5000, () => states.push(timeline.state))
    expect(states).toEqual([{ offset: 4000, frozenAt: null }])
  })

  test.each([
    [1500, 1500],
    [900, 1000],
  ])('of a frozen clock, for a job of %i, is %i', (runAt, frozenAt) => {
    const { timeline, plan } = setUp()
    timeline.freeze()
    plan(runAt)
    const states: unknown[] = []
    timeline.runUntil(2000, () => states.push(timeline.state))
    expect(states).toEqual([{ offset: 0, frozenAt }])
  })
})

describe('jobs', () => {
  test('are planned with all their fields, and announced if they come sooner than the others', () => {
    const { timeline, calls, plan } = setUp()
    plan(2000, 3000, 1500)
    expect(calls.times).toBe(2)
    expect(timeline.nextDue).toBe(1500)
    expect(timeline.job(2)).toEqual({ id: 2, runAt: 3000, kind: 'test', world: 'world', subject: 'subject' })
    expect(timeline.jobs().map(({ id }) => id)).toEqual([1, 2, 3])
  })

  test('are due at their time and not before', () => {
    const { timeline, plan, takeDue } = setUp()
    plan(1500)
    expect(takeDue(1499)).toBeNull()
    expect(takeDue(1500)).toMatchObject({ id: 1 })
    expect([takeDue(1500), timeline.nextDue, timeline.job(1)]).toEqual([null, null, undefined])
  })

  test('of one moment run in the order of their making, also after a restore', () => {
    const { timeline, plan } = setUp()
    plan(2000, 1500, 2000, 1500, 2000)
    const order = (): readonly number[] => {
      const ran: number[] = []
      timeline.runUntil(2000, ({ id }) => void ran.push(id))
      return ran
    }
    const saved = timeline.jobs().toReversed()
    expect(timeline.planned.map(({ id }) => id)).toEqual([2, 4, 1, 3, 5])
    expect(order()).toEqual([2, 4, 1, 3, 5])
    timeline.load(saved, 5, timeline.state, 0)
    expect(order()).toEqual([2, 4, 1, 3, 5])
  })

  test.each([
    [1499, 0],
    [1500, 1],
    [2500, 2],
    [9000, 3],
  ])('due at %i or before are %i', (time, count) => {
    const { timeline, plan } = setUp()
    plan(3000, 1500, 2000)
    expect(timeline.countDue(time)).toBe(count)
  })

  test('that a job plans run too, each at its own moment, behind those of that moment', () => {
    const { timeline, plan } = setUp()
    plan(1500, 1500, 1700)
    const ran: string[] = []
    const count = timeline.runUntil(2000, ({ id }) => {
      ran.push(`${id} at ${timeline.now()}`)
      if (id === 1) plan(1500, 1600, 2001)
    })
    expect([count, ran]).toEqual([5, ['1 at 1500', '2 at 1500', '4 at 1500', '5 at 1600', '3 at 1700']])
  })

  test('that a failed commit plans are not planned', () => {
    const { undo, timeline, plan } = setUp()
    plan(1500)
    expect(() => undo.run(() => [plan(1400, 1600), fail()])).toThrow('no')
    expect(timeline.planned).toMatchObject([{ id: 1, runAt: 1500 }])
  })

  test('that a failed commit takes have not run', () => {
    const { undo, plan, takeDue } = setUp()
    plan(1500)
    expect(() => undo.run(() => [takeDue(2000), fail()])).toThrow('no')
    expect(takeDue(2000)).toMatchObject({ id: 1 })
  })

  test('that ran outside of a commit are written down with the next one', () => {
    const { undo, timeline, plan, takeDue } = setUp()
    plan(1500)
    const kept: unknown[] = []
    undo.saveWith((writes) => kept.push(...writes.map(({ target, id }) => [target === timeline, id])))
    takeDue(2000)
    undo.run(() => undefined)
    expect(kept).toEqual([[true, '1']])
  })

  test.each([
    ['that could not be kept is there again', new SandboxError('cannot_write', 'disk full'), [1]],
    ['that failed has run', new Error('no'), []],
  ])('one %s', (_, error, left) => {
    const { timeline, plan } = setUp()
    plan(1500)
    const run = () => {
      throw error
    }
    expect(() => timeline.runUntil(2000, run)).toThrow(error.message)
    expect(timeline.jobs().map(({ id }) => id)).toEqual(left)
    expect(timeline.nextDue === null).toBe(left.length === 0)
  })

  test.each([
    ['keep a number that is free', 1, 1],
    ['get a new one where theirs is taken', 2, 4],
    ['get a new one where theirs was never given out', 9, 4],
  ])('of one kind can be replaced, and the others stay; those that come %s', (_, id, number) => {
    const { timeline, calls, plan } = setUp()
    plan(1500, 2000, 2500)
    calls.times = 0
    const other = { id, runAt: 1200, kind: 'other', world: 'w', subject: '' }
    timeline.replace((job) => job.id !== 2, [other])
    expect(timeline.jobs()).toEqual(
      [timeline.job(2), { ...other, id: number }].sort((a, b) => (a?.id ?? 0) - (b?.id ?? 0)),
    )
    expect([timeline.nextDue, timeline.count, calls.times]).toEqual([1200, Math.max(3, number), 1])
    expect(Object.isFrozen(timeline.job(number))).toBe(true)
  })
})

describe('a state that is loaded', () => {
  const job = { id: 4, runAt: 1500, kind: 'other', world: 'w', subject: '' }

  test('replaces the jobs and the clock, which continues from its newest record', () => {
    const { timeline, calls, plan, later } = setUp()
    plan(1100)
    timeline.stopAt(8000)
    calls.times = 0
    timeline.load([job], 4, { offset: -900, frozenAt: null }, 150)
    expect([timeline.jobs(), timeline.count, timeline.nextDue]).toEqual([[job], 4, 1500])
    expect([timeline.loads, calls.times, Object.isFrozen(timeline.job(4))]).toEqual([1, 1, true])
    expect([timeline.now(), later(20), later(40)]).toEqual([150, 150, 160])
  })

  test.each([
    [3000, 4000],
    [5000, 5000],
  ])('with a frozen clock and a newest record of %i has the time %i', (newest, stands) => {
    const { timeline } = setUp()
    timeline.load([], 0, { offset: 0, frozenAt: 4000 }, newest)
    expect([timeline.now(), timeline.frozen]).toEqual([stands, true])
  })
})
