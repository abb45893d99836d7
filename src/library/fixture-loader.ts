import type { Accounts } from '../accounts'
import { type GivenFixture, loadFixture, type NamedRecords, type Target } from '../fixtures/load'
import type { Extent } from '../fixtures/record/recording'
import { remarksOn } from '../fixtures/write'
import type { UndoLog } from '../kernel/commit'
import type { Job, Timeline } from '../kernel/timeline'
import type { SandboxClock } from './clock'
import type { RecordArguments, Recording } from './seed'

export type { RecordArguments } from './seed'

interface Parts {
  readonly accounts: Accounts
  readonly timeline: Timeline
  readonly undo: UndoLog
  readonly clock: SandboxClock
  readonly baseUrl: () => string
  readonly runJob: (job: Job) => void
  /** A fixture by its name, by its path, or as an object. Throws a FixtureError when there is none. */
  readonly open: (fixture: string | object) => GivenFixture
  /** A fixture as the text of a file, with remarks in its first lines. */
  readonly print: (fixture: object, remarks: readonly string[]) => string
}

/** Loads fixtures into a running sandbox, and makes them of what is there. */
export class FixtureLoader {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @throws FixtureError; nothing changes then */
  open(fixture: string | object, target: Target): NamedRecords {
    return this.load(this.#parts.open(fixture), target)
  }

  async record(extent: Extent, ...given: RecordArguments): Promise<Recording | string> {
    const [format, options] = typeof given[0] === 'string' ? [given[0], given[1]] : [null, given[0]]
    const { recordingOf } = await import('./recorder')
    const { accounts, timeline, clock, baseUrl, print } = this.#parts
    clock.catchUp()
    const recording = await recordingOf(
      { accounts, now: timeline.now(), baseUrl: baseUrl(), lifetime: clock.lifetime },
      extent,
      options ?? {},
    )
    return format === null ? recording : print(recording.fixture, remarksOn(recording.leftOut))
  }

  /** @throws FixtureError; nothing changes then */
  load(fixture: GivenFixture, target: Target): NamedRecords {
    const { accounts, timeline, undo, clock, baseUrl, runJob } = this.#parts
    clock.catchUp()
    const ports = {
      ...{ accounts, timeline, runJob, baseUrl: baseUrl() },
      commit: <T>(work: () => T extends Promise<unknown> ? never : T): T => undo.run(work),
    }
    const named = loadFixture(ports, fixture, target)
    // The clock may have moved on to the now of the fixture.
    clock.catchUp()
    return named
  }
}
