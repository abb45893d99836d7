import { isObject } from '../../kernel/json'
import type { JsonSchema } from '../../kernel/schema'
import { checkNames } from '../../sandbox/actions/api-call'
import { testCardNumber } from '../../sandbox/actions/token'
import { objectOf } from '../../service/openapi/names'
import { inputSchema } from '../../service/openapi/schemas'
import { kindOfId, routes, scopes } from '../../service/resources/registry'
import { searchInput } from '../../service/resources/search/operations'
import { brief, fieldsOf, listAnswer, recordAnswer, type ToolAnswer, type ToolFacts } from './answer'
import { noEndpoint } from './history-tools'
import { callOperation } from './operation'
import { type ToolCall, ToolError } from './tool'

/** The answer to one request of a client, which must succeed. @throws ToolError */
const bodyOf = async ({ ask }: ToolCall, request: object, server: 'service' | 'vault' = 'service') => {
  const { status, body } = await ask('POST', '/call', request)
  if (Number(status) < 400) return body
  throw new ToolError(isObject(body) ? String(body.message) : `the ${server} answered ${status}`, { status })
}

const ids = (body: unknown): string => (isObject(body) ? String(body.id ?? body.code ?? '') : '')

/** The fields of a record that identify it in a list. */
const briefNames =
  'id object amount currency status key failure_code code customer charge email name description created_at'.split(
    ' ',
  )

const inList = (record: unknown): ToolFacts =>
  isObject(record)
    ? Object.fromEntries(
        briefNames.flatMap((name) => {
          const value = record[name]
          const shown = isObject(value) ? value.id : value
          return shown === null || shown === undefined || shown === '' ? [] : [[name, shown]]
        }),
      )
    : { value: record }

/** The answer of the service: one record, or a list in a line each. */
const serviceAnswer = (head: string, facts: ToolFacts, body: unknown): ToolAnswer => {
  if (!isObject(body) || !Array.isArray(body.data) || !/list|search/.test(String(body.object)))
    return {
      ...recordAnswer(head, body, facts),
      ...(Object.keys(facts).length === 0 ? {} : { within: 'body' }),
    }
  const counts = brief(fieldsOf(body, 'total', 'limit', 'offset', 'page', 'total_pages')) as ToolFacts
  return listAnswer(`${head}: ${body.data.length} of ${body.total}`, 'data', body.data.map(inList), {
    ...facts,
    ...counts,
  })
}

export const runCall = async (call: ToolCall): Promise<ToolAnswer> => {
  const { method, path, idempotency_key: key } = call.input
  const again = key === undefined ? '' : '; the same call with its idempotency_key gives its answer'
  const { body, ...rest } = await callOperation(call).catch((error) => {
    if (!(error instanceof ToolError) || !/no answer/.test(error.message)) throw error
    throw new ToolError(
      `${error.message}. list_requests shows whether it happened, find_records which records exist${again}`,
    )
  })
  const facts = brief({ ...rest, replayed: rest.replayed === true ? true : null }) as ToolFacts
  const notes = [rest.warnings, rest.ignored].flatMap((one) => (Array.isArray(one) ? one : []))
  const note = notes.length === 0 ? '' : ` (Sandbox-Warning or ignored: ${notes.join('; ').slice(0, 300)})`
  const replayed =
    rest.replayed === true ? ' (the first answer to this idempotency_key again: nothing happened)' : ''
  return serviceAnswer(`${method} ${path}: ${rest.status} ${ids(body)}${replayed}${note}`, facts, body)
}

export const runToken = async (call: ToolCall): Promise<ToolAnswer> => {
  const { card = 'visa' } = call.input
  const fields = typeof card === 'string' ? { number: testCardNumber(card) } : card
  if (!isObject(fields))
    throw new ToolError('card must be a text such as insufficient_fund, or an object of card data')
  checkNames('POST /tokens', { card: fields })
  const filled = {
    name: 'Somchai Prasert',
    expiration_month: 12,
    expiration_year: 2040,
    security_code: '123',
    number: testCardNumber('visa'),
  }
  const parameters = { card: { ...filled, ...fields } }
  const body = await bodyOf(call, { method: 'POST', path: '/tokens', parameters }, 'vault')
  return recordAnswer(`${ids(body)}: use it once, as card of POST /charges or of POST /customers`, body)
}

