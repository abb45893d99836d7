import { readFileSync } from 'node:fs'
import { actionOf } from './actions'
import { wrong } from './agreement'
import type { Given } from './given'
import { runningOf } from './running'
import { saveFile, whyNot } from './saving'
import { terminalOf } from './terminal'

const actions = { save: ['<file>'], load: ['<file>'] } as const

/** Saves the whole state of a running sandbox into a file, or loads it from one. */
export const snapshot = async (given: Given): Promise<void> => {
  const { action, words } = actionOf('snapshot', actions, given.words ?? [])
  const file = words[0] ?? ''
  const running = runningOf(given)
  const { write } = terminalOf(process.stdout, process.env)
  const say = (done: string, bytes: number, now: unknown): void =>
    write(
      given.flags.json === true
        ? `${JSON.stringify({ [done]: file, bytes, now })}\n`
        : `${done} ${file}: ${sizeText(bytes)}, the clock shows ${String(now)}\n`,
    )
  if (action === 'save') {
    const { text } = await running.control('GET', '/state')
    const { json } = await running.control('GET', '/clock')
    saveFile(file, text)
    say('saved', Buffer.byteLength(text), json.now)
  } else {
    const text = read(file)
    const { json } = await running.control('PUT', '/state', text)
    say('loaded', Buffer.byteLength(text), json.now)
  }
}

const sizeText = (bytes: number): string =>
  bytes < 10_000
    ? `${bytes} bytes`
    : bytes < 10_000_000
      ? `${Math.round(bytes / 1000)} kB`
      : `${Math.round(bytes / 1_000_000)} MB`

const read = (file: string): string => {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw wrong(`cannot read ${file} (${whyNot(error)})`)
  }
  try {
    JSON.parse(text)
  } catch {
    throw wrong(`${file} is not JSON: it must be what "payment-sandbox snapshot save" wrote`)
  }
  return text
}
