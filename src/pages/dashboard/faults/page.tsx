import type { RequestFault, WebhookFault } from '../../../sandbox/faults'
import type { PlacePage, View } from '../frame/view'
import { Empty, Table } from '../parts/layout'
import { operationAt, Send } from '../parts/send'
import { State } from '../parts/values'
import { presetForms, requestForm, requestPresets, webhookForm, webhookPresets } from './forms'

type AnyFault = RequestFault | WebhookFault

const number = (value: number): string => value.toLocaleString('en')

/** Which requests or deliveries a fault is for. */
const targetOf = (fault: AnyFault): string => {
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
  response: 'happens, and is cut before its answer',
} as const

const delayText = (ms: RequestFault['delayMs']): string =>
  typeof ms === 'number' ? `${number(ms)} ms` : `${number(ms[0])} to ${number(ms[1])} ms`

const signatures = {
  invalid: 'has a wrong signature',
  stale: 'has an old timestamp',
  missing: 'has no signature',
  'old-secret': 'is signed with the old secret',
} as const

const requestEffects = ({ delayMs, holdMs, respond, drop }: RequestFault): readonly string[] => [
  ...(delayMs === 0 ? [] : [`waits ${delayText(delayMs)}`]),
  ...(respond === null
    ? []
    : [`answers ${respond.status}${respond.code === null ? '' : ` ${respond.code}`}`]),
  ...(holdMs === 0 ? [] : [`happens, and waits ${delayText(holdMs)} for its answer`]),
  ...(drop === null ? [] : [drops[drop]]),
]

const webhookEffects = (fault: WebhookFault): readonly string[] => [
  ...(fault.delayMs === 0 ? [] : [`comes ${number(fault.delayMs)} ms later`]),
  ...(fault.drop ? ['does not arrive'] : []),
  ...(fault.respond === null ? [] : [`is answered ${fault.respond.status} before it arrives`]),
  ...(fault.duplicate === 0 ? [] : [`comes ${number(fault.duplicate + 1)} times`]),
  ...(fault.early ? ['comes before the answer of its request'] : []),
  ...(fault.reorder ? ['is overtaken by the next'] : []),
  ...(fault.signature === null ? [] : [signatures[fault.signature]]),
]

/** What goes wrong, such as `waits 200 ms, answers 503`. */
const effectOf = (fault: AnyFault): string =>
  (fault.kind === 'request' ? requestEffects(fault) : webhookEffects(fault)).join(', ')

/** A fault that is not limited in practice shows its hits alone. */
const many = 100_000

const hitsOf = ({ hits, times }: AnyFault): string =>
  times >= many ? number(hits) : `${number(hits)} of ${number(times)}`

const stateOf = ({ hits, times }: AnyFault): 'used' | 'active' | 'waiting' => {
  if (hits >= times) return 'used'
  return hits === 0 ? 'waiting' : 'active'
}

const rowOf = (view: View, fault: AnyFault) => (
  <tr id={`fault-${fault.id}`}>
    <td>
      <State of={stateOf(fault)} tone={stateOf(fault) === 'used' ? 'idle' : 'wait'} />
    </td>
    <td class="what">
      <b>{targetOf(fault)}</b> {effectOf(fault)}
      {fault.after === 0 ? null : <small> after {fault.after} others</small>}
    </td>
    <td class="number">{hitsOf(fault)}</td>
    <td class="end">
      <Send method="DELETE" to={operationAt(view, `/faults/${fault.id}`)} name="Remove" />
    </td>
  </tr>
)

/** The most faults on the page, the newest ones. */
const shown = 50

const present = (view: View) => {
  const all = view.mode.faults.list()
  if (all.length === 0) return <Empty>Nothing fails on purpose.</Empty>
  return (
    <section>
      <header class="heading">
        <h2>What fails now</h2>
        <Send
          method="DELETE"
          to={operationAt(view, '/faults')}
          name="Remove all"
          tone="danger"
          ask={`Remove all ${all.length} faults?`}
        />
      </header>
      <Table name="Faults" look="list" heads={['State', 'Fault', ['Hits', 'number'], ['Remove', 'unseen']]}>
        {all
          .slice(-shown)
          .reverse()
          .map((fault) => rowOf(view, fault))}
      </Table>
      {all.length > shown ? <p class="soft">And {all.length - shown} older ones.</p> : null}
    </section>
  )
}

/** Planned failures, and new ones. */
export const faultsPage = (view: View): PlacePage => ({
  title: 'Faults',
  content: (
    <>
      <h1>Faults</h1>
      <p class="lead">
        A fault makes requests or webhooks of this account fail, so that you see how your code reacts. A reset
        removes it; until then it waits for its hits.
      </p>
      {present(view)}
      <div class="halves">
        <section>
          <h2>Requests</h2>
          {presetForms(view, requestPresets)}
          <details id="request-fault">
            <summary>Another fault of requests</summary>
            {requestForm(view)}
          </details>
        </section>
        <section>
          <h2>Webhooks</h2>
          {presetForms(view, webhookPresets)}
          <details id="webhook-fault">
            <summary>Another fault of webhooks</summary>
            {webhookForm(view)}
          </details>
        </section>
      </div>
    </>
  ),
})
