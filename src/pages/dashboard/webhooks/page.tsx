import { SandboxError } from '../../../kernel/sandbox-error'
import { presetForms, webhookPresets } from '../faults/forms'
import type { PlacePage, View } from '../frame/view'
import { attemptSheet } from './attempt'
import { attempts } from './attempts'
import { setup } from './setup'

const fail = (view: View) => (
  <details id="fail" class="card fold">
    <summary>
      Let deliveries fail <small>on purpose, to see what follows</small>
    </summary>
    {presetForms(view, webhookPresets)}
    <p>
      <a href={view.at('/faults#webhook-fault')}>More faults of webhooks</a>
    </p>
  </details>
)

/** Webhooks: where events go, what was sent, and what receivers answered. */
export const webhooksPage = (view: View): PlacePage => {
  const id = view.query.get('delivery')
  const detail = id === null ? null : attemptSheet(view, id)
  if (id !== null && detail === null)
    throw new SandboxError('not_found', `there is no attempt ${id.slice(0, 100)}`)
  return {
    title: 'Webhooks',
    content: (
      <>
        <h1>Webhooks</h1>
        {setup(view)}
        {fail(view)}
        {attempts(view)}
      </>
    ),
    ...(detail === null ? {} : { detail }),
  }
}
