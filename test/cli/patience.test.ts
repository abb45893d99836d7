/** What takes longer than a second says so, to people only. */
import { afterEach, expect, it, vi } from 'vitest'
import { showingPatience } from '../../src/cli/progress'

afterEach(() => void vi.useRealTimers())

const shownFor = async (ms: number, isTTY: boolean): Promise<string> => {
  vi.useFakeTimers()
  let text = ''
  const write = (more: string | Uint8Array): boolean => {
    text += String(more)
    return true
  }
  const work = new Promise<string>((resolve) => setTimeout(resolve, ms, 'done'))
  const shown = showingPatience('waiting', work, { isTTY, write })
  await vi.advanceTimersByTimeAsync(ms)
  expect(await shown).toBe('done')
  await vi.advanceTimersByTimeAsync(5000)
  return text
}

it.each([
  ['less than a second says nothing', 900, true, ''],
  [
    'more counts the seconds, and is gone when it is over',
    2500,
    true,
    '\rwaiting … 1 s\rwaiting … 2 s\r\x1b[K',
  ],
  ['a pipe or a file is told nothing', 2500, false, ''],
])('%s', async (_, ms, isTTY, said) => {
  expect(await shownFor(ms, isTTY)).toBe(said)
})

it('is gone, too, when what it waited for fails', async () => {
  vi.useFakeTimers()
  let text = ''
  const write = (more: string | Uint8Array): boolean => {
    text += String(more)
    return true
  }
  const failing = new Promise((_, reject) => setTimeout(reject, 1500, new Error('closed')))
  const shown = expect(showingPatience('waiting', failing, { isTTY: true, write })).rejects.toThrow('closed')
  await vi.advanceTimersByTimeAsync(1500)
  await shown
  expect(text.endsWith('\r\x1b[K')).toBe(true)
})
