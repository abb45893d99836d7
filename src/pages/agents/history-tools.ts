import { isObject } from '../../kernel/json'
import { counted } from '../../kernel/text'
import { brief, fieldsOf, listAnswer, recordAnswer, type ToolAnswer, type ToolFacts } from './answer'
import { callOperation } from './operation'
import type { ToolCall } from './tool'

export const objectsIn = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : []

const outcome = ({ uri, status, error }: ToolFacts): string => `${status ?? error} ${uri}`

/** A request in a line. */
const requestLine = (request: ToolFacts): ToolFacts => {
  const { id, at, method, path, answer, details, replayed, events, deliveries } = request
  return brief({
    id,
    ...fieldsOf(answer, 'amount'),
    at,
    call: `${method} ${path}`,
    ...fieldsOf(request, 'status', 'error'),
    ...fieldsOf(answer, 'message'),
    made: fieldsOf(answer, 'id').id ?? fieldsOf(details, 'charge_id').charge_id,
    ...fieldsOf(request, 'fault', 'warnings', 'ignored', 'tool'),
    replayed: replayed === true ? true : null,
    events: objectsIn(events).map(({ key }) => key),
    deliveries: objectsIn(deliveries).map(outcome),
  }) as ToolFacts
}

/** Whether nothing but the account and the mode was given. */
const isUnfiltered = ({ input }: ToolCall): boolean =>
  Object.keys(input).every((name) => name === 'account' || name === 'livemode')

export const listRequests = async (call: ToolCall): Promise<ToolAnswer> => {
  const answer = await callOperation(call)
  if (!Array.isArray(answer.data))
    return recordAnswer(`${answer.method} ${answer.path}: ${answer.status}`, answer)
  const newest = objectsIn(answer.data).toReversed()
  const none = isUnfiltered(call)
    ? 'no request yet: let the shop call the url of sandbox_info, or use call_api'
    : 'no request matches'
  const head = newest.length === 0 ? none : `${counted(newest.length, 'request')}, newest first`
  return listAnswer(head, 'data', newest.map(requestLine))
}

/** An attempt in a line. */
const deliveryLine = (delivery: ToolFacts): ToolFacts => {
  const { answer, at, created_at } = delivery
  return brief({
    ...fieldsOf(delivery, 'id', 'key', 'delivered', 'status', 'error', 'hint', 'uri', 'attempt'),
    answer: typeof answer === 'string' ? answer.slice(0, 200) : null,
    at: at ?? created_at,
    ...fieldsOf(delivery, 'retry_at', 'event'),
  }) as ToolFacts
}

export const noEndpoint =
  'webhooks go nowhere: call_api {"method":"PATCH","path":"/account","parameters":{"webhook_endpoints":["http://127.0.0.1:3000/webhooks"]}}'

/** Why there is no attempt: that is the real question. */
const whyNone = async (call: ToolCall): Promise<string> => {
  const { webhook_endpoints: endpoints, records } = await call.ask('GET', '/info')
  if (Array.isArray(endpoints) && endpoints.length === 0) return `no delivery, as ${noEndpoint}`
  if (!isObject(records) || records.events === undefined)
    return 'no delivery yet: no event has happened; trigger_event makes one'
  return isUnfiltered(call)
    ? 'no delivery yet: the last events may still be on the way, so call again; events from before the endpoint was set are not sent to it'
    : 'no delivery matches; the last events may still be on the way: call again, or with fewer conditions'
}

export const listDeliveries = async (call: ToolCall): Promise<ToolAnswer> => {
  const { data } = await callOperation(call)
  const newest = objectsIn(data).toReversed()
  if (newest.length === 0) return listAnswer(await whyNone(call), 'data', [])
  const failed = newest.filter(({ delivered }) => delivered !== true).length
  return listAnswer(
    `${counted(newest.length, 'attempt')}, ${failed} failed, newest first`,
    'data',
    newest.map(deliveryLine),
  )
}
