import { isObject } from '../../kernel/json'
import type { ProfileName } from '../../options/profiles'
import { noField } from '../../service/explained'
import { type Answered, type CallOutcome, isAnswered, type Unanswered } from './answer'
import { choiceOf } from './choices'
import { compareValues, type DifferenceContext, type FieldDifference, typeOf } from './differences'
import type { PlayedStory } from './play'
import { type ComparedStory, referencesIn, type StoryCall } from './stories'
import { Pairs } from './texts'

export interface ReportedDifference {
  readonly story: string
  /** `POST /charges #2`: the second such call of the story. */
  readonly call: string
  /** A path such as `card.bank`, or `status`. */
  readonly field: string
  readonly sandbox: unknown
  readonly other: unknown
  /** The row of `docs choices` that explains it. */
  readonly choice: string | null
}

export interface ReportedOperation {
  readonly operation: string
  readonly outcome: 'same' | 'known' | 'differs' | 'not compared'
  /** Number of its calls that were compared. */
  readonly calls: number
  readonly differences: readonly ReportedDifference[]
}

/** What `--json` writes. */
export interface ComparisonReport {
  /** Operations without an unknown difference, of those compared: from 0 to 1. */
  readonly score: number
  readonly stories: number
  readonly calls: number
  readonly operations: readonly ReportedOperation[]
}

/** A call that could not be compared. */
export interface NotCompared {
  readonly story: string
  readonly call: string
  readonly why: string
}

export interface Comparison {
  readonly report: ComparisonReport
  readonly notCompared: readonly NotCompared[]
}

/** One call of a story, played against both services. */
interface PlayedTwice {
  readonly story: string
  readonly call: StoryCall
  /** How long the other service took. */
  readonly ms: number
  readonly answers: BothAnswers | Unanswered
}

interface BothAnswers {
  readonly own: Answered
  readonly other: Answered
}

const isError = (body: unknown): boolean => isObject(body) && body.object === 'error'
const codeOf = (body: unknown): unknown => (isError(body) && isObject(body) ? body.code : noField)

/** An error and a record have nothing in common but their status and the code. */
const compareAnswers = ({ own, other }: BothAnswers, context: DifferenceContext): void => {
  const report = (kind: FieldDifference['kind'], field: string, sandbox: unknown, there: unknown): void =>
    context.onDifference({ kind, field, of: '', sandbox, other: there, records: [own.body, other.body] })
  const isSameStatus = own.status === other.status
  if (!isSameStatus) report('status', 'status', own.status, other.status)
  if (!isObject(other.body)) {
    // What should be a record is none.
    const there = typeOf(other.body)
    if (isSameStatus) report(there === 'null' ? 'null' : 'type', 'body', typeOf(own.body), there)
  } else if (isError(own.body) === isError(other.body) || isSameStatus)
    compareValues(own.body, other.body, { path: '', name: '', of: '', records: [null, null] }, context)
  else report('error code', 'code', codeOf(own.body), codeOf(other.body))
}

const bothOf = (own: CallOutcome, other: CallOutcome): BothAnswers | Unanswered => {
  if (!isAnswered(other)) return other
  return isAnswered(own) ? { own, other } : own
}

/** A moment between the call and the time that the answer shows, which may be cut to the second. */
const leastSlackMs = 2000

const playedTwice = (
  stories: readonly ComparedStory[],
  own: readonly PlayedStory[],
  other: readonly PlayedStory[],
): readonly PlayedTwice[] =>
  stories.flatMap(({ name, calls }): PlayedTwice[] => {
    const callsOf = (played: readonly PlayedStory[]) => played.find((one) => one.name === name)?.calls ?? []
    const [owns, others] = [callsOf(own), callsOf(other)]
    return calls.flatMap((call) => {
      const [one, two] = [owns, others].map((list) => list.find(({ label }) => label === call.label))
      return one && two ? [{ story: name, call, ms: two.ms, answers: bothOf(one.answer, two.answer) }] : []
    })
  })

/** @param profile that of the sandbox */
export const compareStories = (
  stories: readonly ComparedStory[],
  own: readonly PlayedStory[],
  other: readonly PlayedStory[],
  profile: ProfileName,
): Comparison => {
  const twice = playedTwice(stories, own, other)
  const pairs = new Pairs()
  const slackMs = leastSlackMs + Math.max(0, ...twice.map(({ ms }) => ms))
  const differencesIn = ({ call, answers }: PlayedTwice, isNoting: boolean): readonly FieldDifference[] => {
    const found: FieldDifference[] = []
    const onDifference = (difference: FieldDifference): unknown => found.push(difference)
    const context = { pairs, slackMs, isNoting, onDifference, isOfAccount: call.forms }
    if ('own' in answers) compareAnswers(answers, context)
    return found
  }
  // Twice: lists are laid side by side by what the first round has found.
  for (let round = 1; round <= 2; round += 1) {
    for (const one of twice) differencesIn(one, true)
    pairs.settle()
  }
  const suspects = new Suspects()
  const counts = new KnownCounts()
  const found = twice.map((one): FoundDifferences => {
    const why = 'own' in one.answers ? suspects.whyNot(one) : one.answers.why
    const differences = why === null ? differencesIn(one, false) : []
    const shown = differences.map((difference) => {
      const { field, sandbox, other } = difference
      const choice = choiceOf(difference, one.call, { pairs, profile })
      return { story: one.story, call: one.call.label, field, sandbox, other, choice }
    })
    const result = { one, why, differences: counts.explained(one, shown) }
    suspects.note(result)
    return result
  })
  return {
    report: reportOf(stories.length, found),
    notCompared: found.flatMap(({ one, why }) =>
      why === null ? [] : [{ story: one.story, call: one.call.label, why }],
    ),
  }
}

