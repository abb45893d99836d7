import { idForm, timeIn } from './answer'

/**
 * Which value of the sandbox corresponds to which of the other service: ids, fingerprints, numbers that each makes for
 * itself. Met in the same places, most often together: so one wrong reference is a difference there and nowhere else.
 */
export class Pairs {
  readonly #counts = new Map<string, Map<string, number>>()
  #others = new Map<string, string>()
  #own = new Map<string, string>()

  note(own: string, other: string): void {
    const counts = this.#counts.get(own) ?? new Map<string, number>()
    counts.set(other, (counts.get(other) ?? 0) + 1)
    this.#counts.set(own, counts)
  }

  /** Each gets the partner that it was met with most often, then the one that came last; and nothing gets two. */
  settle(): void {
    const all = [...this.#counts].flatMap(([own, counts]) =>
      [...counts].map(([other, count]) => ({ own, other, count })),
    )
    this.#others = new Map()
    this.#own = new Map()
    for (const { own, other } of all.reverse().sort((a, b) => b.count - a.count)) {
      if (this.#others.has(own) || this.#own.has(other)) continue
      this.#others.set(own, other)
      this.#own.set(other, own)
    }
    this.#counts.clear()
  }

  isPair(own: string, other: string): boolean {
    return this.#others.get(own) === other
  }

  /** Whether one of the two has any partner. */
  knows(own: string, other: string): boolean {
    return this.#others.has(own) || this.#own.has(other)
  }
}

/** Two ids of one form. */
export const areIds = (own: string, other: string): boolean => {
  const form = idForm(own)
  return form !== null && form === idForm(other)
}

/** How two texts at the same place are compared. */
export interface TextContext {
  readonly pairs: Pairs
  /** Notes what may belong together, in place of asking. */
  readonly isNoting: boolean
  /** How far two times of the same moment may be apart, in ms. */
  readonly slackMs: number
}

/** Sentences for people, which a service is free to word: an empty one is a difference, another one is not. */
const sentences: ReadonlySet<string> = new Set([
  'message',
  'failure_message',
  'reason_message',
  'admin_message',
])

/** Values that each service makes up; equal for equal subjects. */
const madeUp: ReadonlySet<string> = new Set([
  ...['fingerprint', 'raw_data', 'reference_number_1', 'reference_number_2', 'payment_code', 'va_code'],
  'next_page_token',
])

const addressFields = /(?:_uri|^barcode)$/

/** Digits that look like those of a card are hidden behind `*`. */
const kindOf = (text: string): 'digits' | 'letters' | 'text' =>
  /^[\d*]+$/.test(text) ? 'digits' : /^[\w+/=-]+$/.test(text) ? 'letters' : 'text'

/** Digits, letters or more, and how many. */
const characterForm = (text: string): string => {
  const kind = kindOf(text)
  return kind === 'text' ? kind : `${kind} <${text.length}>`
}

const matches = (own: string, other: string, { pairs, isNoting }: TextContext): boolean => {
  if (isNoting) pairs.note(own, other)
  return isNoting || pairs.isPair(own, other)
}

const fraction = (text: string): number => /\.(\d+)/.exec(text)?.[1]?.length ?? 0

/** Whether two texts are the same, or which difference they are. */
type TextVerdict = 'same' | 'form' | 'value'

const compareTimes = (own: string, other: string, slackMs: number): TextVerdict | null => {
  const [one, two] = [timeIn(own), timeIn(other)]
  if (one === null || two === null) return null
  if (Math.abs(one - two) > slackMs) return 'value'
  const sameForm = fraction(own) === fraction(other) && own.slice(-1) === other.slice(-1)
  return sameForm ? 'same' : 'form'
}

/** The path of a link, whichever host it leads to. */
const pathOf = (text: string): string | null => {
  if (text.startsWith('/')) return text
  if (!URL.canParse(text) || !/^https?:/.test(text)) return null
  const { pathname, search } = new URL(text)
  return `${pathname}${search}`
}

/** The parts of two paths one by one: ids belong together, the rest is equal. What only one service makes up has a form. */
const compareLinks = (
  own: string,
  other: string,
  isAddress: boolean,
  context: TextContext,
): TextVerdict | null => {
  const [path, otherPath] = [pathOf(own), pathOf(other)]
  if (path === null || otherPath === null) return null
  const [parts, others] = [path.split(/[/?&=]/), otherPath.split(/[/?&=]/)]
  if (parts.length !== others.length || own.startsWith('/') !== other.startsWith('/')) return 'form'
  const isSame = parts.every((part, i) => {
    const there = others[i] ?? ''
    if (part === there) return true
    if (areIds(part, there)) return matches(part, there, context)
    // `/downloads/0A1B2C3D`: a token of one address alone, which may have no letter by chance.
    const isToken = isAddress && /^[\dA-Z]{8,}$/.test(part)
    return isToken && kindOf(there) !== 'text' && part.length === there.length
  })
  return isSame ? 'same' : 'value'
}

/** @param field the name of the field, which says what the texts are */
export const compareTexts = (
  own: string,
  other: string,
  field: string,
  context: TextContext,
): TextVerdict => {
  if (areIds(own, other)) return matches(own, other, context) ? 'same' : 'value'
  if (sentences.has(field)) return (own === '') === (other === '') ? 'same' : 'value'
  if (madeUp.has(field)) {
    if (characterForm(own) !== characterForm(other)) return 'form'
    return matches(own, other, context) ? 'same' : 'value'
  }
  if (own === other) return 'same'
  return (
    compareTimes(own, other, context.slackMs) ??
    compareLinks(own, other, addressFields.test(field), context) ??
    'value'
  )
}
