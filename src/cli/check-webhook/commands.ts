import type { Command } from '../command'

/** Commands for receivers of webhooks. */

const secretText = 'the signing secret, or several with commas, as in a rotation'
const encodingText = 'how the secret becomes the key: as text (utf8) or decoded (base64) [from the profile]'

export const webhookCommands: readonly Command[] = [
  {
    name: 'verify',
    summary: 'Check the signature of a webhook and print why it fails',
    words: [['<file>', 'the body as it was received; - reads standard input']],
    options: { 'Options of the sandbox:': ['profile', 'headerPrefix'] },
    own: [
      ['--timestamp <seconds>', 'value of Service-Signature-Timestamp'],
      ['--signature <hex>', 'value of Service-Signature'],
      ['--secret <text>', secretText],
      ['--secret-encoding <how>', encodingText],
      ['--tolerance <seconds>', 'how many seconds old, or ahead, it may be [300]'],
      ['--now <time>', 'time of arrival, in ISO 8601 or Unix seconds [now]'],
      ['--json', 'answer with one line of JSON'],
    ],
    notes: `Without --secret it takes PAYMENT_SANDBOX_WEBHOOK_SECRET.
Exits with 0 when the signature is right, 1 when it is not, 2 when the
arguments are wrong.

Examples:
  payment-sandbox verify body.json --secret whsec_sample \\
    --timestamp 1768467600 --signature 5f8c…`,
    load: async () => (await import('./verify')).verify,
  },
  {
    name: 'check-webhook',
    summary: 'Send the hard cases to a webhook receiver and report which it handles',
    words: [['<url>', 'the address of the receiver']],
    options: { 'Options of the sandbox:': ['profile', 'headerPrefix'] },
    own: [
      ['--secret <text>', 'its signing secret [PAYMENT_SANDBOX_WEBHOOK_SECRET, or that of a new sandbox]'],
      ['--old-secret <text>', 'a second secret that it accepts, as in a rotation'],
      ['--secret-encoding <how>', encodingText],
      ['--timeout <seconds>', 'how long to wait for each answer [10]'],
      ['--handled <url>', 'shows if it acts twice: GET of this URL answers how many events it has acted on'],
      ['--metadata <key=value>', 'metadata of the charge, such as the number of your order', 'repeat'],
      ['--event <file>', 'send your own event, as JSON, not made-up ones; - reads standard input'],
      ['--sandbox <url>', 'make the charges on this running sandbox, for a receiver that reads them there'],
      ['--control-token <text>', 'its control token [PAYMENT_SANDBOX_CONTROL_TOKEN]'],
      ['--json', 'print the report as one line of JSON'],
    ],
    notes: `Sends about twenty requests, some of them forged or damaged: use it on a test
instance of your receiver. Answers do not show whether a receiver acted twice on
one event: add --handled.
The events are about a made-up sale of THB 1,500.00. Your receiver looks up its
order? Name one that it knows and that is not paid yet, with --metadata, or send
a whole event with --event; it gets new ids. It reads the charge from the API?
Give the sandbox that it calls with --sandbox: the charges are made there, with
--metadata, or with amount, currency and metadata of --event, and profile and
secret are those of that sandbox.
A receiver of webhooks of Omise needs --profile omise. A case that cannot be
judged has a "-" and names the missing option.
Exits with 0 when no case failed, 1 when one failed or the first was refused, 2
when the arguments are wrong.

Examples:
  payment-sandbox check-webhook http://127.0.0.1:3000/webhooks \\
    --secret "$OMISE_WEBHOOK_SECRET" --profile omise
  payment-sandbox check-webhook http://127.0.0.1:3000/webhooks \\
    --handled http://127.0.0.1:3000/mails --metadata order=A-1001
  payment-sandbox check-webhook http://127.0.0.1:3000/webhooks \\
    --sandbox http://127.0.0.1:4111 --metadata order=A-1001
  payment-sandbox events evnt_test_… > event.json && payment-sandbox \\
    check-webhook http://127.0.0.1:3000/webhooks --event event.json`,
    load: async () => (await import('./check-webhook')).checkWebhook,
  },
]
