import { defaults } from '../../config'
import { triggerable } from '../../library/actions/trigger'
import { isAboutDelivery } from '../../resources/event/model'
import { eventObjects } from '../../resources/models'
import type { Entry, Section, Topic } from '../content'
import { topicTexts } from '../topic-names'

const eventEntries = (): readonly Entry[] =>
  triggerable().map(({ key, summary }) => ({
    id: key,
    name: key,
    text: `${summary}. Its \`data\` is the ${eventObjects[key].replaceAll('_', ' ')}${isAboutDelivery(key) ? '; it is recorded and never delivered' : ''}`,
  }))

const row = (name: string, text: string): Entry => ({
  id: name.toLowerCase().replace(/\W+/g, '-'),
  name,
  text,
})

const signature: Section = {
  id: 'signature',
  title: 'Signature',
  text:
    'The signature is the HMAC-SHA256 of the timestamp, a period and the body, in hex, with the secret as key. ' +
    'Receivers refuse timestamps that are more than 300 s old. `verifyWebhook` of `payment-sandbox/webhooks` checks it.',
  entries: [
    row(`${defaults.headerPrefix}-Signature`, 'one signature for each secret, separated by commas'),
    row(`${defaults.headerPrefix}-Signature-Timestamp`, 'Unix seconds'),
  ],
}

const deliveries: Section = {
  id: 'deliveries',
  title: 'Deliveries',
  text:
    'Events go to the addresses of the account, to those of the option `webhook`, or to the `webhook_endpoints` of ' +
    'the charge. An attempt that is not answered with 2xx within 10 s is repeated after 1 min, 5 min, 15 min, 1 h, ' +
    '3 h, 6 h, 12 h, 24 h and 48 h, up to 7 days, on the clock of the sandbox.',
  entries: [],
}

export const webhooksTopic = (): Topic => ({
  name: 'webhooks',
  title: topicTexts.webhooks.title,
  text:
    'The keys of events, and what makes each happen: `payment-sandbox trigger <key>`, or ' +
    '`POST /_sandbox/trigger/<key>`.',
  sections: [{ id: 'events', title: 'Events', copied: true, entries: eventEntries() }, signature, deliveries],
})
