import { iso, isoOrNull } from '../../kernel/calendar'
import { counted, filled } from '../../kernel/text'
import type { LogStyle } from '../../options/config'
import type { ProfileName } from '../../options/profiles'
import type { CaughtUp } from '../../sandbox/clock/due-jobs'
import type { Sandbox } from '../../sandbox/sandbox'
import type { DeliveryEntry } from '../../sandbox/webhooks/delivery'
import type { KeyPair } from '../../service/accounts'
import type { RequestEntry } from '../../service/http/backend'
import { isSuccess } from '../../service/webhooks/outbox'
import { printable } from '../../suites/wording'
import type { Style, Terminal } from '../terminal'

/** The log of a running server. */
export interface ServerLog {
  ready(greeting: Greeting): void
  /** @param now time of the virtual clock, in ISO 8601 */
  request(entry: RequestEntry, now: string): void
  /** An attempt to deliver an event has ended. @param now as above */
  delivery(entry: DeliveryEntry, now: string): void
  /** A fixture file has changed. @param mistakes when there are any, the state is unchanged */
  reloaded(file: string, mistakes: readonly string[]): void
  /** The process that started the server has ended, and the server ends with it. */
  orphaned(): void
  /** The state file ended with a torn line, which was dropped. */
  torn(file: string, line: number): void
  /** Jobs have run that fell due while the process was stopped. */
  caughtUp(caughtUp: CaughtUp): void
  /** The server is stopping and waits for requests in flight. */
  waiting(): void
}

/** Default style: pretty on a terminal, else JSON with the plain ready line, for scripts that wait for it. */
export const logOf = (style: LogStyle | undefined, terminal: Terminal): ServerLog => {
  const chosen = style ?? (terminal.interactive ? 'pretty' : 'json')
  if (chosen === 'pretty') return prettyLog(terminal)
  const quiet = silentLog(terminal)
  if (chosen === 'silent') return quiet
  const json = jsonLog(terminal)
  if (style !== undefined) return json
  return {
    ...json,
    ready: (greeting) => {
      quiet.ready(greeting)
      json.ready(greeting)
    },
  }
}

const alone = 'the process that started this server has ended, so it stops too; --detach keeps it running'

const readyLine = ({ url, vaultUrl }: Greeting): string =>
  `payment-sandbox ready on ${url} (vault ${vaultUrl})\n`

const prettyLog = (terminal: Terminal): ServerLog => ({
  ready: (greeting) => terminal.write(`${banner(greeting, terminal)}${readyLine(greeting)}\n`),
  request: (entry, now) => terminal.write(requestLine(entry, now, terminal)),
  delivery: (entry, now) => terminal.write(deliveryLine(entry, now, terminal)),
  reloaded: (file, mistakes) =>
    terminal.write(
      mistakes.length === 0
        ? `${terminal.paint('green', 'loaded')} ${file} again: the records are those of the fixtures\n`
        : `${terminal.paint('red', 'not loaded')}: ${file} has mistakes; the state is unchanged\n${mistakes.map((line) => `  ${printable(line)}\n`).join('')}`,
    ),
  orphaned: () => terminal.write(`${alone}\n`),
  torn: (file, line) =>
    terminal.write(
      `dropped line ${line} of ${file}, the last one: it was not complete, and no client had its answer\n`,
    ),
  caughtUp: ({ from, done }) =>
    terminal.write(`caught up: ${counted(done, 'job')} ran that became due after ${from.toISOString()}\n`),
  waiting: () => terminal.write('finishing requests in flight; press Ctrl-C again to stop at once\n'),
})

