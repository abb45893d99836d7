import { createSandbox } from '../../create-sandbox'
import { jsonIn } from '../../kernel/json'
import { pageWidth, wrapped } from '../../kernel/text'
import { printable } from '../../suites/wording'
import { bytesOf, Failure, type Given, optionText, secondsOf, wrong } from '../command-line'
import { runningClient } from '../running/client'
import { secretOf } from '../serve/log'
import { type Terminal, terminalOf } from '../terminal'
import { caseContext, salesOn } from './case-context'
import { cases } from './cases'
import { type Case, isEvent, isRefusal, type SentEvent, signed, type WebhookCaseContext } from './plays'
import type { ReceiverAnswer } from './sender'
import { agreementOf, secretVariable } from './verify'

const marks = { handled: 'ok', 'not handled': 'FAIL', 'not judged': '-' } as const
const colours = { handled: 'green', 'not handled': 'red', 'not judged': 'dim' } as const

const markWidth = 'FAIL'.length + 2
const titleWidth = 50
const indent = ' '.repeat(2 + markWidth)
const indented = (text: string): readonly string[] => wrapped(printable(text), pageWidth - indent.length)

/** One case at 80 columns, with the problem and the advice on the next lines. */
const verdictLines = (verdict: Verdict, { paint }: Pick<Terminal, 'paint'>): string => {
  const { result, title, statuses, durationMs, problem, advice } = verdict
  // The summary says it once for all cases.
  if (problem === unjudged) return ''
  const mark = paint(colours[result], marks[result].padEnd(markWidth))
  const took =
    statuses.length === 0 ? '' : `${statusText(statuses).padStart(8)}${msText(durationMs).padStart(11)}`
  const lines = [`  ${mark}${title.padEnd(titleWidth)}${took}`.trimEnd()]
  if (problem !== null) lines.push(...indented(problem).map((line) => `${indent}${line}`))
  if (advice !== null) lines.push(...indented(advice).map((line) => `${indent}${paint('dim', line)}`))
  return lines.map((line) => `${line}\n`).join('')
}

/** `204`, or `204 x5` for repeated answers, or `200 409`. */
const statusText = (statuses: readonly (number | null)[]): string => {
  const shown = [...new Set(statuses.map((status) => (status === null ? '-' : String(status))))]
  const times = statuses.length > 1 && shown.length === 1 ? ` x${statuses.length}` : ''
  return `${shown.slice(0, 2).join(' ')}${times}`
}

const msText = (ms: number): string => (ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`)

/** `19 of 21 handled, 2 not handled; the slowest answer took 31 ms` */
export const summary = (verdicts: readonly Verdict[]): string => {
  const count = (result: Verdict['result']): number => verdicts.filter((one) => one.result === result).length
  const judged = verdicts.length - count('not judged')
  const parts = [`${count('handled')} of ${judged} handled`]
  if (count('not handled') > 0) parts.push(`${count('not handled')} not handled`)
  if (count('not judged') > 0) parts.push(`${count('not judged')} not judged`)
  const slowest = Math.max(...verdicts.map(({ durationMs }) => durationMs))
  if (verdicts.some(({ problem }) => problem === unjudged)) return `${parts.join(', ')}: ${unjudged}`
  return `${parts.join(', ')}; the slowest answer took ${msText(slowest)}`
}

const defaultTimeoutSeconds = 10

/** Sends the hard cases to a receiver of webhooks. Exits with 1 when it does not handle one of them. */
export const checkWebhook = async (given: Given): Promise<void> => {
  const url = urlIn(given.words?.[0] ?? '', 'the address')
  const opened = await contextFor(given, url)
  const { context, usual } = opened
  const terminal = terminalOf(process.stdout, process.env)
  const asJson = given.flags.json === true
  const say = (text: string): void => (asJson ? undefined : terminal.write(text))

  const isUsual = optionText(given, 'secret') === undefined && !given.env[secretVariable]
  const signed = isUsual ? `  signed with ${context.secret}, the secret of ${usual}\n` : ''
  const title = `\n  ${terminal.paint('bold', `check-webhook ${url}`)}\n${signed}\n`
  const { verdicts, handled } = await judgeReceiver(url, opened, (verdict, first) =>
    say(`${first ? title : ''}${verdictLines(verdict, terminal)}`),
  )
  say(`\n  ${wrapped(summary(verdicts), pageWidth - 2).join('\n  ')}\n\n`)
  if (asJson) terminal.write(`${JSON.stringify({ url: url.href, handled, cases: verdicts.map(asFact) })}\n`)
  if (!handled) process.exitCode = 1
}

/** Sends all cases. @throws Failure when nothing answers there */
export const judgeReceiver = async (
  url: URL,
  { context, close }: Awaited<ReturnType<typeof contextFor>>,
  onVerdict: (verdict: Verdict, first: boolean) => void,
) => {
  const verdicts = await judgeAll(cases, context, onVerdict)
    .catch((error) => {
      if (!(error instanceof Unreachable)) throw error
      throw new Failure(`cannot reach ${url}: ${error.message}; start the receiver first`)
    })
    .finally(close)
  // If the first event was refused, nothing else was sent: nothing is known to be handled.
  const handled =
    verdicts[0]?.result === 'handled' && verdicts.every(({ result }) => result !== 'not handled')
  return { verdicts, handled }
}

const asFact = ({ durationMs, connected, ...verdict }: Verdict) => ({
  ...verdict,
  durationMs: Math.round(durationMs),
})

export const urlIn = (text: string, what: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url !== null && /^https?:$/.test(url.protocol)) return url
  throw wrong(
    `${what} must be an http or https URL, not "${text}"; for example: http://127.0.0.1:3000/webhooks`,
  )
}

