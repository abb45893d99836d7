import { parseTime } from '../../kernel/calendar'
import { isObject } from '../../kernel/json'
import { redact } from '../../service/http/redact'
import type { StoryCall } from './stories'

/** The answer to one call. */
export type CallOutcome = Answered | Unanswered

export interface Answered {
  readonly status: number
  /** The JSON of the answer, without secrets and without data of the account; `null` for a redirection. */
  readonly body: unknown
}

/** The answer cannot be compared. */
export interface Unanswered {
  readonly why: string
}

export const isAnswered = (answer: CallOutcome): answer is Answered => 'status' in answer

/** An id in test or live mode: `chrg_test_5fzbq2k1p7y1h2x3c4d`. */
const idPattern = /^([a-z]+)_((?:test_)?)([0-9a-z]{10,})$/

/** The form of an id, such as `chrg_test_` and the length of its end; `null` for other text. */
export const idForm = (text: string): string | null => {
  const [, prefix, mode, end] = idPattern.exec(text) ?? []
  return end === undefined ? null : `${prefix}_${mode}<${end.length}>`
}

/** Which story of the run saw an id first. */
export class KnownIds {
  readonly #stories = new Map<string, number>()

  storyOf(id: unknown): number | undefined {
    return typeof id === 'string' ? this.#stories.get(id) : undefined
  }

  /** Ids that are known already stay with their story. */
  learn(value: unknown, story: number): void {
    for (const id of idsIn(value)) if (!this.#stories.has(id)) this.#stories.set(id, story)
  }
}

function* idsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (idForm(value) !== null) yield value
  } else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* idsIn(member)
}

/** In place of a record that another client made meanwhile: its content is not ours to save. */
export const foreign = 'a record that this run did not make'

/** The record of a list that belongs to this story: itself, `null` for one of an earlier story, or a mark for a foreign one. */
const ownPart = (record: unknown, known: KnownIds, story: number): unknown => {
  if (!isObject(record)) return record
  // The recipient that every account has.
  if (record.default === true) return null
  const subject = isObject(record.data) ? record.data.id : undefined
  const owner = known.storyOf(record.id) ?? known.storyOf(subject)
  if (owner !== undefined) return owner === story ? record : null
  const owners = [...idsIn(record)].map((id) => known.storyOf(id))
  if (owners.includes(story)) return record
  return owners.some((one) => one !== undefined) ? null : { object: record.object, is: foreign }
}

/** The members of a list that belong to this story. */
const ownMembers = (members: readonly unknown[], known: KnownIds, story: number): readonly unknown[] =>
  members.map((record) => ownPart(record, known, story)).filter((record) => record !== null)

/** A list of the account without what earlier stories made: a service may show times in whole seconds. */
const ownList = (list: Record<string, unknown>, known: KnownIds, story: number): Record<string, unknown> => {
  if (!Array.isArray(list.data)) return list
  const data = ownMembers(list.data, known, story)
  const dropped = list.data.length - data.length
  const total = typeof list.total === 'number' ? { total: list.total - dropped } : {}
  return { ...list, data, ...total }
}

/** Values of the account that say nothing about a person. */
const impersonal: ReadonlySet<string> = new Set(['object', 'livemode', 'location', 'country', 'currency'])

/** A time of day, not a mere date. */
export const timeIn = (text: string): number | null =>
  /^\d{4}-\d\d-\d\dT/.test(text) ? parseTime(text) : null

/** Another time in the same precision. */
const timeForm = (text: string): string =>
  `2000-01-01T00:00:00${text.slice('2000-01-01T00:00:00'.length).replace(/\d/g, '0')}`

const formOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return []
  if (isObject(value)) return formsOf(value)
  if (typeof value === 'string') return timeIn(value) === null ? 'text' : timeForm(value)
  return typeof value === 'number' ? 0 : typeof value === 'boolean' ? false : value
}

const formsOf = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, impersonal.has(name) ? value : formOf(value)]),
  )

/** Receivers of the account are its own business; so is the address of a caller. */
const withoutPersons = (value: unknown, name = ''): unknown => {
  if (name === 'webhook_deliveries' && Array.isArray(value)) return []
  if (name === 'ip' && typeof value === 'string') return 'an address'
  if (Array.isArray(value)) return value.map((one) => withoutPersons(one))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, withoutPersons(one, field)]))
}

/** The part of an answer for comparison and files: no secrets, nothing about other records of the account. */
export const keptOf = (
  { status, body }: Answered,
  call: StoryCall,
  known: KnownIds,
  story: number,
): Answered => {
  const kept = (value: unknown): Answered => ({ status, body: withoutPersons(redact(value)) })
  if (Array.isArray(body)) return kept(ownMembers(body, known, story))
  if (!isObject(body) || body.object === 'error') return kept(body)
  const { forms, only } = call
  if (forms) return { status, body: formsOf(body) }
  if (only !== null) {
    const chosen = Object.entries(body).filter(([name]) => only.includes(name))
    return { status, body: Object.fromEntries(chosen) }
  }
  const own = Array.isArray(body.data) ? ownList(body, known, story) : body
  // Whatever answers in place of an error is not of this story, unless the call made it.
  if (call.status === status || call.method === 'POST') known.learn(own, story)
  else if (ownPart(own, known, story) !== own && own === body)
    return { status, body: { object: body.object, is: foreign } }
  return kept(own)
}
