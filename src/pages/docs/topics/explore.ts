import { exploreRules, kinds } from '../../../service/faults/kinds'
import { sectionOf, type TopicContent, type TopicSection } from '../content'

const inCode = `import { explore } from 'payment-sandbox/explore'
import { expect, test } from 'payment-sandbox/vitest'

test('a checkout holds, whatever fails', async () => {
  const report = await explore({
    flow: async ({ sandbox }) => {
      const shop = openShop(sandbox) // yours, with an empty order book
      await shop.checkout('A-1', { card: sandbox.token().id })
    },
    once: 'metadata.order',
  })
  expect(report).toHaveHeld()
})`

const inShell = `payment-sandbox explore --once metadata.order -- npm test
payment-sandbox explore --recover 'python3 reconcile.py' -- python3 checkout.py`

/** Options, rules and remedies have names in common. */
const apart = (section: TopicSection): TopicSection => ({
  ...section,
  entries: section.entries.map((entry) => ({ ...entry, id: `${section.id}-${entry.id}` })),
})

const when = sectionOf('when', 'When to use it', {
  'with a flow that moves money':
    'a checkout, a refund, a subscription: what a customer does, and how your code reacts. Explore one flow at a time.',
  'beside your tests':
    'Your tests show that the flow works. An exploration repeats it and makes each of its calls and webhooks fail in every way that applies, one at a time: hundreds of runs in about a second, each on a fresh sandbox.',
  'before the first incident':
    'It finds what reports of incidents are about: a customer charged twice because an answer was lost, a paid order forgotten because its webhook came before the answer.',
})

const inTest: TopicSection = {
  ...sectionOf(
    'in-a-test',
    'In a test',
    {
      flow: 'what the customer does, and how your code reacts. It gets a fresh `sandbox` and the name of the `scenario`, which is `null` in the first run. Create your shop inside the flow: an order book that remembers an earlier run hides mistakes, or invents some.',
      recover:
        'your retry or reconciliation job: what runs when the shop starts again, or every night. With it, crashes are tried too.',
      check:
        'throws when something is wrong that only you can know: one parcel too many, a mail that was not sent. It gets the `result` of the flow, or its `error`.',
      once: 'a field such as `metadata.order`: two paid charges that were not refunded in full must not share its value.',
      books:
        'a function that returns what your shop believes: `[{ charge: id, paid: true, refunded: 0 }]`, refunds in subunits. It is compared with what the service knows.',
      kinds: 'tries only these kinds; `double-click` is tried only if you name it.',
      skip: 'leaves calls or deliveries out, such as those of a set-up: `GET /customers` is each of them, `GET /customers #1` one.',
      depth:
        '2 also tries pairs: a second failure at each later point that the run with the first one reached. A client needs four attempts: at most three calls of one name fail in a row.',
      only: 'runs one scenario by its name, to debug it.',
      'sandbox, runs, timeoutMs, settle, onProgress':
        'options of `createSandbox`, and `intercept`; the maximum of runs (2000); the real time that one may take (5000); how far the clock moves after the flow, so that retries arrive (3d); called after each run.',
    },
    'Write the flow once. `explore` runs it without a failure, notes its calls and deliveries, and then tries each scenario. ' +
      'A flow may throw: a customer may read "try again". What it leaves behind is what counts. ' +
      'A runner gives a test five seconds, and all runs are one test: give it a minute.',
  ),
  sample: inCode,
}

const onCommand: TopicSection = {
  ...sectionOf(
    'command',
    'For any language',
    {
      'its status': '0 when the shop is right; anything else is a finding of the rule `check`.',
      PAYMENT_SANDBOX_SCENARIO: 'the name of the scenario; empty in the first run.',
      PAYMENT_SANDBOX_FOLDER:
        'an empty folder for this run: for a database or a file that `--recover` reads after a crash. It is deleted after the run.',
      '--recover': 'runs after the command, against the same sandbox. Its status counts, too.',
      '--skip':
        "leaves a call or delivery out, such as one of a set-up: `--skip 'GET /customers'`; repeatable.",
      '--webhook':
        'the address of a receiver. One that runs beside the exploration survives when the command is killed. One that the command starts dies with it, and gets retries once `--recover` starts it again.',
      clock:
        'real time while the command runs, so a retry comes a minute later. While `--recover` runs and nothing else happens, it moves faster, up to the time of `--settle`.',
      '--jobs':
        'how many runs at once. A command that always listens on the same port, or shares one database, needs `--jobs 1`.',
    },
    'The command runs as under `exec`, with the same variables: once to record, then once for each scenario, each time ' +
      'with a fresh sandbox. `crash-before` and `crash-after` kill it with all its children, like a power cut. ' +
      'A finding comes with the output of its run. `explore` exits with 0 when everything held, 1 with findings, 2 when the ' +
      'first run failed.',
  ),
  sample: inShell,
}