const jsonLog = (terminal: Terminal): ServerLog => {
  const line = (value: object): void => terminal.write(`${JSON.stringify(value)}\n`)
  return {
    ready: ({ url, vaultUrl, dashboardUrl, profile, omiseClient, testKeys, webhookSecret, state }) =>
      line({
        event: 'ready',
        url,
        vaultUrl,
        dashboardUrl,
        profile,
        publicKey: testKeys.public,
        secretKey: testKeys.secret,
        webhookSecret,
        ...(state === null ? {} : { state }),
        ...(omiseClient === null ? {} : { hint: clientText(omiseClient) }),
      }),
    request: ({ durationMs, ...entry }, now) =>
      line({ event: 'request', time: now, ...entry, durationMs: Math.round(durationMs * 1000) / 1000 }),
    delivery: ({ retryAt, ...entry }, now) =>
      line({ event: 'delivery', time: now, ...entry, nextAttemptAt: isoOrNull(retryAt) }),
    reloaded: (file, mistakes) => line({ event: 'reloaded', file, loaded: mistakes.length === 0, mistakes }),
    orphaned: () => line({ event: 'orphaned', reason: alone }),
    torn: (file, number) => line({ event: 'torn', file, line: number }),
    caughtUp: ({ from, done }) => line({ event: 'caught-up', from, done }),
    waiting: () => line({ event: 'waiting' }),
  }
}

const silentLog = (terminal: Terminal): ServerLog => ({
  ...noLog,
  ready: (greeting) => terminal.write(readyLine(greeting)),
})

/** Writes nothing. */
export const noLog: ServerLog = {
  ready: () => undefined,
  request: () => undefined,
  delivery: () => undefined,
  reloaded: () => undefined,
  orphaned: () => undefined,
  torn: () => undefined,
  caughtUp: () => undefined,
  waiting: () => undefined,
}

/** What a developer needs for a first call. */
export interface Greeting {
  readonly version: string
  readonly url: string
  readonly vaultUrl: string
  readonly dashboardUrl: string
  /** The dashboard as other machines reach it, where they do. */
  readonly network?: string | null
  readonly profile: ProfileName
  /** The file that names a client of Omise, where no profile was chosen and the default is another. */
  readonly omiseClient: string | null
  readonly testKeys: KeyPair
  readonly liveKeys: KeyPair
  /** The endpoints of events in test mode. */
  readonly webhooks: readonly string[]
  /** The secret that signs webhooks in test mode; `null` when all secrets are deleted. */
  readonly webhookSecret: string | null
  /** Shown only when it differs from the real time. */
  readonly clock: string | null
  /** The fixtures that were loaded, by name. */
  readonly fixtures: readonly string[]
  /** The state file, and whether it already held a state. */
  readonly state: { readonly file: string; readonly resumed: boolean } | null
}

/** The text for a terminal of 80 columns. The ready line follows it. */
export const banner = (greeting: Greeting, { paint }: Pick<Terminal, 'paint'>): string => {
  const { url, vaultUrl, dashboardUrl, testKeys, liveKeys, webhooks, webhookSecret } = greeting
  const { network = null, profile, omiseClient, clock, fixtures, state } = greeting
  const row = (label: string, text: string): string => `  ${paint('dim', label.padEnd(labelWidth))}${text}`
  const wide = Math.max(testKeys.public.length, liveKeys.public.length) + 3
  const keys = (pair: KeyPair): string => `${pair.public.padEnd(wide)}${pair.secret}`
  const lines = [
    '',
    `  ${paint('bold', 'payment-sandbox')} ${paint('dim', greeting.version)}`,
    '',
    row('API', paint('cyan', url)),
    row('Vault', paint('cyan', vaultUrl)),
    row('Dashboard', paint('cyan', dashboardUrl)),
    ...(network === null ? [] : [row('Network', paint('cyan', network))]),
    row('Profile', profileTexts[profile]),
    ...(omiseClient === null ? [] : [row('', paint('yellow', clientText(omiseClient)))]),
    ...(clock === null ? [] : [row('Clock', clock)]),
    ...fixtures.map((name, i) => row(i === 0 ? 'Fixtures' : '', name)),
    ...(state === null ? [] : [row('State', `${state.file}${state.resumed ? ', resumed' : ', new'}`)]),
    '',
    row('Test keys', keys(testKeys)),
    row('Live keys', keys(liveKeys)),
    '',
    ...(webhooks.length === 0 ? ['nowhere yet: give an address with --webhook <url>'] : webhooks).map(
      (place, i) => row(i === 0 ? 'Webhooks' : '', place),
    ),
    ...(webhookSecret === null ? [] : [row('', `signed with secret ${webhookSecret}`)]),
    '',
    row('Try it', `curl ${url}/customers \\`),
    row('', `  -u ${testKeys.secret}: -d email=somchai@example.com`),
    '',
    row('Stop', 'Ctrl-C'),
    '',
    '',
  ]
  return lines.map((line) => line.trimEnd()).join('\n')
}