/** @param event in place of the one in the file of --event */
export const contextFor = async (given: Given, url: URL, event: SentEvent | null = null) => {
  const timeout = secondsOf(given, 'timeout') ?? defaultTimeoutSeconds
  if (timeout === 0) throw wrong('--timeout must be more than 0 seconds')
  const handled = optionText(given, 'handled')
  const about = {
    metadata: metadataOf(given.flags.metadata),
    event: event ?? (await eventOf(optionText(given, 'event'))),
  }
  const knowledge = {
    oldSecret: optionText(given, 'oldSecret') ?? null,
    handledUrl: handled === undefined ? null : urlIn(handled, '--handled'),
    ...about,
  }
  const address = optionText(given, 'sandbox')
  const running = address === undefined ? null : await runningAt(urlIn(address, '--sandbox'), given)
  const usual = running?.info.webhook_secret ?? secretOf(createSandbox()) ?? ''
  const agreement = agreementOf(running?.given ?? given, String(usual))
  const sales = running === null ? null : await salesOn(running.sandbox, about)
  return {
    context: caseContext({ url, agreement, timeoutMs: timeout * 1000 }, { ...knowledge, made: sales?.made }),
    close: () => sales?.close(),
    usual: address ?? 'a new sandbox',
  }
}

/** A running sandbox, and the options that it decides: how it signs. */
const runningAt = async ({ href }: URL, given: Given) => {
  const sandbox = runningClient({ ...given, flags: { ...given.flags, url: href } })
  const { json: info } = await sandbox.control('GET', '/info').catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error
    throw new Failure(error.message.replace(/--url or \w+$/, '--sandbox'))
  })
  const { profile, header_prefix: headerPrefix } = info
  return { sandbox, info, given: { ...given, flags: { profile, headerPrefix, ...given.flags } } }
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
  const event = jsonIn(text)
  if (event === undefined) throw wrongFile('not JSON')
  if (isEvent(event)) return event
  throw wrongFile('no event: an event has id, key and data')
}

/** Sends the cases one after the other and judges the answers. */

export interface Verdict {
  readonly case: string
  readonly title: string
  readonly expected: 'accepted' | 'refused'
  readonly result: 'handled' | 'not handled' | 'not judged'
  /** The statuses of the answers, in the order of sending; `null` for no answer. */
  readonly statuses: readonly (number | null)[]
  /** Of the slowest answer. */
  readonly durationMs: number
  readonly connected: boolean
  readonly problem: string | null
  readonly advice: string | null
}

/** The other cases show nothing when the receiver refuses every event. */
export const unjudged = 'a signed event must be accepted first'

