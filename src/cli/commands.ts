import { optionGroups } from '../options/config'
import { topicNames } from '../pages/docs/content'
import { webhookCommands } from './check-webhook/commands'
import { type Command, hasFlag } from './command-line'
import { exploreCommand, interceptOption } from './explore/command'
import { initCommand } from './init/command'
import { runningCommands, where, whose } from './running/commands'

/** The options of every command that starts a sandbox. */
const serveOptions = Object.fromEntries(
  Object.entries(optionGroups).map(([heading, docs]) => [heading, Object.keys(docs).filter(hasFlag)]),
)

/** For a sandbox beside something else, whose ports are free ones. */
const besideOptions = Object.fromEntries(
  Object.entries(serveOptions).map(([heading, names]) => [
    heading,
    names.filter((name) => name !== 'port' && name !== 'vaultPort'),
  ]),
)
const besidePorts = [
  ['-p, --port <n>', 'port of the API; the vault gets the next one [a free one]'],
  ['--vault-port <n>', 'port of the vault [port + 1, or a free one]'],
] as const

export const commands: readonly Command[] = [
  {
    name: 'serve',
    summary: 'Start the API and the vault (the default command)',
    options: serveOptions,
    notes: `Examples:
  payment-sandbox
  payment-sandbox --port 0 --fixture saved-card
  payment-sandbox --fixture ./shop.yaml --watch --state shop.state \\
    --webhook http://127.0.0.1:3000/webhooks`,
    load: async () => (await import('./serve/serve')).serve,
  },
  initCommand,
  {
    name: 'exec',
    summary: 'Run a command with a sandbox of its own',
    words: [['<command...>', 'the command and its arguments']],
    usage: '[options] -- <command...>',
    options: besideOptions,
    own: [interceptOption, ['--quiet', 'print no summary at the end'], ...besidePorts],
    notes: `The command gets these environment variables:
  PAYMENT_SANDBOX_URL, PAYMENT_SANDBOX_VAULT_URL  the addresses to call
  PAYMENT_SANDBOX_PUBLIC_KEY, _SECRET_KEY         the keys to call with
  PAYMENT_SANDBOX_WEBHOOK_SECRET                  the secret of webhooks
  PAYMENT_SANDBOX_CONTROL_TOKEN                   the token of /_sandbox, if any
--intercept sends calls to these hosts to the sandbox, in any language, without
a change of the code: omise means api.omise.co, vault.omise.co, for omise.js
cdn.omise.co, and checkout-page.omise.co; other hosts are api=<host>,
vault=<host>. Calls to other hosts of their domain are refused; all others pass.
Node programs get it by NODE_OPTIONS; others by HTTPS_PROXY and HTTP_PROXY, with
the certificate authority of this run in SSL_CERT_FILE, REQUESTS_CA_BUNDLE,
CURL_CA_BUNDLE and NODE_EXTRA_CA_CERTS (also with --tls).
exec passes signals on to the command, and exits with its status. --log logs
requests on standard error. At the end it says what went wrong: refused webhooks
and keys, warnings, ignored parameters, unused faults. --quiet turns that off.

Examples:
  payment-sandbox exec --fixture saved-card -- npm test
  payment-sandbox exec --intercept omise -- python checkout.py
  payment-sandbox exec --intercept omise --secret-key skey_test_5shop \\
    --public-key pkey_test_5shop -- npm run dev`,
    load: async () => (await import('./exec/exec')).exec,
  },
  exploreCommand,
  {
    name: 'mcp',
    summary: 'Give coding agents tools for a sandbox (Model Context Protocol)',
    options: besideOptions,
    own: [['--url <url>', 'use a running sandbox [PAYMENT_SANDBOX_URL, or start one]'], ...besidePorts],
    notes: `Speaks the Model Context Protocol on standard input and output. Its tools use
the running sandbox of --url or PAYMENT_SANDBOX_URL, with its --control-token if
it has one. Without either, mcp starts a sandbox on free ports, with the options
of serve, and stops it when the input ends. A running sandbox has the same tools
at /_sandbox/mcp, except explore and check_webhook, which run commands and call
receivers. payment-sandbox docs agents shows how to configure the usual agents.

Examples:
  claude mcp add payment-sandbox -- npx payment-sandbox mcp
  payment-sandbox mcp --url http://127.0.0.1:4111
  payment-sandbox mcp --fixture saved-card`,
    load: async () => (await import('./mcp/mcp')).mcp,
  },
  ...runningCommands,
  {
    name: 'fixtures',
    summary: 'List, show, validate, load and record fixtures: files of records to start with',
    words: [
      ['[action]', 'list (the default), show, validate, schema, load or record'],
      ['[names...]', 'a name for show, files for validate, names or files for load'],
    ],
    actions: ['list', 'show', 'validate', 'schema', 'load', 'record'],
    follows: { show: 'fixtures', load: 'fixtures' },
    own: [
      ['--out <file>', 'with schema: write to a file'],
      ['--force', 'with record: overwrite the file'],
      ['--reset', 'with load: empty the account first, in both modes; keys and clock stay'],
      ...whose,
      ...where,
      ['--json', 'as JSON'],
    ],
    notes: `Actions:
  list              list the fixtures that ship with the package
  show <name>       print one of them, to copy from
  validate <file…>  print line and path of each mistake, and exit with 2
  schema            print the JSON Schema of the format, for editors; --out
                    writes it to a file
  load <name|file>  add its records to those of a running sandbox; --reset
                    empties the account first
  record [file]     print the records of a running sandbox as a fixture, or
                    write them to a new file; --force overwrites one. Its first
                    lines say what is left out

Examples:
  payment-sandbox fixtures show saved-card > shop.yaml
  payment-sandbox fixtures validate shop.yaml && payment-sandbox \\
    --fixture ./shop.yaml --watch
  payment-sandbox fixtures record session.yaml`,
    load: async () => (await import('./fixtures')).fixtures,
  },
  {
    name: 'openapi',
    summary: 'Print the OpenAPI 3.1 document of the service',
    options: { 'Content:': ['baseUrl', 'vaultUrl', 'profile', 'headerPrefix'] },
    own: [
      ['--yaml', 'as YAML'],
      ['--json', 'as JSON (the default)'],
      ['--out <file>', 'write to a file; its extension chooses the format'],
      ['--operation <name>', 'one operation, such as "POST /charges", with its schemas'],
    ],
    notes: `Examples:
  payment-sandbox openapi --yaml | less
  payment-sandbox openapi --out openapi.json
  payment-sandbox openapi --operation 'POST /_sandbox/clock' --yaml`,
    load: async () => (await import('./openapi')).openapi,
  },
  ...webhookCommands,
  {
    name: 'compare',
    summary: 'Compare the sandbox with another service, call by call',
    options: { 'Options of the sandbox:': ['headerPrefix'] },
    own: [
      ['--api <url>', 'address of the other API'],
      ['--vault <url>', 'address of the other vault'],
      ['--public-key <key>', 'its public test key'],
      ['--secret-key <key>', 'its secret test key'],
      ['--api-version <version>', 'version to ask for [that of the account]'],
      ['--profile <name>', 'profile of the sandbox: spec or omise [omise]'],
      ['--only <story>', 'one story, or all of a pattern such as refund-*', 'repeat'],
      ['--settings', 'also play the stories that change settings and secrets of the account'],
      ['--list', 'print the stories and their calls'],
      ['--dry-run', 'print what would be sent, and send nothing'],
      ['--explains [row]', 'print which differences the rows of docs choices explain, or one row'],
      ['--yes', 'create records on another machine without asking'],
      ['--timeout <duration>', 'how long to wait for each answer [30s]'],
      ['--json <file>', 'write the report as JSON'],
      ['--save <file>', 'write the answers of the service, without keys, secrets or card numbers'],
      ['--against <file>', 'compare with saved answers, without a network'],
      ['--summary', 'print the report as Markdown, for an issue'],
    ],
    notes: `Plays short stories of calls against another service, in test mode, and against
a fresh sandbox, and prints the differences. At the end, also after Ctrl-C, it
deletes the records that it made, as far as the service lets it. The keys may be
in PAYMENT_SANDBOX_PUBLIC_KEY and PAYMENT_SANDBOX_SECRET_KEY instead. A
difference that a row of "payment-sandbox docs choices" explains is shown with
its name, and does not count; --explains prints what each row explains.
Exits with 0 without other differences, 1 with one, 2 when nothing could be
compared, 130 after Ctrl-C.

Examples:
  payment-sandbox compare --dry-run | less
  payment-sandbox compare --api https://api.example.com \\
    --vault https://vault.example.com --save answers.json
  payment-sandbox compare --against answers.json --summary`,
    load: async () => (await import('./compare/compare')).compareCommand,
  },
  {
    name: 'docs',
    summary: 'Print the documentation of a topic, as Markdown',
    words: [
      ['[topic]', `one of ${topicNames.join(', ')}, examples`],
      ['[words...]', 'show only entries with these words, or the entry of this name'],
    ],
    actions: [...topicNames, 'examples'],
    own: [
      ['--all', 'print all topics and the examples, about 180 kB'],
      ['--json', 'as JSON'],
    ],
    notes: `Without a topic it lists the topics. docs examples prints code to copy. A
running sandbox has the same text as pages under /_sandbox/docs. Commands in the
text call the sandbox at PAYMENT_SANDBOX_URL, or at 127.0.0.1:4111.

Examples:
  payment-sandbox docs errors | less
  payment-sandbox docs errors insufficient_fund
  payment-sandbox docs test-cards --json
  payment-sandbox docs api refunds`,
    load: async () => (await import('./docs')).docs,
  },
  {
    name: 'completion',
    summary: 'Print a shell completion script',
    words: [
      ['<shell>', 'bash, zsh or fish'],
      ['[words...]', 'what is typed so far; the script passes them'],
    ],
    usage: '<shell>',
    actions: ['bash', 'zsh', 'fish'],
    notes: `Examples, for ~/.bashrc, ~/.zshrc and config.fish:
  eval "$(payment-sandbox completion bash)"
  source <(payment-sandbox completion zsh)
  payment-sandbox completion fish | source`,
    load: async () => (await import('./completion')).completionOf(commands),
  },
]

export const defaultCommand = 'serve'
