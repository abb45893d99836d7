import type { RequestFault, WebhookFault } from '../../../sandbox/faults'
import type { PlacePage, View } from '../frame/view'
import { operationAt, Send } from '../parts/send'
import { Empty, Table } from '../parts/table'
import { State } from '../parts/values'
import { RequestForm, WebhookForm } from './forms'
import { Presets, requestPresets, webhookPresets } from './presets'
import { effectOf, hitsOf, stateOf, targetOf } from './words'

/** The most faults on the page, the newest ones. */
const shown = 50

interface FaultProps {
  readonly view: View
  readonly fault: RequestFault | WebhookFault
}

const Row = ({ view, fault }: FaultProps) => (
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

const Present = ({ view }: { readonly view: View }) => {
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
          .map((fault) => (
            <Row view={view} fault={fault} />
          ))}
      </Table>
      {all.length > shown ? <p class="soft">And {all.length - shown} older ones.</p> : null}
    </section>
  )
}

/** Failures that are planned: which there are, and new ones. */
export const faultsPage = (view: View): PlacePage => ({
  title: 'Faults',
  content: (
    <>
      <h1>Faults</h1>
      <p class="lead">
        A fault lets requests or webhooks of this account fail, so that you see what your code does then. A
        reset removes it; until then it waits for its hits.
      </p>
      <Present view={view} />
      <div class="halves">
        <section>
          <h2>Requests</h2>
          <Presets view={view} of={requestPresets} />
          <details id="request-fault">
            <summary>Another fault of requests</summary>
            <RequestForm view={view} />
          </details>
        </section>
        <section>
          <h2>Webhooks</h2>
          <Presets view={view} of={webhookPresets} />
          <details id="webhook-fault">
            <summary>Another fault of webhooks</summary>
            <WebhookForm view={view} />
          </details>
        </section>
      </div>
    </>
  ),
})
