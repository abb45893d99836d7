import type { Command } from './command'
import { runningCommands, where, whose } from './running-commands'

const secretText = 'the signing secret; during a rotation several, by commas'
const encodingText = "utf8: the secret's text is the key; base64: decode it [utf8]"

const serveNotes = `Examples:
  payment-sandbox
  payment-sandbox --port 0 --fixture saved-card
  payment-sandbox --fixture ./shop.yaml --watch --state shop.state \\
    --webhook http://127.0.0.1:3000/webhooks`

const openapiNotes = `Examples:
  payment-sandbox openapi --yaml | less
  payment-sandbox openapi --out openapi.json`

const verifyNotes = `Without --secret it takes PAYMENT_SANDBOX_WEBHOOK_SECRET.
Ends with 0 when the signature is right, 1 when it is not, 2 when it was
called wrongly.

Examples:
  payment-sandbox verify body.json --secret whsec_sample \\
    --timestamp 1768467600 --signature 5f8c…`

const checkNotes = `Without --secret it takes PAYMENT_SANDBOX_WEBHOOK_SECRET.
Sends about twenty requests, some of them forged or damaged: use it on a
receiver of your own that runs for tests. Whether a second delivery was acted
on does not show in its answer: --handled makes it visible.
Ends with 0 when it handled every case, 1 when it did not, 2 when it was
called wrongly.

Examples:
  payment-sandbox check-webhook http://127.0.0.1:3000/webhooks \\
    --secret whsec_sample`

const fixturesNotes = `Actions:
  list              those that ship
  show <name>       the text of one of them, to copy from
  validate <file…>  says line and path of each mistake; ends with 2 then
  schema            the JSON Schema of the format, for editors
  load <name|file>  makes its records on a sandbox that runs
  record [file]     what is on a sandbox that runs, as a fixture: into a file,
                    or printed. Its first lines say what it leaves out

Examples:
  payment-sandbox fixtures show saved-card > shop.yaml
  payment-sandbox fixtures validate shop.yaml && payment-sandbox \\
    --fixture ./shop.yaml --watch
  payment-sandbox fixtures record session.yaml`

/** Of every sandbox that a command starts. */
const serveOptions = {
  'Where it listens:': ['port', 'vaultPort', 'host', 'proxyHost', 'tls', 'tlsCert', 'tlsKey'],
  'Who may call it:': ['allowHosts', 'allowOrigins', 'controlToken'],
  'Keys and answers:': [
    'publicKey',
    'secretKey',
    'accounts',
    'require3ds',
    'rateLimit',
    'profile',
    'declines',
    'headerPrefix',
    'baseUrl',
    'vaultUrl',
  ],
  'What is there:': ['fixtures', 'watch'],
  'Webhooks:': ['webhook', 'signatureTime', 'secretEncoding'],
  'Clock and ids:': ['now', 'freeze', 'randomSeed', 'searchDelay'],
  'The process:': ['config', 'log', 'journal', 'audit', 'state', 'detach'],
} as const

const execNotes = `The command finds in its environment:
  PAYMENT_SANDBOX_URL, PAYMENT_SANDBOX_VAULT_URL  where to call
  PAYMENT_SANDBOX_PUBLIC_KEY, _SECRET_KEY         as whom
  PAYMENT_SANDBOX_WEBHOOK_SECRET                  what signs webhooks
  PAYMENT_SANDBOX_CONTROL_TOKEN                   what /_sandbox asks for, if so
It takes the options of serve. Its ports are free ones unless they stand here.
With --tls commands in Node trust the certificate that is made on the spot.
Ends as the command does; signals are passed on. Requests are logged to the
standard error when --log is given.

Examples:
  payment-sandbox exec --fixture saved-card -- npm test`

const completionNotes = `Examples, for ~/.bashrc, ~/.zshrc and config.fish:
  eval "$(payment-sandbox completion bash)"
  source <(payment-sandbox completion zsh)
  payment-sandbox completion fish | source`

export const commands: readonly Command[] = [
  {
    name: 'serve',
    summary: 'Start the API and the vault server (the default command)',
    options: serveOptions,
    notes: serveNotes,
    load: async () => (await import('./serve')).serve,
  },
  {
    name: 'exec',
    summary: 'Run a command with a sandbox of its own beside it',
    words: [['<command...>', 'the command, and what it is given']],
    usage: '[options] -- <command...>',
    options: serveOptions,
    notes: execNotes,
    load: async () => (await import('./exec')).exec,
  },
  ...runningCommands,
  {
    name: 'fixtures',
    summary: 'List, show, check, load and record fixtures: files that say what is there',
    words: [
      ['[action]', 'list (unless told), show, validate, schema, load or record'],
      ['[names...]', 'for show a name, for validate files, for load either'],
    ],
    actions: ['list', 'show', 'validate', 'schema', 'load', 'record'],
    options: {},
    own: [...whose, ...where, ['--json', 'as JSON']],
    notes: fixturesNotes,
    load: async () => (await import('./fixtures')).fixtures,
  },
  {
    name: 'openapi',
    summary: 'Print the OpenAPI 3.1 document of the service',
    options: { 'What it says:': ['baseUrl', 'vaultUrl', 'headerPrefix'] },
    own: [
      ['--yaml', 'as YAML'],
      ['--json', 'as JSON (the default)'],
      ['--out <file>', 'into a file, as its ending says unless told'],
    ],
    notes: openapiNotes,
    load: async () => (await import('./openapi')).openapi,
  },
  {
    name: 'verify',
    summary: 'Check the signature of a webhook, and say why it fails',
    words: [['<file>', 'the body as it was received; - reads standard input']],
    options: { 'What was agreed:': ['headerPrefix'] },
    own: [
      ['--timestamp <seconds>', 'value of Service-Signature-Timestamp'],
      ['--signature <hex>', 'value of Service-Signature'],
      ['--secret <text>', secretText],
      ['--secret-encoding <how>', encodingText],
      ['--tolerance <seconds>', 'how old it may be, or how early [300]'],
      ['--now <time>', 'when it came, in ISO 8601 or Unix seconds [now]'],
      ['--json', 'answer with one line of JSON'],
    ],
    notes: verifyNotes,
    load: async () => (await import('./verify')).verify,
  },
  {
    name: 'check-webhook',
    summary: "Play a receiver's hard cases against it, and say which it handles",
    words: [['<url>', 'where it takes webhooks']],
    options: { 'What was agreed:': ['headerPrefix'] },
    own: [
      ['--secret <text>', 'the secret it knows'],
      ['--old-secret <text>', 'another one that it still knows, as in a rotation'],
      ['--secret-encoding <how>', encodingText],
      ['--timeout <seconds>', 'how long it may take to answer [10]'],
      ['--handled <url>', 'answers GET with the number of events it has acted on'],
      ['--json', 'report as one line of JSON'],
    ],
    notes: checkNotes,
    load: async () => (await import('./check-webhook')).checkWebhook,
  },
  {
    name: 'completion',
    summary: 'Print what makes a shell complete commands and options',
    words: [['<shell>', 'bash, zsh or fish']],
    actions: ['bash', 'zsh', 'fish'],
    options: {},
    notes: completionNotes,
    load: async () => (await import('./completion')).completionOf(commands),
  },
]

export const defaultCommand = 'serve'
