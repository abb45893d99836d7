import { pageWidth, wrapped } from '../kernel/wrap'
import type { Terminal } from './terminal'
import { unjudged, type Verdict } from './webhook-judge'

const marks = { handled: 'ok', 'not handled': 'FAIL', 'not judged': '-' } as const
const colours = { handled: 'green', 'not handled': 'red', 'not judged': 'dim' } as const

const markWidth = 'FAIL'.length + 2
const titleWidth = 50
const indent = ' '.repeat(2 + markWidth)
const indented = (text: string): readonly string[] => wrapped(text, pageWidth - indent.length)

/** One case at 80 columns, with the problem and the advice on the next lines. */
export const verdictLines = (verdict: Verdict, { paint }: Pick<Terminal, 'paint'>): string => {
  const { result, title, statuses, durationMs, problem, advice } = verdict
  // The summary says it once for all cases.
  if (problem === unjudged) return ''
  const mark = paint(colours[result], marks[result].padEnd(markWidth))
  const took =
    statuses.length === 0 ? '' : `${statusText(statuses).padStart(8)}${msText(durationMs).padStart(11)}`
  const lines = [`  ${mark}${title.padEnd(titleWidth)}${took}`.trimEnd()]
  if (problem !== null) lines.push(...indented(problem).map((line) => `${indent}${line}`))
  if (advice !== null) lines.push(...indented(advice).map((line) => `${indent}${paint('dim', line)}`))
  return lines.map((line) => `${line}\n`).join('')
}

/** `204`, or `204 x5` for repeated answers, or `200 409`. */
const statusText = (statuses: readonly (number | null)[]): string => {
  const shown = [...new Set(statuses.map((status) => (status === null ? '-' : String(status))))]
  const times = statuses.length > 1 && shown.length === 1 ? ` x${statuses.length}` : ''
  return `${shown.slice(0, 2).join(' ')}${times}`
}

const msText = (ms: number): string => (ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`)

/** `19 of 21 handled, 2 not handled; the slowest answer took 31 ms` */
export const summary = (verdicts: readonly Verdict[]): string => {
  const count = (result: Verdict['result']): number => verdicts.filter((one) => one.result === result).length
  const judged = verdicts.length - count('not judged')
  const parts = [`${count('handled')} of ${judged} handled`]
  if (count('not handled') > 0) parts.push(`${count('not handled')} not handled`)
  if (count('not judged') > 0) parts.push(`${count('not judged')} not judged`)
  const slowest = Math.max(...verdicts.map(({ durationMs }) => durationMs))
  if (verdicts.some(({ problem }) => problem === unjudged)) return `${parts.join(', ')}: ${unjudged}`
  return `${parts.join(', ')}; the slowest answer took ${msText(slowest)}`
}
