import type { View } from '../frame/view'
import { Fixed, operationAt, Send } from '../parts/send'

/** A fault that one click adds. */
interface Preset {
  readonly name: string
  readonly fault: object
}

export const requestPresets: readonly Preset[] = [
  {
    name: 'The next charge answers 500',
    fault: { method: 'POST', path: '/charges', respond: { status: 500 } },
  },
  {
    name: 'The next charge is done, but its answer is lost',
    fault: { method: 'POST', path: '/charges', drop: 'response' },
  },
  {
    name: 'The next refund answers 500',
    fault: { method: 'POST', path: '/charges/*/refunds', respond: { status: 500 } },
  },
  {
    name: 'The connection of the next capture is cut',
    fault: { method: 'POST', path: '/charges/*/capture', drop: 'request' },
  },
  { name: 'The next request meets the rate limit', fault: { rate_limit: true } },
  { name: 'Every request waits 2 seconds', fault: { delay_ms: 2000, times: 1_000_000 } },
]

export const webhookPresets: readonly Preset[] = [
  { name: 'The next webhook gets no answer', fault: { webhook: '*', drop: true } },
  { name: 'The next webhook is answered 503', fault: { webhook: '*', respond: { status: 503 } } },
  { name: 'The next five webhooks fail', fault: { webhook: '*', respond: { status: 500 }, times: 5 } },
  { name: 'The next webhook comes twice', fault: { webhook: '*', duplicate: 1 } },
  { name: 'The next webhook has a wrong signature', fault: { webhook: '*', signature: 'invalid' } },
]

interface PresetsProps {
  readonly view: View
  readonly of: readonly Preset[]
}

export const Presets = ({ view, of }: PresetsProps) => (
  <div class="sends">
    {of.map(({ name, fault }) => (
      <Send to={operationAt(view, '/faults')} name={name} done="Added.">
        {Object.entries(fault).map(([field, value]) => (
          <Fixed name={field} value={JSON.stringify(value)} as="json" />
        ))}
      </Send>
    ))}
  </div>
)
