import * as z from 'zod'
import { openApiDocument } from '../../http/openapi'
import { masked } from '../../http/redact'
import { once } from '../../kernel/json'
import type { Account, Mode } from '../../library/account'
import type { Reader } from '../../library/reader'
import { controlDocument } from '../openapi'
import { type ControlCall, controlRoute } from '../route'
import { nothing } from './clock'
import { requestBodyOf } from './requests'

/** Pages to look at in a browser; their code is loaded when somebody does. */

const isReader = (value: unknown): value is Reader<{ readonly id: string }> =>
  typeof value === 'object' && value !== null && 'count' in value && 'last' in value

/** The readers of an account's records, by what they read. */
const readersOf = (
  mode: Mode,
): readonly (readonly [name: string, reader: Reader<{ readonly id: string }>])[] =>
  Object.entries(mode).flatMap(([name, value]) => (isReader(value) ? [[name, value] as const] : []))

/** So many are shown, newest first. */
const last = { last: 20 } as const

const lineOf = (account: Account) => {
  const { email, country, currency, locked } = account.about()
  const keys = [account.test.keys, account.live.keys].flatMap((pair) => [pair.public, masked(pair.secret)])
  return { id: account.id, about: `${email}, ${country}, ${currency}${locked ? ', locked' : ''}`, keys }
}

const overview = async ({ sandbox, surroundings, account, livemode, mode }: ControlCall<object>) => {
  const { overviewPage } = await import('../../dashboard/overview')
  const shown = { account: account().id, livemode: livemode() === true }
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

const of = once(() => z.enum(['service', 'control'], 'must be service or control').optional())

const docs = async (call: ControlCall<{ of?: 'service' | 'control' | undefined }>) => {
  const { sandbox, surroundings, routes, input } = call
  const { docsPage } = await import('../../dashboard/docs')
  const { url, vaultUrl } = sandbox
  const mode = call.mode()
  const readers = readersOf(mode)
  const newest = (kind: string): string | undefined => {
    if (kind === 'accounts') return sandbox.accounts[0]?.id
    // One that was used is of no use any more.
    if (kind === 'tokens') return mode.tokens.list(({ used }) => !used, { last: 1 })[0]?.id
    return readers.find(([own]) => own === kind)?.[1].last()?.id
  }
  const isControl = input.of === 'control'
  return docsPage({
    title: isControl ? 'The control plane' : 'Operations of the service',
    text: 'Ids in the lines to type are those of the newest records of this sandbox, where there are any.',
    here: isControl ? '/_sandbox/docs?of=control' : '/_sandbox/docs',
    document: isControl
      ? controlDocument(url, surroundings.version, routes)
      : openApiDocument({ baseUrl: url, vaultUrl, headerPrefix: surroundings.settings().headerPrefix }),
    sandbox: {
      url: isControl ? `${url}/_sandbox` : url,
      keys: mode.keys,
      newest,
      newestLike: (prefix) =>
        readers.map(([name]) => newest(name)).find((id) => id?.startsWith(`${prefix}_`) === true),
      asJson: isControl,
    },
  })
}

const page = { type: 'text/html', example: '<!doctype html>' } as const

export const pageRoutes = [
  controlRoute({
    method: 'get',
    path: '/',
    summary:
      'The dashboard, for a browser: addresses, clock, records, requests, events, faults, as they happen',
    scoped: 'one',
    input: nothing,
    returns: () => null,
    text: page,
    run: overview,
  }),
  controlRoute({
    method: 'get',
    path: '/docs',
    summary:
      'The operations of the service as a page to read, with lines to type; `?of=control` those of the control plane',
    scoped: 'one',
    input: () => z.strictObject({ of: of() }),
    returns: () => null,
    text: page,
    run: docs,
  }),
]
