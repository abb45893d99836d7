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

/** As a diff: `-` was expected and not made, `+` was made and not expected. */
const compared = (wanted: readonly string[], made: readonly MadeRequest[]): readonly string[] => {
  let left = wanted
  const lines = made.flatMap(({ line, text }) => {
    const at = left.findIndex((want) => fits(want, line))
    if (at < 0) return [`  + ${text}`]
    const skipped = left.slice(0, at)
    left = left.slice(at + 1)
    return [...skipped.map((want) => `  - ${want}`), `    ${text}`]
  })
  return [...lines, ...left.map((want) => `  - ${want}`)]
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
