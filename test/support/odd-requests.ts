/** Requests that no client should send, mixed with nearly good ones, so that they get past the first check. */
import fc from 'fast-check'
import { routes } from '../../src/service/resources/registry'
import { junkParams, textOf } from './arbitraries'
import { goodCard } from './client'
import { encodeForm, type Params, type ParamValue } from './form'

export interface OddRequest {
  readonly method: string
  readonly host: 'api' | 'vault'
  readonly path: string
  readonly query: string
  readonly body: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly key: 'public' | 'secret' | 'live' | 'unknown' | 'malformed' | 'none'
}

/** Ids of records that exist, by the first word of their paths, and ids that do not fit anywhere. */
export interface KnownIds {
  readonly byFolder: Readonly<Record<string, readonly string[]>>
  readonly cards: readonly string[]
  readonly otherIds: readonly string[]
}

const oddSegments = [...' . .. % %2 %2e%2e %2F %00 %ff %F0%9F%92%B3 *'.split(' '), 'x'.repeat(300)]
const namedSegments = '__proto__ constructor :id payments authorize _sandbox search disputes'.split(' ')

const mostly = <T>(weight: number, usual: fc.Arbitrary<T>, ...others: fc.Arbitrary<T>[]): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, ...others)

type Way = Pick<OddRequest, 'method' | 'path' | 'host'>

const oddMethod = fc.constantFrom(...'GET POST PATCH DELETE PUT HEAD OPTIONS PROPFIND post'.split(' '))
const oddHost = fc.constantFrom('api' as const, 'vault' as const)

/** Where a request goes: mostly to a route and a record that fits it. */
const wayOf = ({ byFolder, cards, otherIds }: KnownIds): fc.Arbitrary<Way> => {
  const all = [...Object.values(byFolder).flat(), ...cards, ...otherIds]
  const stray = fc.constantFrom(...all, ...oddSegments, 'chrg_test_1')
  // What creates comes up more often, so that the growing number of ways to read does not crowd it out.
  const creating = routes.filter((route) => route.method === 'post')
  const toRoute = fc.constantFrom(...routes, ...creating, ...creating, ...creating).chain((route) => {
    const fitting = byFolder[route.path.split('/')[1] ?? ''] ?? otherIds
    const first = mostly(9, fc.constantFrom(...fitting), stray)
    const second = mostly(9, fc.constantFrom(...cards), stray)
    return fc.record({
      method: mostly(12, fc.constant(route.method.toUpperCase()), oddMethod),
      host: mostly(12, fc.constant(route.host === 'vault' ? ('vault' as const) : ('api' as const)), oddHost),
      path: fc.tuple(first, second).map(([id, sub]) => route.path.replace(':id', id).replace(':sub_id', sub)),
    })
  })
  const words = [...new Set(routes.flatMap((route) => route.path.split('/')))].filter(
    (word) => !word.startsWith(':'),
  )
  const nowhere = fc.record({
    method: oddMethod,
    host: oddHost,
    path: fc
      .array(fc.constantFrom(...words, ...all, ...oddSegments, ...namedSegments), { maxLength: 6 })
      .map((segments) => `/${segments.join('/')}`),
  })
  return mostly(5, toRoute, nowhere)
}

const whole = (text: string): string => text.replace(/\p{Surrogate}/gu, '')

/** JSON values as form values: what cannot be said in a form is left out. */
const sayable = (value: ParamValue): ParamValue => {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'string') return whole(value)
  if (typeof value !== 'object') return value
  return Array.isArray(value)
    ? value.map(sayable)
    : Object.fromEntries(Object.entries(value).map(([name, member]) => [whole(name), sayable(member)]))
}
const formOf = (params: Params): string =>
  encodeForm(Object.fromEntries(Object.entries(params).map(([name, value]) => [whole(name), sayable(value)])))

const formBits = 'amount card = & [ ] [] % %zz %ff + 1 metadata[a]=1& [__proto__]'.split(' ')
const formSoup = fc.array(fc.constantFrom(...formBits), { maxLength: 24 }).map((parts) => parts.join(''))

const listQuery = fc
  .record(
    {
      limit: fc.constantFrom('1', '100', '101', '0', '-1', '1.5', 'x', '', '9007199254740993', '1e2'),
      offset: fc.constantFrom('0', '1', '-1', '9007199254740991', 'NaN'),
      from: fc.constantFrom(
        ...['2026-01-01', 'soon', '0001-01-01', '9999-12-31T23:59:59-23:00', '0000-01-01T00:00:00+01:00'],
      ),
      to: fc.constantFrom('2027-01-01', '', '9999-12-31T23:59:59Z', '1969-12-31T23:59:59.999Z'),
      order: fc.constantFrom('chronological', 'reverse_chronological', 'sideways'),
      expand: fc.constantFrom('true', 'false', '1', 'maybe'),
    },
    { requiredKeys: [] },
  )
  .map(encodeForm)

