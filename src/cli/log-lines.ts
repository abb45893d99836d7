import { iso } from '../kernel/calendar'
import type { DeliveryEntry } from '../sandbox/webhooks/delivery-log'
import type { RequestEntry } from '../service/http/env'
import { isSuccess } from '../service/webhooks/outbox'
import type { Style, Terminal } from './terminal'

/** `12:00:01  POST    /charges                   200   1.9 ms`, and for a refusal its code and hint. */
export const requestLine = (entry: RequestEntry, now: string, terminal: Terminal): string => {
  const { columns, paint } = terminal
  const path = printable(entry.path).padEnd(pathWidth(columns))
  const line = [
    paint('dim', now.slice(11, 19)),
    entry.method.padEnd('DELETE'.length),
    path,
    paint(styleOf(entry.status), entry.status === 0 ? 'cut' : String(entry.status)),
    paint('dim', `${entry.durationMs.toFixed(1)} ms`.padStart('10.0 ms'.length)),
  ].join('  ')
  const about = [entry.hint ?? entry.reason, ignoredText(entry.ignored)]
  const more = about.map((text) => (text === null ? '' : moreLines(text, terminal))).join('')
  if (entry.error === null) return `${line}\n${more}`
  const fits = aroundPath + path.length + entry.error.length <= columns
  const code = paint(styleOf(entry.status), entry.error)
  return `${line}${fits ? '  ' : `\n${indent}`}${code}\n${more}`
}

const ignoredText = (names: readonly string[]): string | null =>
  names.length === 0 ? null : `ignored: ${names.join(', ')} (no parameter of this operation)`

/** `12:00:01  HOOK    charge.complete           200  chrg_test_…`, then the address, and why it failed. */
export const deliveryLine = (entry: DeliveryEntry, now: string, terminal: Terminal): string => {
  const { columns, paint } = terminal
  const line = [
    paint('dim', now.slice(11, 19)),
    paint('cyan', 'HOOK'.padEnd('DELETE'.length)),
    entry.key.padEnd(pathWidth(columns)),
    paint(styleOf(entry.status ?? 0), entry.status === null ? '---' : String(entry.status)),
    entry.object,
  ].join('  ')
  const attempt = entry.attempt === 1 ? '' : `, attempt ${entry.attempt}`
  return `${line}\n${moreLines(`to ${entry.uri}${attempt}${failureOf(entry)}`, terminal)}`
}

const failureOf = ({ status, error, retryAt }: DeliveryEntry): string => {
  const why = error === null ? '' : `: ${error}`
  if (status !== null && isSuccess(status)) return why
  return `${why}; ${retryAt === null ? 'no further attempt' : `next attempt at ${timeOf(retryAt)}`}`
}

/** `2026-01-15 12:01:01`, of the virtual clock. */
const timeOf = (at: number): string => iso(at).slice(0, 19).replace('T', ' ')

/** At 80 columns the code fits beside a path without an id; a wider terminal has room for one with an id. */
const pathWidth = (columns: number): number => Math.min(46, Math.max(24, columns - 56))

const indent = ' '.repeat('12:00:01  '.length)
const aroundPath = '12:00:01  DELETE    200  10.0 ms  '.length

const styleOf = (status: number): Style =>
  status === 0 || status >= 500 ? 'red' : status < 400 ? 'green' : 'yellow'

/** Names and keys come from the client: they must not move the cursor of the terminal. */
const printable = (text: string): string => text.replace(/\p{Cc}/gu, '?')

const moreLines = (text: string, { columns, paint }: Terminal): string =>
  text
    .split('\n')
    .flatMap((line) => wrap(printable(line.trimEnd()), Math.max(40, columns - indent.length)))
    .map((line) => `${indent}${paint('dim', line)}\n`)
    .join('')

/** Breaks at spaces only, so that a path or a key can be copied. */
const wrap = (line: string, width: number): string[] => {
  const lines = ['']
  for (const word of line.split(/(?<=\S) /)) {
    const last = lines[lines.length - 1] ?? ''
    if (last === '') lines[lines.length - 1] = word
    else if (last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
