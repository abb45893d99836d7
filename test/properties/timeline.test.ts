import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { UndoLog } from '../../src/kernel/commit'
import { type Job, Timeline } from '../../src/kernel/timeline'
import { patience, runs } from '../support/arbitraries'

vi.setConfig({ testTimeout: patience })

/** A job that is planned now, and those that it plans when it runs, each some ms later. */
interface Plan {
  readonly at: number
  readonly follow: readonly number[]
}

type Deed =
  | { readonly do: 'plan' | 'plan and take back'; readonly plans: readonly Plan[] }
  | { readonly do: 'run'; readonly ms: number }
  | { readonly do: 'restart' }

const plan: fc.Arbitrary<Plan> = fc.record({
  at: fc.nat({ max: 40 }),
  // Also at the same moment and earlier than what is due already.
  follow: fc.array(fc.nat({ max: 6 }), { maxLength: 2 }),
})
const plans = fc.array(plan, { maxLength: 5 })
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('plan' as const), plans }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('plan and take back' as const), plans }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('run' as const), ms: fc.nat({ max: 15 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
)

interface Ran {
  readonly id: number
  readonly at: number
}

/** A plain list, searched for its earliest job each time. */
class Model {
  jobs: { id: number; at: number; follow: readonly number[] }[] = []
  ran: Ran[] = []
  now = 0
  #count = 0

  plan({ at, follow }: Plan): void {
    this.#count += 1
    this.jobs.push({ id: this.#count, at, follow })
  }

  run(until: number): void {
    for (;;) {
      const next = this.jobs.filter((job) => job.at <= until).sort((a, b) => a.at - b.at || a.id - b.id)[0]
      if (next === undefined) break
      this.jobs = this.jobs.filter((job) => job !== next)
      this.ran.push({ id: next.id, at: next.at })
      for (const ms of next.follow) this.plan({ at: next.at + ms, follow: [] })
    }
    this.now = until
  }
}

class Subject {
  readonly undo = new UndoLog()
  readonly timeline = new Timeline(() => 0, this.undo)
  readonly ran: Ran[] = []

  constructor() {
    this.timeline.freeze()
  }

  /** The subject of a job holds the jobs that it plans, because a job is data. */
  plan({ at, follow }: Plan): void {
    this.timeline.plan(at, 'test', 'world', JSON.stringify(follow))
  }

  run(until: number): void {
    this.timeline.runUntil(until, (job: Job) => {
      expect(this.timeline.now()).toBe(job.runAt)
      this.ran.push({ id: job.id, at: this.timeline.now() })
      const follow: readonly number[] = JSON.parse(job.subject)
      this.undo.run(() => {
        for (const ms of follow) this.plan({ at: job.runAt + ms, follow: [] })
      })
    })
    this.timeline.place(until)
  }

  restart(): void {
    const { timeline } = this
    const jobs: readonly Job[] = JSON.parse(JSON.stringify(timeline.jobs()))
    timeline.load(jobs, timeline.count, JSON.parse(JSON.stringify(timeline.state)), 0)
  }
}

const doBoth = (subject: Subject, model: Model, done: Deed): void => {
  if (done.do === 'restart') subject.restart()
  else if (done.do === 'run') {
    model.run(model.now + done.ms)
    subject.run(model.now)
  } else {
    const ahead = done.plans.map(({ at, follow }): Plan => ({ at: model.now + at, follow }))
    const planAll = (): void => {
      for (const one of ahead) subject.plan(one)
      if (done.do === 'plan and take back') throw new Error('no')
    }
    if (done.do === 'plan') {
      subject.undo.run(planAll)
      for (const one of ahead) model.plan(one)
    } else expect(() => subject.undo.run(planAll)).toThrow('no')
  }
}

describe('the timeline', () => {
  test('runs jobs in the order of their time, then of their planning, each at its own moment', () => {
    const property = fc.property(fc.array(deed, { maxLength: 12 }), (deeds) => {
      const subject = new Subject()
      const model = new Model()
      for (const done of deeds) {
        doBoth(subject, model, done)
        expect(subject.timeline.now()).toBe(model.now)
        expect(subject.timeline.jobs().map(({ id, runAt }) => ({ id, at: runAt }))).toEqual(
          model.jobs.map(({ id, at }) => ({ id, at })).sort((a, b) => a.id - b.id),
        )
      }
      subject.run(1000)
      model.run(1000)
      expect(subject.ran).toEqual(model.ran)
    })
    fc.assert(property, runs(1000))
  })

  test('when a job fails the clock is free again, and the jobs behind it still run', () => {
    const { undo, timeline } = new Subject()
    undo.run(() => {
      for (const at of [1, 2, 3]) timeline.plan(at, 'test', 'world', '')
    })
    const ran: number[] = []
    const run = (job: Job): void => {
      ran.push(job.runAt)
      if (job.runAt === 2) throw new Error('broken')
    }
    expect(() => timeline.runUntil(3, run)).toThrow('broken')
    expect(timeline.now()).toBe(0)
    timeline.runUntil(3, run)
    expect(ran).toEqual([1, 2, 3])
  })

  test('the clock never goes back, even if the clock of the machine does', () => {
    const property = fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1 }), (readings) => {
      let reading = 0
      const timeline = new Timeline(() => reading, new UndoLog())
      let before = Number.NEGATIVE_INFINITY
      for (const next of readings) {
        reading = next
        expect(timeline.now()).toBeGreaterThanOrEqual(before)
        before = timeline.now()
      }
      expect(before).toBe(Math.max(...readings))
    })
    fc.assert(property, runs(300))
  })
})
