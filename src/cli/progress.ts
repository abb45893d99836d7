import type { IncomingMessage } from 'node:http'
import { parseTime } from '../kernel/calendar'
import { isObject } from '../kernel/json'
import { blocksOf } from './running/event-stream'

type Data = Readonly<Record<string, unknown>>

/** Where the progress of work is shown: a terminal. Nothing is written to pipes and files. */
type Screen = Pick<NodeJS.WriteStream, 'columns' | 'isTTY' | 'write'>

const barWidth = 20
/** Width of a terminal that does not report one. */
const usualColumns = 80

/** The progress of a clock move is the time it has reached; other work reports its phase and steps. */
const partOf = ({ phase, from, now, to, done, due }: Data): number => {
  if (phase !== undefined) return Number(done) / Math.max(1, Number(done) + Number(due))
  const [first = 0, at = 0, last = 0] = [from, now, to].map((time) => parseTime(String(time)) ?? 0)
  return Math.min(1, Math.max(0, (at - first) / Math.max(1, last - first)))
}

/** `2026-03-01 09:00  ████████░░░░░░░░░░░░  42%  123 done, 167 due`, cut to the width of the terminal. */
export const progressLine = (data: Data, columns = usualColumns): string => {
  const { phase, now, done, due } = data
  const part = partOf(data)
  const full = Math.floor(part * barWidth)
  const bar = '█'.repeat(full) + '░'.repeat(barWidth - full)
  const where = phase === undefined ? String(now).slice(0, 16).replace('T', ' ') : String(phase)
  const percent = `${Math.floor(part * 100)}%`.padStart(4)
  return `${where}  ${bar} ${percent}  ${String(done)} done, ${String(due)} due`.slice(0, columns - 1)
}

/** Draws each report over the previous one, and clears the line with `null`. */
export const progressOn = (screen: Screen): ((data: Data | null) => void) => {
  let isDrawn = false
  return (data) => {
    if (screen.isTTY !== true) return
    if (data !== null) screen.write(`\r\x1b[K${progressLine(data, screen.columns)}`)
    else if (isDrawn) screen.write('\r\x1b[K')
    isDrawn = data !== null
  }
}

/** Draws each report of an answer, and clears the line at its end. Returns the text of the last message. */
export const showProgress = async (
  answer: IncomingMessage,
  screen: Screen = process.stderr,
): Promise<{ readonly event: string; readonly text: string }> => {
  let last = { event: 'none', text: '' }
  const draw = progressOn(screen)
  for await (const { event = 'message', data: text = '' } of blocksOf(answer)) {
    last = { event, text }
    if (event !== 'progress') continue
    const data: unknown = JSON.parse(text)
    if (isObject(data)) draw(data)
  }
  draw(null)
  return last
}

const quietMs = 1000

/** After one second, shows `what` and how long it has taken, and clears the line at the end. */
export const showWaiting = async <T>(
  what: string,
  work: Promise<T>,
  screen: Screen = process.stderr,
): Promise<T> => {
  if (screen.isTTY !== true) return work
  let seconds = 0
  const timer = setInterval(() => {
    seconds += 1
    screen.write(`\r${what} … ${seconds} s`)
  }, quietMs)
  try {
    return await work
  } finally {
    clearInterval(timer)
    if (seconds > 0) screen.write('\r\x1b[K')
  }
}
