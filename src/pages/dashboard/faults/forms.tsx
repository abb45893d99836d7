import { deliveredKeys } from '../../../service/resources/event/model'
import type { View } from '../frame/view'
import { Field, operationAt, Send } from '../parts/send'

const either = (text: string, ...values: readonly string[]) => [
  { value: '', text },
  ...values.map((value) => ({ value, text: value })),
]

const Counts = () => (
  <>
    <Field label="Times" name="times" as="number" placeholder="1" />
    <Field label="Let pass first" name="after" as="number" placeholder="0" />
  </>
)

/** A fault of requests, in all its parts. */
export const RequestForm = ({ view }: { readonly view: View }) => (
  <Send to={operationAt(view, '/faults')} name="Add" tone="main" label="Let requests fail" done="Added.">
    <Field label="Method" name="method" options={either('Every method', 'GET', 'POST', 'PATCH', 'DELETE')} />
    <Field
      label="Path"
      name="path"
      placeholder="/charges/*"
      options={[
        '/charges',
        '/charges/*',
        '/charges/*/capture',
        '/charges/*/refunds',
        '/customers',
        '/tokens',
      ]}
      free
      hint="Empty for every path"
    />
    <Field
      label="Answer"
      name="respond.status"
      as="number"
      options={[
        { value: '', text: 'As usual' },
        { value: '400', text: '400' },
        { value: '401', text: '401' },
        { value: '404', text: '404' },
        { value: '429', text: '429' },
        { value: '500', text: '500' },
        { value: '503', text: '503' },
      ]}
    />
    <Field
      label="Connection"
      name="drop"
      options={[
        { value: '', text: 'Stays' },
        { value: 'request', text: 'Cut before anything happens' },
        { value: 'response', text: 'Cut when it is done' },
      ]}
    />
    <Field
      label="Delay in ms"
      name="delay_ms"
      as="number"
      placeholder="0"
      hint="In real time, before anything happens"
    />
    <Field label="Card" name="card" placeholder="4111111111140011" hint="Only payments by this card" />
    <Counts />
  </Send>
)

/** A fault of deliveries, in all its parts. */
export const WebhookForm = ({ view }: { readonly view: View }) => (
  <Send to={operationAt(view, '/faults')} name="Add" tone="main" label="Let webhooks fail" done="Added.">
    <Field
      label="Event"
      name="webhook"
      value="*"
      options={['*', 'charge.*', ...deliveredKeys]}
      free
      required
    />
    <Field
      label="Receiver"
      name="url"
      placeholder="http://localhost:3000/*"
      hint="Empty for every receiver"
    />
    <Field
      label="Arrives"
      name="drop"
      as="boolean"
      options={[
        { value: '', text: 'As usual' },
        { value: 'true', text: 'Never: the attempt fails' },
      ]}
    />
    <Field
      label="Answer"
      name="respond.status"
      as="number"
      placeholder="of the receiver"
      options={['200', '302', '400', '401', '404', '410', '429', '500', '503']}
      free
      hint="A status in place of the receiver, which is not called"
    />
    <Field
      label="Signature"
      name="signature"
      options={[
        { value: '', text: 'As usual' },
        { value: 'invalid', text: 'Wrong' },
        { value: 'stale', text: 'Too old' },
        { value: 'missing', text: 'Missing' },
        { value: 'old-secret', text: 'By the former secret' },
      ]}
    />
    <Field label="Copies" name="duplicate" as="number" placeholder="0" />
    <Field label="Delay in ms" name="delay_ms" as="number" placeholder="0" hint="Of the virtual clock" />
    <Counts />
  </Send>
)
