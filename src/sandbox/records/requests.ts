import * as z from 'zod/mini'
import { flag, int, list, text, textOrNull } from '../../kernel/answers'
import { iso } from '../../kernel/calendar'
import { ApiError } from '../../kernel/errors'
import { deepFreeze, jsonIn, once } from '../../kernel/json'
import { aroundWellKnown } from '../../kernel/masked'
import { checkOptionNames } from '../../kernel/option-names'
import { checkObject, SandboxError } from '../../kernel/sandbox-error'
import { fits } from '../../kernel/text'
import { about } from '../../kernel/wire'
import type { Journal, JournalEntry } from '../../service/http/journal'
import { allParameters } from '../../service/http/parameters'
import { redact, redactAll, redactText } from '../../service/http/redact'
import { deliveriesOf } from '../../service/resources/webhook-delivery/operations'
import { refusalHint } from '../../service/webhooks/refused'
import { omittedIn } from './answers'

const anything = (what: string) => about(what, z.nullable(z.record(z.string(), z.unknown())))

/** What the profile leaves out of the answer. */
const omissions = () => ({
  details: anything(
    'What the error tells besides its message, also where the profile leaves it out: `charge_id`, `customer_id`, `validation_errors`; null for nothing',
  ),
  omitted: list(
    'Fields that only the specification has and the profile leaves out, such as `charge.captured`: code that reads them finds nothing in production',
    z.string(),
  ),
})

export const requestSchema = once(() =>
  z.strictObject({
    id: text('Id of the request, as in the header `X-Request-Id`'),
    at: text('Time of the answer on the virtual clock, ISO 8601 in UTC'),
    host: about('The server that was asked: `api` or `vault`', z.enum(['api', 'vault'])),
    method: text('Method of the request, in upper case'),
    path: text('Path without the query, whose parameters are in `body`'),
    account: textOrNull('Id of the account of the key; null for an unknown key'),
    livemode: about('Whether the key is of live mode; null for an unknown key', z.nullable(z.boolean())),
    key: about(
      'Kind of the key: `public` or `secret`; null for an unknown key',
      z.nullable(z.enum(['public', 'secret'])),
    ),
    body: anything(
      'Parameters of query and body, with card data masked; null when they cannot be read or are too long to keep',
    ),
    status: int('HTTP status of the answer; 0 when a fault cut the connection first'),
    duration: about('Time until the answer, in milliseconds of real time', z.number()),
    error: textOrNull('Code of the error that was answered; null for none'),
    answer: anything(
      'The answer, with secrets masked; null when it is not JSON, is too long, or is an older success',
    ),
    ...omissions(),
    ignored: list('Parameters that the operation does not have, as in `Sandbox-Ignored-Params`', z.string()),
    warnings: list('Details that may be a mistake, as in `Sandbox-Warning`', z.string()),
    replayed: flag('Whether it got the stored answer of its idempotency key'),
    fault: textOrNull('Id of the fault that was applied to it, or `header`; null for none'),
    tool: textOrNull('Name of the tool for agents that made it; null for all others'),
    events: list(
      'The events that it caused, in their order',
      z.strictObject({
        id: text('Id of the event'),
        key: text('Key of the event, such as `charge.complete`'),
      }),
    ),
    transactions: list('Ids of the transactions that it booked', z.string()),
    transitions: list(
      'States of records that it changed, in their order',
      z.strictObject({
        id: text('Id of the record'),
        from: text('State before; `new` for a new record'),
        to: text('State after'),
      }),
    ),
    deliveries: list(
      'The attempts so far to deliver its events',
      z.strictObject({
        id: text('Id of the attempt'),
        event: text('Id of the event'),
        uri: text('Address of the receiver'),
        status: about('HTTP status of the answer; null when nothing answered', z.nullable(z.int())),
        error: textOrNull('Why the attempt failed; null when it did not'),
        hint: textOrNull('How it was signed, where the receiver may have refused that; null otherwise'),
      }),
    ),
  }),
)

/** A request in the journal. Card data and secret keys are masked. */
export type RequestRecord = Readonly<z.output<ReturnType<typeof requestSchema>>>

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
  | 'tool'

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

const detailsOf = ({ details }: JournalEntry): RequestRecord['details'] =>
  details === null || Object.keys(details).length === 0 ? null : { ...details }

/** Of an error only what it tells. */
const omittedFrom = ({ world, details }: JournalEntry, answer: unknown): readonly string[] => {
  if (world?.profile.fields !== 'recorded') return []
  const explained = new Set(Object.keys(details ?? {}).map((field) => `error.${field}`))
  return omittedIn(answer).filter((field) => !field.startsWith('error.') || explained.has(field))
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
  tool: entry.tool && redactText(entry.tool),
})

/** Parameters and answers are masked when they are read, not when they are kept. */
export const showRequest = (entry: JournalEntry): RequestRecord => {
  const answer = json(entry.answer)
  return deepFreeze({
    at: iso(entry.at),
    ...plainOf(entry),
    body: bodyOf(entry),
    duration: Math.round(entry.durationMs * 1000) / 1000,
    answer: redact(answer) as RequestRecord['answer'],
    details: detailsOf(entry),
    omitted: omittedFrom(entry, answer),
    ignored: entry.ignored.map(redactText),
    warnings: entry.warnings.map((text) => aroundWellKnown(text, redactText)),
    events: entry.made.events.map(({ id, key }) => ({ id, key })),
    transactions: entry.made.transactions.map(({ id }) => id),
    transitions: entry.made.moves.map(({ id, from, to }) => ({ id, from, to })),
    deliveries: deliveriesFor(entry),
  })
}

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
    checkOptionNames(options, ['last'])
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
