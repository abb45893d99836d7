import { isObject } from '../../kernel/json'
import type { JsonSchema } from '../../kernel/schema'
import { testCardNumber } from '../../sandbox/actions/token'
import { objectOf } from '../../service/openapi/names'
import { inputSchema } from '../../service/openapi/schemas'
import { kindOfId, routes, scopes } from '../../service/resources/registry'
import { searchInput } from '../../service/resources/search/operations'
import { brief, listAnswer, recordAnswer, type ToolAnswer, type ToolFacts } from './answer'
import { explainError, searchDocs } from './docs-tools'
import { listDeliveries, listRequests } from './history-tools'
import { callOperation, type Tool, type ToolCall, ToolError } from './tool'

/** One request of a client. @throws ToolError */
const callApi = async (
  { ask }: ToolCall,
  request: object,
): Promise<ToolFacts & { readonly status: number }> => {
  const answer = await ask('POST', '/call', request)
  return { ...answer, status: Number(answer.status) }
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
  const { total, limit, offset, page, total_pages: pages } = body
  const counts = brief({ total, limit, offset, page, total_pages: pages }) as ToolFacts
  return listAnswer(`${head}: ${body.data.length} of ${total}`, 'data', body.data.map(inList), {
    ...facts,
    ...counts,
  })
}

const runCall = async (call: ToolCall): Promise<ToolAnswer> => {
  const { method, path } = call.input
  const { body, ...rest } = await callOperation(call).catch((error) => {
    if (!(error instanceof ToolError) || !/no answer/.test(error.message)) throw error
    throw new ToolError(
      `${error.message}. list_requests shows whether it happened, find_records what there is`,
    )
  })
  const facts = brief({ ...rest, replayed: rest.replayed === true ? true : null }) as ToolFacts
  const notes = [rest.warnings, rest.ignored].flatMap((one) => (Array.isArray(one) ? one : []))
  const note = notes.length === 0 ? '' : ` (Sandbox-Warning or ignored: ${notes.join('; ').slice(0, 300)})`
  return serviceAnswer(`${method} ${path}: ${rest.status} ${ids(body)}${note}`, facts, body)
}

const runToken = async (call: ToolCall): Promise<ToolAnswer> => {
  const { card = 'visa' } = call.input
  const fields = typeof card === 'string' ? { number: testCardNumber(card) } : card
  if (!isObject(fields))
    throw new ToolError('card must be a text such as insufficient_fund, or an object of card data')
  const filled = {
    name: 'Somchai Prasert',
    expiration_month: 12,
    expiration_year: 2040,
    security_code: '123',
  }
  const parameters = {
    card: {
      ...filled,
      ...(fields.number === undefined ? { number: testCardNumber('visa') } : {}),
      ...fields,
    },
  }
  const { status, body } = await callApi(call, { method: 'POST', path: '/tokens', parameters })
  if (status >= 400)
    throw new ToolError(isObject(body) ? String(body.message) : `the vault answered ${status}`, { status })
  return recordAnswer(`${ids(body)}: use it once, as card of POST /charges or of POST /customers`, body)
}

const recordPath = (id: string): string => {
  const kind = kindOfId(id)
  const route = routes.find(
    ({ method, path, returns }) =>
      method === 'get' && /^\/\w+\/:id$/.test(path) && objectOf(returns()) === kind?.object,
  )
  if (route === undefined)
    throw new ToolError(
      `no operation shows a record by the id ${id.slice(0, 80)}: ids begin with chrg_, rfnd_, cust_, evnt_ …; call_api reaches every path`,
    )
  return route.path.replace(':id', encodeURIComponent(id))
}

const runFind = async (call: ToolCall): Promise<ToolAnswer> => {
  const { id, account: _, livemode: __, ...parameters } = call.input
  const path = id === undefined ? '/search' : recordPath(String(id))
  const { status, body } = await callApi(call, {
    method: 'GET',
    path,
    ...(id === undefined ? { parameters } : {}),
  })
  if (status >= 400)
    throw new ToolError(isObject(body) ? String(body.message) : `the service answered ${status}`, { status })
  return serviceAnswer(id === undefined ? 'found' : String(id), {}, body)
}

/** What became due on the way is what a move of the clock is for. */
const runClock = async (call: ToolCall): Promise<ToolAnswer> => {
  const { now: before } = await call.ask('GET', '/clock')
  const clock = await callOperation(call)
  const head = `${clock.now}${clock.frozen === true ? ', stopped' : ''}`
  if (before === clock.now) return listAnswer(head, 'events', [], clock)
  const parameters = { from: before, order: 'chronological', limit: 100 }
  const { body } = await callApi(call, { method: 'GET', path: '/events', parameters })
  const events = isObject(body) && Array.isArray(body.data) ? body.data.filter(isObject) : []
  const since = events.filter(({ created_at: at }) => String(at) > String(before))
  return listAnswer(
    `${head}; ${since.length} events on the way`,
    'events',
    since.map(({ id, key, data }) => ({ id, key, ...(isObject(data) ? { data: inList(data) } : {}) })),
    clock,
  )
}

const searched = (): Readonly<Record<string, JsonSchema>> => {
  const { properties = {} } = inputSchema(searchInput())
  const { scope, query, filters, from, to, order, limit, page } = properties as Record<string, JsonSchema>
  const given = { query, filters, from, to, order, limit, page }
  return {
    id: { type: 'string', description: 'Id of one record, to see all of it, such as chrg_test_…' },
    scope: { ...scope, type: 'string', enum: scopes().map(({ name }) => name) },
    ...Object.fromEntries(Object.entries(given).map(([name, form]) => [name, form ?? {}])),
  }
}

