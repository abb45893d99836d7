import type { IncomingMessage } from 'node:http'
import { parseTime } from '../kernel/calendar'
import { isObject } from '../kernel/json'
import { blocksOf } from './event-stream'

type Data = Readonly<Record<string, unknown>>

/** What a person sees of long work; programs and files see nothing of it. */
type Screen = Pick<NodeJS.WriteStream, 'columns' | 'isTTY' | 'write'>

const barWidth = 20
/** Of a terminal that does not say. */
const usualColumns = 80

/** A move of the clock is as far as its time; other work is as far as its steps, and says its stage. */
const partOf = ({ stage, from, now, to, done, due }: Data): number => {
  if (stage !== undefined) return Number(done) / Math.max(1, Number(done) + Number(due))
  const [first = 0, at = 0, last = 0] = [from, now, to].map((time) => parseTime(String(time)) ?? 0)
  return Math.min(1, Math.max(0, (at - first) / Math.max(1, last - first)))
}

/** `2026-03-01 09:00  ████████░░░░░░░░░░░░  42%  123 done, 167 due`, cut to the width of the terminal. */
export const progressLine = (data: Data, columns = usualColumns): string => {
  const { stage, now, done, due } = data
  const part = partOf(data)
  const full = Math.floor(part * barWidth)
  const bar = '█'.repeat(full) + '░'.repeat(barWidth - full)
  const where = stage === undefined ? String(now).slice(0, 16).replace('T', ' ') : String(stage)
  const percent = `${Math.floor(part * 100)}%`.padStart(4)
  return `${where}  ${bar} ${percent}  ${String(done)} done, ${String(due)} due`.slice(0, columns - 1)
}

/** Draws each report over the one before, and leaves nothing behind. The text of the last message is the answer. */
export const showingProgress = async (
  answer: IncomingMessage,
  screen: Screen = process.stderr,
): Promise<{ readonly event: string; readonly text: string }> => {
  let last = { event: 'none', text: '' }
  let isDrawn = false
  for await (const { event = 'message', data: text = '' } of blocksOf(answer)) {
    last = { event, text }
    if (event !== 'progress' || screen.isTTY !== true) continue
    const data: unknown = JSON.parse(text)
    if (isObject(data)) screen.write(`\r\x1b[K${progressLine(data, screen.columns)}`)
    isDrawn = true
  }
  if (isDrawn) screen.write('\r\x1b[K')
  return last
}
