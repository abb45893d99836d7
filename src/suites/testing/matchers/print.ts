/** Short texts for the messages of matchers. */
import { moneyText } from '../../../kernel/money'

/** An asymmetric matcher of vitest or Jest, such as `expect.any(String)`. */
export interface ValueMatcher {
  asymmetricMatch(other: unknown): boolean
}

interface NamedMatcher {
  readonly toAsymmetricMatcher?: () => string
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

export const isAsymmetric = (value: unknown): value is ValueMatcher & NamedMatcher =>
  isObject(value) && typeof value.asymmetricMatch === 'function'

const lengthMax = 300

/** A value on one line, cut where it is long. */
export const print = (value: unknown): string => {
  const text = whole(value, 0)
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax)}…`
}

const whole = (value: unknown, depth: number): string => {
  if (typeof value === 'string') return `'${value.slice(0, lengthMax)}'`
  if (typeof value === 'function') return `function ${value.name}`
  if (isAsymmetric(value)) return value.toAsymmetricMatcher?.() ?? 'an asymmetric matcher'
  if (value instanceof Error) return `${value.name}: ${value.message}`
  if (!isObject(value)) return String(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }']
  if (depth > 2) return `${open}…${close}`
  const parts = Object.entries(value)
    .slice(0, 20)
    .map(([name, part]) => `${Array.isArray(value) ? '' : `${name}: `}${whole(part, depth + 1)}`)
  return parts.length === 0 ? `${open}${close}`.replace(/ +/, '') : `${open}${parts.join(', ')}${close}`
}

/** `THB 1,000.00` */
export const money = (amount: unknown, currency: unknown): string =>
  typeof amount === 'number' ? moneyText(amount, String(currency)) : `${String(amount)} ${String(currency)}`

/** `1 charge`, `2 charges` */
export const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`
