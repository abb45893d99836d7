import type { SandboxErrorCode } from '../../../kernel/sandbox-error'
import { recordNames } from '../../../sandbox/records/records'
import { sectionOf, type TopicContent } from '../content'

const calling = sectionOf('calling', 'Calling it', {
  fetch:
    'Works like the global `fetch`, for both servers; a path such as `/charges` goes to the API. Give it to your HTTP client.',
  'url, vaultUrl, keys, authorization':
    'The addresses to call, and the keys. `authorization.secret` is a ready header value.',
  profile: 'Whose answers it gives: `spec` or `omise`. The topic `choices` says how they differ.',
  'listen({ port })':
    'The same on real sockets: resolves to `{ url, vaultUrl, dashboardUrl, controlToken, close }`. Port 0 picks free ports.',
  'close()': 'Stops its servers. In TypeScript, `await using sandbox = createSandbox()` does it for you.',
})

const reading = sectionOf('reading', 'Reading what happened', {
  [recordNames.join(', ')]:
    'The records, as the API shows them: `get(id)`, `list(filter)`, `last()`, `count()`, and `events.waitFor(key)`.',
  requests:
    'The journal: `list(filter)`, `last()`, `count()`, `clear()`. Each request has its answer, and the changes, events and deliveries that followed.',
  'balance()': 'What `GET /balance` answers.',
  'coverage(), clearCoverage()':
    "The operations, errors, events and cards that were used, and those that were not. `coverage('text')` and `coverage('html')` print it.",
  catalogue: 'Test cards, magic values, event keys, errors, operations, transitions and faults, as data.',
})

const steering = sectionOf('steering', 'Steering it', {
  clock:
    "`now()`, `advance('15d')`, `set(time)`, `freeze()`, `resume()`. What becomes due on the way happens.",
  simulate:
    'What payers, banks and cardholders do: `payCharge`, `failCharge`, `expireCharge`, `paySource`, `failSource`, ' +
    '`openDispute`, `decideDispute`, `sendTransfer`, `payTransfer`, `failTransfer`, `verifyRecipient`, `runSchedule`, `payLink`.',
  'token(card)':
    "A fresh token: of a Visa card that pays, or of a number, a brand (`'jcb'`), a failure code (`'insufficient_fund'`) or card data.",
  webhooks:
    '`onDelivery(handler)`, `next(key)`, `settle()`, `deliveries(filter)`, `resend(id)`, `secret`, `secrets`.',
  faults:
    'Failures that you plan: `add(fault)` for requests, `addWebhook(fault)` for deliveries, `list()` with their hits, `clear()`.',
  'trigger(key)': 'Makes this event happen, with the records that it needs.',
  live: 'The same for live mode.',
  'seed(fixture), named(alias, kind)':
    "Creates the records of a fixture, and finds them by their names: `named('order', 'charge')` is typed as a charge. `seed(fixture, { reset: true })` empties the account first.",
  'record()': 'The records that exist now, as a fixture.',
  'createAccount(), account(id), accounts':
    'More accounts, which share nothing but the clock: each has `test`, `live`, `update`, `snapshot`, `restore`, `reset`.',
  'snapshot(), restore(snapshot), reset(), toJSON()':
    'The state as a value, which survives JSON. It is sealed: an edited one, or one from another version of the format, is refused. Write a fixture for your own records.',
  'reload()': 'Starts again with its fixtures, and reads their files again.',
})

const modules = sectionOf(
  'modules',
  'Modules',
  {
    'payment-sandbox': 'createSandbox()',
    'payment-sandbox/vitest': 'a sandbox for each test, and matchers',
    'payment-sandbox/vitest/global-setup': 'one server for the run, under vitest',
    'payment-sandbox/jest': 'the same for Jest',
    'payment-sandbox/jest/global-setup': 'one server for the run, under Jest',
    'payment-sandbox/webhooks': '`verifyWebhook` and `signWebhook`, without any dependency',
    'payment-sandbox/intercept':
      'leads calls of the process from given hosts to a sandbox (`docs interception`)',
    'payment-sandbox/register':
      'the same without changing the program: `node --import`, with `PAYMENT_SANDBOX_INTERCEPT` and `PAYMENT_SANDBOX_URL`',
    'payment-sandbox/msw': 'handlers for msw 2 and 3',
    'payment-sandbox/workers': 'a sandbox for a team, on Cloudflare Workers or workerd (examples/workers)',
    'payment-sandbox/factories': 'valid records for unit tests',
    'payment-sandbox/explore': 'every failure of a payment flow, tried (`docs explore`)',
  },
  'Each is loaded only where it is imported. Bundlers for workerd and browsers take a build without Node. A bundle for Node may contain the package; one that loads fixtures in YAML or makes certificates needs it among its externals.',
)

const errorTexts: { readonly [code in SandboxErrorCode]: string } = {
  already_intercepted:
    'Calls to this host already reach a sandbox with the same keys: stop that interception first, or give each sandbox keys of its own.',
  cannot_listen: 'The server cannot listen on this address. The message has the reason.',
  cannot_write: 'A file cannot be written, such as the one of `--state`. The change was undone.',
  clock_backwards: 'The clock goes forward only: make a new sandbox, or restore a snapshot.',
  closed: 'The sandbox was closed: make another one.',
  endless_events:
    'Each answer to a webhook causes another webhook, without end: look at what the receiver does.',
  flow_failed:
    'The flow that `explore` runs fails, or breaks a rule, without any fault: the message says why.',
  invalid_duration:
    'A duration is `90m`, `15d` or `1d12h`, of the units ms s m h d w, or a number of milliseconds.',
  invalid_fault: 'The fault has wrong fields; `issues` names each.',
  invalid_fixture:
    'The fixture has mistakes, each with its path and, from a file, its line. Nothing was stored.',
  invalid_option: 'Wrong options; `issues` names each. `payment-sandbox docs options` has all of them.',
  invalid_snapshot:
    'It was edited, or comes from another version of the format. Write a fixture for your own records.',
  invalid_time: 'A time is ISO 8601 such as `2026-01-15T09:00:00Z`.',
  no_endpoint:
    'There is no receiver of webhooks: give `onDelivery(handler)`, the option `webhook`, or the endpoints of the account.',
  nothing_to_explore: 'The flow that `explore` runs makes no call: let it call the `sandbox` that it gets.',
  not_found: 'There is no such record, account, event or snapshot.',
  port_taken: 'Another process listens on the port: choose another one, or 0 for a free one.',
  refused: 'The service refuses it, for the reason in the message.',
  stopped: 'The caller stopped it by its signal.',
  timed_out: 'What you waited for did not happen in time. The message says what did.',
  unknown_host: 'The sandbox answers only for its own hosts: see the option `hosts`.',
  unsupported_runtime: 'This needs a feature that only Node has.',
}

const errors = sectionOf(
  'sandbox-errors',
  'Errors',
  errorTexts,
  'The codes of a `SandboxError`. Its `docs_url` is the command that prints the entry of the error.',
)

const members = [calling, reading, steering]

/** The members of a sandbox that the topic names. */
export const memberNames = (): readonly string[] =>
  members
    .flatMap(({ entries }) => entries)
    .flatMap(({ name }) => name.split(', ').map((one) => one.replace(/\(.*/, '')))

export const libraryTopic = (): TopicContent => ({
  text:
    'What `createSandbox()` gives. A sandbox costs microseconds: make one for each test, and close it afterwards. Wrong use ' +
    'throws a `SandboxError` with a `code`. Every member has a docstring with its details, and ' +
    '`examples/README.md` of the package has tests that use them.',
  sections: [...members, errors, modules],
})
