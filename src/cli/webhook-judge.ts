/** Sends the cases one after the other and judges the answers. */
import { type Case, isRefusal, signed, type WebhookCaseContext } from './webhook-cases'
import type { ReceiverAnswer } from './webhook-sender'

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
export const unjudged = 'a signed event has to be accepted first'

/** @throws Unreachable when there is no answer to the first delivery */
export const judgeAll = async (
  cases: readonly Case[],
  scene: WebhookCaseContext,
  onVerdict: (verdict: Verdict, first: boolean) => void,
): Promise<Verdict[]> => {
  const verdicts: Verdict[] = []
  let taken = true
  for (const one of cases) {
    const why: string | null = taken ? (one.unless?.(scene) ?? null) : unjudged
    const verdict: Verdict = why === null ? await judge(one, scene) : notTried(one, why)
    if (verdicts.length === 0) {
      if (!verdict.connected) throw new Unreachable(verdict.problem ?? '')
      taken = verdict.result === 'handled'
    }
    verdicts.push(verdict)
    onVerdict(verdict, verdicts.length === 1)
  }
  return verdicts
}

export class Unreachable extends Error {}

const judge = async (one: Case, scene: WebhookCaseContext): Promise<Verdict> => {
  const { answers, problem: ownProblem = null, unjudged: why, advice = one.advice } = await one.play(scene)
  const wrong = answers.find((answer) => problemOf(answer, one.expects) !== null)
  const problem = (wrong && problemOf(wrong, one.expects)) ?? ownProblem
  const verdict = {
    ...aboutOf(one),
    statuses: answers.map(({ status }) => status),
    durationMs: Math.max(...answers.map(({ durationMs }) => durationMs)),
    connected: answers.some(({ connected }) => connected),
  }
  const doubt = why ?? (wrong && (await doubtOf(one, wrong, scene)))
  if (doubt !== undefined)
    return { ...verdict, result: 'not judged', problem: `${doubt}: ${orderHelp[scene.order]}`, advice: null }
  if (problem === null) return { ...verdict, result: 'handled', problem, advice: null }
  return {
    ...verdict,
    result: 'not handled',
    problem,
    advice: (wrong && adviceFor(wrong, one.expects)) ?? advice,
  }
}

const askAgain = 'is the order known there, still unpaid, and of this amount?'

const orderHelp: Readonly<Record<WebhookCaseContext['order'], string>> = {
  'made up':
    'give an order that it knows and that is not paid yet, with --metadata <key=value> or --event <file>',
  'of --metadata': `${askAgain} --event <file> sends an event of yours`,
  'of --event': askAgain,
}

/** A receiver that refuses the same events also when they come as they should may do that for any reason. */
const doubtOf = async (
  { id, expects, takes = 1 }: Case,
  wrong: ReceiverAnswer,
  scene: WebhookCaseContext,
): Promise<string | undefined> => {
  if (id === 'signed' || expects === 'refused' || !isRefusal(wrong)) return undefined
  for (const event of (await scene.sale()).slice(0, takes)) {
    const plain = await scene.send(signed(event, scene))
    if (isRefusal(plain)) return `answered ${plain.status} to a usual ${event.key} as well`
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
    return 'answer first and work later: the service waits no longer, and sends it again'
  if (status === null) return 'it has to answer, whatever comes; see its log'
  if (status >= 500 && expects === 'refused')
    return 'it failed where it should have refused; answer 400, see its log for the exception'
  if (status >= 500) return 'it failed inside; see its log for the exception'
  if (status >= 300 && status < 400) return 'webhooks follow no redirects: give the address it leads to'
  return expects === 'accepted' && status === 413 ? 'raise the limit for bodies on this path' : null
}
