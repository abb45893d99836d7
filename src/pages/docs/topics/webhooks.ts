import { defaults } from '../../../options/config'
import { triggerable } from '../../../sandbox/actions/trigger'
import { eventObjects, isAboutDelivery, type KeySet } from '../../../service/resources/event/keys'
import { sectionOf, type TopicContent, type TopicEntry } from '../content'

const eventEntries = (set: KeySet): readonly TopicEntry[] =>
  triggerable(set).map(({ key, summary }) => ({
    id: set === 'spec' ? key : `${set}-${key}`,
    name: key,
    copied: key,
    text: `${summary}. Its \`data\` is the ${eventObjects[key].replaceAll('_', ' ')}${isAboutDelivery(key) ? '; it is recorded and never delivered' : ''}`,
  }))

const signature = sectionOf(
  'signature',
  'Signature',
  {
    [`${defaults.headerPrefix}-Signature`]: 'one signature for each secret, separated by commas',
    [`${defaults.headerPrefix}-Signature-Timestamp`]: 'Unix seconds',
  },
  'The signature is the HMAC-SHA256 of the timestamp, a period and the body, in hex, with the secret as key. ' +
    'The server prints the secret at the start, `sandbox.webhooks.secret` has it, and `--webhook-secret` sets it; the ' +
    'default never changes. With the profile `omise` the headers begin with `Omise`, and the key is the secret decoded from ' +
    'base64, as with the real service. Receivers should refuse timestamps that are more than 300 s old. `verifyWebhook` of `payment-sandbox/webhooks` checks it.',
)

const deliveries = sectionOf(
  'deliveries',
  'Deliveries',
  {},
  'Events go to the addresses of the account, to those of the option `webhook`, or to the `webhook_endpoints` of ' +
    'the charge. An attempt without a 2xx within 10 s is repeated after 1 min, 5 min, 15 min, 1 h, ' +
    '3 h, 6 h, 12 h, 24 h and 48 h, up to 7 days, on the clock of the sandbox. A fault can lose, delay or ' +
    'double deliveries, or answer in place of the receiver: `faults.addWebhook({ event, respond: { status: 503 } })`, or ' +
    '`POST /_sandbox/faults` with `{ "webhook": "*", "respond": { "status": 503 } }`. With `early: true` a delivery ' +
    'arrives, and is answered, before the call that caused it gets its answer. Where a receiver answers 400, 401 or 403, ' +
    'the `hint` of the delivery says how it was signed: the names of the two headers, and how the secret becomes the key. ' +
    'Log, journal, dashboard and the end of `exec` show it.',
)

const receiving = sectionOf(
  'receiving',
  'verifyWebhook',
  {
    secret: 'the text, or a list of texts during a rotation',
    toleranceSeconds: 'how old, or how far in the future, a webhook may be; 300 by default',
    now: 'the time of arrival; the current time by default',
    secretEncoding: "`'base64'` if the key is the decoded secret; the default with the prefix `Omise`",
    headerPrefix: 'the prefix of its headers; by default the one that they have',
    'signature, timestamp': 'the values of the two headers, in place of `headers`',
    missing_signature: 'there is no signature',
    malformed_signature: 'the signature is not 64 hexadecimal digits',
    missing_timestamp: 'there is no timestamp',
    malformed_timestamp: 'the timestamp is not in Unix seconds',
    signature_mismatch:
      'no signature matches: another secret, or a body that was parsed and serialized again',
    timestamp_too_old: 'it was signed more than `toleranceSeconds` ago',
    timestamp_too_new: 'it was signed more than `toleranceSeconds` in the future',
    malformed_body: 'the signature is right, but the body is not an event',
  },
  '`verifyWebhook({ body, headers, secret })` of `payment-sandbox/webhooks` returns the typed event, or throws a ' +
    '`WebhookError` with one of the codes below; its message names the cause if it is known. A parsed body or a ' +
    'missing secret throws a `TypeError`. `signWebhook({ body, secret }).headers` signs one for your own tests. ' +
    'On the command line: `payment-sandbox verify --help`. `payment-sandbox check-webhook <url>` plays hard cases against ' +
    'a receiver; `--handled`, with `--metadata` or `--event` for an order that it knows, shows if it acts twice.',
)

export const webhooksTopic = (): TopicContent => ({
  text:
    'The keys of events, how they are signed and retried. `payment-sandbox trigger <key>` and ' +
    '`POST /_sandbox/trigger/<key>` make one happen, in the way that the list says. Other moves emit the same keys: a ' +
    'charge that is reversed or expires emits `charge.update`. The topic `states` has all moves with their events.',
  sections: [
    { id: 'events', title: 'Events', entries: eventEntries('spec') },
    signature,
    deliveries,
    receiving,
    {
      id: 'events-omise',
      title: 'Events with the profile omise',
      text:
        'The keys of the real service. `charge.complete` is sent only for a charge that waited for its payer, by 3-D Secure or ' +
        'a source; a plain card charge has `charge.create` alone.',
      entries: eventEntries('omise'),
    },
  ],
})