const cardForm = (): JsonSchema => ({
  description:
    'A brand such as visa or jcb, whose charges succeed, or the failure code that they get, such as insufficient_fund or stolen_or_lost_card; or card fields of your own. Default: visa',
  anyOf: [{ type: 'string' }, { type: 'object' }],
})

export const tools: readonly Tool[] = [
  {
    name: 'sandbox_info',
    title: 'About this sandbox',
    about:
      'Start here: addresses of API and vault, keys of test mode, the webhook secret and where webhooks go, the clock, how many records there are.',
    of: ['GET /info'],
  },
  {
    name: 'call_api',
    title: 'Call the payment API',
    about:
      'Sends one request to the payment API as a shop would, such as POST /charges, and answers status and body; key and server are chosen. Amounts are in subunits. Empty fields are left out.',
    of: ['POST /call'],
    needs: ['method', 'path'],
    isDestructive: true,
    run: runCall,
  },
  {
    name: 'create_token',
    title: 'Make a card token',
    about:
      'Makes a token of a test card, for one charge or customer: of a card that pays, or of one that fails as you say.',
    of: ['POST /call'],
    takes: () => ({ card: cardForm() }),
    run: runToken,
  },
  {
    name: 'find_records',
    title: 'Find records',
    about: 'One record whole by its id, or records by words and filters, newest first.',
    of: ['POST /call'],
    takes: searched,
    isReading: true,
    run: runFind,
  },
  {
    name: 'list_requests',
    title: 'What was called',
    about:
      'The journal, newest first: each call of the shop with its answer, error, warnings, fault, events. With an id all of one request.',
    of: ['GET /requests', 'GET /requests/:id'],
    run: listRequests,
  },
  {
    name: 'list_deliveries',
    title: 'Webhook deliveries',
    about:
      'The attempts to deliver webhooks, newest first: address, status, why one failed, what the receiver answered, when the next attempt is.',
    of: ['GET /deliveries'],
    run: listDeliveries,
  },
  {
    name: 'explain_error',
    title: 'Explain an error',
    about:
      'Why a request failed and what to do: by error code, by request id, or for the last failed request.',
    of: ['GET /requests', 'GET /requests/:id'],
    takes: () => ({
      code: { type: 'string', description: 'Code of an error, such as insufficient_fund' },
      request: { type: 'string', description: 'Id of a request, as list_requests shows it' },
    }),
    without: ['id'],
    run: explainError,
  },
  {
    name: 'search_docs',
    title: 'Search the documentation',
    about:
      'Entries of the documentation that have all the words: operations, errors, test cards, events, options, the library. The exact name of an entry gives it in full.',
    of: ['GET /info'],
    takes: () => ({
      query: {
        type: 'string',
        description: 'Words, or the name of an entry such as POST /charges. Default: the topics',
      },
      topic: { type: 'string', description: 'Only this topic, such as webhooks. Default: all' },
    }),
    run: searchDocs,
  },
  {
    name: 'simulate',
    title: 'Act as payer or bank',
    about:
      'Does what happens outside: a payer pays or fails a charge, a bank decides a dispute or sends a transfer.',
    of: ['POST /simulate/*'],
  },
  {
    name: 'trigger_event',
    title: 'Make an event happen',
    about:
      'Causes an event such as charge.complete or charge.dispute.create, with the records that it needs, and sends its webhook.',
    of: ['POST /trigger/:event_key'],
    needs: ['event_key'],
  },
  {
    name: 'move_clock',
    title: 'Move the clock',
    about:
      'Moves the virtual clock on, or stops it: expiries, schedules and webhook retries on the way happen. Give one of advance, set, freeze.',
    of: ['POST /clock'],
    run: runClock,
  },
  {
    name: 'add_fault',
    title: 'Plan a failure',
    about:
      'Lets requests, or with webhook deliveries, go wrong. {"method":"POST","path":"/charges","drop":"response"}: the charge happens and its answer is lost.',
    of: ['POST /faults'],
  },
  {
    name: 'clear_faults',
    title: 'Clear faults',
    about: 'Removes all planned failures, or the one of an id.',
    of: ['DELETE /faults', 'DELETE /faults/:id'],
  },
  {
    name: 'load_fixture',
    title: 'Load records',
    about:
      'Creates the records of a fixture, by its name (saved-card, first-sale, qr-pending, disputed-order, busy-shop …) or as text, and answers their ids.',
    of: ['POST /fixtures'],
    isDestructive: true,
  },
  {
    name: 'snapshot',
    title: 'Take or restore a snapshot',
    about: 'Without an id takes a snapshot of the whole state, with the clock; with an id restores that one.',
    of: ['POST /snapshots', 'POST /snapshots/:id/restore'],
    isDestructive: true,
  },
  {
    name: 'reset',
    title: 'Start over',
    about:
      'Back to the state after the start: all records and events of the sandbox go, keys stay; with account of that one only.',
    of: ['POST /reset'],
    takes: () => ({
      account: {
        type: 'string',
        description: 'Id of an account, to reset that one only. Default: the whole sandbox',
      },
    }),
    isDestructive: true,
  },
]
