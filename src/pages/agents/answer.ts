import { isObject } from '../../kernel/json'
import { masked } from '../../kernel/masked'
import { redactText } from '../../service/http/redact'

/** The answer of a tool: facts, and as many pieces as there is room for. */
export interface ToolAnswer {
  /** The first line. */
  readonly head: string
  readonly facts: ToolFacts
  /** The fact whose fields the pieces are. Default: they are facts themselves. */
  readonly within?: string
  readonly pieces: readonly Piece[]
}

export type ToolFacts = Readonly<Record<string, unknown>>

/** Some fields of a record, in this order; none of what is no record. */
export const fieldsOf = (record: unknown, ...names: readonly string[]): ToolFacts =>
  isObject(record) ? Object.fromEntries(names.map((name) => [name, record[name]])) : {}

/** A line for people, and the same as data: an item of the list of this name, or a field. */
export interface Piece {
  readonly text: string
  readonly data: unknown
  readonly list?: string
  readonly name?: string
}

/** What the protocol sends. */
export interface ToolResult {
  readonly [field: string]: unknown
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent: Record<string, unknown>
  readonly isError?: boolean
}

/** The bytes of a whole answer: it goes into the context of a model. */
export const answerBytesMax = 4096
/** Those of one piece, so that an answer has room for some. */
const pieceBytesMax = 900

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).byteLength

/** A text without card numbers, security codes and keys of live mode. Keys of test mode stay: they are for use. */
const hideText = (text: string): string =>
  text
    .split(/(\b[ps]key_test_\w+)/)
    .map((part, i) => (i % 2 === 1 ? part : redactText(part.replace(/\b[ps]key_(?!test_)\w{3,}/g, masked))))
    .join('')

/** @param isLive whether secrets are those of live mode, which are never shown */
export const hide = (value: unknown, isLive: boolean, name = ''): unknown => {
  if (isLive && value !== null && /^(?:webhook_)?secret$/.test(name)) return '[hidden: live mode]'
  if (typeof value === 'string') return hideText(value)
  if (Array.isArray(value)) return value.map((one) => hide(one, isLive, name))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([own, one]) => [hideText(own), hide(one, isLive, own)]),
  )
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0)

/** What comes first in an answer. */
const leading = ['object', 'id', 'amount', 'currency', 'status', 'key', 'code', 'message', 'failure_code']

/** Without empty fields, and addresses that say no more than the id; the most important ones first. */
export const brief = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(brief)
  if (!isObject(value)) return value
  if (value.object === 'list' && Array.isArray(value.data) && value.data.length === 0) return null
  const fields = Object.entries(value)
    .filter(([name, one]) => name !== 'location' || String(one).startsWith('http'))
    .map(([name, one]) => [name, brief(one)] as const)
    .filter(([, one]) => !isEmpty(one))
  const rank = (name: string): number => (leading.includes(name) ? leading.indexOf(name) : leading.length)
  return Object.fromEntries([...fields].sort(([a], [b]) => rank(a) - rank(b)))
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A piece for each field of a record; a field that is too long has one for each part of it. */
const piecesOf = (record: object, above = ''): readonly Piece[] =>
  Object.entries(record).flatMap(([own, value]) => {
    const name = Array.isArray(record) ? `${above}[${own}]` : above === '' ? own : `${above}.${own}`
    const piece = { name, text: `${name}: ${shown(value)}`, data: value }
    if (bytesOf(piece.text) + bytesOf(value) <= pieceBytesMax) return [piece]
    if (typeof value === 'object' && value !== null) return piecesOf(value, name)
    // Parts of whole words.
    return (String(value).match(/[\s\S]{1,280}(?!\S)|[\s\S]{1,280}/g) ?? []).map((part, i) => {
      const at = i === 0 ? name : `${name} (${i + 1})`
      return { name: at, text: `${at}: ${part}`, data: part }
    })
  })

/** The answer with one record, or any other answer of the service. */
export const recordAnswer = (head: string, body: unknown, facts: ToolFacts = {}): ToolAnswer => {
  const record = brief(body)
  return { head, facts, pieces: piecesOf(isObject(record) ? record : { body: record ?? '' }) }
}

