import { isObject } from '../kernel/json'
import { agreementOf, bytesOf, optionText, secondsOf, wrong } from './agreement'
import { Failure } from './failure'
import type { Given } from './given'
import { terminalOf } from './terminal'
import { cases, type SentEvent, type WebhookCaseContext } from './webhook-cases'
import { judgeAll, Unreachable, type Verdict } from './webhook-judge'
import { summary, verdictLines } from './webhook-report'
import { playing } from './webhook-scene'

const defaultTimeoutSeconds = 10

/** Sends the hard cases to a receiver of webhooks. Exits with 1 when it does not handle one of them. */
export const checkWebhook = async (given: Given): Promise<void> => {
  const url = urlIn(given.words?.[0] ?? '', 'the address')
  const scene = await sceneOf(given, url)
  const terminal = terminalOf(process.stdout, process.env)
  const asJson = given.flags.json === true
  const say = (text: string): void => (asJson ? undefined : terminal.write(text))

  const title = `\n  ${terminal.paint('bold', `check-webhook ${url}`)}\n\n`
  const verdicts = await judgeAll(cases, scene, (verdict, first) =>
    say(`${first ? title : ''}${verdictLines(verdict, terminal)}`),
  ).catch((error) => {
    if (!(error instanceof Unreachable)) throw error
    throw new Failure(`cannot reach ${url}: ${error.message}; start the receiver first`)
  })
  say(`\n  ${summary(verdicts)}\n\n`)
  // Where the first event was refused, nothing else was sent: nothing is known to be handled.
  const handled =
    verdicts[0]?.result === 'handled' && verdicts.every(({ result }) => result !== 'not handled')
  if (asJson) terminal.write(`${JSON.stringify({ url: url.href, handled, cases: verdicts.map(asFact) })}\n`)
  if (!handled) process.exitCode = 1
}

const asFact = ({ durationMs, connected, ...verdict }: Verdict) => ({
  ...verdict,
  durationMs: Math.round(durationMs),
})

const urlIn = (text: string, what: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url !== null && /^https?:$/.test(url.protocol)) return url
  throw wrong(
    `${what} must be an http or https URL, not "${text}"; for example: http://127.0.0.1:3000/webhooks`,
  )
}

const sceneOf = async (given: Given, url: URL): Promise<WebhookCaseContext> => {
  const agreement = agreementOf(given)
  const timeout = secondsOf(given, 'timeout') ?? defaultTimeoutSeconds
  if (timeout === 0) throw wrong('--timeout must be more than 0 seconds')
  const handled = optionText(given, 'handled')
  return playing(
    { url, agreement, timeoutMs: timeout * 1000 },
    {
      oldSecret: optionText(given, 'oldSecret') ?? null,
      handledUrl: handled === undefined ? null : urlIn(handled, '--handled'),
      metadata: metadataOf(given.flags.metadata),
      event: await eventOf(optionText(given, 'event')),
    },
  )
}

const metadataOf = (given: unknown): Record<string, string> | null => {
  if (!Array.isArray(given)) return null
  const pairs = given.map((text: string) => {
    const at = text.indexOf('=')
    if (at < 1)
      throw wrong(`--metadata must be key=value, not "${text}"; for example: --metadata order=A-1001`)
    return [text.slice(0, at), text.slice(at + 1)]
  })
  return Object.fromEntries(pairs)
}

const eventOf = async (file: string | undefined): Promise<SentEvent | null> => {
  if (file === undefined) return null
  const text = new TextDecoder().decode(await bytesOf(file, '--event '))
  const wrongFile = (why: string) =>
    wrong(`--event ${file} is ${why}; for example: payment-sandbox events <id> > event.json`)
  let event: unknown
  try {
    event = JSON.parse(text)
  } catch {
    throw wrongFile('not JSON')
  }
  const { id, key, data, ...fields } = isObject(event) ? event : {}
  if (typeof id === 'string' && typeof key === 'string' && isObject(data)) return { ...fields, id, key, data }
  throw wrongFile('no event: an event has id, key and data')
}
