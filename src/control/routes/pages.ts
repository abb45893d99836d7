import type { AnyRecord } from '../../dashboard/records'
import { masked } from '../../kernel/masked'
import type { Account, Mode } from '../../library/account/account'
import { recordNames } from '../../library/records/records'
import { ControlError } from '../errors'
import { type ControlCall, controlRoute } from '../route'
import { nothing } from './clock'
import { documentFor, documentQuery } from './openapi'
import { requestBodyOf } from './requests'

/** Pages for browsers. Their code is loaded at the first request. */

/** The part of a reader that pages use, for records of any kind. */
interface PageReader {
  count(): number
  get(id: string): AnyRecord | undefined
  last(): AnyRecord | undefined
  list(filter: undefined, options: { readonly last: number }): readonly AnyRecord[]
}

/** The readers of the records of a mode, by name. Without secrets, which pages must not show. */
const readersOf = (mode: Mode): readonly (readonly [name: string, reader: PageReader])[] =>
  recordNames.filter((name) => name !== 'webhookSecrets').map((name) => [name, mode[name]])

/** The number of requests and events on the dashboard, newest first. */
const last = { last: 20 } as const

const lineOf = (account: Account) => {
  const { email, country, currency, locked, keys: pairs } = account.about()
  const keys = [pairs.test, pairs.live].flatMap((pair) => [pair.public, masked(pair.secret)])
  return { id: account.id, about: `${email}, ${country}, ${currency}${locked ? ', locked' : ''}`, keys }
}

/** The account and the mode of a page. */
const shownBy = ({ account, livemode }: ControlCall<object>) => ({
  account: account().id,
  livemode: livemode() === true,
})

const overview = async (call: ControlCall<object>) => {
  const { sandbox, surroundings, mode } = call
  const { overviewPage } = await import('../../dashboard/overview')
  const shown = shownBy(call)
  const readers = readersOf(mode())
  const requests = sandbox.requests.list(shown, last)
  return overviewPage({
    version: surroundings.version,
    sandbox,
    clock: { now: () => sandbox.clock.now(), frozen: sandbox.clock.frozen },
    shown,
    accounts: sandbox.accounts.map(lineOf),
    counts: readers.map(([name, reader]) => ({ name, count: reader.count() })),
    requests: requests.map(requestBodyOf).reverse(),
    events: [...mode().events.list(undefined, last)].reverse(),
    faults: mode().faults.list(),
  })
}

/** The number of records in a list, and of events that are searched for those about one record. */
const listed = { last: 100 } as const
const searched = { last: 500 } as const

/** The kind of records in the path, with its reader. */
const kindIn = (call: ControlCall<object>) => {
  const { params, mode } = call
  const kind = params.kind ?? ''
  const readers = readersOf(mode())
  const reader = readers.find(([name]) => name === kind)?.[1]
  if (reader === undefined)
    throw new ControlError(404, `there are no ${kind}: there are ${readers.map(([name]) => name).join(', ')}`)
  return { kind, reader, shown: shownBy(call) }
}

const records = async (call: ControlCall<object>) => {
  const { recordsPage } = await import('../../dashboard/records')
  const { kind, reader, shown } = kindIn(call)
  const found = [...reader.list(undefined, listed)].reverse()
  return recordsPage({ kind, shown, records: found, count: reader.count() })
}

const record = async (call: ControlCall<object>) => {
  const { recordPage } = await import('../../dashboard/records')
  const { kind, reader, shown } = kindIn(call)
  const id = call.params.id ?? ''
  const found = reader.get(id)
  if (found === undefined) throw new ControlError(404, `there is no ${id} among the ${kind}`)
  const about = call
    .mode()
    .events.list(undefined, searched)
    .filter(({ data }) => data.id === id)
  return recordPage({ kind, shown, record: found, events: about.reverse() })
}

const docs = async (call: Parameters<typeof documentFor>[0]) => {
  const { sandbox, input } = call
  const { docsPage } = await import('../../dashboard/docs')
  const { url } = sandbox
  const mode = call.mode()
  const readers = readersOf(mode)
  const newest = (kind: string): string | undefined => {
    if (kind === 'accounts') return sandbox.accounts[0]?.id
    // A used token cannot be used again.
    if (kind === 'tokens') return mode.tokens.list(({ used }) => !used, { last: 1 })[0]?.id
    return readers.find(([own]) => own === kind)?.[1].last()?.id
  }
  const isControl = input.of === 'control'
  return docsPage({
    title: isControl ? 'The control plane' : 'Operations of the service',
    text: 'The commands contain the ids of the newest records of this sandbox, if there are any.',
    here: isControl ? '/_sandbox/docs?of=control' : '/_sandbox/docs',
    document: documentFor(call),
    sandbox: {
      url: isControl ? `${url}/_sandbox` : url,
      keys: mode.keys,
      newest,
      newestLike: (prefix) =>
        readers.map(([name]) => newest(name)).find((id) => id?.startsWith(`${prefix}_`) === true),
      asJson: isControl,
      asksForToken: isControl && call.context.env.access?.controlToken != null,
    },
  })
}

const page = {
  method: 'get',
  page: true,
  scoped: 'one',
  returns: () => null,
  text: { type: 'text/html', example: '<!doctype html>' },
} as const

export const pageRoutes = [
  controlRoute({
    ...page,
    path: '/',
    summary:
      'The dashboard, for a browser: addresses, clock, records, requests, events and faults, with live updates',
    input: nothing,
    run: overview,
  }),
  controlRoute({
    ...page,
    path: '/records/:kind',
    summary: 'The newest records of a kind, such as `charges`, as a page',
    input: nothing,
    run: records,
  }),
  controlRoute({
    ...page,
    path: '/records/:kind/:id',
    summary: 'A record as the API shows it, with the latest events about it, as a page',
    input: nothing,
    run: record,
  }),
  controlRoute({
    ...page,
    path: '/docs',
    summary:
      'The operations of the service as a page, with example commands; `?of=control` those of the control plane',
    input: documentQuery,
    run: docs,
  }),
]
