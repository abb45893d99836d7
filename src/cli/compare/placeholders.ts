import { dateText, iso, parseDuration } from '../../kernel/calendar'
import { isObject } from '../../kernel/json'

/** What the placeholders of a call stand for. */
export interface StoryScene {
  /** Answers by the name of their call, within one story. */
  readonly named: ReadonlyMap<string, unknown>
  /** When the story began, and when the call is made: epoch milliseconds of the service's clock. */
  readonly story: number
  readonly now: number
  /** A word of the run, which nothing else in the account contains. */
  readonly word: string
}

/** A call refers to an answer that did not come, or did not have what it needs. */
export class Unfilled extends Error {}

/** `$now+1h`, `$charge.data.0.id`, `$no.chrg`; the name ends where no word goes on. */
const placeholder = /\$(\w+(?:\.\w+)*)(?:\+(\d+[smhdw]))?/g

/** An id that no record has: of the right form, in test mode. */
const noId = (prefix: string): string => `${prefix}_test_0nosuchrecord000000`

const memberOf = (value: unknown, part: string): unknown => {
  if (Array.isArray(value)) return value[Number(part)]
  return isObject(value) ? value[part] : undefined
}

/** The id of an answer: of the charge that was declined, where the answer is the error. */
const idIn = (answer: unknown): unknown => memberOf(answer, 'id') ?? memberOf(answer, 'charge_id')

const textFor = (path: string, plus: string | undefined, scene: StoryScene): string => {
  const [name = '', ...parts] = path.split('.')
  const later = plus === undefined ? 0 : (parseDuration(plus) ?? 0)
  if (name === 'story') return iso(scene.story)
  if (name === 'now') return iso(scene.now + later)
  if (name === 'day') return dateText(scene.now + later)
  if (name === 'word') return scene.word
  if (name === 'no') return noId(parts[0] ?? '')
  const answer = scene.named.get(name)
  const found = parts.length === 0 ? idIn(answer) : parts.reduce(memberOf, answer)
  if (typeof found === 'string') return found
  throw new Unfilled(`there is no ${path}: an earlier call of the story had no such answer`)
}

/** @throws Unfilled */
export const filledText = (text: string, scene: StoryScene): string =>
  text.replace(placeholder, (_, path: string, plus: string | undefined) => textFor(path, plus, scene))

/**
 * Parameters with everything filled in.
 * @throws Unfilled
 */
export const filledIn = (value: unknown, scene: StoryScene): unknown => {
  if (typeof value === 'string') return filledText(value, scene)
  if (Array.isArray(value)) return value.map((one) => filledIn(one, scene))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledIn(one, scene)]))
}