const recordPath = (id: string): string => {
  const kind = kindOfId(id)
  const route = routes.find(
    ({ method, path, returns }) =>
      method === 'get' && /^(?:\/\w+){1,2}\/:id$/.test(path) && objectOf(returns()) === kind?.object,
  )
  if (route === undefined)
    throw new ToolError(
      `no operation shows a record by the id ${id.slice(0, 80)}: ids begin with chrg_, rfnd_, cust_, evnt_ …; call_api reaches every path`,
    )
  return route.path.replace(':id', encodeURIComponent(id))
}

/** A refusal of the service, with what it leaves out: the form of a parameter, or how to find records. */
export const withWayOut = (message: string): string => {
  const [, object] = /^(\w+) .+ was not found$/s.exec(message) ?? []
  if (object === undefined)
    return message.replace(/\b(?:from|to) is invalid/g, `$& (${searched().from?.description})`)
  const isFound = scopes().some(({ name }) => name === object)
  const isListed = routes.some(({ method, path }) => method === 'get' && path === `/${object}s`)
  const list = isListed ? `call_api {"method":"GET","path":"/${object}s"}` : 'list_requests'
  return `${message}: ${isFound ? `find_records {"scope":"${object}"}` : list} shows what there is`
}

export const runFind = async (call: ToolCall): Promise<ToolAnswer> => {
  const { id, account: _, livemode: __, ...parameters } = call.input
  const path = id === undefined ? '/search' : recordPath(String(id))
  const body = await bodyOf(call, { method: 'GET', path, ...(id === undefined ? { parameters } : {}) })
  return serviceAnswer(id === undefined ? 'found' : String(id), {}, body)
}

/** Where webhooks go is part of the answer, also when it is nowhere. */
export const runInfo = async (call: ToolCall): Promise<ToolAnswer> => {
  const info = await callOperation(call)
  const { webhook_endpoints: endpoints } = info
  const isNowhere = Array.isArray(endpoints) && endpoints.length === 0
  return recordAnswer(isNowhere ? `sandbox_info: ${noEndpoint}` : 'sandbox_info', info)
}

/** The event with its record in brief: find_records has all of it. */
export const runTrigger = async ({ ask, input }: ToolCall): Promise<ToolAnswer> => {
  const { event_key: key, parameters = {} } = input
  const path = `/trigger/${encodeURIComponent(String(key))}`
  const { data, ...event } = await ask('POST', path, parameters as object)
  return recordAnswer(`${event.key}: ${event.id}; list_deliveries shows its webhooks`, {
    ...event,
    data: inList(data),
  })
}

/** What became due on the way is what a move of the clock is for. */
export const runClock = async (call: ToolCall): Promise<ToolAnswer> => {
  const { now: before } = await call.ask('GET', '/clock')
  const clock = await callOperation(call)
  const head = `${clock.now}${clock.frozen === true ? ', stopped' : ''}`
  if (before === clock.now) return listAnswer(head, 'events', [], clock)
  const parameters = { from: before, order: 'chronological', limit: 100 }
  const { body } = await call.ask('POST', '/call', { method: 'GET', path: '/events', parameters })
  const events = isObject(body) && Array.isArray(body.data) ? body.data.filter(isObject) : []
  const since = events.filter(({ created, created_at: at = created }) => String(at) > String(before))
  return listAnswer(
    `${head}; ${since.length} events on the way`,
    'events',
    since.map(({ id, key, data }) => ({ id, key, ...(isObject(data) ? { data: inList(data) } : {}) })),
    clock,
  )
}

type SearchField = keyof ReturnType<typeof searchInput>['shape']

export const searched = (): Readonly<Record<string, JsonSchema>> => {
  const input = inputSchema(searchInput()).properties as Record<SearchField, JsonSchema>
  const { scope, query, filters, from, to, order, limit, page } = input
  return {
    id: { type: 'string', description: 'Id of one record, to see all of it, such as chrg_test_…' },
    scope: { ...scope, type: 'string', enum: scopes().map(({ name }) => name) },
    query: {
      ...query,
      description: 'Words that a record must have, or `field:value` such as `metadata.order:A-1`',
    },
    filters: { ...filters, description: 'By attribute of the scope, such as `{"amount":"100..200"}`' },
    ...{ from, to, order, limit, page },
  }
}
