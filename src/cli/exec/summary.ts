import { gather } from '../../kernel/rows'
import { counted } from '../../kernel/text'
import type { Sandbox } from '../../sandbox/sandbox'
import type { DeliveryEntry } from '../../sandbox/webhooks/delivery'
import { profileWarning } from '../../service/http/answer'
import type { RequestEntry } from '../../service/http/backend'
import { isAboutDetails } from '../../service/http/errors'
import { isFaultOfSandbox } from '../../service/webhooks/attempt-faults'
import { isSuccess } from '../../service/webhooks/outbox'
import { keyRefusal, placeOf } from '../../service/wrong-keys'
import { printable } from '../../suites/wording'
import type { ServerLog } from '../serve/log'

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

/** What a person would want to know when a command has ended, collected from the log of its sandbox. */
export class Summary {
  /** By event and address: the attempt that was accepted, else the latest that was answered, else the first. */
  readonly #deliveries = new Map<string, DeliveryEntry>()
  readonly #refused = new Counts()
  readonly #warnings = new Counts()
  readonly #ignored = new Counts()
  /** Webhooks that were not accepted, each kind once. */
  readonly #failed = new Counts()
  readonly #onFirst: (line: string) => void
  #isCalled = false

  /** @param onFirst gets a line for each new kind of refused call or webhook, as it comes */
  constructor(onFirst: (line: string) => void) {
    this.#onFirst = onFirst
  }

  /** Whether any call arrived. */
  get isCalled(): boolean {
    return this.#isCalled
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
    this.#isCalled = true
    if (entry.path.startsWith('/_sandbox')) return
    const { status, hint, reason, warnings, ignored } = entry
    const place = placeOf(entry)
    const isUnknown = status === 401
    if (isUnknown) this.#sayFirst(this.#refused, `${place} ${keyRefusal(entry.error, hint ?? reason)}`)
    // That of a refused key is said; exec says the profile itself; what an error leaves out is no mistake.
    const others = warnings.filter(
      (text) => !(isUnknown && text === hint) && text !== profileWarning && !isAboutDetails(text),
    )
    for (const text of others) this.#warnings.add(`${place}: ${text}`)
    for (const name of ignored) this.#ignored.add(`${place} ignored ${name}: it has no such parameter`)
  }

  #sayFirst(counts: Counts, text: string, said = text): void {
    if (counts.add(text)) this.#onFirst(onOneLine(said))
  }

  #addDelivery(entry: DeliveryEntry): void {
    const dispatch = `${entry.eventId} ${entry.uri}`
    const before = this.#deliveries.get(dispatch)
    const isBetter = before === undefined || (entry.status !== null && !isSuccess(before.status))
    if (isBetter) this.#deliveries.set(dispatch, entry)
    if (isRefused(entry))
      this.#sayFirst(this.#failed, answerText(entry), `the webhook ${entry.key} ${answerText(entry, 'was')}`)
  }

  /** Lines for a terminal; none when there is nothing to say. */
  lines(unmet: readonly string[]): readonly string[] {
    const all = [this.#refused, this.#warnings, this.#ignored].flatMap((counts) => counts.lines())
    return [...this.#notAccepted(), ...all, ...unmet].map(onOneLine)
  }

  /** `9 of 9 webhooks were answered 401 by http://…: signed in …` */
  #notAccepted(): readonly string[] {
    const all = [...this.#deliveries.values()]
    const groups = gather(all.filter(isRefused), (entry) => answerText(entry))
    return [...groups].map(([text, [entry, ...others]]) => {
      const sent = all.filter(({ uri }) => uri === entry?.uri).length
      const answers = sent === 1 && entry !== undefined ? answerText(entry, 'was') : text
      return `${others.length + 1} of ${counted(sent, 'webhook')} ${answers}`
    })
  }
}

/** Whether a receiver did not accept it. What a fault did was asked for. */
const isRefused = ({ status, error }: DeliveryEntry): boolean =>
  !isSuccess(status) && !isFaultOfSandbox(error)

/** `were answered 401 by http://…; signed in …` */
const answerText = ({ status, error, hint, uri }: DeliveryEntry, were: 'were' | 'was' = 'were'): string => {
  const answer =
    status === null ? `got no answer from ${uri}: ${error}` : `${were} answered ${status} by ${uri}`
  return [answer, hint].filter((part) => part !== null).join('; ')
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
