import type { RequestFault, WebhookFault } from '../../../sandbox/faults'
import { delayText } from '../../../service/faults/delay'
import { requestEffects } from '../../../service/faults/request-fault'
import { webhookEffects } from '../../../service/faults/webhook-fault'
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

/** What an effect does, as the end of a sentence. Others are shown by name and value. */
type Says<F> = { readonly [O in keyof F]?: (value: NonNullable<F[O]>) => string }

const requestSays: Says<RequestFault> = {
  delayMs: (ms) => `waits ${delayText(ms)}`,
  holdMs: (ms) => `happens, and waits ${delayText(ms)} for its answer`,
  respond: ({ status, code }) => `answers ${status}${code === null ? '' : ` ${code}`}`,
  drop: (part) =>
    part === 'request' ? 'is cut before anything happens' : 'happens, and is cut before its answer',
}

const signatureSays = {
  invalid: 'has a wrong signature',
  stale: 'has an old timestamp',
  missing: 'has no signature',
  'old-secret': 'is signed with the old secret',
} as const

const webhookSays: Says<WebhookFault> = {
  delayMs: (ms) => `comes ${number(ms)} ms later`,
  drop: () => 'does not arrive',
  respond: ({ status }) => `is answered ${status} before it arrives`,
  duplicate: (copies) => `comes ${number(copies + 1)} times`,
  reorder: () => 'is overtaken by the next',
  early: () => 'comes before the answer of its request',
  signature: (how) => signatureSays[how],
}

/** What goes wrong, such as `waits 200 ms, answers 503`. */
const effectOf = (fault: AnyFault): string => {
  const isRequest = fault.kind === 'request'
  const effects = isRequest ? requestEffects() : webhookEffects()
  const says: { readonly [option: string]: (value: never) => string } = isRequest ? requestSays : webhookSays
  const values: { readonly [option: string]: unknown } = { ...fault }
  return Object.keys(effects)
    .filter((name) => Boolean(values[name]))
    .map((name) => says[name]?.(values[name] as never) ?? `${name}: ${JSON.stringify(values[name])}`)
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