/** Answers of a story that differ: a call that was made with such a value asks each service something else. */
class Suspects {
  /** By the story and the name that later calls use; `null` for the whole answer. */
  readonly #fields = new Map<string, readonly string[] | null>()

  note({ one: { story, call }, why, differences }: FoundDifferences): void {
    if (call.as === null) return
    const unexplained = differences.filter(({ choice }) => choice === null)
    const unknown = unexplained.map(({ field }) => field)
    // A charge has a status, too, which is a word.
    const isLost = unexplained.some(
      ({ field, sandbox }) => field === 'body' || (field === 'status' && typeof sandbox === 'number'),
    )
    this.#fields.set(`${story} ${call.as}`, why !== null || isLost ? null : unknown)
  }

  whyNot({ story, call }: PlayedTwice): string | null {
    for (const [name, field] of referencesIn(call)) {
      const fields = this.#fields.get(`${story} ${name}`)
      if (fields === undefined) continue
      if (fields === null) return `it needs the answer ${name} of its story, which could not be compared`
      if (fields.some((one) => one.replace(/\[(\d+)\]/g, '.$1') === field))
        return `it needs ${field} of ${name}, in which the services differ`
    }
    return null
  }
}

/** How many events there are follows from those that only one service has, in a whole list and in later parts of it. */
class KnownCounts {
  readonly #counts = new Map<string, { readonly more: number; readonly choice: string }>()

  /** @param differences those of one call; the total of a list gets the choice that explains its members */
  explained({ story, call }: PlayedTwice, differences: readonly ReportedDifference[]): ReportedDifference[] {
    if (!call.operation.endsWith('/events')) return [...differences]
    const members = differences.filter(
      ({ field, choice, sandbox, other }) =>
        choice !== null && /^data\[\d+\]$/.test(field) && (sandbox === noField || other === noField),
    )
    const more = members.reduce((sum, { other }) => sum + (other === noField ? 1 : -1), 0)
    const isCounted = differences.some((one) => one.field === 'total' && isMoreBy(one, more))
    // A list that counts what it does not show is no choice.
    if (more !== 0 && !isCounted)
      return differences.map((one) => (members.includes(one) ? { ...one, choice: null } : one))
    const choice = members[0]?.choice ?? null
    if (choice !== null) this.#counts.set(story, { more, choice })
    const known = this.#counts.get(story)
    return differences.map((one) =>
      one.field === 'total' && known !== undefined && isMoreBy(one, known.more)
        ? { ...one, choice: known.choice }
        : one,
    )
  }
}

const isMoreBy = ({ sandbox, other }: ReportedDifference, more: number): boolean =>
  typeof sandbox === 'number' && typeof other === 'number' && sandbox - other === more

interface FoundDifferences {
  readonly one: PlayedTwice
  /** Why it was not compared. */
  readonly why: string | null
  readonly differences: readonly ReportedDifference[]
}

const comparedOutcome = (
  calls: number,
  differences: readonly ReportedDifference[],
): ReportedOperation['outcome'] => {
  if (calls === 0) return 'not compared'
  if (differences.length === 0) return 'same'
  return differences.every(({ choice }) => choice !== null) ? 'known' : 'differs'
}

const reportOf = (stories: number, found: readonly FoundDifferences[]): ComparisonReport => {
  const names = [...new Set(found.map(({ one }) => one.call.operation))]
  const operations = names.map((operation) => {
    const of = found.filter(({ one }) => one.call.operation === operation)
    const calls = of.filter(({ why }) => why === null).length
    const differences = of.flatMap((one) => one.differences)
    return { operation, outcome: comparedOutcome(calls, differences), calls, differences }
  })
  const compared = operations.filter(({ outcome }) => outcome !== 'not compared')
  const good = compared.filter(({ outcome }) => outcome !== 'differs')
  return {
    score: compared.length === 0 ? 0 : good.length / compared.length,
    stories,
    calls: operations.reduce((sum, { calls }) => sum + calls, 0),
    operations,
  }
}
