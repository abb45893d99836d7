import { iso } from '../../../kernel/calendar'
import { limits } from '../../../kernel/limits'
import { settingsOf } from '../../../service/resources/account/operations'
import { webhookSecretsOf } from '../../../service/resources/webhook-secret/operations'
import type { View } from '../frame/view'
import { Value } from '../parts/copy'
import { Field, Fixed, operationAt, Send } from '../parts/send'
import { Time } from '../parts/values'

/** Where events go, and what signs them. Both are changed by requests to the API. */

const Request = ({ method, path }: { readonly method: string; readonly path: string }) => (
  <>
    <Fixed name="method" value={method} />
    <Fixed name="path" value={path} />
  </>
)

interface WebhookAddress {
  readonly uri: string
  /** What a request must send so that it is gone; `null` where it is no setting of the account. */
  readonly without: { readonly field: string; readonly value: unknown } | null
}

const addressesOf = ({ world, mode }: View): readonly WebhookAddress[] => {
  const { webhookUri, webhookEndpoints } = settingsOf(world)
  const own: readonly WebhookAddress[] = [
    ...(webhookUri === null ? [] : [{ uri: webhookUri, without: { field: 'webhook_uri', value: null } }]),
    ...webhookEndpoints.map((uri) => ({
      uri,
      without: { field: 'webhook_endpoints', value: webhookEndpoints.filter((other) => other !== uri) },
    })),
  ]
  const further = mode.webhooks.endpoints.filter((uri) => !own.some((address) => address.uri === uri))
  return [...own, ...further.map((uri) => ({ uri, without: null }))]
}

const AddressLine = ({ view, address }: { readonly view: View; readonly address: WebhookAddress }) => (
  <li>
    <span>
      <code>{address.uri}</code>
      {address.without === null ? <small>set when the sandbox was started, or by code</small> : null}
    </span>
    {address.without === null ? null : (
      <Send
        to={operationAt(view, '/requests')}
        name="Remove"
        label={`Remove ${address.uri}`}
        ask={`Remove ${address.uri}? Events no longer go there.`}
      >
        <Request method="PATCH" path="/account" />
        <Fixed
          name={`body.${address.without.field}`}
          value={JSON.stringify(address.without.value)}
          as="json"
        />
      </Send>
    )}
  </li>
)

const Addresses = ({
  view,
  addresses,
}: {
  readonly view: View
  readonly addresses: readonly WebhookAddress[]
}) => (
  <section>
    <h2>Where events go</h2>
    {addresses.length === 0 ? (
      <p class="soft">Nowhere yet. A charge with addresses of its own sends its events to those.</p>
    ) : (
      <ul class="plain choices">
        {addresses.map((address) => (
          <AddressLine view={view} address={address} />
        ))}
      </ul>
    )}
    <Send to={operationAt(view, '/requests')} name="Add" tone="main" label="Add an address">
      <Request method="PATCH" path="/account" />
      {settingsOf(view.world).webhookEndpoints.map((uri) => (
        <Fixed name="body.webhook_endpoints[]" value={uri} />
      ))}
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

const Secrets = ({ view }: { readonly view: View }) => {
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
                <Time at={iso(createdAt)} />
              </small>
            </span>
            <Send
              to={operationAt(view, '/requests')}
              name="Delete"
              label={`Delete ${id}`}
              ask={`Delete ${id}? It signs nothing from then on.`}
            >
              <Request method="DELETE" path={`/webhooks/secrets/${id}`} />
            </Send>
          </li>
        ))}
      </ul>
      {secrets.length >= limits.webhookSecretsMax ? (
        <p class="soft">Both sign, so that receivers can change over. Then delete the old one.</p>
      ) : (
        <Send to={operationAt(view, '/requests')} name="Add a secret">
          <Request method="POST" path="/webhooks/secrets" />
        </Send>
      )}
    </section>
  )
}

/** The settings, folded to a line once there are attempts to look at. */
export const Setup = ({ view }: { readonly view: View }) => {
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
        <Addresses view={view} addresses={addresses} />
        <Secrets view={view} />
      </div>
    </details>
  )
}
