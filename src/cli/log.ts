import { isoOrNull } from '../kernel/calendar'
import type { LogStyle } from '../options/config'
import type { DeliveryEntry } from '../sandbox/webhooks/delivery-log'
import type { RequestEntry } from '../service/http/env'
import { banner, type Greeting } from './banner'
import { deliveryLine, requestLine } from './log-lines'
import type { Terminal } from './terminal'

/** The log of a running server. */
export interface ServerLog {
  ready(greeting: Greeting): void
  /** @param now time of the virtual clock, in ISO 8601 */
  request(entry: RequestEntry, now: string): void
  /** An attempt to deliver an event has ended. @param now as above */
  delivery(entry: DeliveryEntry, now: string): void
  /** A fixture file has changed. @param mistakes when there are any, the state is unchanged */
  reloaded(file: string, mistakes: readonly string[]): void
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

const readyLine = ({ url, vaultUrl }: Greeting): string =>
  `payment-sandbox ready on ${url} (vault ${vaultUrl})\n`

const prettyLog = (terminal: Terminal): ServerLog => ({
  ready: (greeting) => terminal.write(`${banner(greeting, terminal)}${readyLine(greeting)}\n`),
  request: (entry, now) => terminal.write(requestLine(entry, now, terminal)),
  delivery: (entry, now) => terminal.write(deliveryLine(entry, now, terminal)),
  reloaded: (file, mistakes) =>
    terminal.write(
      mistakes.length === 0
        ? `${terminal.paint('green', 'loaded')} ${file} again: all as the fixtures say\n`
        : `${terminal.paint('red', 'not loaded')}: ${file} has mistakes; the state is unchanged\n${mistakes.map((line) => `  ${line}\n`).join('')}`,
    ),
  waiting: () => terminal.write('finishing requests in flight; press Ctrl-C again to stop at once\n'),
})

const jsonLog = (terminal: Terminal): ServerLog => {
  const line = (value: object): void => terminal.write(`${JSON.stringify(value)}\n`)
  return {
    ready: ({ url, vaultUrl, dashboardUrl, testKeys, webhookSecret, state }) =>
      line({
        ...{ event: 'ready', url, vaultUrl, dashboardUrl },
        ...{ publicKey: testKeys.public, secretKey: testKeys.secret, webhookSecret },
        ...(state === null ? {} : { state }),
      }),
    request: ({ durationMs, ...entry }, now) =>
      line({ event: 'request', time: now, ...entry, durationMs: Math.round(durationMs * 1000) / 1000 }),
    delivery: ({ retryAt, ...entry }, now) =>
      line({
        ...{ event: 'delivery', time: now, ...entry },
        nextAttemptAt: isoOrNull(retryAt),
      }),
    reloaded: (file, mistakes) => line({ event: 'reloaded', file, loaded: mistakes.length === 0, mistakes }),
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
  waiting: () => undefined,
}
