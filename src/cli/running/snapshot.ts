import { toDate } from '../../kernel/calendar'
import { jsonIn } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { actionOf, bytesOf, type Given, wrong } from '../command-line'
import { saveFile } from '../saving'
import { printResult } from '../terminal'
import { runningClient } from './client'

const actions = { save: ['<file>'], load: ['<file>'], repair: ['<file>'] } as const

/** Saves the whole state of a running sandbox to a file, loads it from one, or repairs a file of --state. */
export const snapshot = async (given: Given): Promise<void> => {
  const { action, words } = actionOf('snapshot', actions, given)
  const file = words[0] ?? ''
  if (action === 'repair') return repairFile(file, given)
  const running = runningClient(given)
  const say = (done: string, bytes: number, now: unknown): void =>
    printResult(
      given,
      { [done]: file, bytes, now },
      () => `${done} ${file}: ${sizeText(bytes)}, the clock shows ${String(now)}\n`,
    )
  if (action === 'save') {
    const { text } = await running.control('GET', '/state')
    const { json } = await running.control('GET', '/clock')
    say('saved', await saveFile(file, text, true), json.now)
  } else {
    const text = await read(file)
    const { json } = await running.control('PUT', '/state', text)
    say('loaded', Buffer.byteLength(text), json.now)
  }
}

/** Needs no running sandbox. A sandbox that uses the file holds its lock, and the repair is refused. */
const repairFile = async (file: string, given: Given): Promise<void> => {
  const { repair } = await import('../../node/state/repair')
  const { damage, lost, newest, kept } = repair(file)
  const at = toDate(newest).toISOString()
  printResult(given, { repaired: damage !== null, damage, lost, newest: at, kept }, () =>
    damage === null
      ? `${file} is intact: there is nothing to repair\n`
      : `repaired ${file}: ${damage}; ${lostText(lost)}, its newest record is from ${at}; the damaged file is now ${kept}\n`,
  )
}

const lostText = (lost: number): string => {
  if (lost === 0) return 'no answered change is lost'
  return lost === 1 ? 'the last change is lost' : `the last ${lost} changes are lost`
}

const sizeText = (bytes: number): string =>
  bytes < 10_000
    ? `${bytes} bytes`
    : bytes < 10_000_000
      ? `${Math.round(bytes / 1000)} kB`
      : `${Math.round(bytes / 1_000_000)} MB`

const read = async (file: string): Promise<string> => {
  const bytes = await bytesOf(file)
  if (bytes.byteLength > limits.controlBodyBytesMax)
    throw wrong(
      `${file} is larger than the ${sizeText(limits.controlBodyBytesMax)} that a sandbox takes at once; --state <file> keeps states of any size`,
    )
  const text = new TextDecoder().decode(bytes)
  if (jsonIn(text) !== undefined) return text
  throw wrong(`${file} is not JSON: it must be what "payment-sandbox snapshot save" wrote`)
}
