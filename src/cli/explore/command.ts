import type { Command } from '../command'
import type { FlagName } from '../command-line'
import { interceptOption } from '../exec/command'

/** The options for the sandbox of each run. Every run has its own, on free ports. */
const sandboxOfRun: Readonly<Record<string, readonly FlagName[]>> = {
  'Options of each sandbox:': ['fixtures', 'webhook', 'webhookSecret', 'profile', 'declines', 'headerPrefix'],
  'More of them:': [
    'webhookParallel',
    'webhookCa',
    'publicKey',
    'secretKey',
    'require3ds',
    'secretEncoding',
    'searchDelay',
    'now',
    'config',
  ],
}

export const exploreCommand: Command = {
  name: 'explore',
  summary: 'Try every failure of a command that calls the service: lost answers, late webhooks',
  words: [['<command...>', 'the command and its arguments']],
  usage: '[options] -- <command...>',
  options: sandboxOfRun,
  own: [
    ['--once <field>', 'no two paid charges may share this field, such as metadata.order'],
    ['--idempotency-keys <word>', 'kept, or ignored: does the shop rest on its keys alone? [kept]'],
    ['--allow-more-money', 'without --once: runs may take more money than the first one'],
    [
      '--recover <command>',
      'run this after the command, like a nightly job; adds crashes; its calls fail too: see --skip',
    ],
    ['--app <command>', "an application that stays up, such as 'npm start'; needs --ready"],
    [
      '--ready <url>',
      'with --app: the address that answers once it is up, by a status from 200 to 403, or 405',
    ],
    ['--reset <command>', 'with --app: run this before each run, such as one that empties the database'],
    ['-p, --port <n>', 'with --app: port of the API; the vault gets the next one [a free one]'],
    ['--kinds <list>', 'only these kinds of failure, with commas; see docs explore [all that apply]'],
    ['--skip <call>', "let nothing fail there, as in a set-up: 'GET /customers'; repeatable", 'repeat'],
    ['--only <scenario>', 'only this scenario, by its name'],
    ['--depth <n>', '2 also tries pairs of failures [1]'],
    ['--runs <n>', 'at most this many runs [2000]'],
    ['--jobs <n>', 'runs at once [half the cores]'],
    ['--timeout <duration>', 'how long a run may take, in real time [1m]'],
    ['--settle <duration>', 'how far to move the clock after a run, so that retries arrive [3d]'],
    interceptOption,
    ['--report <file>', 'write the results as JUnit XML, for CI'],
    ['--html <file>', 'write the report as one page, with drawings of the runs'],
    ['--summary <file>', 'append the report as Markdown: "$GITHUB_STEP_SUMMARY"'],
    ['--json', 'print the report as one line of JSON'],
  ],
  notes: `Runs the command once to see its calls and deliveries, then once for each way in
which one of them can fail: each time with a fresh sandbox, the environment of
exec, and these variables:
  PAYMENT_SANDBOX_SCENARIO  the name of the scenario; empty in the first run
  PAYMENT_SANDBOX_FOLDER    an empty folder, for data that outlives a crash; it
                            is deleted after the run
The command says by its exit status whether the shop is right; with --once the
sandbox finds two charges for one order, without it runs that take more money
than the first one. A crash kills the command with its
children; then --recover runs, and its status counts too. A command that always
listens on the same port needs --jobs 1.
--app starts an application with the environment of exec, and keeps it up for
all runs. The sandbox keeps its address, and is empty before each run; --reset
empties the application's database. PAYMENT_SANDBOX_FOLDER is one folder for all
runs. A crash kills the application with the command, and starts it again.
Exits with 0 when everything held, 1 with findings, 2 when the first run or
--reset failed, the sandbox refused its calls, the application ended or an
option is wrong, 130 after Ctrl-C.

Examples:
  payment-sandbox explore --once metadata.order -- npm test
  payment-sandbox explore --recover 'node reconcile.js' -- node checkout.js
  payment-sandbox explore --only 'POST /charges #1: answer-lost' -- npm test
  payment-sandbox explore --app 'npm start' --ready http://127.0.0.1:3000/ \\
    --reset 'npm run db:reset' --webhook http://127.0.0.1:3000/webhooks \\
    --once metadata.order -- node buy.js`,
  load: async () => (await import('./explore')).explore,
}
