import type { Command } from '../command'

/** Commands that talk to a running sandbox. */

/** Options of every command that needs a running sandbox. */
export const where = [
  ['--url <url>', 'its address [PAYMENT_SANDBOX_URL, or 127.0.0.1:4111]'],
  ['--control-token <text>', 'its control token [PAYMENT_SANDBOX_CONTROL_TOKEN]'],
] as const
const asJson = [['--json', 'as JSON']] as const
export const whose = [
  ['--account <id>', 'for this account [the default account]'],
  ['--live', 'in live mode [test mode]'],
] as const

export const runningCommands: readonly Command[] = [
  {
    name: 'trigger',
    summary: 'Make an event happen on a running sandbox',
    words: [['[key]', 'the key of the event, such as charge.complete']],
    follows: { trigger: 'event keys' },
    own: [
      ['-l, --list', 'list the event keys and what each trigger does'],
      ['-o, --override <name=value>', 'set a parameter of the operation', 'repeat'],
      ...whose,
      ...where,
      ...asJson,
    ],
    notes: `First creates the records that the event needs: a customer to change, a charge
to refund. --override sets a parameter of the operation that --list names; dots
separate nested names: metadata.order=A-1001.

Examples:
  payment-sandbox trigger --list
  payment-sandbox trigger charge.complete --override amount=150000`,
    load: async () => (await import('./trigger')).trigger,
  },
  {
    name: 'events',
    summary: 'List, follow and resend the events of a running sandbox',
    words: [
      ['[id]', 'the id of an event, or: resend'],
      ['[event]', 'the event to deliver again'],
    ],
    actions: ['resend'],
    own: [
      ['-f, --follow', 'show new events as they come, until Ctrl-C'],
      ['--limit <n>', 'how many events to list first, 1 to 100 [20]'],
      ...whose,
      ...where,
      ['--json', 'print each event as a line of JSON'],
    ],
    notes: `Without arguments it lists the newest events, the latest one last: time, key,
record (if there is room), id, and the answers of receivers. --follow adds the
record of each new event, and the answer to each delivery.

Actions:
  <id>           print one event, as JSON
  resend <id>    deliver an event again

Examples:
  payment-sandbox events --limit 5
  payment-sandbox events --follow`,
    load: async () => (await import('./events')).events,
  },
  {
    name: 'clock',
    summary: 'Read and move the clock of a running sandbox',
    words: [
      ['[action]', 'show, advance, set, freeze or resume'],
      ['[value]', 'the duration, or the time'],
    ],
    actions: ['show', 'advance', 'set', 'freeze', 'resume'],
    own: [...where, ...asJson],
    notes: `Actions:
  show                  print the time (the default)
  advance <duration>    90m, 15d or 1d12h; units ms s m h d w
  set <time>            2026-02-01T00:00:00Z; only forward
  freeze, resume        stop the clock, let it run again

Ends when all due jobs have run and their webhooks are delivered. Meanwhile the
sandbox answers other requests, and a terminal shows the progress. Ctrl-C stops
the clock where it is.

Examples:
  payment-sandbox clock advance 15d
  payment-sandbox clock set 2026-02-01T00:00:00Z`,
    load: async () => (await import('./clock')).clock,
  },
  {
    name: 'snapshot',
    summary: 'Save or load the whole state of a running sandbox, or repair a state file',
    words: [
      ['<action>', 'save, load or repair'],
      ['[file]', 'the file to write, read or repair'],
    ],
    usage: '<action> <file> [options]',
    actions: ['save', 'load', 'repair'],
    own: [...where, ...asJson],
    notes: `Actions:
  save <file>    write the whole state: records, keys, the clock, planned jobs
  load <file>    restore it; a damaged file changes nothing
  repair <file>  cut a file of --state at its first damaged line, say what is
                 lost, and keep the damaged file beside it

Examples:
  payment-sandbox snapshot save shop.json
  payment-sandbox snapshot load shop.json
  payment-sandbox snapshot repair shop.state`,
    load: async () => (await import('./snapshot')).snapshot,
  },
]