/** Whose answers the sandbox gives, and how to get the others. */
const profileTexts: { readonly [name in ProfileName]: string } = {
  spec: 'spec, the specification (docs api); for Omise: --profile omise',
  omise: 'omise, as the real service answers',
}

const clientText = (file: string): string => `${file} names a client of Omise: start with --profile omise`

/** The first that signs webhooks in test mode. */
export const secretOf = ({ webhooks }: Sandbox): string | null => webhooks.secrets[0] ?? null

const labelWidth = 'Test keys'.length + 3

/** `12:00:01  POST    /charges                   200   1.9 ms`, and for a refusal its code and hint. */
export const requestLine = (entry: RequestEntry, now: string, terminal: Terminal): string => {
  const { columns, paint } = terminal
  const path = printable(entry.path).padEnd(pathWidth(columns))
  const line = [
    paint('dim', now.slice(11, 19)),
    entry.method.padEnd('DELETE'.length),
    path,
    paint(styleOf(entry.status), entry.status === 0 ? 'cut' : String(entry.status)),
    paint('dim', `${entry.durationMs.toFixed(1)} ms`.padStart('10.0 ms'.length)),
  ].join('  ')
  const warnings = entry.warnings.filter((text) => text !== entry.hint)
  const about = [entry.hint ?? entry.reason, ignoredText(entry.ignored), ...warnings]
  const more = about.map((text) => (text === null ? '' : moreLines(text, terminal))).join('')
  if (entry.error === null) return `${line}\n${more}`
  const fits = aroundPath + path.length + entry.error.length <= columns
  const code = paint(styleOf(entry.status), printable(entry.error))
  return `${line}${fits ? '  ' : `\n${indent}`}${code}\n${more}`
}

const ignoredText = (names: readonly string[]): string | null =>
  names.length === 0 ? null : `ignored: ${names.join(', ')} (no parameter of this operation)`

/** `12:00:01  HOOK    charge.complete           200  chrg_test_…`, then the address, and why it failed. */
export const deliveryLine = (entry: DeliveryEntry, now: string, terminal: Terminal): string => {
  const { columns, paint } = terminal
  const line = [
    paint('dim', now.slice(11, 19)),
    paint('cyan', 'HOOK'.padEnd('DELETE'.length)),
    entry.key.padEnd(pathWidth(columns)),
    paint(styleOf(entry.status ?? 0), entry.status === null ? '---' : String(entry.status)),
    entry.object,
  ].join('  ')
  const attempt = entry.attempt === 1 ? '' : `, attempt ${entry.attempt}`
  const hint = entry.hint === null ? '' : moreLines(entry.hint, terminal)
  return `${line}\n${moreLines(`to ${entry.uri}${attempt}${failureOf(entry)}`, terminal)}${hint}`
}

const failureOf = ({ status, error, retryAt }: DeliveryEntry): string => {
  const why = error === null ? '' : `: ${error}`
  if (status !== null && isSuccess(status)) return why
  return `${why}; ${retryAt === null ? 'no further attempt' : `next attempt at ${timeOf(retryAt)}`}`
}

/** `2026-01-15 12:01:01`, of the virtual clock. */
const timeOf = (at: number): string => iso(at).slice(0, 19).replace('T', ' ')

/** At 80 columns the code fits on the line of a path without an id; a wider terminal has room for one with an id. */
const pathWidth = (columns: number): number => Math.min(46, Math.max(24, columns - 56))

const indent = ' '.repeat('12:00:01  '.length)
const aroundPath = '12:00:01  DELETE    200  10.0 ms  '.length

const styleOf = (status: number): Style =>
  status === 0 || status >= 500 ? 'red' : status < 400 ? 'green' : 'yellow'

const moreLines = (text: string, { columns, paint }: Terminal): string =>
  text
    .split('\n')
    .map((line) => printable(line.trimEnd()))
    // Breaks at spaces only, so that a path or a key can be copied; an empty line stays.
    .flatMap((line) =>
      line === '' ? [''] : filled(line.split(/(?<=\S) /), Math.max(40, columns - indent.length)),
    )
    .map((line) => `${indent}${paint('dim', line)}\n`)
    .join('')
