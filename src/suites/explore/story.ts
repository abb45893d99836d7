/** What happened in a run, one line each. */
import { isObject } from '../../kernel/json'
import { counted } from '../../kernel/text'
import { type ExploreKind, type ExplorePoint, rowOf } from '../../service/faults/kinds'
import type { ProbedCall, ProbedResult } from '../../service/faults/probe'
import type { EventRow } from '../../service/resources/event/model'

const resultOf = ({ trace }: ProbedCall): string => {
  const { status, code, answer, isReplay } = trace
  if (status === null) return 'no answer'
  if (status === 0) return 'cut'
  const text = code ?? summaryOf(answer)
  return [status, text, isReplay ? '(the stored answer)' : ''].filter((part) => part !== '').join(' ')
}

/** `chrg_test_… paid 1000 thb`: what an answer is about. */
const summaryOf = (answer: string | null): string => {
  const shown: unknown = answer === null ? null : JSON.parse(answer)
  return isObject(shown) ? wordsOf(shown).join(' ') : ''
}

const wordsOf = ({ id, object, status, amount, currency, total }: Record<string, unknown>): string[] => {
  if (object === 'list') return [counted(Number(total), 'record')]
  const money = typeof amount === 'number' && typeof currency === 'string' ? [`${amount} ${currency}`] : []
  return [id, status].filter((word) => typeof word === 'string').concat(money)
}

const saidMax = 200

/** `204`, `connection refused`, or what the receiver said or threw: `500 (orders is not defined)`. */
const resultText = (result: ProbedResult | null): string => {
  if (result === null) return 'no answer'
  const { status, error, answer } = result
  if (status === null) return String(error)
  const said = (error ?? answer ?? '').replace(/\s+/g, ' ').trim()
  if (said === '') return String(status)
  return `${status} (${said.length > saidMax ? `${said.slice(0, saidMax)}…` : said})`
}

/** A delivery in the story, with its result once there is one. */
interface ToldAttempt {
  result: ProbedResult | null
}

export class RunStory {
  /** Becomes text only if it is read. */
  readonly #lines: (() => string)[] = []

  /** The lines so far. */
  get lines(): readonly string[] {
    return this.#lines.map((line) => line())
  }

  note(text: string): void {
    this.#lines.push(() => text)
  }

  fault({ name }: ExplorePoint, kind: ExploreKind): void {
    this.#lines.push(() => `fault ${name}: ${kind}: ${rowOf(kind).text}`)
  }

  call({ name }: ExplorePoint, role: string, call: ProbedCall): void {
    const by = role === 'flow' ? '' : ` by ${role}`
    this.#lines.push(() => `${name}${by} -> ${resultOf(call)}`)
  }

  event({ key, subject }: EventRow): void {
    this.#lines.push(() => `event ${key} ${subject.row.id}`)
  }

  delivery({ name }: ExplorePoint, attempt: number, what: string): ToldAttempt {
    const told: ToldAttempt = { result: null }
    const times = attempt === 1 ? '' : `, attempt ${attempt}`
    this.#lines.push(
      () => `delivery ${name}${what === '' ? '' : ` ${what}`}${times} -> ${resultText(told.result)}`,
    )
    return told
  }
}
