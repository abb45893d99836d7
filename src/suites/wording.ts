/** How the lines of a suite name the result of a request or a webhook. */
// By its name: of all of a module that has parts which Node loads late, a copy would load each.
import { stripVTControlCharacters } from 'node:util'
import type { Delivery } from 'payment-sandbox'
import { isObject } from '../kernel/json'
import { moneyText } from '../kernel/money'
import { counted } from '../kernel/text'

/**
 * A text of others as it can be shown: without escape sequences of a terminal, control characters, changes of direction
 * and halves of letters. Ends of lines and tabs stay.
 */
export const printable = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/\p{Cs}/gu, '\ufffd')

/** Never in the middle of a letter. */
export const cut = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).replace(/\p{Cs}$/u, '')}…` : text

/** What others said, on one line. */
export const quoted = (text: string, max: number): string =>
  cut(printable(text).replace(/\s+/g, ' ').trim(), max)

export const joined = (...parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(' ')

type AnswerFields = Readonly<Record<string, unknown>>

export const fieldsIn = (value: unknown): AnswerFields => (isObject(value) ? value : {})

/** `pending, waits for its payer` */
export const stateText = ({
  status,
  failure_code,
  authorized,
  paid,
  authorize_uri,
  source,
}: AnswerFields): string => {
  if (status === 'failed' && typeof failure_code === 'string') return `failed: ${failure_code}`
  if (status !== 'pending') return typeof status === 'string' ? status : ''
  if (authorized === true && paid !== true) return 'authorized, not captured'
  return typeof authorize_uri === 'string' || isObject(source) ? 'pending, waits for its payer' : 'pending'
}

/** `chrg_test_… successful THB 1,000.00`: what an answer is about. */
export const recordText = (record: AnswerFields): string => {
  const { id, object, total, amount, currency, refunded_amount: refunded, card } = record
  if (object === 'list') return counted(Number(total), 'record')
  const money = (of: unknown): string | null =>
    typeof of === 'number' && typeof currency === 'string' ? moneyText(of, currency) : null
  return joined(
    typeof id === 'string' && id,
    stateText(record),
    money(amount),
    object === 'token' && isObject(card) && `${card.brand} …${card.last_digits}`,
    typeof refunded === 'number' && refunded > 0 && `(refunded ${money(refunded)})`,
  )
}

/** What a receiver did, in its own words: `204`, `500 (orders is not defined)`, `connection refused`. */
export const receivedText = (
  { status, error, answer }: Pick<Delivery, 'status' | 'error' | 'answer'>,
  max: number,
): string => {
  const said = quoted(error ?? answer ?? '', max)
  return status === null ? said : joined(String(status), said !== '' && `(${said})`)
}
