/** How far long work is: one line on a terminal, nothing anywhere else. */
import { Readable } from 'node:stream'
import { afterEach, expect, it, vi } from 'vitest'
import { progressLine, showProgress, showWaiting } from '../../src/cli/progress'

const report = {
  from: '2026-01-01T00:00:00.000Z',
  now: '2026-01-04T00:00:00.000Z',
  to: '2026-01-11T00:00:00.000Z',
  done: 12,
  due: 28,
}

it.each([
  [{}, '2026-01-04 00:00  ██████░░░░░░░░░░░░░░  30%  12 done, 28 due'],
  [{ now: report.from }, '2026-01-01 00:00  ░░░░░░░░░░░░░░░░░░░░   0%  12 done, 28 due'],
  [{ now: report.to }, '2026-01-11 00:00  ████████████████████ 100%  12 done, 28 due'],
  [{ to: report.from }, '2026-01-04 00:00  ████████████████████ 100%  12 done, 28 due'],
  [{ phase: 'rehearsal', done: 30, due: 10 }, 'rehearsal  ███████████████░░░░░  75%  30 done, 10 due'],
])('with %j it reads %s', (more, line) => {
  expect(progressLine({ ...report, ...more })).toBe(line)
})

it('is never wider than the terminal', () => {
  for (const columns of [20, 40, 80])
    expect(progressLine({ ...report, done: 1e20 }, columns).length).toBeLessThan(columns)
})

/** A stream of 80 columns that keeps what is written to it. */
const terminal = (isTTY = true) => ({ isTTY, columns: 80, write: vi.fn((_: string | Uint8Array) => true) })
const written = ({ write }: ReturnType<typeof terminal>): string => write.mock.calls.join('')

const messages = `event: progress\ndata: ${JSON.stringify(report)}\n\nevent: done\ndata: {"now":"x"}\n\n`

it.each([
  [true, `\r\x1b[K${progressLine(report)}\r\x1b[K`],
  [false, ''],
])('on a terminal (%s) it is drawn, and nothing of it is left', async (isTTY, drawn) => {
  const stream = terminal(isTTY)
  const answer = Readable.from([messages]) as Parameters<typeof showProgress>[0]
  expect(await showProgress(answer, stream)).toEqual({
    event: 'done',
    text: '{"now":"x"}',
  })
  expect(written(stream)).toBe(drawn)
})

// What takes longer than a second says so, to people only.

afterEach(() => void vi.useRealTimers())

const shownFor = async (ms: number, isTTY: boolean): Promise<string> => {
  vi.useFakeTimers()
  const stream = terminal(isTTY)
  const work = new Promise<string>((resolve) => setTimeout(resolve, ms, 'done'))
  const shown = showWaiting('waiting', work, stream)
  await vi.advanceTimersByTimeAsync(ms)
  expect(await shown).toBe('done')
  await vi.advanceTimersByTimeAsync(5000)
  return written(stream)
}

it.each([
  ['less than a second says nothing', 900, true, ''],
  [
    'more counts the seconds, and is gone when it is over',
    2500,
    true,
    '\rwaiting … 1 s\rwaiting … 2 s\r\x1b[K',
  ],
  ['a pipe or a file gets nothing', 2500, false, ''],
])('%s', async (_, ms, isTTY, said) => {
  expect(await shownFor(ms, isTTY)).toBe(said)
})

it('is gone, too, when what it waited for fails', async () => {
  vi.useFakeTimers()
  const stream = terminal()
  const failing = new Promise((_, reject) => setTimeout(reject, 1500, new Error('closed')))
  const shown = expect(showWaiting('waiting', failing, stream)).rejects.toThrow('closed')
  await vi.advanceTimersByTimeAsync(1500)
  await shown
  expect(written(stream).endsWith('\r\x1b[K')).toBe(true)
})
