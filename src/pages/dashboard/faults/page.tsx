import type { RequestFault, WebhookFault } from '../../../sandbox/faults'
import { requestFault } from '../../../service/faults/request-fault'
import { webhookFault } from '../../../service/faults/webhook-fault'
import type { PlacePage, View } from '../frame/view'
import { Empty, Table } from '../parts/layout'
import { Send } from '../parts/send'
import { State } from '../parts/values'
import { faultForms } from './forms'

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

/** What goes wrong, such as `waits 200 ms, answers 503`. */
const effectOf = (fault: AnyFault): string => {
  const { effects } = fault.kind === 'request' ? requestFault : webhookFault
  const values = new Map(Object.entries(fault))
  return effects()
    .filter(([name, { usual }]) => (values.get(name) ?? usual) !== usual)
    .map(([name, { says }]) => says?.(values.get(name)))
    .join(', ')
}

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
      <Send method="DELETE" to={view.at(`/faults/${fault.id}`)} name="Remove" />
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
          to={view.at('/faults')}
          name="Remove all"
          tone="danger"
          ask={`Remove all ${all.length} faults?`}
        />
      </header>
      <Table
        name="Faults"
        look="list"
        heads={[['State'], ['Fault'], ['Hits', 'number'], ['Remove', 'unseen']]}
      >
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
        {faultForms(view, 'request')}
        {faultForms(view, 'webhook')}
      </div>
    </>
  ),
})
