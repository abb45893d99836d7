import { allNames } from '../pages/docs/content'
import { webhookCommands } from './check-webhook/commands'
import type { Command } from './command'
import { compareCommand } from './compare/command'
import { execCommand } from './exec/command'
import { exploreCommand } from './explore/command'
import { initCommand } from './init/command'
import { mcpCommand } from './mcp/command'
import { runningCommands, where, whose } from './running/commands'
import { serveCommand } from './serve/command'

export const commands: readonly Command[] = [
  serveCommand,
  initCommand,
  execCommand,
  exploreCommand,
  mcpCommand,
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
  compareCommand,
  {
    name: 'docs',
    summary: 'Print the documentation of a topic, as Markdown',
    words: [
      ['[topic]', `one of ${allNames.join(', ')}, or words to find in all of them`],
      ['[words...]', 'show only entries with these words, or the entry of this name'],
    ],
    actions: [...allNames],
    own: [
      ['--all', 'print all topics and the examples, about 360 kB'],
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
