import { deliveredKeysOf } from '../../../service/resources/event/keys'
import type { View } from '../frame/view'
import { Field, type Option, operationAt, Send, usualOr } from '../parts/send'

/** Faults that one click adds, by their names. */
type Presets = Readonly<Record<string, object>>

export const requestPresets: Presets = {
  'The next charge answers 500': { method: 'POST', path: '/charges', respond: { status: 500 } },
  'The next charge happens, but its answer is lost': { method: 'POST', path: '/charges', drop: 'response' },
  'The next charge happens, and is answered 2 seconds later': {
    method: 'POST',
    path: '/charges',
    hold_ms: 2000,
  },
  'The next refund answers 500': { method: 'POST', path: '/charges/*/refunds', respond: { status: 500 } },
  'The connection of the next capture is cut': {
    method: 'POST',
    path: '/charges/*/capture',
    drop: 'request',
  },
  'The next request hits the rate limit': { rate_limit: true },
  'Every request waits 2 seconds': { delay_ms: 2000, times: 1_000_000 },
}

export const webhookPresets: Presets = {
  'The next webhook gets no answer': { webhook: '*', drop: true },
  'The next webhook is answered 503': { webhook: '*', respond: { status: 503 } },
  'The next five webhooks fail': { webhook: '*', respond: { status: 500 }, times: 5 },
  'The next webhook comes twice': { webhook: '*', duplicate: 1 },
  'The next webhook comes before its request is answered': { webhook: '*', early: true },
  'The next webhook has a wrong signature': { webhook: '*', signature: 'invalid' },
}

export const presetForms = (view: View, presets: Presets) => (
  <div class="sends">
    {Object.entries(presets).map(([name, fault]) => (
      <Send to={operationAt(view, '/faults')} name={name} done="Added." body={fault} />
    ))}
  </div>
)

const counts = (
  <>
    <Field label="Times" name="times" as="number" placeholder="1" />
    <Field label="Skip first" name="after" as="number" placeholder="0" />
  </>
)

const paths = ['/charges', '/charges/*', '/charges/*/capture', '/charges/*/refunds', '/customers', '/tokens']

const methods: readonly Option[] = [['', 'Every method'], 'GET', 'POST', 'PATCH', 'DELETE']

const drops: readonly Option[] = [
  ['', 'Stays'],
  ['request', 'Cut before anything happens'],
  ['response', 'Cut after it happened'],
]

const signatures: readonly Option[] = [
  ['', 'As usual'],
  ['invalid', 'Wrong'],
  ['stale', 'Too old'],
  ['missing', 'Missing'],
  ['old-secret', 'With the old secret'],
]

/** A fault of requests, in all its parts. */
export const requestForm = (view: View) => (
  <Send to={operationAt(view, '/faults')} name="Add" tone="main" label="Let requests fail" done="Added.">
    <Field label="Method" name="method" options={methods} />
    <Field
      label="Path"
      name="path"
      placeholder="/charges/*"
      options={paths}
      free
      hint="Empty for every path"
    />
    <Field
      label="Answer"
      name="respond.status"
      as="number"
      options={[['', 'As usual'], '400', '401', '404', '429', '500', '503']}
    />
    <Field label="Connection" name="drop" options={drops} />
    <Field
      label="Delay in ms"
      name="delay_ms"
      as="number"
      placeholder="0"
      hint="In real time, before anything happens"
    />
    <Field
      label="Hold in ms"
      name="hold_ms"
      as="number"
      placeholder="0"
      hint="In real time, after the operation"
    />
    <Field label="Card" name="card" placeholder="4111111111140011" hint="Only payments by this card" />
    {counts}
  </Send>
)

/** A fault of deliveries, in all its parts. */
export const webhookForm = (view: View) => (
  <Send to={operationAt(view, '/faults')} name="Add" tone="main" label="Let webhooks fail" done="Added.">
    <Field
      label="Event"
      name="webhook"
      value="*"
      options={['*', 'charge.*', ...deliveredKeysOf(view.parts.settings.profile.eventKeys)]}
      free
      required
    />
    <Field
      label="Receiver"
      name="url"
      placeholder="http://localhost:3000/*"
      hint="Empty for every receiver"
    />
    <Field label="Arrives" name="drop" as="boolean" options={usualOr('Never: the attempt fails')} />
    <Field label="Early" name="early" as="boolean" options={usualOr('Before its call returns')} />
    <Field
      label="Answer"
      name="respond.status"
      as="number"
      placeholder="of the receiver"
      options={['200', '302', '400', '401', '404', '410', '429', '500', '503']}
      free
      hint="A status instead of a call of the receiver"
    />
    <Field label="Signature" name="signature" options={signatures} />
    <Field label="Copies" name="duplicate" as="number" placeholder="0" />
    <Field label="Delay in ms" name="delay_ms" as="number" placeholder="0" hint="Of the virtual clock" />
    {counts}
  </Send>
)
