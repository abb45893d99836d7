import type { IncomingMessage } from 'node:http'
import { parseTime } from '../kernel/calendar'
import { isObject } from '../kernel/json'

/** One server-sent event of the control plane; its data is JSON. */
interface StreamEvent {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface Following extends AsyncIterable<StreamEvent> {
  /** Closes the stream; the iteration ends. */
  end(): void
}

/** Opens the stream after the message with this id. Default: from now on. */
type Open = (lastId: string | null) => Promise<IncomingMessage>

/**
 * Follows a stream of events. Reconnects when the connection is lost; when that fails, throws what `open` throws.
 */
export const following = async (open: Open): Promise<Following> => {
  let answer = await open(null)
  let isOver = false
  let lastId: string | null = null
  async function* messages(): AsyncGenerator<StreamEvent> {
    while (!isOver) {
      for await (const fields of blocksOf(answer)) {
        lastId = fields.id ?? lastId
        const data = fields.data === undefined ? null : parse(fields.data)
        if (data !== null) yield { event: fields.event ?? 'message', data }
      }
      if (!isOver) answer = await open(lastId)
    }
  }
  return {
    [Symbol.asyncIterator]: messages,
    end: () => {
      isOver = true
      answer.destroy()
    },
  }
}

type Fields = Readonly<Record<string, string | undefined>>

/** The fields of each block of lines. Lines that begin with a colon only keep the connection alive. */
async function* blocksOf(answer: IncomingMessage): AsyncGenerator<Fields> {
  let text = ''
  answer.setEncoding('utf8')
  try {
    for await (const chunk of answer) {
      const more = String(chunk)
      text += more
      // A long block comes in many pieces: search each piece once.
      if (!more.includes('\n')) continue
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) yield fieldsOf(block)
    }
  } catch {
    // The connection broke off; the next attempt to connect reports the reason.
  }
}

const fieldsOf = (block: string): Fields => {
  const fields: Record<string, string> = {}
  for (const line of block.split('\n')) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined)
      fields[name] = fields[name] === undefined ? value : `${fields[name]}\n${value}`
  }
  return fields
}

const parse = (text: string): StreamEvent['data'] | null => {
  const value: unknown = JSON.parse(text)
  return isObject(value) ? value : null
}

type Data = Readonly<Record<string, unknown>>

/** Shows the progress of long work on a terminal. Nothing is written to pipes and files. */
type ProgressScreen = Pick<NodeJS.WriteStream, 'columns' | 'isTTY' | 'write'>

const barWidth = 20
/** Width of a terminal that does not report one. */
const usualColumns = 80

/** The progress of a clock move is the time it has reached; other work reports its stage and steps. */
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

/** Draws each report over the previous one, and clears the line with `null`. */
export const progressOn = (screen: ProgressScreen): ((data: Data | null) => void) => {
  let isDrawn = false
  return (data) => {
    if (screen.isTTY !== true) return
    if (data !== null) screen.write(`\r\x1b[K${progressLine(data, screen.columns)}`)
    else if (isDrawn) screen.write('\r\x1b[K')
    isDrawn = data !== null
  }
}

/** Draws each report of an answer, and clears the line at its end. Returns the text of the last message. */
export const showingProgress = async (
  answer: IncomingMessage,
  screen: ProgressScreen = process.stderr,
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

/** Shows on a terminal that a command is waiting. Nothing is written to pipes and files. */
type WaitingScreen = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>

const quietMs = 1000

/** After one second, shows `what` and how long it has taken, and clears the line at the end. */
export const showingPatience = async <T>(
  what: string,
  work: Promise<T>,
  screen: WaitingScreen = process.stderr,
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
