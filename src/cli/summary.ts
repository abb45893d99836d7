import { gather } from '../kernel/rows'
import { counted } from '../kernel/text'
import type { Sandbox } from '../sandbox/surface'
import type { DeliveryEntry } from '../sandbox/webhooks/delivery'
import type { RequestEntry } from '../service/http/env'
import { profileWarning } from '../service/http/send'
import { isFaultOfSandbox } from '../service/webhooks/decide'
import { isSuccess } from '../service/webhooks/outbox'
import { printable } from '../suites/wording'
import type { ServerLog } from './log'

/** Different texts of one kind that are shown. */
const shownMax = 5

/** Each text with how often it was said, in the order of the first time. */
class Counts {
  readonly #counts = new Map<string, number>()

  /** @returns whether the text is new, and among those that are shown */
  add(text: string): boolean {
    const count = this.#counts.get(text) ?? 0
    this.#counts.set(text, count + 1)
    return count === 0 && this.#counts.size <= shownMax
  }

  lines(): readonly string[] {
    const all = [...this.#counts].map(([text, count]) => (count === 1 ? text : `${text} (${count} times)`))
    return all.length <= shownMax
      ? all
      : [...all.slice(0, shownMax), `and ${all.length - shownMax} more like it`]
  }
}

/** Names and keys come from the client. */
const onOneLine = (text: string): string => printable(text).replaceAll('\n', ' ')

/** A segment of a path that is an id: `/charges/chrg_test_1` and another charge are one place. */
const callText = ({ method, path }: RequestEntry): string =>
  `${method} ${path.replace(/(?<=\/)[a-z]+_(?:test_)?[a-z0-9]{10,}(?=\/|$)/g, ':id')}`

/** What a person would want to know when a command has ended, collected from the log of its sandbox. */
export class Summary {
  /** By event and address: the latest attempt, or the one that was accepted. */
  readonly #deliveries = new Map<string, DeliveryEntry>()
  readonly #refused = new Counts()
  readonly #warnings = new Counts()
  readonly #ignored = new Counts()
  readonly #onRefused: (line: string) => void

  /** @param onRefused gets a line for each new kind of refused call, as it comes */
  constructor(onRefused: (line: string) => void) {
    this.#onRefused = onRefused
  }

  /** Passes all on to this log, and reads it too. */
  reading(log: ServerLog): ServerLog {
    return {
      ...log,
      request: (entry, now) => {
        this.#addRequest(entry)
        log.request(entry, now)
      },
      delivery: (entry, now) => {
        this.#addDelivery(entry)
        log.delivery(entry, now)
      },
    }
  }

  #addRequest(entry: RequestEntry): void {
    if (entry.path.startsWith('/_sandbox')) return
    const { status, error, hint, reason, warnings, ignored } = entry
    const place = callText(entry)
    // Its hint is a warning, too.
    if (status === 401) this.#addRefused(`${place} was refused with 401 ${error}: ${hint ?? reason}`)
    // exec says the profile itself, with its own way out.
    const others = warnings.filter((text) => text !== hint && text !== profileWarning)
    for (const text of others) this.#warnings.add(`${place}: ${text}`)
    for (const name of ignored) this.#ignored.add(`${place} ignored ${name}: it has no such parameter`)
  }

  #addRefused(text: string): void {
    if (this.#refused.add(text)) this.#onRefused(onOneLine(text))
  }

  #addDelivery(entry: DeliveryEntry): void {
    const dispatch = `${entry.eventId} ${entry.uri}`
    const before = this.#deliveries.get(dispatch)
    if (before === undefined || !isSuccess(before.status)) this.#deliveries.set(dispatch, entry)
  }

  /** Lines for a terminal; none when there is nothing to say. */
  lines(unmet: readonly string[]): readonly string[] {
    const all = [this.#refused, this.#warnings, this.#ignored].flatMap((counts) => counts.lines())
    return [...this.#notAccepted(), ...all, ...unmet].map(onOneLine)
  }

  /** `9 of 9 webhooks were answered 401 by http://…: signed in …` */
  #notAccepted(): readonly string[] {
    const all = [...this.#deliveries.values()]
    // What a fault did was asked for.
    const failed = all.filter(({ status, error }) => !isSuccess(status) && !isFaultOfSandbox(error))
    const groups = gather(failed, ({ status, error, hint, uri }) => {
      const answer =
        status === null ? `got no answer from ${uri}: ${error}` : `were answered ${status} by ${uri}`
      return [answer, hint].filter((part) => part !== null).join('; ')
    })
    return [...groups].map(([text, entries]) => {
      const sent = all.filter(({ uri }) => uri === entries[0]?.uri).length
      return `${entries.length} of ${counted(sent, 'webhook')} ${sent === 1 ? text.replace(/^were/, 'was') : text}`
    })
  }
}

/** The faults of all accounts that had no effect. */
export const unmetFaults = ({ accounts }: Sandbox): readonly string[] =>
  accounts
    .flatMap(({ test, live }) => [...test.faults.list(), ...live.faults.list()])
    .filter(({ hits }) => hits === 0)
    .map((fault) => {
      const of =
        fault.kind === 'webhook' ? `webhooks ${fault.event}` : `${fault.method ?? '*'} ${fault.path ?? '*'}`
      return `the fault ${fault.id} of ${of} was never met`
    })
