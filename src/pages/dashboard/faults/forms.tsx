import * as z from 'zod/mini'
import { toSnakeCase } from '../../../kernel/text'
import { faultMethods, requestFaultSchema } from '../../../service/faults/request-fault'
import { webhookFaultSchema } from '../../../service/faults/webhook-fault'
import { inputSchema } from '../../../service/openapi/schemas'
import { deliveredKeysOf } from '../../../service/resources/event/keys'
import type { View } from '../frame/view'
import { Field, Send, usualOr } from '../parts/send'
import { capitalized, titled } from '../parts/values'

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

type FieldLook = Partial<Parameters<typeof Field>[0]>

/** What the form says besides the name of an option; `null` where it does not ask for it. */
type FieldLooks = Readonly<Record<string, FieldLook | null>>

const asUsual = ['', 'As usual'] as const

const requestFields: FieldLooks = {
  method: { options: [['', 'Every method'], ...faultMethods] },
  path: {
    placeholder: '/charges/*',
    hint: 'Empty for every path',
    options: ['/charges', '/charges/*', '/charges/*/capture', '/charges/*/refunds', '/customers', '/tokens'],
    free: true,
  },
  card: { placeholder: '4111111111140011', hint: 'Only payments by this card' },
  delayMs: { label: 'Delay in ms', hint: 'In real time, before anything happens' },
  holdMs: { label: 'Hold in ms', hint: 'In real time, after the operation' },
  respond: {
    label: 'Answer',
    name: 'respond.status',
    as: 'number',
    options: [asUsual, '400', '401', '404', '429', '500', '503'],
  },
  rateLimit: null,
  drop: {
    label: 'Connection',
    options: [
      ['', 'Stays'],
      ['request', 'Cut before anything happens'],
      ['response', 'Cut after it happened'],
    ],
  },
  after: { label: 'Skip first' },
}

const webhookFields: FieldLooks = {
  // It depends on the profile which there are.
  event: null,
  url: { label: 'Receiver', placeholder: 'http://localhost:3000/*', hint: 'Empty for every receiver' },
  delayMs: { label: 'Delay in ms', hint: 'Of the virtual clock' },
  drop: { label: 'Arrives', options: usualOr('Never: the attempt fails') },
  respond: {
    label: 'Answer',
    name: 'respond.status',
    as: 'number',
    placeholder: 'of the receiver',
    hint: 'A status instead of a call of the receiver',
    options: ['200', '302', '400', '401', '404', '410', '429', '500', '503'],
    free: true,
  },
  duplicate: { label: 'Copies' },
  reorder: null,
  early: { options: usualOr('Before its call returns') },
  signature: {
    options: [
      asUsual,
      ['invalid', 'Wrong'],
      ['stale', 'Too old'],
      ['missing', 'Missing'],
      ['old-secret', 'With the old secret'],
    ],
  },
  after: { label: 'Skip first' },
}

/** A field for an option, as its JSON Schema says; `null` where a field cannot ask for it. */
const fieldOf = (name: string, option: z.core.$ZodType, look: FieldLook | undefined) => {
  const { type, enum: values } = inputSchema(option)
  if (type === 'object' && look === undefined) return null
  const field = { label: titled(name), name: toSnakeCase(name) }
  const usual = z.parse(option, undefined)
  if (typeof usual === 'number') return <Field {...field} as="number" placeholder={String(usual)} {...look} />
  if (type === 'integer') return <Field {...field} as="number" {...look} />
  if (type === 'boolean') return <Field {...field} as="boolean" options={usualOr('Yes')} {...look} />
  if (Array.isArray(values)) return <Field {...field} options={[asUsual, ...values]} {...look} />
  return <Field {...field} {...look} />
}

const fieldsOf = (options: z.core.$ZodShape, looks: FieldLooks) =>
  Object.entries(options).map(([name, option]) => {
    const look = looks[name]
    return look === null ? null : fieldOf(name, option, look)
  })

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
        {kind === 'request'
          ? fieldsOf(requestFaultSchema().shape, requestFields)
          : fieldsOf(webhookFaultSchema().shape, webhookFields)}
      </Send>
    </details>
  </section>
)
