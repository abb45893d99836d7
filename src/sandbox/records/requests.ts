import { iso } from '../../kernel/calendar'
import { ApiError } from '../../kernel/errors'
import { deepFreeze, jsonIn } from '../../kernel/json'
import { aroundWellKnown } from '../../kernel/masked'
import { checkObject, SandboxError } from '../../kernel/sandbox-error'
import { fits } from '../../kernel/text'
import { allParameters } from '../../service/http/body'
import type { Journal, JournalEntry } from '../../service/http/journal'
import { redact, redactAll, redactText } from '../../service/http/redact'
import { deliveriesOf } from '../../service/resources/webhook-delivery/operations'
import { refusalHint } from '../../service/webhooks/refused'

/** A request in the journal. Card data and secret keys are masked. */
export interface RequestRecord {
  /** The header `X-Request-Id` of its answer. */
  readonly id: string
  /** Time of the answer on the virtual clock, in ISO 8601. */
  readonly at: string
  readonly host: 'api' | 'vault'
  readonly method: string
  /** Without the query, whose parameters are among those of `body`. */
  readonly path: string
  /** Id of the account that the key belongs to; `null` when the key is not known. */
  readonly account: string | null
  readonly livemode: boolean | null
  readonly key: 'public' | 'secret' | null
  /** All parameters of query and body; `null` when they could not be read or are too long to keep. */
  readonly body: { readonly [name: string]: unknown } | null
  /** 0 when a fault cut the connection before anything happened. */
  readonly status: number
  /** In ms of real time. */
  readonly duration: number
  /** Code of the error that was answered. */
  readonly error: string | null
  /** The answer; `null` when it is not JSON or too long to keep. */
  readonly answer: { readonly [name: string]: unknown } | null
  /** Parameters that the operation does not know: the header `Sandbox-Ignored-Params` of its answer. */
  readonly ignored: readonly string[]
  /** What may be a mistake: the header `Sandbox-Warning` of its answer. */
  readonly warnings: readonly string[]
  /** Whether it replayed the answer of its idempotency key. */
  readonly replayed: boolean
  /** Id of the fault that applied to it, or `header`. */
  readonly fault: string | null
  /** The events that it caused. */
  readonly events: readonly { readonly id: string; readonly key: string }[]
  /** The transactions that it booked. */
  readonly transactions: readonly string[]
  /** The transitions of records; a new record comes from `new`. */
  readonly transitions: readonly { readonly id: string; readonly from: string; readonly to: string }[]
  /**
   * The deliveries of its events so far; as in `webhook_deliveries`, `status` is `null` for no answer.
   */
  readonly deliveries: readonly {
    readonly id: string
    readonly event: string
    readonly uri: string
    readonly status: number | null
    readonly error: string | null
    /** How it was signed, where the receiver may have refused that. */
    readonly hint: string | null
  }[]
}

type Plain =
  | 'id'
  | 'host'
  | 'method'
  | 'path'
  | 'account'
  | 'livemode'
  | 'key'
  | 'status'
  | 'error'
  | 'replayed'
  | 'fault'

/** Fields that must be equal, `path` also as a pattern such as `/charges/*`; or a predicate. */
export type RequestFilter = Partial<Pick<RequestRecord, Plain>> | ((request: RequestRecord) => boolean)

/** Whose requests to read. Default: everyone's, those without a valid key too. */
type JournalPart = Partial<Pick<RequestRecord, 'account' | 'livemode'>>

/** The journal: the last requests, of all accounts up to the number in the option `journal` (1,000). */
export interface Requests {
  /**
   * Oldest first.
   * @param options `last`: only the latest matching ones. Default: all
   */
  list(filter?: RequestFilter, options?: { readonly last?: number }): readonly RequestRecord[]
  last(filter?: RequestFilter): RequestRecord | undefined
  count(filter?: RequestFilter): number
  /** Removes all entries, or those of one account or mode. A reset of the sandbox removes all. */
  clear(only?: JournalPart): void
}