/** @throws Unreachable when there is no answer to the first delivery */
export const judgeAll = async (
  cases: readonly Case[],
  context: WebhookCaseContext,
  onVerdict: (verdict: Verdict, first: boolean) => void,
): Promise<Verdict[]> => {
  const verdicts: Verdict[] = []
  let taken = true
  for (const one of cases) {
    const why: string | null = taken ? (one.unless?.(context) ?? null) : unjudged
    const verdict: Verdict = why === null ? await judge(one, context) : notTried(one, why)
    if (verdicts.length === 0) {
      if (!verdict.connected) throw new Unreachable(verdict.problem ?? '')
      taken = verdict.result === 'handled'
    }
    verdicts.push(verdict)
    onVerdict(verdict, verdicts.length === 1)
  }
  return verdicts
}

class Unreachable extends Error {}

const judge = async (one: Case, context: WebhookCaseContext): Promise<Verdict> => {
  const played = await one.play(context)
  const { answers, problem: ownProblem = null, accepts, unjudged: why, advice = one.advice } = played
  const wrong = answers.find((answer) => problemOf(answer, one.expects) !== null)
  const refused = (wrong && problemOf(wrong, one.expects)) ?? ownProblem
  const problem = accepts === undefined ? refused : `${refused}, but it accepts ${accepts}`
  const verdict = {
    ...aboutOf(one),
    statuses: answers.map(({ status }) => status),
    durationMs: Math.max(...answers.map(({ durationMs }) => durationMs)),
    connected: answers.some(({ connected }) => connected),
  }
  const doubt = why ?? (wrong && (await doubtOf(one, wrong, context)))
  if (doubt !== undefined)
    return {
      ...verdict,
      result: 'not judged',
      problem: `${doubt}: ${orderHelp[context.order]}`,
      advice: null,
    }
  if (problem === null) return { ...verdict, result: 'handled', problem, advice: null }
  return {
    ...verdict,
    result: 'not handled',
    problem,
    advice: (wrong && accepts === undefined ? adviceFor(wrong, one.expects) : null) ?? advice,
  }
}

const askAgain = 'is the order known there, still unpaid, and of this amount?'

const orderHelp: Readonly<Record<WebhookCaseContext['order'], string>> = {
  'made up':
    'give an order that it knows and that is not paid yet, with --metadata <key=value> or --event <file>, and --sandbox <url> if it reads the charge from the API',
  'of --metadata': `${askAgain} --event <file> sends your own event`,
  'of --event': askAgain,
}

/** A receiver that refuses correct events too may do so for any reason. */
const doubtOf = async (
  { id, expects, takes = 1 }: Case,
  wrong: ReceiverAnswer,
  context: WebhookCaseContext,
): Promise<string | undefined> => {
  if (id === 'signed' || expects === 'refused' || !isRefusal(wrong)) return undefined
  for (const event of (await context.sale()).slice(0, takes)) {
    const plain = await context.send(signed(event, context))
    if (isRefusal(plain)) return `answered ${plain.status} to a normal ${event.key} too`
  }
  return undefined
}

const notTried = (one: Case, why: string): Verdict => ({
  ...aboutOf(one),
  result: 'not judged',
  statuses: [],
  durationMs: 0,
  connected: false,
  problem: why,
  advice: null,
})

const aboutOf = ({ id, title, expects }: Case) => ({ case: id, title, expected: expects })

const problemOf = ({ status, failure }: ReceiverAnswer, expects: Case['expects']): string | null => {
  if (status === null) return failure
  const [low, high] = expects === 'accepted' ? [200, 299] : [400, 499]
  return status >= low && status <= high ? null : `answered ${status}, expected ${low} to ${high}`
}

/** Advice that follows from the status alone. */
const adviceFor = ({ status, failure }: ReceiverAnswer, expects: Case['expects']): string | null => {
  if (failure?.startsWith('no answer') === true)
    return 'answer first and work later: the service does not wait longer, and sends it again'
  if (status === null) return 'it must always answer; see its log'
  if (status >= 500 && expects === 'refused')
    return 'it failed where it should have refused; answer 400, see its log for the exception'
  if (status >= 500) return 'it failed inside; see its log for the exception'
  if (status >= 300 && status < 400) return 'webhooks follow no redirects: give the address it leads to'
  return expects === 'accepted' && status === 413 ? 'raise the limit for bodies on this path' : null
}