const places = { call: 'calls', delivery: 'deliveries', flow: 'the flow, only when it is named' } as const

const kindsTried: TopicSection = {
  id: 'kinds',
  title: 'What goes wrong',
  text:
    'One of these at a time, where it applies: only a call that changes something can lose its answer, only a charge ' +
    'can be declined, crashes need `recover`, and only a webhook that a call of the flow caused can be early.',
  entries: Object.entries(kinds).map(([name, { at, text }]) => ({
    ...{ id: name, name, copied: name, label: places[at], text },
  })),
}

const rules = sectionOf(
  'rules',
  'What is a finding',
  exploreRules,
  'The rules are checked in the service itself, after three days of retries.',
)

const reading: TopicSection = {
  ...sectionOf(
    'reading',
    'How to read a report',
    {
      'the table':
        '`ok` where it held, the rule in capitals where it did not, `-` where the kind does not apply.',
      'not-reached': 'the run took another path, and never reached the call or delivery that should fail.',
      'POST /charges #1': 'the first call of this name in the run. A retry is `#2`.',
      'fault …': 'the failure of this run, at the call or delivery of this name.',
      'event …, delivery …': 'what the service did, and what the receiver answered.',
      'by receiver, by recover': 'who made the call, where it was not the flow.',
    },
    'Below the table each finding has its rule, what is wrong in the end, and the story of its run. Read the story from ' +
      'the fault on: what did the shop know at that moment? This shop repeats a charge without a key after a lost answer:',
  ),
  sample: `POST /charges #1: answer-lost: DOUBLE-CHARGE
   2 paid charges share metadata.order "A-1": chrg_test_1, chrg_test_2
     POST /charges #1 -> 200 chrg_test_1 successful 100000 thb
     fault POST /charges #1: answer-lost: it happens, and the answer is lost
     event charge.complete chrg_test_1
     POST /charges #2 -> 200 chrg_test_2 successful 100000 thb
     event charge.complete chrg_test_2`,
}

const fixing = sectionOf(
  'fixing',
  'How to fix what was found',
  {
    'double-charge':
      'Send an `Idempotency-Key` with each `POST /charges`, made from the order and the attempt of its payer: `order-A-1-1`. The same key is the same charge, for 24 hours, also from another process. A key that is random at each attempt does nothing. A client that cannot send a key looks first: `GET /search?scope=charge&query=metadata.order:A-1`.',
    'double-refund':
      'The same for `POST /charges/:id/refunds`, with a key made from what is refunded: `refund-A-1-3` for the third parcel.',
    'books at answer-lost, crash-after':
      'The money has moved, and the shop does not know. Store the order before the call, and send its number in `metadata`. After a failure without an answer, look the charge up when the shop starts and every few minutes: search by `metadata.order`, or read `GET /charges?order=reverse_chronological`.',
    'books at crash-before, refused':
      'Nothing has happened, and the shop believes that it has. Set an order to paid when the service says so, not when the call begins.',
    'books or check at early':
      'The webhook came before the answer, so the id of the charge was not stored yet. Find the order by its number in `metadata`, which is there from the start. Where that is impossible, answer 500: the event comes again.',
    'books or check at late, lost, never':
      'Do not wait for a webhook alone. Use the answer of the call too, and fetch what did not come: `GET /events`, or `GET /charges/:id`.',
    'check at twice, ack-lost':
      'Each event has an id. Store it in the same transaction as your changes, and do nothing when it is there already. Or move by state: an order that is paid is not paid again.',
    'books at overtaken, late':
      'Events come in any order. An event holds the whole record as it was: keep what is newer, by state or `created_at`. A refunded order does not become paid again.',
    forged:
      'Check the signature over the raw body before anything else, with `verifyWebhook` or by hand, and answer 400.',
    'check at declined':
      'A declined charge is an answer with 402 and a charge that stays failed. Tell the payer, keep the order open, and use a new key for the next attempt: the old one repeats the decline.',
    'check at error-500, unavailable, rate-limited':
      'Send the call again with the same key after a pause, or after `Retry-After` where there is one. Give up after a few attempts, and mark the order as unknown, not as failed.',
    hung: 'Give every call a timeout, and every retry loop an end. `Retry-After: 0` means at once: code such as `Number(header) || 30` waits half a minute, and too long for a run.',
    'double-click':
      'Both clicks must send the same key: make it from the order, not from the request. A unique key in your database decides which of the two wins.',
  },
  'The service gives you three tools: idempotency keys, look-ups by `metadata`, and events that come again.',
)

export const exploreTopic = (): TopicContent => ({
  text:
    'Does your shop charge twice when an answer is lost? Does it forget an order when the webhook comes before the ' +
    'answer? `explore` runs a flow of your shop again and again, each time with one failure, and shows what broke.',
  sections: [when, apart(inTest), onCommand, kindsTried, apart(rules), reading, apart(fixing)],
})
