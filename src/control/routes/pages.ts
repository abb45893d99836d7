import * as z from 'zod'
import { addressIn, type Place, type View } from '../../dashboard/frame/view'
import { places } from '../../dashboard/pages'
import type { AnyRecord } from '../../dashboard/records'
import { isLoopback, readHostName } from '../../kernel/hosts'
import { once } from '../../kernel/json'
import type { Mode } from '../../library/account/account'
import { recordNames } from '../../library/records/records'
import { ControlError, renderRefusal } from '../errors'
import { type ControlCall, type ControlRoute, controlRoute } from '../route'
import { nothing } from './clock'
import { documentFor, documentQuery } from './openapi'

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

/** The account and the mode of a page. */
const shownBy = ({ account, livemode }: ControlCall<object>) => ({
  account: account().id,
  livemode: livemode() === true,
})

/** What a page of the dashboard shows. */
const viewOf = (call: ControlCall<object>): View => {
  const { sandbox, surroundings, context, params, mode } = call
  const { account, livemode } = { account: call.account(), livemode: call.livemode() === true }
  const url = new URL(context.req.url)
  const query = new URLSearchParams(url.searchParams)
  for (const name of ['account', 'livemode']) query.delete(name)
  return {
    ...{ sandbox, account, livemode, params, query, mode: mode() },
    path: url.pathname.slice('/_sandbox'.length) || '/',
    // In the process of the sandbox there is no other machine.
    showsKeys: context.env.access === undefined || isLoopback(readHostName(url.host) ?? ''),
    version: surroundings.version,
    planned: surroundings.planned,
    at: addressIn({ sandbox, account, livemode }),
  }
}

/** A place of the dashboard in its frame. */
const runPlace =
  ({ load }: Place) =>
  async (call: ControlCall<object>): Promise<Response> => {
    const view = viewOf(call)
    const [{ answerPage, answerRefusal }, place] = await Promise.all([
      import('../../dashboard/frame/page'),
      load(),
    ])
    try {
      return answerPage(view, await place(view))
    } catch (error) {
      const { status, body } = renderRefusal(error)
      if (status === 500) throw error
      return answerRefusal(view, { status, message: body.error.message })
    }
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

const anyQuery = once(() => z.record(z.string(), z.string()))

export const pageRoutes: readonly ControlRoute[] = [
  ...places.map((place) =>
    controlRoute({
      ...page,
      path: place.path,
      summary: place.summary,
      input: anyQuery,
      run: runPlace(place),
    }),
  ),
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
