/** Matchers of an account as a whole: its balance, and the requests that were made. */
import type { BalanceObject } from 'payment-sandbox'
import { fits } from '../../../kernel/text'
import {
  isAsymmetric,
  type MatcherResult,
  type MatcherSubject,
  Misuse,
  money,
  outcome,
  print,
  subjectOf,
} from './outcome'

const amounts = ['total', 'transferable'] as const
const transactionsMax = 5

const amountLine = (name: (typeof amounts)[number], balance: BalanceObject, wanted: unknown): string => {
  const found = balance[name]
  const difference =
    typeof wanted === 'number' ? `: ${Math.abs(found - wanted)} ${found > wanted ? 'more' : 'less'}` : ''
  return `  ${name} is ${found} (${money(found, balance.currency)}), not ${print(wanted)}${difference}`
}

const lastTransactions = ({ transactions }: MatcherSubject): readonly string[] => {
  const last = transactions.list(undefined, { last: transactionsMax })
  if (last.length === 0) return ['there is no transaction']
  return [
    'the last transactions:',
    ...last.map(
      ({ direction, amount, key, origin }) =>
        `  ${direction === 'credit' ? '+' : '-'}${amount} ${key} of ${origin}`,
    ),
  ]
}

export const toHaveBalance = (
  received: unknown,
  wanted: Readonly<Record<string, unknown>>,
): MatcherResult => {
  const subject = subjectOf(received)
  const given = amounts.filter((name) => wanted?.[name] !== undefined)
  if (given.length === 0 || Object.keys(wanted).some((name) => !amounts.some((known) => known === name)))
    throw new Misuse(`toHaveBalance takes { total?, transferable? } in subunits, and not ${print(wanted)}`)
  const balance = subject.balance()
  const wrong = given.filter((name) => {
    const value = wanted[name]
    return isAsymmetric(value) ? !value.asymmetricMatch(balance[name]) : value !== balance[name]
  })
  const lines = wrong.map((name) => amountLine(name, balance, wanted[name]))
  return outcome(
    wrong.length === 0 ? [] : ['expected another balance', ...lines, ...lastTransactions(subject)],
    () => `expected another balance than ${print(wanted)}`,
  )
}

interface MadeRequest {
  /** `POST /charges` */
  readonly line: string
  /** With its result. */
  readonly text: string
}

/** Lengths of the longest common sequences after each pair of places. */
const commonAfter = (
  wanted: readonly string[],
  made: readonly MadeRequest[],
): readonly (readonly number[])[] => {
  const rows: number[][] = Array.from({ length: wanted.length + 1 }, () => Array(made.length + 1).fill(0))
  for (let i = wanted.length - 1; i >= 0; i -= 1)
    for (let j = made.length - 1; j >= 0; j -= 1) {
      const [row = [], below = []] = [rows[i], rows[i + 1]]
      row[j] = fits(wanted[i] ?? '', made[j]?.line ?? '')
        ? (below[j + 1] ?? 0) + 1
        : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
    }
  return rows
}

/** As a diff: `-` was expected and not made, `+` was made and not expected. */
const compared = (wanted: readonly string[], made: readonly MadeRequest[]): readonly string[] => {
  const common = commonAfter(wanted, made)
  const lines: string[] = []
  let [i, j] = [0, 0]
  while (i < wanted.length || j < made.length) {
    const [want, is] = [wanted[i], made[j]]
    const skipWanted = common[i + 1]?.[j] ?? -1
    const skipMade = common[i]?.[j + 1] ?? -1
    if (want !== undefined && is !== undefined && fits(want, is.line)) {
      lines.push(`    ${is.text}`)
      i += 1
      j += 1
    } else if (want !== undefined && (is === undefined || skipWanted >= skipMade)) {
      lines.push(`  - ${want}`)
      i += 1
    } else {
      lines.push(`  + ${is?.text}`)
      j += 1
    }
  }
  return lines
}

export const toHaveMadeRequests = (received: unknown, list: readonly string[]): MatcherResult => {
  const { requests } = subjectOf(received)
  const wrong = Array.isArray(list) ? list.find((line) => !/^[A-Z]+ \/\S*$/.test(line)) : print(list)
  if (wrong !== undefined)
    throw new Misuse(
      `toHaveMadeRequests takes a list such as ['POST /tokens', 'POST /charges/*/refunds'], and not ${wrong}`,
    )
  const made = requests.list().map(({ method, path, status, error }) => ({
    line: `${method} ${path}`,
    text: `${method} ${path} ${[status, error ?? ''].join(' ').trim()}`,
  }))
  const isSame = made.length === list.length && list.every((line, i) => fits(line, made[i]?.line ?? ''))
  const head = 'expected other requests (- expected and not made, + made and not expected):'
  return outcome(
    isSame ? [] : [head, ...compared(list, made)],
    () => `expected other requests than exactly these: ${list.join(', ') || 'none'}`,
  )
}
