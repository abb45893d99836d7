import type { GivenFixture } from '../fixtures/load'
import { parseTime } from '../kernel/calendar'
import { isObject } from '../kernel/json'
import type { CheckedOptions } from '../options/config'
import type { SandboxClock } from './clock/sandbox-clock'

interface ReadFixtures {
  readonly fixtures: readonly GivenFixture[]
  /** `null` for the real time. */
  readonly startsAt: number | null
}

/** The start of the clock: the given time, or the latest now of the fixtures if it is later. `null`: the real time. */
const startOf = (given: number | null, fixtures: readonly GivenFixture[]): number | null => {
  const nows = fixtures.map(({ value }) =>
    isObject(value) && typeof value.now === 'string' ? parseTime(value.now) : null,
  )
  const times = [given, ...nows].filter((time) => time !== null)
  return times.length === 0 ? null : Math.max(...times)
}

/** The start of a sandbox and of each reset: the fixtures of its options, and the time of its clock. */
export class Beginning {
  readonly #options: CheckedOptions
  readonly #open: (fixture: string | object) => GivenFixture
  #read: ReadFixtures

  /**
   * @param open a fixture by its name, by its path, or as an object
   * @throws FixtureError, as does `reopen`
   */
  constructor(options: CheckedOptions, open: (fixture: string | object) => GivenFixture) {
    this.#options = options
    this.#open = open
    this.#read = this.#readAll()
  }

  get fixtures(): readonly GivenFixture[] {
    return this.#read.fixtures
  }

  startClock(clock: SandboxClock): void {
    clock.start(this.#read.startsAt, this.#options.freeze === true)
  }

  /** Reads the fixtures again, since their files may have changed. Returns a function that undoes this. */
  reopen(): () => void {
    const before = this.#read
    this.#read = this.#readAll()
    return () => {
      this.#read = before
    }
  }

  #readAll(): ReadFixtures {
    const fixtures = this.#options.fixtures?.map((fixture) => this.#open(fixture)) ?? []
    return { fixtures, startsAt: startOf(this.#options.now ?? null, fixtures) }
  }
}
