import { limits } from '../../../kernel/limits'
import { SandboxError } from '../../../kernel/sandbox-error'
import { settingsOf } from '../../../service/resources/account/operations'
import { webhookSecretsOf } from '../../../service/resources/webhook-secret/operations'
import { presetForms, webhookPresets } from '../faults/forms'
import type { PlacePage, View } from '../frame/view'
import { Value } from '../parts/layout'
import { Field, Send } from '../parts/send'
import { Time } from '../parts/values'
import { attemptSheet } from './attempt'
import { attempts } from './attempts'

/** Where events go, and what signs them. Both are changed by requests to the API. */

interface WebhookAddress {
  readonly uri: string
  /** What a request must send so that it is gone; `null` where it is no setting of the account. */
  readonly without: object | null
}

const addressesOf = ({ world, mode }: View): readonly WebhookAddress[] => {
  const { webhookUri, webhookEndpoints } = settingsOf(world)
  const own: readonly WebhookAddress[] = [
    ...(webhookUri === null ? [] : [{ uri: webhookUri, without: { webhook_uri: null } }]),
    ...webhookEndpoints.map((uri) => ({
      uri,
      without: { webhook_endpoints: webhookEndpoints.filter((other) => other !== uri) },
    })),
  ]
  const further = mode.webhooks.endpoints.filter((uri) => !own.some((address) => address.uri === uri))
  return [...own, ...further.map((uri) => ({ uri, without: null }))]
}

const lineOf = (view: View, { uri, without }: WebhookAddress) => (
  <li>
    <span>
      <code>{uri}</code>
      {without === null ? <small>set at the start of the sandbox, or by code</small> : null}
    </span>
    {without === null ? null : (
      <Send
        to={view.at('/requests')}
        name="Remove"
        label={`Remove ${uri}`}
        ask={`Remove ${uri}? Events no longer go there.`}
        body={{ method: 'PATCH', path: '/account', body: without }}
      />
    )}
  </li>
)

const addressSection = (view: View, addresses: readonly WebhookAddress[]) => (
  <section>
    <h2>Where events go</h2>
    {addresses.length === 0 ? (
      <p class="soft">Nowhere yet. A charge that names addresses sends its events to those.</p>
    ) : (
      <ul class="plain choices">{addresses.map((address) => lineOf(view, address))}</ul>
    )}
    <Send
      to={view.at('/requests')}
      name="Add"
      tone="main"
      label="Add an address"
      body={{
        method: 'PATCH',
        path: '/account',
        body: { webhook_endpoints: settingsOf(view.world).webhookEndpoints },
      }}
    >
      <Field
        label="Address"
        name="body.webhook_endpoints[]"
        type="url"
        placeholder="http://localhost:3000/webhooks"
        required
      />
    </Send>
  </section>
)

const secretSection = (view: View) => {
  const secrets = webhookSecretsOf(view.world)
  return (
    <section>
      <h2>What signs them</h2>
      {secrets.length === 0 ? <p class="bad">Nothing: webhooks have no signature.</p> : null}
      <ul class="plain choices">
        {secrets.map(({ id, secret, createdAt }) => (
          <li id={id}>
            <span>
              {view.showsKeys ? <Value text={secret} what={`the secret ${id}`} /> : <code>{id}</code>}
              <small>
                {view.showsKeys ? `${id}, since` : 'shown on the machine of the sandbox only; since'}{' '}
                <Time at={createdAt} />
              </small>
            </span>
            <Send
              to={view.at('/requests')}
              name="Delete"
              label={`Delete ${id}`}
              ask={`Delete ${id}? It will no longer sign webhooks.`}
              body={{ method: 'DELETE', path: `/webhooks/secrets/${id}` }}
            />
          </li>
        ))}
      </ul>
      {secrets.length >= limits.webhookSecretsMax ? (
        <p class="soft">Both sign, so that receivers can switch. Then delete the old one.</p>
      ) : (
        <Send
          to={view.at('/requests')}
          name="Add a secret"
          body={{ method: 'POST', path: '/webhooks/secrets' }}
        />
      )}
    </section>
  )
}

/** The settings, folded to a line once there are attempts to look at. */
const setup = (view: View) => {
  const addresses = addressesOf(view)
  const [first, ...more] = addresses
  return (
    <details id="setup" class="card fold" open={view.world.webhookDeliveries.length === 0}>
      <summary>
        {first === undefined ? 'Events go nowhere yet' : `Events go to ${first.uri}`}
        {more.length === 0 ? '' : ` and ${more.length} more`}
        <small>addresses and secrets</small>
      </summary>
      <div class="halves">
        {addressSection(view, addresses)}
        {secretSection(view)}
      </div>
    </details>
  )
}

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