/** @throws SandboxError `not_found` when the journal does not keep a request with this id that fits */
export const findRequest = (
  { requests }: { readonly requests: Requests },
  id: string,
  whose: JournalPart = {},
): RequestRecord => {
  const found = requests.last({ id, ...whose })
  if (found !== undefined) return found
  throw new SandboxError(
    'not_found',
    `the journal has no request ${id.slice(0, 100)}: it keeps the latest ones only`,
  )
}

/** The answer of a fault may be any text. */
const json = (text: string | null): unknown => (text?.startsWith('{') ? (jsonIn(text) ?? null) : null)

const bodyOf = ({ query, sent, contentType }: JournalEntry): RequestRecord['body'] => {
  if (sent === null && query === '') return null
  try {
    return redactAll(allParameters(query, sent ?? '', contentType)) as RequestRecord['body']
  } catch (error) {
    // The service could not read it either and refused it.
    if (error instanceof ApiError) return null
    throw error
  }
}

const deliveriesFor = ({ world, made }: JournalEntry): RequestRecord['deliveries'] =>
  world === null
    ? []
    : made.events.flatMap(({ id: event }) =>
        deliveriesOf(world, event).map((row) => {
          const { id, uri, status, error } = row
          return { id, event, uri, status, error, hint: refusalHint(row, world.profile) }
        }),
      )

const plainOf = (entry: JournalEntry): Pick<RequestRecord, Plain> => ({
  id: entry.id,
  host: entry.host,
  method: entry.method,
  path: redactText(entry.path),
  account: entry.world?.accountId ?? null,
  livemode: entry.world?.livemode ?? null,
  key: entry.key,
  status: entry.status,
  error: entry.error,
  replayed: entry.isReplay,
  fault: entry.fault,
})

/** Parameters and answers are masked when they are read, not when they are kept. */
export const showRequest = (entry: JournalEntry): RequestRecord =>
  deepFreeze({
    at: iso(entry.at),
    ...plainOf(entry),
    body: bodyOf(entry),
    duration: Math.round(entry.durationMs * 1000) / 1000,
    answer: redact(json(entry.answer)) as RequestRecord['answer'],
    ignored: entry.ignored.map(redactText),
    warnings: entry.warnings.map((text) => aroundWellKnown(text, redactText)),
    events: entry.made.events.map(({ id, key }) => ({ id, key })),
    transactions: entry.made.transactions.map(({ id }) => id),
    transitions: entry.made.moves.map(({ id, from, to }) => ({ id, from, to })),
    deliveries: deliveriesFor(entry),
  })

const fitsPlain = (entry: JournalEntry, filter: Partial<Pick<RequestRecord, Plain>>): boolean => {
  const plain = plainOf(entry)
  return Object.entries(filter).every(([field, wanted]) =>
    field === 'path' ? fits(String(wanted), plain.path) : plain[field as Plain] === wanted,
  )
}

/** @param extentNow throws a SandboxError when the account no longer exists */
export const requestsOf = (journal: Journal | null, extentNow = (): JournalPart => ({})): Requests => {
  const list: Requests['list'] = (filter = {}, options = {}) => {
    if (typeof filter !== 'function') checkObject(filter, 'filter')
    checkObject(options)
    const extent = extentNow()
    const { last = Number.POSITIVE_INFINITY } = options
    const entries = journal?.entries() ?? []
    const found: RequestRecord[] = []
    for (let i = entries.length - 1; i >= 0 && found.length < last; i -= 1) {
      const entry = entries[i]
      if (entry === undefined || !fitsPlain(entry, extent)) continue
      if (typeof filter !== 'function' && !fitsPlain(entry, filter)) continue
      const record = showRequest(entry)
      if (typeof filter !== 'function' || filter(record)) found.push(record)
    }
    return found.reverse()
  }
  return {
    list,
    last: (filter) => list(filter, { last: 1 })[0],
    count: (filter) => list(filter).length,
    clear: (only = {}) => {
      const extent = extentNow()
      journal?.clear((entry) => fitsPlain(entry, only) && fitsPlain(entry, extent))
    },
  }
}
