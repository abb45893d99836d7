import type { Command } from '../command'

export const compareCommand: Command = {
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
  load: async () => (await import('./compare')).compare,
}
