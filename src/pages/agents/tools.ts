import type { JsonSchema } from '../../kernel/schema'
import type { ToolAnswer } from './answer'
import { runCall, runClock, runFind, runInfo, runToken, runTrigger, searched } from './api-tools'
import { explainError, searchDocs } from './docs-tools'
import { listDeliveries, listRequests } from './history-tools'
import { runOperation } from './operation'
import { type Tool, type ToolCall, ToolError } from './tool'

const cardForm = (): JsonSchema => ({
  description:
    'A brand such as visa or jcb, whose charges succeed; or a failure code, such as insufficient_fund or stolen_or_lost_card; or your own card fields. Default: visa',
  anyOf: [{ type: 'string' }, { type: 'object' }],
})

const fixtureForms = ['name', 'yaml', 'fixture'] as const

const loadFixture = (call: ToolCall): Promise<ToolAnswer> => {
  const { input } = call
  if (fixtureForms.every((form) => input[form] === undefined))
    throw new ToolError(
      'load_fixture needs a fixture: the name of one that ships as name, such as saved-card, or a text as yaml',
    )
  if (typeof input.fixture === 'string')
    throw new ToolError(
      `load_fixture: fixture is a fixture as an object; one that ships is given by name: "${input.fixture.slice(0, 60)}"`,
    )
  return runOperation(call)
}

export const tools: readonly Tool[] = [
  {
    name: 'sandbox_info',
    title: 'About this sandbox',
    about:
      'Start here: addresses of API and vault, test keys, webhook secret and endpoints, the clock, and the number of records.',
    of: ['GET /info'],
    run: runInfo,
  },
  {
    name: 'call_api',
    title: 'Call the payment API',
    about:
      'Sends one request to the payment API as a shop would, such as POST /charges, and answers status and body. It chooses key and server. Amounts are in subunits. Empty fields are left out.',
    of: ['POST /call'],
    needs: ['method', 'path'],
    without: ['tool'],
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
    about: 'One whole record by its id, or records by words and filters, newest first.',
    of: ['POST /call'],
    takes: searched,
    isReading: true,
    run: runFind,
  },
  {
    name: 'list_requests',
    title: 'Requests',
    about:
      'The journal, newest first: each call of the shop with its answer, error, warnings, fault and events. With an id, everything about one request.',
    of: ['GET /requests', 'GET /requests/:id'],
    run: listRequests,
  },
  {
    name: 'list_deliveries',
    title: 'Webhook deliveries',
    about:
      'The attempts to deliver webhooks, newest first: address, status, reason of a failure, answer of the receiver, time of the next attempt.',
    of: ['GET /deliveries'],
    run: listDeliveries,
  },
  {
    name: 'explain_error',
    title: 'Explain an error',
    about:
      'Why a request failed and what to do: by error code, by request id, or for the last request of the shop that failed.',
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
      'Plays the outside world: a payer pays or fails a charge, a bank decides a dispute or sends a transfer.',
    of: ['POST /simulate/*'],
  },
  {
    name: 'trigger_event',
    title: 'Make an event happen',
    about:
      'Causes an event such as charge.complete or charge.dispute.create, with the records that it needs, and sends its webhook.',
    of: ['POST /trigger/:event_key'],
    needs: ['event_key'],
    takes: () => ({
      parameters: { type: 'object', description: 'Parameters of the operation. Default: none' },
    }),
    run: runTrigger,
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
      'Makes requests fail, or deliveries if you give webhook. {"method":"POST","path":"/charges","drop":"response"}: the charge happens and its answer is lost.',
    of: ['POST /faults'],
  },
  {
    name: 'clear_faults',
    title: 'Clear faults',
    about: 'Removes all planned failures, or the one with this id.',
    of: ['DELETE /faults', 'DELETE /faults/:id'],
  },
  {
    name: 'load_fixture',
    title: 'Load records',
    about:
      'Creates the records of a fixture, by its `name` (saved-card, first-sale, qr-pending, disputed-order, busy-shop …) or as text in `yaml`, and answers their ids.',
    of: ['POST /fixtures'],
    isDestructive: true,
    run: loadFixture,
  },
  {
    name: 'snapshot',
    title: 'Take or restore a snapshot',
    about:
      'Without an id, takes a snapshot of the whole state and the clock; with an id, restores that snapshot.',
    of: ['POST /snapshots', 'POST /snapshots/:id/restore'],
    isDestructive: true,
  },
  {
    name: 'reset',
    title: 'Start over',
    about:
      'Goes back to the state after the start: all records and events are removed, keys stay. With account, only those of this account.',
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