const lineOf = (item: ToolFacts): string =>
  Object.entries(item)
    .map(([name, value]) =>
      leading.includes(name) && !isObject(value) ? shown(value) : `${name}=${shown(value)}`,
    )
    .join(' ')

/** A list in a line for each of its items. */
export const listAnswer = <I extends ToolFacts>(
  head: string,
  list: string,
  items: readonly I[],
  facts: ToolFacts = {},
  textOf: (item: I) => string = lineOf,
): ToolAnswer => ({
  head,
  facts: { ...facts, [list]: [] },
  pieces: items.map((data) => ({ text: textOf(data), data, list })),
})

const dataOf = ({ facts, within }: ToolAnswer, pieces: readonly Piece[]): Record<string, unknown> => {
  const data: Record<string, unknown> = { ...facts }
  const fields = within === undefined ? data : {}
  if (within !== undefined) data[within] = fields
  for (const { list, name = '', data: value } of pieces) {
    if (list === undefined) Object.assign(fields, { [name]: value })
    else data[list] = [...((data[list] as readonly unknown[] | undefined) ?? []), value]
  }
  return data
}

/** A text without its middle where it is too long: the way out is at its end. */
const cut = (text: string, bytesMax = 400): string => {
  let shown = text
  for (let half = bytesMax / 2; bytesOf(shown) > bytesMax; half *= 0.9)
    shown = `${text.slice(0, half)} … ${text.slice(-half)}`.replace(/\p{Surrogate}/gu, '')
  return shown
}

/** The first pieces of an answer, and how to get the others. */
const resultOf = (answer: ToolAnswer, count: number, more: string): ToolResult => {
  const { head, pieces } = answer
  const first = pieces.slice(0, count)
  const rest = pieces.length - count
  const lines = [cut(head, 900), ...first.map(({ text }) => text)]
  if (rest > 0) lines.push(`${rest} more: call again with {"more":"${more}"}`)
  return {
    content: [{ type: 'text', text: lines.join('\n') }],
    structuredContent: { ...dataOf(answer, first), ...(rest > 0 ? { more } : {}) },
  }
}

/** An error: of its mistakes, the first ones that fit. */
export const errorResult = (given: string, { issues = [], ...facts }: ToolFacts, most = 100): ToolResult => {
  const all = issues as readonly { readonly path: string; readonly message: string }[]
  const first = all.slice(0, most).map(({ path, message }) => ({ path: cut(path), message: cut(message) }))
  const left = all.length > most ? ` (issues: the first ${most} of ${all.length})` : ''
  const message = `${cut(given, 1400)}${left}`
  const error = { message, ...facts, ...(all.length === 0 ? {} : { issues: first }) }
  const content = [{ type: 'text' as const, text: message }]
  const result = { content, structuredContent: { error }, isError: true }
  const isWhole = first.length <= 1 || bytesOf(result) <= answerBytesMax
  return isWhole ? result : errorResult(given, { issues, ...facts }, first.length - 1)
}

const keptMax = 100

/** The answers that did not fit: `more` fetches their rest. */
export class Answers {
  readonly #rests = new Map<string, ToolAnswer>()
  #count = 0

  /** As many pieces as fit, with a mark for the rest. */
  begin(answer: ToolAnswer): ToolResult {
    this.#count += 1
    const more = `more-${this.#count}`
    // No piece is so short that more of them fit.
    let count = Math.min(answer.pieces.length, 100)
    while (count > 1 && bytesOf(resultOf(answer, count, more)) > answerBytesMax) count -= 1
    if (count < answer.pieces.length) this.#rests.set(more, { ...answer, pieces: answer.pieces.slice(count) })
    this.#rests.delete(`more-${this.#count - keptMax}`)
    return resultOf(answer, count, more)
  }

  /** The rest of an answer; `null` when it is not kept any more. */
  next(more: string): ToolResult | null {
    const rest = this.#rests.get(more)
    return rest === undefined ? null : this.begin(rest)
  }
}
