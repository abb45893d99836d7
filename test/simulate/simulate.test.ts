/**
 * Operations of the simulation, 20,000 in `npm run drill -- release`, and the stories in which service and model once
 * differed.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cases } from '../support/arbitraries'
import { plainSandbox } from '../support/set-up'
import { type Operation, operationsOf, play, type Round, shrink } from './play'

vi.setConfig({ testTimeout: 300_000 })

const newFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-simulation-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'state')
}

const operations = cases(2500)

/** Transitions and events that the simulation leaves to the tests of links and schedules. */
const leftOut =
  /^link\.|^schedule: running -> expired$|^occurrence: failed -> |^schedule\.occurrence\.failed$/

describe('the service behaves like the model', () => {
  const reached = new Set<string>()
  const after: Round['after'] = ({ seed }, { harness }) => {
    if (seed % 20 > 0) return
    const { transitions, events } = harness.sandbox.coverage()
    for (const { name, count } of [...transitions.rows, ...events.rows]) if (count > 0) reached.add(name)
  }

  // Operations that never lead to a state would prove nothing about it.
  afterAll(() => {
    const { transitions, events } = plainSandbox().coverage()
    const names = [...transitions.rows, ...events.rows].map(({ name }) => name)
    expect(names.filter((name) => !reached.has(name) && !leftOut.test(name))).toEqual([])
  })

  test.each([
    { profile: 'spec', seed: 22, how: 'in memory', file: false },
    { profile: 'omise', seed: 24, how: 'with the books proved after each request', file: false },
    { profile: 'spec', seed: 7, how: 'with its state in a file, and killed', file: true },
    { profile: 'omise', seed: 31, how: 'in memory', file: false },
    { profile: 'spec', seed: 40, how: 'with receivers, the books proved after each request', file: false },
    { profile: 'omise', seed: 53, how: 'in memory', file: false },
    { profile: 'omise', seed: 65, how: 'with receivers of webhooks and its state in a file', file: true },
    { profile: 'spec', seed: 79, how: 'in memory', file: false },
  ] as const)(`$profile: ${operations} operations of seed $seed, $how`, async ({ profile, seed, file }) => {
    const round: Round = { profile, seed, file: file ? newFile() : null, after }
    const difference = await play(round, operationsOf(seed, operations))
    expect(difference, 'test/simulate/model states the rules too: a changed one changes there').toBeNull()
  })
})

/** The tests run the sources; this is what the command bundles and runs. */
test('`npm run drill -- simulate` plays as many operations as it is asked for', async () => {
  const start = fileURLToPath(new URL('start.mjs', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [start, '--operations', '1000'])
  expect(stdout).toMatch(/1,?000 operations/)
})

interface Found {
  readonly what: string
  readonly profile: Round['profile']
  readonly seed: number
  readonly story: readonly Operation[]
}

/** What the simulation found: what it prints under a failure is a row of this table. */
const found: readonly Found[] = [
  {
    what: 'what a refund takes from a live balance is not held back first, as what was captured is',
    profile: 'spec',
    seed: 430080284,
    story: [
      { do: 'make a customer', seed: 3541813269 },
      { do: 'charge a customer', seed: 426178374 },
      { do: 'refund', seed: 724026861 },
    ],
  },
  {
    what: 'a state with a refund in live mode is not refused when another process takes it up',
    profile: 'spec',
    seed: 4054620402,
    story: [
      { do: 'charge a token', seed: 1763282302 },
      { do: 'refund', seed: 1156569394 },
      { do: 'go on in another process', seed: 127218622 },
    ],
  },
]

describe('a fixed bug does not come back', () => {
  test.each(found)('$what', async ({ profile, seed, story }) => {
    expect(await play({ profile, seed, file: null }, story)).toBeNull()
  })
})

describe('the simulation itself', () => {
  test('the same seed plays the same operations, with the same answers', async () => {
    const tell = async (): Promise<readonly string[]> => {
      const lines: string[] = []
      const after: Round['after'] = (_, turn) => void lines.push(...turn.lines)
      await play({ profile: 'omise', seed: 5, file: null, after }, operationsOf(5, 150))
      return lines
    }
    expect(await tell()).toEqual(await tell())
  })

  test('a change that the model does not know is found, and shown in a few operations', async () => {
    const after: Round['after'] = async ({ do: name }, { mode, world }) => {
      const charge = mode.charges.last()
      if (name === 'capture' && world.account.country === 'TH' && charge?.disputable)
        mode.simulate.openDispute(charge.id)
    }
    const round: Round = { profile: 'spec', seed: 11, file: null, after }
    const operations = operationsOf(11, 400)
    const failure = await play(round, operations)
    if (failure === null) return expect.fail('nothing was found')
    const short = await shrink(round, operations, failure)
    expect(short.operations.length).toBeLessThan(8)
    expect(short.operations.map(({ do: name }) => name)).toContain('capture')
  })
})
