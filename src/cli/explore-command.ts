import type { Command, FlagName } from './given'

export const interceptOption = [
  '--intercept <hosts>',
  'lead calls of the command to these hosts to the sandbox: omise, or names',
] as const

/** The options for the sandbox of each run. Every run has its own, on free ports. */
const sandboxOfRun: Readonly<Record<string, readonly FlagName[]>> = {
  'Options of each sandbox:': ['fixtures', 'webhook', 'webhookSecret', 'profile', 'declines', 'headerPrefix'],
  'More of them:': [
    'webhookParallel',
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
    ['--once <field>', 'two paid charges must not share this field, such as metadata.order'],
    ['--recover <command>', 'runs after the command, like your nightly job; allows crash-*'],
    ['--app <command>', "an application that stays up, such as 'npm start'; needs --ready"],
    ['--ready <url>', 'with --app: the address that answers once it is ready'],
    ['--reset <command>', 'with --app: runs before each run, such as one that empties the database'],
    ['-p, --port <n>', 'with --app: port of the API, the vault takes the next one [a free one]'],
    ['--kinds <list>', 'only these kinds, separated by commas; see docs explore [all that apply]'],
    ['--skip <call>', "nothing fails there, as in a set-up: 'GET /customers'; repeatable", 'repeat'],
    ['--only <scenario>', 'one scenario by its name'],
    ['--depth <n>', '2 also tries pairs of failures [1]'],
    ['--runs <n>', 'maximum number of runs [2000]'],
    ['--jobs <n>', 'number of runs at once [half the cores]'],
    ['--timeout <duration>', 'real time that one run may take [1m]'],
    ['--settle <duration>', 'how far the clock moves after a run, so that retries arrive [3d]'],
    interceptOption,
    ['--report <file>', 'write the results as JUnit XML, for CI'],
    ['--html <file>', 'write the report as one page, with the runs as drawings'],
    ['--summary <file>', 'append it as Markdown with Mermaid: "$GITHUB_STEP_SUMMARY"'],
    ['--json', 'print the report as one line of JSON'],
  ],
  notes: `The command runs once to record its calls and deliveries, then once for each
failure of one of them, each time with a fresh sandbox and the environment of
exec. Each run also has these variables:
  PAYMENT_SANDBOX_SCENARIO  the name of the scenario; empty in the first run
  PAYMENT_SANDBOX_FOLDER    an empty folder, for data that outlives a crash; it
                            is deleted after the run
The exit status of the command says whether the shop is right; with --once the
sandbox finds two charges for the same thing. Crashes kill the command with its
children; then --recover runs, and its status counts too.
A command that always listens on the same port needs --jobs 1.
With --app an application stays up for all runs, beside one sandbox at one
address, which is empty again before each run; --reset empties the application's
database. It gets the environment of exec; PAYMENT_SANDBOX_FOLDER is one folder
for all. Crashes kill it with the command, and start it again.
Exits with 0 when everything held, 1 with findings, 2 when the first run or
--reset failed, the application ended or an option is wrong, 130 after Ctrl-C.

Examples:
  payment-sandbox explore --once metadata.order -- npm test
  payment-sandbox explore --recover 'node reconcile.js' -- node checkout.js
  payment-sandbox explore --only 'POST /charges #1: answer-lost' -- npm test
  payment-sandbox explore --app 'npm start' --ready http://127.0.0.1:3000/ \\
    --reset 'npm run db:reset' --webhook http://127.0.0.1:3000/webhooks \\
    --once metadata.order -- node buy.js`,
  load: async () => (await import('./explore')).explore,
}
