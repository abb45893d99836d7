/** What happened in a run: entries, of which the lines of a report and its drawings are made. */

import { type ExploreKind, type ExplorePoint, type ExploreRole, rowOf } from '../../service/faults/kinds'
import type { ProbedCall, ProbedResult } from '../../service/faults/probe'
import type { EventRow } from '../../service/resources/event/model'
import { fieldsIn, joined, printable, receivedText, recordText } from '../wording'

/** Who takes part in a run: a lane of its drawing. `application`: one that stays up, which makes calls and receives. */
export type StoryLane = 'flow' | 'recover' | 'application' | 'service' | 'receiver'

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
export type StoryEntry = {
  readonly began: number
} /** `meanwhile`: what the application did then, `handled charge.complete #1`. */ & (
  | ({ readonly type: 'call'; readonly meanwhile?: string } & Answerable)
  /** `what` is special about it: `again`, `forged`. `last`: the last one of several attempts with the same result. */
  | ({
      readonly type: 'delivery'
      readonly attempt: number
      readonly last?: number
      readonly what: string
    } & Answerable)
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

const answerText = ({ exchange: { outcome, isReplay } }: ProbedCall): string => {
  if (outcome === null) return 'no answer'
  const { status, code, text } = outcome
  if (status === 0) return 'cut'
  const what = code ?? recordText(fieldsIn(text === null ? null : JSON.parse(text)))
  return joined(String(status), what, isReplay && '(the stored answer)')
}

/** What the application does that makes a call, by who runs then. */
const meanwhiles: Readonly<Record<ExploreRole, string>> = {
  flow: 'served the flow',
  recover: 'recovered',
  receiver: 'worked on its own',
}

/** Retries of a delivery with one result, and nothing but other deliveries between them, in the place of the first. */
const retriesJoined = (entries: readonly StoryEntry[]): readonly StoryEntry[] => {
  const all: StoryEntry[] = []
  /** Where the last retry is of each delivery. */
  const places = new Map<string, number>()
  for (const entry of entries) {
    if (entry.type !== 'delivery') places.clear()
    else if (entry.attempt > 1) {
      const { name, attempt, result } = entry
      const at = places.get(name) ?? all.length
      const before = all[at]
      places.set(name, at)
      if (before?.type === 'delivery' && before.result === result) {
        all[at] = { ...before, last: attempt }
        continue
      }
      places.set(name, all.length)
    }
    all.push(entry)
  }
  return all
}

export class RunStory {
  /** Whether an application that stays up makes all calls, and receives all webhooks. */
  isOfApplication = false
  /** They become entries only if they are read. */
  readonly #entries: (() => StoryEntry)[] = []
  /** How much has begun or ended. */
  #moments = 0
  /** The deliveries that are under way. */
  readonly #underway: string[] = []

  /** What has happened so far, in the order in which it began. */
  get entries(): readonly StoryEntry[] {
    return retriesJoined(this.#entries.map((entry) => entry()))
  }

  note(text: string, lane: StoryLane = 'flow'): void {
    const began = this.#moments++
    this.#entries.push(() => ({ type: 'note', began, lane, text: printable(text) }))
  }

  fault({ name }: ExplorePoint, kind: ExploreKind, moment: string | null = null): void {
    const began = this.#moments++
    this.#entries.push(() => ({ type: 'fault', began, name, kind, moment }))
  }

  /** @returns called when it ends */
  call({ name }: ExplorePoint, role: ExploreRole, call: ProbedCall): () => void {
    const began = this.#moments++
    const by = this.isOfApplication
      ? ({ from: 'application', meanwhile: this.#meanwhile(role) } as const)
      : { from: role }
    let ended: number | null = null
    this.#entries.push(() => {
      const result = printable(answerText(call))
      return { type: 'call', began, ended, name, ...by, to: 'service', result }
    })
    return () => {
      ended ??= this.#moments++
    }
  }

  #meanwhile(role: ExploreRole): string {
    const handled = [...new Set(this.#underway)].join(' and ')
    return handled === '' ? meanwhiles[role] : `handled ${handled}`
  }

  event({ key, subject }: EventRow): void {
    const began = this.#moments++
    this.#entries.push(() => ({ type: 'event', began, name: key, subject: subject.row.id }))
  }

  /** @returns called when it ends */
  delivery({ name }: ExplorePoint, attempt: number, what: string): (result: ProbedResult) => void {
    const began = this.#moments++
    let ended: number | null = null
    let received: ProbedResult | null = null
    const to = this.isOfApplication ? 'application' : 'receiver'
    this.#underway.push(name)
    this.#entries.push(() => {
      const result = received === null ? 'no answer' : receivedText(received, 200)
      return { type: 'delivery', began, ended, name, from: 'service', to, attempt, what, result }
    })
    return (result) => {
      ended = this.#moments++
      this.#underway.splice(this.#underway.indexOf(name), 1)
      received = result
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
  const { result } = entry
  if (entry.type === 'delivery')
    return `${joined('delivery', name, entry.what)}${attemptText(entry)} -> ${result}`
  const { from, meanwhile } = entry
  if (meanwhile !== undefined) return `${name} -> ${result} (application, while it ${meanwhile})`
  return `${name}${from === 'flow' ? '' : ` by ${from}`} -> ${result}`
}

/** `, attempts 2 to 9` */
export const attemptText = ({
  attempt,
  last = attempt,
}: Pick<Extract<StoryEntry, { readonly type: 'delivery' }>, 'attempt' | 'last'>): string => {
  if (last !== attempt) return `, attempts ${attempt} to ${last}`
  return attempt === 1 ? '' : `, attempt ${attempt}`
}

/** A line of text for each entry. */
export const storyLines = (entries: readonly StoryEntry[]): readonly string[] => entries.map(lineOf)
