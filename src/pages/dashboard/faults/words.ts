import type { RequestFault, WebhookFault } from '../../../sandbox/faults'

type AnyFault = RequestFault | WebhookFault

const number = (value: number): string => value.toLocaleString('en')

/** Which requests or deliveries a fault is for. */
export const targetOf = (fault: AnyFault): string => {
  if (fault.kind === 'webhook') {
    const what = fault.event === '*' ? 'Every webhook' : `Webhooks ${fault.event}`
    return fault.url === null ? what : `${what} to ${fault.url}`
  }
  const { method, path, body, card } = fault
  const what = [method, path].filter((part) => part !== null).join(' ') || 'Every request'
  const by = card === null ? '' : ` by card ${card}`
  return body === null ? `${what}${by}` : `${what}${by} with ${JSON.stringify(body)}`
}

const drops = {
  request: 'is cut before anything happens',
  response: 'is done, and cut before its answer',
} as const

const delayText = (ms: RequestFault['delayMs']): string =>
  typeof ms === 'number' ? `${number(ms)} ms` : `${number(ms[0])} to ${number(ms[1])} ms`

const signatures = {
  invalid: 'has a wrong signature',
  stale: 'has an old timestamp',
  missing: 'has no signature',
  'old-secret': 'is signed with the former secret',
} as const

const requestEffects = ({ delayMs, respond, drop }: RequestFault): readonly string[] => [
  ...(delayMs === 0 ? [] : [`waits ${delayText(delayMs)}`]),
  ...(respond === null
    ? []
    : [`answers ${respond.status}${respond.code === null ? '' : ` ${respond.code}`}`]),
  ...(drop === null ? [] : [drops[drop]]),
]

const webhookEffects = (fault: WebhookFault): readonly string[] => [
  ...(fault.delayMs === 0 ? [] : [`comes ${number(fault.delayMs)} ms later`]),
  ...(fault.drop ? ['does not arrive'] : []),
  ...(fault.respond === null ? [] : [`is answered ${fault.respond.status} before it arrives`]),
  ...(fault.duplicate === 0 ? [] : [`comes ${number(fault.duplicate + 1)} times`]),
  ...(fault.reorder ? ['is overtaken by the next'] : []),
  ...(fault.signature === null ? [] : [signatures[fault.signature]]),
]

/** What goes wrong, such as `waits 200 ms, answers 503`. */
export const effectOf = (fault: AnyFault): string =>
  (fault.kind === 'request' ? requestEffects(fault) : webhookEffects(fault)).join(', ')

/** A fault that is not limited in practice shows its hits alone. */
const many = 100_000

export const hitsOf = ({ hits, times }: AnyFault): string =>
  times >= many ? number(hits) : `${number(hits)} of ${number(times)}`

export const stateOf = ({ hits, times }: AnyFault): 'used' | 'active' | 'waiting' => {
  if (hits >= times) return 'used'
  return hits === 0 ? 'waiting' : 'active'
}
