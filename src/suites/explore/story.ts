/** What happened in a run: entries, of which the lines of a report and its drawings are made. */

import { type ExploreKind, type ExplorePoint, rowOf } from '../../service/faults/kinds'
import type { ProbedCall, ProbedResult } from '../../service/faults/probe'
import type { EventRow } from '../../service/resources/event/model'
import { fieldsIn, joined, printable, receivedText, recordText } from '../wording'

/** Who takes part in a run: a lane of its drawing. */
export type StoryLane = 'flow' | 'recover' | 'service' | 'receiver'

/** A call or a delivery: something that is answered. */
interface Answerable {
  /** `POST /charges #1` */
  readonly name: string
  readonly from: StoryLane
  readonly to: StoryLane
  /** `200 chrg_test_… successful THB 10.00` */
  readonly result: string
  /** The moment of its answer; `null` when none came. What else has its moments before then happened meanwhile. */
  readonly ended: number | null
}

/** `began` is a moment: a count of what began and ended in the run before. */
export type StoryEntry = { readonly began: number } & (
  | ({ readonly type: 'call' } & Answerable)
  /** `what` is special about it: `again`, `forged`. */
  | ({ readonly type: 'delivery'; readonly attempt: number; readonly what: string } & Answerable)
  | { readonly type: 'event'; readonly name: string; readonly subject: string }
  | {
      readonly type: 'fault'
      readonly name: string
      readonly kind: ExploreKind
      /** `+5ms` */
      readonly moment: string | null
    }
  | { readonly type: 'note'; readonly lane: StoryLane; readonly text: string }
)

const answerText = ({ trace }: ProbedCall): string => {
  const { status, code, answer, isReplay } = trace
  if (status === null) return 'no answer'
  if (status === 0) return 'cut'
  const text = code ?? recordText(fieldsIn(answer === null ? null : JSON.parse(answer)))
  return joined(String(status), text, isReplay && '(the stored answer)')
}

/** A call that is under way, or over. */
interface ToldCall {
  readonly ends: () => void
}

/** A delivery that is under way. */
interface ToldAttempt {
  readonly ends: (result: ProbedResult) => void
}

export class RunStory {
  /** They become entries only if they are read. */
  readonly #entries: (() => StoryEntry)[] = []
  /** How much has begun or ended. */
  #moments = 0

  /** What has happened so far, in the order of its beginnings. */
  get entries(): readonly StoryEntry[] {
    return this.#entries.map((entry) => entry())
  }

  note(text: string, lane: StoryLane = 'flow'): void {
    const began = this.#moments++
    this.#entries.push(() => ({ type: 'note', began, lane, text: printable(text) }))
  }

  fault({ name }: ExplorePoint, kind: ExploreKind, moment: string | null = null): void {
    const began = this.#moments++
    this.#entries.push(() => ({ type: 'fault', began, name, kind, moment }))
  }

  call({ name }: ExplorePoint, from: StoryLane, call: ProbedCall): ToldCall {
    const began = this.#moments++
    let ended: number | null = null
    this.#entries.push(() => {
      const result = printable(answerText(call))
      return { type: 'call', began, ended, name, from, to: 'service', result }
    })
    return {
      ends: () => {
        ended ??= this.#moments++
      },
    }
  }

  event({ key, subject }: EventRow): void {
    const began = this.#moments++
    this.#entries.push(() => ({ type: 'event', began, name: key, subject: subject.row.id }))
  }

  delivery({ name }: ExplorePoint, attempt: number, what: string): ToldAttempt {
    const began = this.#moments++
    let ended: number | null = null
    let told: ProbedResult | null = null
    this.#entries.push(() => {
      const result = told === null ? 'no answer' : receivedText(told, 200)
      return { type: 'delivery', began, ended, name, from: 'service', to: 'receiver', attempt, what, result }
    })
    return {
      ends: (result) => {
        ended = this.#moments++
        told = result
      },
    }
  }
}

const lineOf = (entry: StoryEntry): string => {
  if (entry.type === 'note') return entry.text
  const { name } = entry
  if (entry.type === 'fault') {
    const { kind, moment } = entry
    return `fault ${name}: ${kind}${moment === null ? '' : ` ${moment}`}: ${rowOf(kind).text}`
  }
  if (entry.type === 'event') return `event ${name} ${entry.subject}`
  const { from, result } = entry
  if (entry.type === 'call') return `${name}${from === 'flow' ? '' : ` by ${from}`} -> ${result}`
  const { attempt, what } = entry
  return `${joined('delivery', name, what)}${attempt === 1 ? '' : `, attempt ${attempt}`} -> ${result}`
}

/** A line of text for each entry. */
export const storyLines = (entries: readonly StoryEntry[]): readonly string[] => entries.map(lineOf)