const brokenJson = fc.oneof(
  fc.constantFrom(
    ...`{ [] null "x" 1 {"a":} {'a':1} {"a":1}x \ufeff{"amount":1} {"amount":1e999}`.split(' '),
  ),
  fc.constantFrom(
    '['.repeat(20_000),
    '{"a":'.repeat(20_000),
    `{"amount":${'9'.repeat(400)}}`,
    '{"amount":-0,"amount":1}',
  ),
  fc.constant(`{${Array.from({ length: 1200 }, (_, i) => `"k${i}":${i}`).join(',')}}`),
  junkParams.map((params) => JSON.stringify(params).slice(0, -2)),
)

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const oddType = fc.constantFrom(
  ...['application/json; charset=utf-8', 'APPLICATION/JSON', 'text/plain', 'multipart/form-data; boundary=x'],
  ...['application/xml', 'json', '*', 'application/octet-stream', '', json, form],
)

interface Content {
  readonly body: string | null
  readonly type: string
}
const content = (body: fc.Arbitrary<string | null>, type: string): fc.Arbitrary<Content> =>
  fc.record({ body, type: mostly(12, fc.constant(type), oddType) })

/** What operations want that take more than nothing. */
const goodParams = (path: string, token: string): Params => {
  if (path === '/charges') return { amount: 10_000, currency: 'thb', card: token }
  if (path === '/tokens') return { card: goodCard }
  if (path === '/links') return { amount: 10_000, currency: 'thb', title: 'a', description: 'b' }
  if (path === '/sources') return { type: 'promptpay', amount: 10_000, currency: 'thb' }
  if (path === '/recipients') {
    const bank_account = { brand: 'bbl', number: '1234567890', name: 'A' }
    return { name: 'A', type: 'individual', bank_account }
  }
  return /^\/charges\/[^/]+\/refunds$|^\/transfers$/.test(path) ? { amount: 1_000 } : {}
}

/** What the operation wants, with some of it spoilt. */
const paramsOf = (path: string, token: string): fc.Arbitrary<Params> => {
  const good = goodParams(path, token)
  const nearly = fc.oneof(fc.constant({}), junkParams).map((junk): Params => ({ ...junk, ...good }))
  return fc.oneof({ weight: 3, arbitrary: nearly }, { weight: 2, arbitrary: junkParams })
}

const contentOf = (path: string, token: string): fc.Arbitrary<Content> => {
  const params = paramsOf(path, token)
  return fc.oneof(
    {
      weight: 6,
      arbitrary: content(
        params.map((given) => JSON.stringify(given)),
        json,
      ),
    },
    { weight: 4, arbitrary: content(params.map(formOf), form) },
    { weight: 1, arbitrary: content(formSoup, form) },
    { weight: 2, arbitrary: content(brokenJson, json) },
    { weight: 1, arbitrary: content(textOf(40), json) },
    { weight: 2, arbitrary: content(fc.constant(null), form) },
  )
}

const sometimes = <T>(values: readonly T[]): fc.Arbitrary<T | null> =>
  fc.option(fc.constantFrom(...values), { nil: null, freq: 8 })
const versions = ['2019-05-29', '2014-07-27', '2016-01-01', '1999-12-31', '2019-02-30', 'newest', '']
const keys = ['public', 'secret', 'live', 'unknown', 'malformed', 'none'] as const

export const oddRequests = (ids: KnownIds, token: string): fc.Arbitrary<OddRequest> =>
  wayOf(ids).chain((way) =>
    fc
      .tuple(
        contentOf(way.path, token),
        mostly(3, fc.constant(''), listQuery, junkParams.map(formOf), formSoup),
        mostly(
          8,
          fc.constant(way.host === 'vault' ? ('public' as const) : ('secret' as const)),
          fc.constantFrom(...keys),
        ),
        sometimes(versions),
        sometimes(['curl/8.0', 'Mozilla/5.0']),
      )
      .map(([{ body, type }, query, key, version, agent]) => ({
        ...way,
        query,
        body,
        key,
        headers: {
          'content-type': type,
          ...(version === null ? {} : { 'service-version': version }),
          ...(agent === null ? {} : { 'user-agent': agent }),
        },
      })),
  )
