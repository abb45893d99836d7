import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasLost, isWrapper, type ProcessTable, startersOf, watchStarters } from '../../src/cli/parent'
import { fromPs, processTable } from '../../src/cli/process-table'

type Rows = Record<number, readonly [parent: number, ...command: string[]]>

/** Processes that can be ended: their children fall to init. */
const tableOf = (rows: Rows) => {
  const running = new Map(Object.entries(rows).map(([pid, row]) => [Number(pid), row]))
  const table: ProcessTable = {
    parentOf: (pid) => running.get(pid)?.[0] ?? null,
    commandOf: (pid) => running.get(pid)?.slice(1).map(String) ?? [],
  }
  const end = (pid: number): void => {
    running.delete(pid)
    for (const [child, [parent, ...command]] of running)
      if (parent === pid) running.set(child, [1, ...command])
  }
  return { table, end }
}

const self = 100
const node = [process.execPath, '/app/dist/cli.cjs'] as const

const families: [name: string, rows: Rows, starters: number[]][] = [
  ['a shell that somebody types into', { 100: [50, ...node], 50: [40, '-zsh'], 40: [1, 'tmux'] }, [50]],
  ['a script', { 100: [50, ...node], 50: [40, '/bin/bash', './start.sh'], 40: [1, 'make'] }, [50]],
  ['sh -c', { 100: [50, ...node], 50: [40, 'sh', '-c', 'payment-sandbox'], 40: [1, 'jest'] }, [50, 40]],
  [
    'npx from a test runner',
    {
      100: [50, ...node],
      50: [40, 'sh', '-c', 'payment-sandbox --port 0'],
      40: [30, 'npm exec payment-sandbox --port 0'],
      30: [1, '/usr/bin/node', '/app/node_modules/.bin/vitest'],
    },
    [50, 40, 30],
  ],
  [
    'npm start in yarn in a shell',
    {
      100: [50, ...node],
      50: [40, '/bin/dash', '-c', '--', 'node dist/cli.cjs'],
      40: [30, 'node', '/usr/lib/node_modules/npm/bin/npm-cli.js', 'start'],
      30: [20, '/usr/bin/node', '--no-warnings', '/opt/yarn-1.22.22.js', 'dev'],
      20: [1, 'bash'],
    },
    [50, 40, 30, 20],
  ],
  ['init', { 100: [1, ...node], 1: [0, 'systemd'] }, []],
  ['the runtime of a container', { 100: [0, ...node] }, []],
  [
    'npx as the first process of a container',
    { 100: [9, ...node], 9: [1, 'sh', '-c', 'x'], 1: [0, 'npx x'] },
    [9],
  ],
  [
    'a table that goes in circles',
    { 100: [50, ...node], 50: [40, 'sh', '-c', 'x'], 40: [50, 'npm x'] },
    [50, 40],
  ],
]

describe('the watched process when the program is started by', () => {
  it.each(families)('%s', (_, rows, starters) => {
    const { table } = tableOf(rows)
    expect(startersOf(self, table)).toEqual(starters)
    expect(hasLost(self, starters, table)).toBe(false)
  })

  it.each(families.flatMap(([name, rows, starters]) => starters.map((pid) => [name, pid, rows] as const)))(
    '%s: %d ends, and that shows',
    (_, pid, rows) => {
      const { table, end } = tableOf(rows)
      const starters = startersOf(self, table)
      end(pid)
      expect(hasLost(self, starters, table)).toBe(true)
    },
  )
})

describe('wrappers', () => {
  it.each([
    [['sh', '-c', 'x']],
    [['/bin/bash', '-lc', 'x']],
    [['npm run dev']],
    [['npx']],
    [['pnpm', 'dlx', 'x']],
    [['/usr/local/bin/bun', 'x', 'payment-sandbox']],
    [['node', '/usr/lib/node_modules/npm/bin/npx-cli.js', 'x']],
    [['/opt/node 20/bin/node', '/opt/pnpm/bin/pnpm.cjs', 'x']],
  ])('%j only passes the call on', (command) => expect(isWrapper(command)).toBe(true))

  it.each([
    [['sh', 'script.sh']],
    [['-bash']],
    [['node', 'npm.test.js']],
    [['node', '-e', 'spawn("npx")']],
    [['make', 'npm']],
    [['npm-watch']],
    [[]],
  ])('%j is not a wrapper', (command) => expect(isWrapper(command)).toBe(false))
})

describe('the watch', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('reports the end once, within about a second', () => {
    const { table, end } = tableOf({ 100: [50, ...node], 50: [40, 'sh', '-c', 'x'], 40: [1, 'jest'] })
    const lost = vi.fn()
    watchStarters(self, table, lost)
    vi.advanceTimersByTime(60_000)
    expect(lost).not.toHaveBeenCalled()
    end(40)
    vi.advanceTimersByTime(1000)
    expect(lost).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(60_000)
    expect(lost).toHaveBeenCalledTimes(1)
  })

  it('does not exist when init started the program', () => {
    watchStarters(self, tableOf({ 100: [1, ...node] }).table, vi.fn())
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('the table of this system', () => {
  it('knows this process and its parent', () => {
    const table = processTable()
    expect(table.parentOf(process.pid)).toBe(process.ppid)
    expect(table.parentOf(process.ppid)).not.toBeNull()
    expect(startersOf(process.pid, table)[0]).toBe(process.ppid)
  })

  it('has no entry for a process that does not exist', () => {
    expect(processTable().parentOf(2 ** 22 + 1)).toBeNull()
    expect(processTable().commandOf(2 ** 22 + 1)).toEqual([])
  })

  it('reads the output of ps, and asks the system which processes still run', () => {
    const gone = 2 ** 22 + 1
    const table = fromPs(
      `  ${process.ppid}   77 npm exec payment-sandbox\n${gone} ${process.ppid} node a.js\n`,
    )
    expect(table.commandOf(process.ppid)).toEqual(['npm', 'exec', 'payment-sandbox'])
    expect(table.parentOf(process.ppid)).toBe(77)
    expect(table.parentOf(process.pid)).toBe(process.ppid)
    expect(table.parentOf(gone)).toBeNull()
  })
})
