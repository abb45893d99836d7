import type { Command, FlagName } from './given'

export const interceptOption = [
  '--intercept <hosts>',
  'let calls of the command to these hosts reach the sandbox: omise, or names',
] as const

/** What a sandbox of an exploration takes: each run has one of its own, on free ports. */
const sandboxOfRun: Readonly<Record<string, readonly FlagName[]>> = {
  'Options of each sandbox:': ['fixtures', 'webhook', 'webhookSecret', 'profile', 'declines', 'headerPrefix'],
  'More of them:': ['publicKey', 'secretKey', 'require3ds', 'secretEncoding', 'searchDelay', 'now', 'config'],
}

const exploreNotes = `The command is run once to record its calls and deliveries, then once for each
failure of one of them, beside a sandbox of its own and with the environment of
exec. Further variables of each run:
  PAYMENT_SANDBOX_SCENARIO  the name of the scenario; empty in the first run
  PAYMENT_SANDBOX_FOLDER    an empty folder, for what outlives a crash; it is
                            deleted after the run
Its exit status says whether the shop is right, and --once lets the sandbox find
two charges for the same thing. Crashes kill the command with its children; then
--recover runs, and its status counts too.
A command that always listens on the same port needs --jobs 1.
Exits with 0 when everything held, 1 with findings, 2 when the first run failed
or an option is wrong, 130 after Ctrl-C.

Examples:
  payment-sandbox explore --once metadata.order -- npm test
  payment-sandbox explore --recover 'node reconcile.js' -- node checkout.js
  payment-sandbox explore --only 'POST /charges #1: answer-lost' -- npm test`

export const exploreCommand: Command = {
  name: 'explore',
  summary: 'Try every failure of a command that calls the service: lost answers, late webhooks',
  words: [['<command...>', 'the command and its arguments']],
  usage: '[options] -- <command...>',
  options: sandboxOfRun,
  own: [
    ['--once <field>', 'two paid charges with the same value of it are a finding: metadata.order'],
    ['--recover <command>', 'runs after the command, as your nightly job does; allows crash-*'],
    ['--kinds <list>', 'only these kinds, separated by commas; see docs explore [all that apply]'],
    ['--only <scenario>', 'one scenario by its name'],
    ['--depth <n>', '2 tries pairs of failures as well [1]'],
    ['--runs <n>', 'the most runs [2000]'],
    ['--jobs <n>', 'runs side by side [half the cores]'],
    ['--timeout <duration>', 'real time that one run may take [1m]'],
    ['--settle <duration>', 'how far the clock goes on after a run, so that retries arrive [3d]'],
    interceptOption,
    ['--report <file>', 'write the results as JUnit XML, for CI'],
    ['--json', 'print the report as one line of JSON'],
  ],
  notes: exploreNotes,
  load: async () => (await import('./explore')).explore,
}
