import { type FaultOption, wireName } from '../../../service/faults/option'
import { requestFault } from '../../../service/faults/request-fault'
import { webhookFault } from '../../../service/faults/webhook-fault'
import { deliveredKeysOf } from '../../../service/resources/event/keys'
import type { View } from '../frame/view'
import { Field, Send, usualOr } from '../parts/send'
import { capitalized } from '../parts/values'

/** Faults that one click adds, by their names. */
type Presets = Readonly<Record<string, object>>

const requestPresets: Presets = {
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
      <Send to={view.at('/faults')} name={name} done="Added." body={fault} />
    ))}
  </div>
)

const fieldOf = ([name, { field, usual }]: readonly [name: string, option: FaultOption]) => {
  if (field === undefined) return null
  const { part, yes, ...look } = field
  return (
    <Field
      {...(typeof usual === 'number' ? { as: 'number', placeholder: String(usual) } : {})}
      {...(yes === undefined ? {} : { as: 'boolean', options: usualOr(yes) })}
      {...(part === undefined ? {} : { as: 'number' })}
      {...look}
      name={part === undefined ? wireName(name) : `${wireName(name)}.${part}`}
    />
  )
}

const eventField = (view: View) => (
  <Field
    label="Event"
    name="webhook"
    value="*"
    options={['*', 'charge.*', ...deliveredKeysOf(view.parts.settings.profile.eventKeys)]}
    free
    required
  />
)

/** New faults of requests or of webhooks: the usual ones, and any other. */
export const faultForms = (view: View, kind: 'request' | 'webhook') => (
  <section>
    <h2>{capitalized(kind)}s</h2>
    {presetForms(view, kind === 'request' ? requestPresets : webhookPresets)}
    <details id={`${kind}-fault`}>
      <summary>Another fault of {kind}s</summary>
      <Send to={view.at('/faults')} name="Add" tone="main" label={`Let ${kind}s fail`} done="Added.">
        {kind === 'request' ? null : eventField(view)}
        {(kind === 'request' ? requestFault : webhookFault).options().map(fieldOf)}
      </Send>
    </details>
  </section>
)
