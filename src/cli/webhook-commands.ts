import type { Command } from './given'

/** Commands for receivers of webhooks. */

const secretText = 'the signing secret; during a rotation several, separated by commas'
const encodingText = "utf8: the secret's text is the key; base64: decode it [of the profile]"

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
      ['--tolerance <seconds>', 'how old, or how far in the future, it may be [300]'],
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
      ['--secret <text>', 'its signing secret [default: that of a new sandbox]'],
      ['--old-secret <text>', 'a second secret that it still accepts, as in a rotation'],
      ['--secret-encoding <how>', encodingText],
      ['--timeout <seconds>', 'how long to wait for each answer [10]'],
      ['--handled <url>', 'a URL that answers GET with the number of events it has acted on'],
      ['--metadata <key=value>', 'metadata of the charge, such as the number of your order', 'repeat'],
      ['--event <file>', 'your own event instead of made-up ones, as JSON; - reads standard input'],
      ['--sandbox <url>', 'make the charges on this running sandbox, where the receiver finds them'],
      ['--control-token <text>', 'its control token [PAYMENT_SANDBOX_CONTROL_TOKEN]'],
      ['--json', 'print the report as one line of JSON'],
    ],
    notes: `Without --secret it takes PAYMENT_SANDBOX_WEBHOOK_SECRET, or else the one that
a server starts with.
Sends about twenty requests, some of them forged or damaged: use it on a test
instance of your receiver. The answers of a receiver do not show whether it
acted twice on the same event: --handled makes that visible.
The events are about a made-up sale of THB 1,500.00. If your receiver looks up
its order, name an order that it knows and that is not paid yet: with
--metadata, or with a whole event in --event, which is sent with new ids. If it
reads the charge from the API, give the sandbox that it calls with --sandbox:
the charges are made there, with --metadata, or with amount, currency and
metadata of --event. Profile and secret are those of that sandbox. A case that
cannot be judged has a "-" and says which option is missing.
Exits with 0 when no case failed, 1 when one failed or the first was refused, 2
when the arguments are wrong.

Examples:
  payment-sandbox check-webhook http://127.0.0.1:3000/webhooks \\
    --secret whsec_sample
  payment-sandbox check-webhook http://127.0.0.1:3000/webhooks \\
    --handled http://127.0.0.1:3000/mails --metadata order=A-1001
  payment-sandbox check-webhook http://127.0.0.1:3000/webhooks \\
    --sandbox http://127.0.0.1:4111 --metadata order=A-1001
  payment-sandbox events evnt_test_… > event.json && payment-sandbox \\
    check-webhook http://127.0.0.1:3000/webhooks --event event.json`,
    load: async () => (await import('./check-webhook')).checkWebhook,
  },
]
