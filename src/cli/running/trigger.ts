import { isObject } from '../../kernel/json'
import { moneyText } from '../../kernel/money'
import { meant } from '../../kernel/text'
import { eventKeys } from '../../service/resources/event/keys'
import { Failure, type Given, wrong } from '../command-line'
import { columns, printResult, terminalOf } from '../terminal'
import { runningClient, type ServerAnswer } from './client'

/** Triggers an event of the given key, with the records that it needs, and prints it. */
export const trigger = async (given: Given): Promise<void> => {
  const [key] = given.words ?? []
  const running = runningClient(given)
  const { write, interactive } = terminalOf(process.stdout, process.env)
  if (given.flags.list === true) {
    const answer = await running.control('GET', '/trigger')
    const asJson = given.flags.json === true
    write(asJson ? `${JSON.stringify(answer.json.data, null, 2)}\n` : columns(rowsOf(answer)))
    return
  }
  if (key === undefined)
    throw wrong('trigger needs the key of an event, such as charge.complete; --list shows all of them')
  if (!eventKeys.some((known) => known === key))
    throw wrong(`there is no event ${key}${meant(key, eventKeys)}`)
  const body = overridesOf(given.flags.override)
  const { json } = await running
    .control('POST', `/trigger/${encodeURIComponent(key)}`, body)
    .catch((error: unknown) => {
      // The running sandbox knows the keys of its profile: this is a wrong argument.
      throw error instanceof Failure && error.message.startsWith('there is no event ')
        ? wrong(error.message)
        : error
    })
  printResult(given, json, () => (interactive ? summaryOf(json) : `${JSON.stringify(json, null, 2)}\n`))
}

/** What a person wants to know: the event, the record that it is about and its state. */
export const summaryOf = (event: ServerAnswer['json']): string => {
  const data = isObject(event.data) ? event.data : {}
  const { object, id, status, amount, currency } = data
  const isMoney = typeof amount === 'number' && typeof currency === 'string'
  const money = isMoney ? `${moneyText(amount, currency)}  ` : ''
  return columns([
    [String(event.key), String(event.id ?? '')],
    [String(object ?? ''), `${String(id ?? '')}  ${money}${typeof status === 'string' ? status : ''}`],
    ['', '--json shows all of it'],
  ])
}

const rowsOf = ({ json }: ServerAnswer): string[][] =>
  (Array.isArray(json.data) ? json.data.filter(isObject) : []).map(({ key, summary, takes }) => [
    String(key),
    `${String(summary)} (${String(takes)})`,
  ])

/** Turns `amount=5000`, `metadata.order=A-1001` into an object. */
export const overridesOf = (given: unknown): Record<string, unknown> => {
  const body: Record<string, unknown> = {}
  for (const text of Array.isArray(given) ? given.map(String) : []) {
    const [, path = '', value = ''] = /^([\w.]+)=([\s\S]*)$/.exec(text) ?? []
    const names = path.split('.')
    if (names.includes(''))
      throw wrong(`--override must be name=value, not "${text}"; for example: amount=5000`)
    put(body, names, meantBy(value))
  }
  return body
}

const put = (
  object: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): void => {
  if (rest.length === 0) {
    define(object, name, value)
    return
  }
  const inside = Object.hasOwn(object, name) && isObject(object[name]) ? object[name] : {}
  define(object, name, inside)
  put(inside, rest, value)
}

/** Any name becomes a member, even `__proto__`. */
const define = (object: object, name: string, value: unknown): void =>
  void Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true })

/** Reads numbers and booleans. Everything else is text, also digits that a number would lose. */
const meantBy = (text: string): unknown => {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d{1,15}$/.test(text) && String(Number(text)) === text ? Number(text) : text
}
